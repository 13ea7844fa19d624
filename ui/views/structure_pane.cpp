#include "ui/views/structure_pane.hpp"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSlider>
#include <algorithm>
#include <tuple>

#include "ui/settings/kept_switches.hpp"
#include "ui/views/exaggeration_bar.hpp"
#include "ui/views/rock_color_choice.hpp"
#include "ui/views/slice_bar.hpp"
#include "ui/views/structure_view.hpp"

namespace foldwave {

StructurePane::StructurePane(const QString& why_no_opengl, QWidget* parent) : HandlePane(parent) {
  StructureOptions block = scene_.options();
  block.ghost = false;
  block.cut.fill(CutAway::outside);
  scene_.set_options(block);
  scene_.place_slices(block_slice_parts);
  if (why_no_opengl.isEmpty()) structure_view_ = new StructureView(scene_, this);
  build(scene_, structure_view_, why_no_opengl);
  if (structure_view_ != nullptr) {
    structure_view_->setObjectName("structure view");
    structure_view_->setToolTip(
        tr("Drag a handle of the horizon up or down, with Shift sideways; the green tip to turn the shear "
           "direction, with Ctrl in steps of 5\u00b0; the frame of a slice to move it. Double click adds a "
           "point to the horizon; Delete "
           "removes the chosen one, arrow and page keys nudge it. Drag elsewhere to turn the view, right "
           "button to move, wheel to zoom."));
    structure_view_->setToolTipDuration(6000);
    connect_view(structure_view_);
    connect(structure_view_, &StructureView::axis_turning, this, &StructurePane::axis_turning);
    connect(structure_view_, &StructureView::axis_turned, this, &StructurePane::axis_turned);
    connect(structure_view_, &StructureView::slice_dragged, this,
            [this](int slice, int node) { slices_->slider(slice)->setValue(node); });
    connect(structure_view_, &VtkView::control_pressed, this,
            [this] { legend_open_->setChecked(scene_.options().legend_open); });
  }
  QHBoxLayout* const line = add_controls();
  make_tools(line);
  QMenu* const menu = add_choices(line, tr("S&how"), tr("What is drawn in the 3D view"), "structure show");
  const std::tuple<QString, QString, const char*, bool StructureOptions::*> parts[] = {
      {tr("&Horizon"), tr("The surface that is drawn, T = 0"), "horizon", &StructureOptions::horizon},
      {tr("&Layer surfaces"), tr("The boundaries between the layers"), "layers", &StructureOptions::layers},
      {tr("&Slices"), tr("The three planes through the rock"), "slices", &StructureOptions::slices},
      {tr("&Shear direction"), tr("The arrow that turns the fold"), "axis", &StructureOptions::axis},
      {tr("Source and &receivers"), tr("Where the survey has them"), "survey", &StructureOptions::survey},
      {tr("&Markers"), tr("The lines and planes that are kept"), "markers", &StructureOptions::markers},
      {tr("Located e&vents"), tr("With the ellipsoids that hold them with 68 and 95 %"), "located",
       &StructureOptions::located},
      {tr("Seismic i&mage"),
       tr("On its line through the rock: seen where the rock is cut away, or as a ghost"), "image",
       &StructureOptions::image},
      {tr("&Rock above the horizon"), tr("Of a solid block; without it the block ends at the horizon"),
       "cover", &StructureOptions::cover},
      {tr("L&egend"), tr("What colours and marks mean"), "legend", &StructureOptions::legend},
      {tr("Legend &in full"), tr("A click on its head in the view closes and opens it, too"), "legend open",
       &StructureOptions::legend_open},
      {tr("&Orientation"), tr("The arrows that turn with the camera"), "orientation",
       &StructureOptions::orientation}};
  for (const auto& [text, tip, key, part] : parts) {
    QAction* const action = add_switch(
        menu, text, tip, QString("structure/") + key, scene_.options().*part,
        [this, part = part](bool on) { change([part, on](StructureOptions& o) { o.*part = on; }); });
    if (part == &StructureOptions::legend_open) legend_open_ = action;
  }
  make_cuts(line);
  make_ghost(line);
  make_colors(line);
  line->addStretch();
  add_fit(line, "structure fit", tr("Show all of the box"));

  slices_ = new SliceBar(this, slice_count);
  slices_->setObjectName("structure slices");
  add_more_controls()->addWidget(slices_, 1);
  connect(slices_, &SliceBar::moved, this, [this](int slice, int node) {
    scene_.set_slice(slice, node);
    redraw();
  });
  show_slices();

  QHBoxLayout* const looks = add_more_controls();
  make_exaggeration(looks);
  looks->addSpacing(10);
  auto* const solid = new QLabel(tr("Layers"), this);
  solid->setProperty("role", "unit");
  looks->addWidget(solid);
  auto* const opacity = new QSlider(Qt::Horizontal, this);
  opacity->setRange(5, 100);
  opacity->setValue(100);
  opacity->setFixedWidth(90);
  opacity->setToolTip(tr("How solid the layer surfaces are"));
  opacity->setAccessibleName(tr("How solid the layer surfaces are"));
  looks->addWidget(opacity);
  connect(opacity, &QSlider::valueChanged, this, [this](int percent) {
    change([percent](StructureOptions& o) { o.layer_opacity = percent / 100.0; });
  });
}

// The slices' sliders, typed places and frames move the cuts.
void StructurePane::make_cuts(QHBoxLayout* line) {
  QMenu* const menu =
      add_choices(line, tr("&Cut away"), tr("What of the layers is left out at the slices"), "structure cut");
  const QStringList sides[3] = {
      {tr("x: nothing"), tr("West of the slice"), tr("East of the slice"), tr("West and east of two slices")},
      {tr("y: nothing"), tr("South of the slice"), tr("North of the slice"),
       tr("South and north of two slices")},
      {tr("depth: nothing"), tr("Above the slice"), tr("Below the slice"), tr("Above and below two slices")}};
  QAction* const box = menu->addAction(tr("All but a &box"));
  box->setToolTip(tr("Leaves what lies between two slices across each of x, y and depth: drag their frames"));
  QAction* const nothing = menu->addAction(tr("&Nothing"));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    menu->addSeparator();
    auto* const group = cuts_[axis] = new QActionGroup(menu);
    for (int side = 0; side < sides[axis].size(); ++side) {
      QAction* const action = menu->addAction(sides[axis][side]);
      action->setCheckable(true);
      action->setChecked(side == static_cast<int>(CutAway::outside));
      group->addAction(action);
      keep_switch(action, QString("structure/block %1 %2").arg(axis).arg(side));
      connect(action, &QAction::toggled, this, [this, axis, side](bool on) {
        if (!on) return;
        change([axis, side](StructureOptions& o) { o.cut[axis] = static_cast<CutAway>(side); });
        show_slices();
      });
    }
    connect(nothing, &QAction::triggered, group, [group] { group->actions().front()->setChecked(true); });
    connect(box, &QAction::triggered, group->actions().back(), &QAction::trigger);
    connect(group->actions().back(), &QAction::triggered, this,
            [this, axis = static_cast<int>(axis)] { order_slices(axis); });
  }
}

