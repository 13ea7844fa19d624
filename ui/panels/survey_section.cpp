#include "ui/panels/survey_section.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/horizon/edit_points.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_table.hpp"

namespace foldwave {
namespace {

enum Receivers { line, well, carpet };

// "Receivers %1: line"
QString set_name(const ReceiverSet& set) {
  const auto* const l = std::get_if<ReceiverLine>(&set);
  if (l == nullptr) return SurveySection::tr("Receivers %1: carpet");
  const Vec3 d = l->to - l->from;
  return d.z * d.z > d.x * d.x + d.y * d.y ? SurveySection::tr("Receivers %1: well")
                                           : SurveySection::tr("Receivers %1: line");
}

}  // namespace

SurveySection::SurveySection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Survey"), messages, parent),
      sets_(new QComboBox(this)),
      line_(new QWidget(this)),
      carpet_(new QWidget(this)) {
  const auto wavelet = [](auto& s) { return &s.survey.wavelet; };
  add_fields<Wavelet>("/survey/wavelet", wavelet, {"type"});
  file_row_ = new QWidget(this);
  auto* const file_layout = new QVBoxLayout(file_row_);
  file_layout->setContentsMargins(0, 0, 0, 0);
  QFormLayout* const file_form = new_form(file_layout);
  file_ = add_file(tr("A wavelet"), tr("Text (*.txt *.dat *.csv);;All files (*)"), "/survey/wavelet/file",
                   file_form);
  file_->setToolTip(tr("One sample a line, or two columns: seconds and value"));
  add_fields<Wavelet>("/survey/wavelet", wavelet, {"interval"}, file_form);
  body_->addWidget(file_row_);
  add_rest<Wavelet>("/survey/wavelet", wavelet, new_form());
  sources_ = add_table({tr("x"), tr("y"), tr("depth"), tr("delay"), tr("ampl.")}, "/survey/sources");
  connect(sources_, &NumberTable::rows_chosen, this,
          [this](const std::vector<int>& rows) { emit rows_chosen(HandleOf::source, rows); });

  sets_->setAccessibleName(tr("Receivers"));
  body_->addWidget(sets_);
  auto* const row = new QWidget(this);
  auto* const choice = new QHBoxLayout(row);
  choice->setContentsMargins(0, 0, 0, 0);
  choice->addStretch();
  const QStringList words{tr("+ Line"), tr("+ Well"), tr("+ Carpet"), tr("Remove")};
  for (int what = 0; what < words.size(); ++what) {
    auto* const button = new QToolButton(row);
    button->setText(words[what]);
    if (what == well) button->setToolTip(tr("A line of receivers downwards; it may lean"));
    choice->addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, what] {
      const int at = sets_->currentIndex();
      if (what <= carpet) return add_receivers(what);
      if (at < 0) return;
      std::vector<ReceiverSet> left;
      for (int i = 0; i < sets_->count(); ++i)
        if (i != at) left.push_back(shown_.receivers[static_cast<std::size_t>(i)]);
      shown_.receivers = std::move(left);
      show_set();
      emit edited();
    });
  }
  body_->addWidget(row);

  add_set_fields<ReceiverLine>("receiver line", line_);
  add_set_fields<ReceiverCarpet>("receiver carpet", carpet_);
  body_->addWidget(messages_.add("/survey/receivers", sets_, this));

  const More more = add_more(tr("Start"));
  more_ = more.head;
  more_->setObjectName("survey/more");
  start_ = add_choice(tr("At t = 0"), {tr("at rest"), tr("plane wave"), tr("exploding reflectors")},
                      "/survey/start", more.form);
  start_->setToolTip(tr("A wave that is there at the start, beside the sources or in their place"));
  plane_wave_ = new QWidget(this);
  auto* const layout = new QVBoxLayout(plane_wave_);
  layout->setContentsMargins(0, 0, 0, 0);
  QFormLayout* const form = new_form(layout);
  start_at_ = add_numbers(tr("Passes"), "/survey/start/at", 3, "m", form);
  // Its place begins in the grid's middle, not at the row's default.
  add_fields<PlaneWaveStart>(
      "/survey/start", [](auto& s) { return std::get_if<PlaneWaveStart>(&s.survey.start); },
      {"inclination", "azimuth"}, form);
  more.form->addRow(plane_wave_);
  connect(sets_, &QComboBox::activated, this, &SurveySection::show_set);
}

// Of the set that is chosen in the list.
template <class Set>
void SurveySection::add_set_fields(const std::string& path, QWidget* page) {
  auto* const layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  const auto chosen = [this](auto& s) {
    auto& sets = s.survey.receivers;
    const auto at = static_cast<std::size_t>(sets_->currentIndex());
    return at < sets.size() ? std::get_if<Set>(&sets[at]) : nullptr;
  };
  add_rest<Set>(path, chosen, new_form(layout));
  body_->addWidget(page);
}

