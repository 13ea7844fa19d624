#include "ui/views/volume/volume_pane.hpp"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.hpp"
#include "core/formats/read_file.hpp"
#include "ui/canvas/rock_view.hpp"
#include "ui/scene/wave/snapshot.hpp"
#include "ui/settings/resource_folder.hpp"
#include "ui/views/slice_bar.hpp"
#include "ui/views/volume/edge_panel.hpp"
#include "ui/views/volume/segy_dialog.hpp"
#include "ui/views/volume/volume_numbers.hpp"
#include "ui/views/volume/widths_dialog.hpp"

namespace foldwave {

namespace {

constexpr int pause_before_pass = 250;  // ms
constexpr double clip = 99.9;  // per cent of the sizes of values of both signs stay under the last colour

const ColorMap* map_at(int choice) {
  const ColorMap* const maps[] = {nullptr,          &viridis_map(),          &cividis_map(),
                                  &diverging_map(), &second_diverging_map(), &gray_map()};
  return maps[choice];
}

}  // namespace

VolumePane::VolumePane(const QString& why_no_opengl, QWidget* parent) : Pane(parent) {
  RockView* view = nullptr;
  if (why_no_opengl.isEmpty())
    view = new RockView(
        scene_, [this](double x, double y) { return scene_.rock_at(x, y); }, this);
  build(scene_, view, why_no_opengl);
  if (view != nullptr) {
    view->setObjectName("volume view");
    connect(view, &RockView::rock_pointed, this, &VolumePane::tell_place);
  }
  add_choices_of_volumes();
  QHBoxLayout* const line = add_controls();
  add_looks(line);
  line->addStretch(1);
  add_fit(line, "volume fit", tr("All of the volume from the corner"));
  slices_ = new SliceBar(this);
  add_more_controls()->addWidget(slices_, 1);
  numbers_ = new VolumeNumbers(this);
  add_more_controls()->addWidget(numbers_, 1);
  add_more_controls()->addWidget(edges_, 1);
  connect(slices_, &SliceBar::moved, this, [this](int axis, int node) {
    scene_.set_slice(axis, node);
    ask_planes();
  });

  connect(&planes_, &VolumePlanes::plane_came, this, [this](const VolumePlane& plane, bool coarse) {
    // One that is late, while a slice is moved on, is shown where it lies.
    scene_.show_plane(plane);
    if (!coarse) edges_->planes_changed();
    if (other_unit() || planes_.survey_of(planes_.side()) == nullptr) {
      for (const float v : plane.values)
        if (std::isfinite(v)) {
          const auto d = static_cast<double>(v);
          so_far_ =
              so_far_ ? std::array{std::min((*so_far_)[0], d), std::max((*so_far_)[1], d)} : std::array{d, d};
        }
      show_colors();
    }
    redraw();
  });
  connect(&planes_, &VolumePlanes::surveyed, this, [this] {
    show_colors();
    show_numbers();
    redraw();
  });
  connect(&planes_, &VolumePlanes::damaged, this, [this](const QString& words) {
    set_note(words.isEmpty() ? words : tr("damaged: %1").arg(words), true);
  });
  connect(&planes_, &VolumePlanes::failed, this, [this](const QString& why) {
    scene_.clear_planes();
    redraw();
    emit refused(why);
  });
  connect(&opening_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    if (outcome == Outcome::failed) emit refused(why);
  });
  // Once what is shown stays: a snapshot that plays has no time for it.
  pass_later_.setSingleShot(true);
  pass_later_.setInterval(pause_before_pass);
  connect(&pass_later_, &QTimer::timeout, this, [this] {
    if (seen_) planes_.survey();
  });
  show_volume();
}

VolumePane::~VolumePane() {
  delete view();
}

void VolumePane::fill(QComboBox* box, const QString& none) {
  const QString kept = box->currentIndex() > 0 ? box->currentText() : QString();
  const QSignalBlocker quiet(box);
  box->clear();
  box->addItem(none);
  for (const Entry& entry : entries_)
    box->addItem(entry.name);
  box->setCurrentIndex(std::max(box->findText(kept), 0));
}

void VolumePane::offer(const QString& name, Volume volume) {
  put(name, {}, std::move(volume));
}

// A file that is opened again is read anew; of two of one name the second is called by its folder too.
void VolumePane::add(const QString& file, Volume volume) {
  const QFileInfo info(file);
  QString name = info.fileName();
  const auto taken = [&](const QString& wanted) {
    return std::ranges::any_of(entries_, [&](const Entry& e) { return e.name == wanted && e.file != file; });
  };
  if (taken(name)) name = info.dir().dirName() + "/" + name;
  if (taken(name)) name = info.absoluteFilePath();
  put(name, file, std::move(volume));
  a_->setCurrentText(name);
  sides_[0]->setChecked(true);
  choose();
}

