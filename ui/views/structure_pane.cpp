#include "ui/views/structure_pane.hpp"

#include <QActionGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSlider>
#include <QToolButton>

#include "ui/views/exaggeration_bar.hpp"
#include "ui/views/slice_bar.hpp"
#include "ui/views/structure_view.hpp"

namespace foldwave {

StructurePane::StructurePane(const QString& why_no_opengl, QWidget* parent) : HandlePane(parent) {
  if (why_no_opengl.isEmpty()) structure_view_ = new StructureView(scene_, this);
  build(scene_, structure_view_, why_no_opengl);
  if (structure_view_ != nullptr) {
    structure_view_->setObjectName("structure view");
    structure_view_->setToolTip(
        tr("Drag a handle of the horizon up or down, with Shift sideways; the green tip to turn the axial "
           "direction, with Ctrl in steps of 5\u00b0. Double click adds a point to the horizon; Delete "
           "removes the chosen one, arrow and page keys nudge it. Drag elsewhere to turn the view, right "
           "button to move, wheel to zoom."));
    structure_view_->setToolTipDuration(6000);
    connect_view(structure_view_);
    connect(structure_view_, &StructureView::axis_turning, this, &StructurePane::axis_turning);
    connect(structure_view_, &StructureView::axis_turned, this, &StructurePane::axis_turned);
  }
  slices_ = new SliceBar(this);
  slices_->setObjectName("structure slices");
  add_controls()->addWidget(slices_);
  connect(slices_, &SliceBar::moved, this, [this](int axis, int node) {
    scene_.set_slice(axis, node);
    redraw();
  });

  QHBoxLayout* const line = add_controls();
  make_tools(line);
  QMenu* const menu = commands()->addMenu(tr("S&how"));
  add_button(line, menu->menuAction(), "structure show");
  const auto add = [&](const QString& words, bool StructureOptions::*part) {
    QAction* const action = menu->addAction(words);
    action->setCheckable(true);
    action->setChecked(scene_.options().*part);
    connect(action, &QAction::toggled, this, [this, part](bool on) {
      StructureOptions o = scene_.options();
      o.*part = on;
      set_options(o);
    });
  };
  add(tr("Horizon"), &StructureOptions::horizon);
  add(tr("Layer surfaces"), &StructureOptions::layers);
  add(tr("Slices"), &StructureOptions::slices);
  add(tr("Axial direction"), &StructureOptions::axis);
  add(tr("Source and receivers"), &StructureOptions::survey);
  add(tr("Legend"), &StructureOptions::legend);
  add(tr("Orientation"), &StructureOptions::orientation);
  make_cuts(line);
  auto* const words = new QLabel(tr("Slices by"), this);
  words->setProperty("role", "unit");
  line->addWidget(words);
  auto* const color = new QComboBox(this);
  color->addItems({tr("layer"), tr("velocity"), tr("T")});
  line->addWidget(color);
  connect(color, &QComboBox::activated, this, [this](int at) {
    StructureOptions o = scene_.options();
    o.slice_color = static_cast<SliceColor>(at);
    set_options(o);
  });
  line->addStretch();
  add_fit(line, "structure fit", tr("Show all of the box"));

  QHBoxLayout* const looks = add_controls();
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
    StructureOptions o = scene_.options();
    o.layer_opacity = percent / 100.0;
    set_options(o);
  });
}

// The slices' sliders move the cuts.
void StructurePane::make_cuts(QHBoxLayout* line) {
  QMenu* const menu = commands()->addMenu(tr("&Cut away"));
  menu->setToolTipsVisible(true);
  menu->menuAction()->setToolTip(tr("What of the layers is left out at the slices"));
  add_button(line, menu->menuAction(), "structure cut")->setPopupMode(QToolButton::InstantPopup);
  const QStringList sides[3] = {{tr("x: nothing"), tr("West of the slice"), tr("East of the slice")},
                                {tr("y: nothing"), tr("South of the slice"), tr("North of the slice")},
                                {tr("depth: nothing"), tr("Above the slice"), tr("Below the slice")}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (axis > 0) menu->addSeparator();
    auto* const group = new QActionGroup(menu);
    for (int side = 0; side < 3; ++side) {
      QAction* const action = menu->addAction(sides[axis][side]);
      action->setCheckable(true);
      action->setChecked(side == 0);
      group->addAction(action);
      connect(action, &QAction::toggled, this, [this, axis, side](bool on) {
        if (!on) return;
        StructureOptions o = scene_.options();
        o.cut[axis] = static_cast<CutAway>(side);
        set_options(o);
      });
    }
  }
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
}

// The view draws the scene: it goes first.
StructurePane::~StructurePane() {
  delete structure_view_;
}

void StructurePane::set_options(const StructureOptions& options) {
  scene_.set_options(options);
  redraw();
}

void StructurePane::show_in_scene(const Scenario& scenario, std::size_t event) {
  scene_.show_scenario(scenario, event);
  if (!(scenario.grid == scenario_.grid))
    slices_->show_grid(scenario.grid, {scene_.slice(0), scene_.slice(1), scene_.slice(2)});
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

void StructurePane::show_unfolded(const vtkSmartPointer<vtkPolyData>& horizon) {
  scene_.clear_fold();
  scene_.show_horizon(horizon);
  redraw();
}

}  // namespace foldwave
