#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QTimer>
#include <array>

#include "ui/views/volume/edge_panel.hpp"
#include "ui/views/volume/volume_looks.hpp"
#include "ui/views/volume/volume_numbers.hpp"
#include "ui/views/volume/volume_pane.hpp"

namespace foldwave {

namespace {

const std::array<double, 7> lenses{1, 2, 5, 10, 100, 1000, 0};

}  // namespace

void VolumePane::add_choices_of_volumes() {
  QHBoxLayout* const line = add_controls();
  const auto box = [&](const QString& label, const QString& name, const QString& tip) {
    auto* const words = new QLabel(label, this);
    words->setProperty("role", "unit");
    line->addWidget(words);
    auto* const made = new QComboBox(this);
    made->setObjectName(name);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    made->setMinimumContentsLength(8);
    line->addWidget(made, 1);
    connect(made, &QComboBox::activated, this, &VolumePane::choose);
    return made;
  };
  a_ = box("A", "volume a", tr("The volume that is shown"));
  b_ = box("B", "volume b", tr("The volume that A is compared with"));
  fill(a_, tr("none yet"));
  fill(b_, tr("none"));
  add_edges(line);
}

void VolumePane::add_looks(QHBoxLayout* line) {
  QMenu* const sides =
      add_choices(line, tr("&Volume"), tr("Which of the two is shown, or their difference"), "volume side");
  sides_ = {
      add_choice(
          sides, tr("&A"), tr("A"), [this] { set_side(VolumeSide::a); }, true),
      add_choice(
          sides, tr("&B"), tr("B"), [this] { set_side(VolumeSide::b); }, false),
      add_choice(
          sides, tr("&Difference, A - B"), tr("A - B"), [this] { set_side(VolumeSide::difference); }, false)};
  QMenu* const lens =
      add_choices(line, tr("&Lens"), tr("How many times larger a difference is drawn than the values of A"),
                  "volume lens");
  for (const double times : lenses)
    add_choice(
        lens, times > 0.0 ? tr("%1 times").arg(times) : tr("To the &largest difference"),
        times > 0.0 ? tr("Lens x%1").arg(times) : tr("Lens: largest"),
        [this, times] {
          lens_ = times;
          if (numbers_ == nullptr) return;  // not all is there yet
          show_colors();
          redraw();
        },
        times == 1.0);
  QMenu* const looks =
      add_choices(line, tr("&Filter"),
                  tr("The planes filtered, each within itself; then the whole volume in three dimensions"),
                  "volume filter");
  for (const VolumeLook& look : volume_looks()) {
    if (look.kind == VolumeLook::gradient)
      connect(add_choice(
                  looks, tr("Gaussian, &own widths..."), tr("Gaussian, own widths"),
                  [this] { set_look(own_look_); }, false),
              &QAction::triggered, this, &VolumePane::ask_widths);
    add_choice(
        looks, look.name(), look.name(), [this, look] { set_look(look); }, look.kind == VolumeLook::as_it_is);
  }
  kernel_ = add_choice(
      looks, tr("&Kernel"), tr("Kernel"), [this] { set_look(kernel_look_); }, false);
  kernel_->setVisible(false);
  looks->addAction(tr("Kernel from a &file..."), this, &VolumePane::ask_kernel);
  looks->addSeparator();
  whole_ = looks->addAction(tr("The &whole volume, as a new one"), this, &VolumePane::filter_whole);
  whole_->setEnabled(false);
  QMenu* const maps = add_choices(line, tr("&Colours"), tr("The colours of the values"), "volume colors");
  const QString names[] = {tr("By the &values"), tr("&Viridis"),          tr("&Cividis"),
                           tr("&Blue to red"),   tr("&Purple to orange"), tr("&Grey")};
  for (int i = 0; i < 6; ++i)
    add_choice(
        maps, names[i], i == 0 ? tr("Values") : QString(names[i]).remove('&'),
        [this, i] {
          map_ = i;
          if (numbers_ == nullptr) return;
          show_colors();
          redraw();
        },
        i == 0);
}

// In the place of the numbers, as a low view has no room for both.
void VolumePane::add_edges(QHBoxLayout* line) {
  edges_ = new EdgePanel(scene_, this);
  edges_->set_open(false);
  QAction* const find = add_command(
      tr("&Find lines and planes"), nullptr,
      tr("Lines on a slice and planes in the volume by Hough's transform, to be kept as markers"));
  find->setIconText(tr("Find"));
  find->setCheckable(true);
  add_button(line, find, "volume find");
  connect(find, &QAction::toggled, this, [this](bool on) {
    numbers_->setVisible(!on);
    edges_->set_open(on);
    if (!on) return;
    show_more_controls();
    // Once this has its place: it may have come to the front just now.
    QTimer::singleShot(0, this, &VolumePane::make_room);
  });
  connect(edges_, &EdgePanel::redraw_wished, this, [this] { redraw(); });
  connect(edges_, &EdgePanel::marker_kept, this, &VolumePane::marker_kept);
  connect(edges_, &EdgePanel::refused, this, &VolumePane::refused);
}

// A low dock grows at the cost of those below it.
void VolumePane::make_room() {
  constexpr int wanted = 440;
  auto* const dock = qobject_cast<QDockWidget*>(parentWidget());
  auto* const main = qobject_cast<QMainWindow*>(window());
  if (dock != nullptr && main != nullptr && height() < wanted)
    main->resizeDocks({dock}, {dock->height() + wanted - height()}, Qt::Vertical);
}

void VolumePane::show_markers(const std::vector<Marker>& markers) {
  markers_ = markers;
  if (const Volume volume = shown()) scene_.show_markers(shapes_of(markers_, volume->grid()));
  redraw();
}

}  // namespace foldwave