void VolumePane::put(const QString& name, const QString& file, Volume volume) {
  const auto at = std::ranges::find(entries_, name, &Entry::name);
  if (at == entries_.end() && !volume) return;
  const bool is_chosen = name == a_->currentText() || name == b_->currentText();
  if (!volume)
    entries_.erase(at);
  else if (at == entries_.end())
    entries_.push_back({name, file, std::move(volume)});
  else
    at->volume = std::move(volume);
  // While snapshots play the names stay.
  if (entries_.size() != static_cast<std::size_t>(a_->count() - 1)) {
    fill(a_, tr("none yet"));
    fill(b_, tr("none"));
  }
  const bool is_first = a_->currentIndex() == 0 && !entries_.empty();
  if (is_first) a_->setCurrentIndex(1);
  if (is_chosen || is_first) choose();
}

void VolumePane::open(const QString& file) {
  const QString suffix = QFileInfo(file).suffix().toLower();
  if (suffix == "sgy" || suffix == "segy" || suffix == "su") return import_segy(file);
  opening_.start(Worker::Order{tr("Open a volume"), QFileInfo(file).fileName()},
                 [this, file](const Job& job) {
                   const Volume volume = open_volume(file.toStdString(), {}, job);
                   opening_.hand_over([this, volume, file] {
                     add(file, volume);
                     emit opened(file);
                   });
                 });
}

void VolumePane::import_segy(const QString& file) {
  auto* const dialog = new SegyDialog(file, window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &SegyDialog::imported, this, [this, file](const Volume& volume) {
    add(file, volume);
    emit opened(file);
  });
  dialog->open();
}

void VolumePane::set_seen(bool seen) {
  seen_ = seen;
  if (seen_)
    ask_planes();
  else
    planes_.stop();
}

void VolumePane::choose() {
  const auto at = [this](const QComboBox* box) {
    const int i = box->currentIndex() - 1;
    return i >= 0 && i < static_cast<int>(entries_.size()) ? entries_[static_cast<std::size_t>(i)].volume
                                                           : nullptr;
  };
  const Volume was = shown();
  planes_.set_volumes(at(a_), at(b_));
  sides_[1]->setEnabled(planes_.b() != nullptr);
  sides_[2]->setEnabled(planes_.are_alike());
  const bool ends = (planes_.side() == VolumeSide::b && !planes_.b()) ||
                    (planes_.side() == VolumeSide::difference && !planes_.are_alike());
  if (ends) return sides_[0]->setChecked(true);  // which shows it
  if (was != shown()) set_note({}, false);
  show_volume();
}

void VolumePane::set_side(VolumeSide side) {
  planes_.set_side(side);
  if (numbers_ != nullptr) show_volume();
}

void VolumePane::set_look(const VolumeLook& look) {
  look_ = look;
  if (numbers_ == nullptr) return;  // not all is there yet
  planes_.set_filter(plane_filter(look));
  show_volume();
}

// It is shown as it stands while its widths are asked for.
void VolumePane::ask_widths() {
  const Volume volume = shown();
  if (volume && own_look_.sigma == std::array<double, 3>{})
    own_look_.sigma.fill(2.0 * *std::ranges::min_element(volume->grid().h));
  set_look(own_look_);
  WidthsDialog dialog(own_look_.sigma, this);
  if (dialog.exec() != QDialog::Accepted) return;
  own_look_.sigma = dialog.sigma();
  set_look(own_look_);
}

void VolumePane::ask_kernel() {
  const QString file =
      QFileDialog::getOpenFileName(this, tr("A kernel: three odd sizes and its weights, x fastest"),
                                   folder_to_begin_in({}), tr("Text (*.txt *.csv *.dat);;All files (*)"));
  if (!file.isEmpty()) read_kernel(file);
}

void VolumePane::read_kernel(const QString& file) {
  opening_.start(
      Worker::Order{tr("Read a kernel"), QFileInfo(file).fileName()}, [this, file](const Job& job) {
        const auto weights = std::make_shared<const Kernel3>(
            parse_kernel(read_whole_file(file.toStdString(), most_bytes::small, job), file.toStdString()));
        opening_.hand_over([this, file, weights] {
          kernel_look_.weights = weights;
          kernel_look_.file = QFileInfo(file).completeBaseName();
          kernel_->setText(kernel_look_.name().replace('&', "&&"));
          kernel_->setVisible(true);
          kernel_->setChecked(true);
          set_look(kernel_look_);  // another one may have been chosen before
        });
      });
}

bool VolumePane::other_unit() const {
  return look_.other_unit();
}

void VolumePane::filter_whole() {
  const Volume volume = shown();
  const VolumeLook look = look_;
  if (!volume || look.kind == VolumeLook::as_it_is) return;
  const QString of = planes_.side() == VolumeSide::b ? b_->currentText() : a_->currentText();
  opening_.start(Worker::Order{tr("Filter a volume"), of}, [this, volume, look, of](const Job& job) {
    const Volume made = filtered_volume(volume, look, job);
    opening_.hand_over([this, made, look, of] { put(of + ": " + look.name(), {}, made); });
  });
}

Volume VolumePane::shown() const {
  return planes_.side() == VolumeSide::b ? planes_.b() : planes_.a();
}

