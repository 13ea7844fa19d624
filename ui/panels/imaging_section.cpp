#include "ui/panels/imaging_section.hpp"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include "core/imaging/survey/source_estimate.hpp"
#include "core/imaging/survey/survey_presets.hpp"
#include "core/model/velocity_json.hpp"
#include "ui/panels/wavelet_plot.hpp"

namespace foldwave {

ImagingSection::ImagingSection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Imaging"), messages, parent),
      wanted_(new QCheckBox(tr("Locate events"), this)),
      surveyed_(new QCheckBox(tr("A survey of its own for the seismic image"), this)) {
  const std::string path = "/imaging";
  wanted_->setObjectName("/imaging");
  wanted_->setToolTip(tr("Send the traces back in time to where they began: Run > Find events"));
  add_row({}, wanted_, path);
  connect(wanted_, &QCheckBox::clicked, this, &Section::edited);
  QFormLayout* const form = new_form();
  data_ = add_file(tr("Recorded traces"),
                   tr("Gathers (*.sgy *.segy *.mseed *.miniseed *.ms *.seed);;All files (*)"), path + "/data",
                   form, tr("Recorded traces"));
  data_->setPlaceholderText(tr("the wave's"));
  data_->setToolTip(tr("A SEG-Y gather, or miniSEED with a table of its stations; empty: the wave's own"));
  receivers_ = new QToolButton(this);
  receivers_->setObjectName("receivers of the traces");
  receivers_->setText(tr("Receivers..."));
  receivers_->setToolTip(tr("Receivers by the file's headers, over the model: look, and correct"));
  form->addRow(QString(), receivers_);
  connect(receivers_, &QToolButton::clicked, this, &Section::traces_wished);
  stations_ = add_file(tr("Stations"), tr("Tables (*.csv *.txt *.tsv);;All files (*)"), path + "/stations",
                       form, tr("Stations"));
  stations_->setPlaceholderText(tr("none"));
  stations_->setToolTip(tr("Where a miniSEED file's stations stand: network, station, x, y and z"));
  const auto imaging = [](auto& s) { return s.imaging ? &*s.imaging : nullptr; };
  add_fields<Imaging>(path, imaging, {"most_events", "condition", "velocity_scale", "scan_range"}, form);
  const More more = add_more(tr("More"));
  more_ = more.head;
  more_->setObjectName("imaging/more");
  add_rest<Imaging>(path, imaging, more.form);

  QFormLayout* const below = new_form();
  surveyed_->setObjectName("/imaging/survey");
  surveyed_->setToolTip(tr(
      "Without one the image has a line of 60 shots, at the highest frequency that the grid carries: Run > "
      "Seismic image"));
  add_row({}, surveyed_, path + "/survey", below);
  connect(surveyed_, &QCheckBox::clicked, this, &Section::edited);
  add_presets(below);
  const auto survey = [](auto& s) { return s.imaging && s.imaging->survey ? &*s.imaging->survey : nullptr; };
  add_fields<ImageSurvey>(path + "/survey", survey, {"layout", "shots", "frequency", "smoothing"}, below);
  velocity_ = add_file(
      tr("The velocity to migrate in"),
      tr("Velocities (*.vti *.hdf *.h5 *.sgy *.segy *.su *.npy *.bin *.raw *.f32 *.dat);;All files (*)"),
      path + "/survey/velocity/file", below, tr("Migrate in"));
  velocity_->setPlaceholderText(tr("the model's"));
  velocity_->setToolTip(
      tr("A file; empty: the model's own, smoothed. Raw values need a header beside them, or keys in the "
         "scenario"));
  add_fields<ImageSurvey>(path + "/survey", survey, {"condition", "illumination"}, below);
  const More survey_more = add_more(tr("More of the survey"));
  survey_more_ = survey_more.head;
  survey_more_->setObjectName("imaging/survey/more");
  shots_ = add_file(tr("Recorded shots"), tr("SEG-Y shots (*.sgy *.segy);;All files (*)"),
                    path + "/survey/data", survey_more.form);
  shots_->setPlaceholderText(tr("modelled"));
  auto* const geometry = new QToolButton(this);
  geometry->setObjectName("geometry of the shots");
  geometry->setText(tr("Geometry..."));
  geometry->setToolTip(tr("Shots and receivers by the file's headers, over the model: look, and correct"));
  survey_more.form->addRow(QString(), geometry);
  connect(geometry, &QToolButton::clicked, this, &Section::shots_wished);
  add_fields<ImageSurvey>(path + "/survey", survey, {"wavelet"}, survey_more.form);
  wavelet_ = new WaveletPlot(this);
  wavelet_->setObjectName("estimated wavelet");
  wavelet_words_ = new QLabel(this);
  wavelet_words_->setWordWrap(true);
  survey_more.form->addRow(wavelet_);
  survey_more.form->addRow(wavelet_words_);
  add_rest<ImageSurvey>(path + "/survey", survey, survey_more.form);
  show_source({}, 0.0);
}

void ImagingSection::add_presets(QFormLayout* form) {
  auto* const button = new QToolButton(this);
  button->setObjectName("presets of the survey");
  button->setText(tr("Presets"));
  button->setToolTip(tr("Sets shots, receivers, frequency and surface together; one step of undo"));
  button->setPopupMode(QToolButton::InstantPopup);
  auto* const menu = new QMenu(button);
  menu->setToolTipsVisible(true);
  for (std::size_t p = 0; p < survey_preset_words.size(); ++p) {
    QAction* const action = menu->addAction(tr(survey_preset_words[p].name));
    action->setToolTip(tr(survey_preset_words[p].tip));
    connect(action, &QAction::triggered, this, [this, p] {
      preset_ = static_cast<SurveyPreset>(p);
      emit edited();
      preset_.reset();
    });
  }
  button->setMenu(menu);
  form->addRow(QString(), button);
}

void ImagingSection::show_source(const SourceEstimate& source, double dt) {
  const bool any = !source.series.empty();
  wavelet_->setVisible(any);
  wavelet_words_->setVisible(any);
  wavelet_->show_wavelet(source.series, dt);
  if (any)
    wavelet_words_->setText(tr("Estimated: %1 Hz, largest at %2 s; it explains %3 % of the direct waves")
                                .arg(source.frequency, 0, 'f', 1)
                                .arg(source.peak_time, 0, 'f', 3)
                                .arg(100.0 * source.explained, 0, 'f', 0));
}

void ImagingSection::load(const Scenario& s) {
  folder_ = s.folder;
  load_fields(s);
  wanted_->setChecked(s.imaging && s.imaging->purpose != ImagingPurpose::image);
  const auto* const survey = s.imaging && s.imaging->survey ? &*s.imaging->survey : nullptr;
  surveyed_->setChecked(survey != nullptr);
  shots_->setEnabled(survey != nullptr);
  shots_->setText(survey != nullptr ? QString::fromStdString(survey->data) : QString());
  velocity_->setEnabled(survey != nullptr);
  velocity_->setText(survey != nullptr && survey->velocity ? QString::fromStdString(survey->velocity->file)
                                                           : QString());
  data_->setEnabled(s.imaging.has_value());
  data_->setText(s.imaging ? QString::fromStdString(s.imaging->data) : QString());
  receivers_->setEnabled(s.imaging && s.imaging->stations.empty());
  // Of SEG-Y there is nothing to tell; what was told stays in sight.
  stations_->setEnabled(s.imaging && (!s.imaging->data.empty() || !s.imaging->stations.empty()));
  stations_->setText(s.imaging ? QString::fromStdString(s.imaging->stations) : QString());
  if (!s.imaging) return;
  // Nothing that acts is out of sight.
  each_row<Imaging>([&](const auto& row, const std::string& prefix) {
    const std::string key = prefix + row.field.key;
    const bool in_sight = key == "data" || key == "headers" || key == "stations" || key == "velocity_scale" ||
                          key == "scan_range" || key == "survey";
    if (!in_sight && row.field.presence == Presence::rare &&
        std::invoke(row.at, *s.imaging) != usual_value<Imaging>(row))
      more_->setChecked(true);
  });
  if (survey == nullptr) return;
  each_row<ImageSurvey>([&](const auto& row, const std::string&) {
    const bool in_sight = std::string_view(row.field.key) == "velocity";
    if (!in_sight && row.field.presence == Presence::rare &&
        std::invoke(row.at, *survey) != usual_value<ImageSurvey>(row))
      survey_more_->setChecked(true);
  });
}

void ImagingSection::store(Scenario& s) const {
  const bool was_wanted = s.imaging && s.imaging->purpose != ImagingPurpose::image;
  const bool is_new = !s.imaging;
  const bool wanted = wanted_->isChecked(), surveyed = surveyed_->isChecked() || preset_;
  if (!wanted && !surveyed) {
    s.imaging.reset();
    return;
  }
  if (!s.imaging) s.imaging.emplace();
  if (surveyed && !s.imaging->survey) s.imaging->survey.emplace();
  if (!surveyed) s.imaging->survey.reset();
  store_fields(s);
  if (s.imaging->survey) {
    ImageSurvey& survey = *s.imaging->survey;
    survey.data = shots_->text().trimmed().toStdString();
    const std::string file = velocity_->text().trimmed().toStdString();
    if (file.empty())
      survey.velocity.reset();
    else
      survey.velocity = with_file(survey.velocity.value_or(VelocityFile{}), file);
  }
  if (preset_) s.imaging->survey = with_preset(s, *preset_);
  // The purpose may be chosen too; what was clicked last holds.
  if (!wanted && (was_wanted || is_new)) s.imaging->purpose = ImagingPurpose::image;
  if (wanted && !was_wanted && s.imaging->purpose == ImagingPurpose::image)
    s.imaging->purpose = ImagingPurpose::locate;
  s.imaging->data = data_->text().trimmed().toStdString();
  s.imaging->stations = stations_->text().trimmed().toStdString();
}

}  // namespace foldwave