// A ghost has planes behind it, and nothing is cut away; cuts and planes of the block come back with it.
void StructurePane::make_ghost(QHBoxLayout* line) {
  QAction* const ghost = add_command(tr("&Ghost"), nullptr,
                                     tr("See into the rock: surfaces and three planes, not a solid block"));
  ghost->setCheckable(true);
  keep_switch(ghost, "structure/ghost");
  connect(ghost, &QAction::toggled, this,
          [this](bool on) { change([on](StructureOptions& o) { o.ghost = on; }); });
  connect(ghost, &QAction::triggered, this, [this] {
    const Sawn before{scene_.options().cut, scene_.places().parts()};
    for (std::size_t axis = 0; axis < 3; ++axis)
      cuts_[axis]->actions()[static_cast<int>(other_.cut[axis])]->setChecked(true);
    place_slices(other_.parts);
    other_ = before;
  });
  add_button(line, ghost, "structure ghost");
}

void StructurePane::make_colors(QHBoxLayout* line) {
  colors_ = add_choices(line, tr("Slices &by"), tr("What the slices are coloured by"), "structure colours");
  add_slice_colors(colors_, "structure/by ", [this](SliceColor color) {
    change([color](StructureOptions& o) { o.slice_color = color; });
  });
}

void StructurePane::follow_colors(RockColorChoice& choice) {
  choice.add_to(colors_);
  connect(&choice, &RockColorChoice::changed, this, [this](const RockColors& colors) {
    change([&colors](StructureOptions& o) { o.colors = colors; });
  });
}