void VolumePane::show_volume() {
  so_far_.reset();
  const Volume volume = shown();
  edges_->show_volume(planes_.side() == VolumeSide::difference ? nullptr : volume);
  show_markers(markers_);
  if (!volume) {
    scene_.clear_planes();
    scene_.set_title(tr("No volume: File > Open volume, or fold").toStdString());
    show_numbers();
    return redraw();
  }
  whole_->setEnabled(look_.kind != VolumeLook::as_it_is && planes_.side() != VolumeSide::difference);
  const bool other = !(volume->grid() == scene_.grid());
  scene_.show_grid(volume->grid());
  const QString key =
      a_->currentText() + '\n' + b_->currentText() + QString::number(static_cast<int>(planes_.side()));
  if (std::exchange(key_, key) != key) scene_.clear_planes();
  if (other) slices_->show_grid(volume->grid(), {scene_.slice(0), scene_.slice(1), scene_.slice(2)});
  const QString name = planes_.side() == VolumeSide::a   ? a_->currentText()
                       : planes_.side() == VolumeSide::b ? b_->currentText()
                                                         : a_->currentText() + " - " + b_->currentText();
  const VolumeFacts& facts = volume->facts();
  QString title = name;
  if (facts.time) title += QString(", t = %1 s").arg(QString::fromStdString(fixed_text(*facts.time, 3)));
  if (look_.kind != VolumeLook::as_it_is) title += ", " + look_.word();
  if (facts.error_bound > 0.0 && planes_.side() != VolumeSide::difference) title += ", " + bound_words(facts);
  scene_.set_title(title.toStdString());
  show_colors();
  show_numbers();
  redraw();
  ask_planes();
}

void VolumePane::ask_planes() {
  if (!seen_ || !shown()) return;
  planes_.wish({scene_.slice(0), scene_.slice(1), scene_.slice(2)});
  pass_later_.start();
}

// Values of both signs have colours that are symmetric about zero.
VolumeColors VolumePane::colors_of(VolumeSide side) const {
  VolumeColors colors;
  std::array<double, 2> range = so_far_.value_or(std::array{0.0, 1.0});
  const VolumeSurvey* const survey = other_unit() ? nullptr : planes_.survey_of(side);
  if (survey != nullptr) range = {survey->stats.least, survey->stats.largest};
  if (range[0] < 0.0 && range[1] > 0.0) {
    double top = std::max(-range[0], range[1]);
    if (survey != nullptr)
      if (const double limit = clip_limit(survey->coarse.values(), clip); limit > 0.0) top = limit;
    range = {-top, top};
    colors.map = &diverging_map();
  }
  colors.low = range[0];
  colors.high = range[1] > range[0] ? range[1] : range[0] + 1.0;
  return colors;
}

void VolumePane::show_colors() {
  const Volume volume = shown();
  if (!volume) return;
  const bool is_difference = planes_.side() == VolumeSide::difference;
  VolumeColors colors = colors_of(is_difference ? VolumeSide::a : planes_.side());
  if (is_difference) {
    const double half = 0.5 * (colors.high - colors.low);
    double top = lens_ > 0.0 ? half / lens_ : half;
    if (const VolumeDifference* const e = planes_.errors();
        e != nullptr && lens_ <= 0.0 && e->quality.largest > 0.0 && std::isfinite(e->quality.largest))
      top = e->quality.largest;
    colors.low = -top;
    colors.high = top;
    colors.map = &diverging_map();
  }
  if (map_ > 0) colors.map = map_at(map_);
  colors.title = is_difference ? "A - B" : volume->facts().array;
  scene_.set_colors(colors);
}

void VolumePane::show_numbers() {
  VolumeNumbers::Shown shown_numbers;
  const Volume volume = shown();
  shown_numbers.volume = volume.get();
  const VolumeSide side = planes_.side();
  shown_numbers.survey = planes_.survey_of(side == VolumeSide::b ? VolumeSide::b : VolumeSide::a);
  shown_numbers.histogram = planes_.histogram_of(side);
  shown_numbers.is_every_node = shown_numbers.survey == nullptr || shown_numbers.survey->is_whole;
  shown_numbers.errors = planes_.errors();
  if (planes_.b() && planes_.a() && !planes_.are_alike())
    shown_numbers.no_errors = tr("B has other nodes: nothing to compare");
  else if (planes_.b() && planes_.errors() == nullptr)
    shown_numbers.no_errors = tr("comparing");
  numbers_->show_numbers(shown_numbers);
}

void VolumePane::tell_place(const Vec3& local) {
  const auto value = scene_.value_at(local);
  if (!value || !shown()) return;
  const Vec3 map = local + shown()->grid().origin;
  emit read(tr("x %1, y %2, depth %3 m: %4")
                .arg(std::lround(map.x))
                .arg(std::lround(map.y))
                .arg(std::lround(map.z))
                .arg(QString::fromStdString(number_text(*value, 5))));
}

}  // namespace foldwave