void SurveySection::add_receivers(int what) {
  const Vec3 e = grid_.extent(), o = grid_.origin;
  if (what == well) {
    ReceiverLine set;
    set.from = o + Vec3{e.x / 2, e.y / 2, grid_.h[2]}, set.to = o + Vec3{e.x / 2, e.y / 2, e.z - grid_.h[2]};
    set.count = 50;
    shown_.receivers.emplace_back(set);
  } else if (what == carpet) {
    ReceiverCarpet set;
    set.from = {o.x, o.y}, set.to = {o.x + e.x, o.y + e.y}, set.depth = o.z + grid_.h[2],
    set.count = {20, 20};
    shown_.receivers.emplace_back(set);
  } else {
    ReceiverLine set;
    set.from = o + Vec3{0, e.y / 2, grid_.h[2]}, set.to = o + Vec3{e.x, e.y / 2, grid_.h[2]}, set.count = 50;
    shown_.receivers.emplace_back(set);
  }
  const int at = static_cast<int>(shown_.receivers.size()) - 1;
  show_set();
  sets_->setCurrentIndex(at);
  show_set();
  emit edited();
}

void SurveySection::show_set() {
  const QSignalBlocker quiet(sets_);
  const int now = sets_->currentIndex();
  sets_->clear();
  for (std::size_t i = 0; i < shown_.receivers.size(); ++i)
    sets_->addItem(set_name(shown_.receivers[i]).arg(i + 1));
  const int at = std::clamp(now, 0, std::max(static_cast<int>(shown_.receivers.size()) - 1, 0));
  sets_->setCurrentIndex(at);
  Scenario shown;
  shown.survey = shown_;
  load_fields(shown);
  const ReceiverSet* const set =
      shown_.receivers.empty() ? nullptr : &shown_.receivers[static_cast<std::size_t>(at)];
  line_->setVisible(set != nullptr && std::holds_alternative<ReceiverLine>(*set));
  carpet_->setVisible(set != nullptr && std::holds_alternative<ReceiverCarpet>(*set));
}

void SurveySection::show_start() {
  const auto* const wave = std::get_if<PlaneWaveStart>(&shown_.start);
  start_->setCurrentIndex(static_cast<int>(shown_.start.index()));
  plane_wave_->setVisible(wave != nullptr);
  const PlaneWaveStart shown = wave != nullptr ? *wave : PlaneWaveStart{grid_.origin + 0.5 * grid_.extent()};
  for (int a = 0; a < 3; ++a)
    start_at_[static_cast<std::size_t>(a)]->set_value(shown.at[a]);
  if (shown_.start.index() != 0) more_->setChecked(true);
}

void SurveySection::load(const Scenario& s) {
  shown_ = s.survey;
  folder_ = s.folder;
  grid_ = s.grid;
  file_row_->setVisible(shown_.wavelet.kind == WaveletKind::file);
  file_->setText(QString::fromStdString(shown_.wavelet.file));
  show_start();
  NumberTable::Rows rows;
  for (const Source& q : shown_.sources)
    rows.push_back({q.position.x, q.position.y, q.position.z, q.delay, q.amplitude});
  sources_->set_rows(rows);
  sources_->set_row_after([grid = s.grid](const NumberTable::Rows& all, std::size_t at) {
    std::vector<Vec3> places;
    for (const auto& row : all)
      places.push_back({row[0], row[1], row[2]});
    const Vec3 beside = place_beside(places, at, grid);
    std::vector<double> added = all[at];
    added[0] = beside.x, added[1] = beside.y, added[2] = beside.z;
    return added;
  });
  const Vec3 middle = s.grid.origin + 0.5 * s.grid.extent();
  sources_->set_new_row({middle.x, middle.y, s.grid.origin.z + s.grid.h[2], 0, 1});
  show_set();
}

void SurveySection::follow(const Scenario& s) {
  if (!(s.survey == shown_)) load(s);
}

void SurveySection::choose_rows(HandleOf of, const std::vector<int>& rows) {
  if (of == HandleOf::source) sources_->choose_rows(rows);
}

void SurveySection::store_start(WaveStart& start) const {
  if (const int kind = start_->currentIndex(); kind != static_cast<int>(start.index())) {
    start = WaveStart{};
    if (kind == 1) start = PlaneWaveStart{};
    if (kind == 2) start = ExplodingReflectors{};
  }
  auto* const wave = std::get_if<PlaneWaveStart>(&start);
  if (wave == nullptr) return;
  for (int a = 0; a < 3; ++a)
    wave->at[a] = start_at_[static_cast<std::size_t>(a)]->value();
}

void SurveySection::store(Scenario& s) const {
  s.survey = shown_;
  s.survey.wavelet.file = file_->text().toStdString();
  store_start(s.survey.start);
  store_fields(s);
  s.survey.sources.resize(sources_->rows().size());
  for (std::size_t i = 0; i < s.survey.sources.size(); ++i) {
    const auto& row = sources_->rows()[i];
    Source& q = s.survey.sources[i];
    q.position = {row[0], row[1], row[2]}, q.delay = row[3], q.amplitude = row[4];
  }
}

std::optional<RockPart> SurveySection::chosen_part(const QWidget* field, const FoldResult*) const {
  if (const int row = sources_->table()->currentRow(); sources_->isAncestorOf(field) && row >= 0) {
    const auto at = static_cast<std::size_t>(row);
    return at < shown_.sources.size() ? part_of({shown_.sources[at].position}, grid_) : std::nullopt;
  }
  const auto set = static_cast<std::size_t>(sets_->currentIndex());
  if (set >= shown_.receivers.size()) return std::nullopt;
  Survey alone;
  alone.receivers = {shown_.receivers[set]};
  return part_of(alone.receiver_positions(), grid_);
}

}  // namespace foldwave