void StructurePane::make_exaggeration(QHBoxLayout* line) {
  exaggeration_ = new ExaggerationBar("structure exaggeration",
                                      tr("Vertical exaggeration of the 3D view and the wave"), this);
  line->addWidget(exaggeration_, 1);
  connect(exaggeration_, &ExaggerationBar::changed, this, [this](double times) {
    scene_.set_exaggeration(times);
    redraw();
    emit exaggeration_changed(times);
  });
  QMenu* const menu = commands()->addMenu(tr("Vertical &exaggeration"));
  menu->menuAction()->setToolTip(exaggeration_->toolTip());
  for (const int times : {1, 2, 3, 5, 10})
    menu->addAction(tr("Vertical \u00d7%1").arg(times), this,
                    [this, times] { exaggeration_->set_times(times); });
}

double StructurePane::exaggeration() const {
  return exaggeration_->times();
}

void StructurePane::make_tools(QHBoxLayout* line) {
  const QAction* const tools[] = {
      add_tool(line, "select", "structure select", tr("&Select and move"),
               tr("Select and move: drag a control point up or down, with Shift level; double click on the "
                  "horizon adds a point")),
      add_tool(line, "add-point", "structure add", tr("&Add points"),
               tr("Add: click to put a point on the horizon; a drag turns the view"))};
  for (int i = 0; i < 2; ++i)
    connect(tools[i], &QAction::toggled, this, [this, i](bool on) {
      if (on && structure_view_ != nullptr) structure_view_->set_tool(static_cast<StructureTool>(i));
    });
  add_measuring(line, "structure measure", true);
}

// The view draws the scene: it goes first.
StructurePane::~StructurePane() {
  delete structure_view_;
}

void StructurePane::change(const std::function<void(StructureOptions&)>& how) {
  StructureOptions options = scene_.options();
  how(options);
  scene_.set_options(options);
  redraw();
}

void StructurePane::show_in_scene(const Scenario& scenario, std::size_t event) {
  scene_.show_scenario(scenario, event);
  if (scenario.grid == scenario_.grid) return;
  std::vector<int> nodes;
  for (int slice = 0; slice < slice_count; ++slice)
    nodes.push_back(scene_.slice(slice));
  slices_->show_grid(scenario.grid, nodes);
  show_slices();
}

void StructurePane::show_slices() {
  if (slices_ == nullptr) return;
  for (int slice = 0; slice < slice_count; ++slice)
    slices_->set_there(slice, scene_.places().has(slice));
}

void StructurePane::order_slices(int axis) {
  const int first = scene_.slice(axis), second = scene_.slice(axis + 3);
  slices_->slider(axis)->setValue(std::min(first, second));
  slices_->slider(axis + 3)->setValue(std::max(first, second));
}

void StructurePane::place_slices(const SliceParts& parts) {
  scene_.place_slices(parts);
  for (int slice = 0; slice < slice_count; ++slice)
    slices_->slider(slice)->setValue(scene_.slice(slice));
  redraw();
}

void StructurePane::show_horizon(const vtkSmartPointer<vtkPolyData>& surface) {
  scene_.show_horizon(surface);
  redraw();
}

void StructurePane::follow(const FoldSpec& fold) {
  scene_.set_fold(fold);
  if (structure_view_ != nullptr) structure_view_->update_soon();
}

void StructurePane::show_fold(std::shared_ptr<const FoldResult> fold, const StructureGeometry& geometry,
                              const LayerStack& stack) {
  scene_.show_fold(std::move(fold), geometry, stack);
  redraw();
}

void StructurePane::show_hinges(const std::vector<Hinge>& hinges, const std::optional<Vec3>& axis) {
  scene_.show_hinges(hinges, axis);
  redraw();
}

void StructurePane::show_hinges_stale(bool stale) {
  scene_.set_hinges_stale(stale);
  redraw();
}

void StructurePane::show_located(const std::vector<EventMark>& events, bool stale) {
  scene_.located().show(events, scene_.is_flat());
  scene_.located().set_stale(stale);
  redraw();
}

void StructurePane::show_image(const ShownImage& image, const MapLine& local) {
  scene_.image().show(image, local);
  redraw();
}

void StructurePane::show_unfolded(const vtkSmartPointer<vtkPolyData>& horizon) {
  scene_.clear_fold();
  scene_.show_horizon(horizon);
  redraw();
}

void StructurePane::follow_survey(const Scenario& scenario) {
  scene_.show_survey(scenario);
  redraw();
}

}  // namespace foldwave
