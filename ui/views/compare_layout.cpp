// What the compare pane is made of: two views, and the lines of controls below them.
#include <vtkCamera.h>
#include <vtkRenderer.h>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/canvas/opengl_check.hpp"
#include "ui/canvas/rock_view.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/pane.hpp"
#include "ui/views/rock_color_choice.hpp"
#include "ui/views/slice_bar.hpp"
#include "ui/views/view_menu.hpp"
#include "ui/widgets/control_line.hpp"

namespace foldwave {

ComparePane::ComparePane(const QString& why_no_opengl, VariantFolds& folds, QWidget* parent)
    : QWidget(parent), folds_(folds) {
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  pages_ = new QStackedWidget(this);
  layout->addWidget(pages_, 1);
  build_views(why_no_opengl);
  build_controls();
  connect(&folds_, &VariantFolds::changed, this, &ComparePane::refresh);
  fill_choices();
}

// The views draw the scenes: they go first.
ComparePane::~ComparePane() {
  for (VtkView* const view : views_)
    delete view;
}

void ComparePane::build_views(const QString& why_no_opengl) {
  commands_ = new QMenu(this);
  auto* const nothing =
      new QLabel(tr("Keep the scenario as a variant, change it, and see both side by side."), this);
  if (!why_no_opengl.isEmpty()) nothing->setText(no_opengl_words(why_no_opengl));
  nothing->setProperty("role", "placeholder");
  nothing->setAlignment(Qt::AlignCenter);
  nothing->setWordWrap(true);
  QAction* const keep = nothing->addAction(tr("&Keep as variant..."), this, &ComparePane::keep_wanted);
  keep->setToolTip(tr("Keep the scenario as it is now (Ctrl+K)"));
  nothing->setContextMenuPolicy(Qt::ActionsContextMenu);
  pages_->addWidget(nothing);
  auto* const both = new QWidget(this);
  auto* const line = new QHBoxLayout(both);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(2);
  pages_->addWidget(both);
  if (!why_no_opengl.isEmpty()) return;
  // One camera: what turns one turns the other.
  scenes_[1].renderer()->SetActiveCamera(scenes_[0].renderer()->GetActiveCamera());
  for (int side = 0; side < 2; ++side) {
    const auto s = static_cast<std::size_t>(side);
    StructureOptions options = scenes_[s].options();
    options.survey = false;
    options.axis = false;
    options.legend = false;
    options.scale = true;
    options.handles = false;
    scenes_[s].set_options(options);
    views_[s] = new RockView(
        scenes_[s], [this, s](double x, double y) { return scenes_[s].rock_at(x, y); }, both);
    connect(views_[s], &RockView::rock_pointed, this,
            [this, side, s](const Vec3& local) { emit rock_pointed(local + scenes_[s].box().origin, side); });
    connect(views_[s], &RockView::rock_left, this, &ComparePane::rock_left);
    views_[s]->setObjectName(side == 0 ? "compare left" : "compare right");
    views_[s]->setAccessibleName(side == 0 ? tr("Compare, left") : tr("Compare, right"));
    line->addWidget(views_[s], 1);
    connect(views_[s], &VtkView::drawn, this, [this, side] { follow_camera(side); });
    offer_menu(*views_[s], *commands_);
  }
}

void ComparePane::build_controls() {
  auto* const strip = new QWidget(this);
  strip->setProperty("role", "strip");
  strip->setAttribute(Qt::WA_StyledBackground);
  auto* const rows = new QVBoxLayout(strip);
  rows->setContentsMargins(10, 5, 10, 5);
  rows->setSpacing(4);
  layout()->addWidget(strip);
  slices_ = new SliceBar(strip);
  rows->addWidget(slices_);
  connect(slices_, &SliceBar::moved, this, [this](int axis, int node) {
    const auto a = static_cast<std::size_t>(axis);
    if (!shown_[0]) return;
    const Grid3& grid = shown_[0]->scenario.grid;
    const double map = grid.origin[axis] + node * grid.h[a];
    for (std::size_t side = 0; side < 2; ++side) {
      if (!shown_[side]) continue;
      // The same place of the map, whatever the grid.
      const Grid3& own = shown_[side]->scenario.grid;
      const double at = std::round((map - own.origin[axis]) / own.h[a]);
      scenes_[side].set_slice(axis, static_cast<int>(std::clamp(at, 0.0, own.n[a] - 1.0)));
      if (views_[side] != nullptr) views_[side]->update();
    }
  });

  words_ = new QLabel(strip);
  words_->setObjectName("difference in words");
  words_->setWordWrap(true);
  auto* const line = new ControlLine;
  line->setSpacing(8);
  rows->addLayout(line);
  for (std::size_t side = 0; side < 2; ++side) {
    choices_[side] = new QComboBox(strip);
    choices_[side]->setObjectName(side == 0 ? "compare left choice" : "compare right choice");
    choices_[side]->setToolTip(side == 0 ? tr("What stands at the left") : tr("What stands at the right"));
    choices_[side]->setAccessibleName(choices_[side]->toolTip());
    choices_[side]->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choices_[side]->setMinimumContentsLength(10);
    connect(choices_[side], &QComboBox::activated, this, &ComparePane::refresh);
  }
  mode_ = new QComboBox(strip);
  mode_->setObjectName("compare mode");
  mode_->setAccessibleName(tr("What the right view shows"));
  mode_->addItems({tr("side by side"), tr("difference")});
  mode_->setToolTip(
      tr("The right view: the other fold, or how much the left one's stratigraphic distance T lies above the "
         "other's"));
  connect(mode_, &QComboBox::activated, this, &ComparePane::refresh);
  auto* const against = new QLabel(tr("against"), strip);
  against->setProperty("role", "unit");
  line->addWidget(choices_[0]);
  line->addWidget(against);
  line->addWidget(choices_[1]);
  line->addWidget(mode_);
  color_menu_ = commands_->addMenu(tr("Slices &by"));
  color_menu_->setToolTipsVisible(true);
  color_menu_->menuAction()->setToolTip(tr("What the slices are coloured by"));
  auto* const by = new QToolButton(strip);
  by->setObjectName("compare colours");
  by->setDefaultAction(color_menu_->menuAction());
  by->setPopupMode(QToolButton::InstantPopup);
  by->setAutoRaise(true);
  by->setAccessibleName(tr("What the slices are coloured by"));
  line->addStretch();
  auto* const buttons = new ControlLine;
  buttons->setSpacing(8);
  rows->addLayout(buttons);
  buttons->addWidget(by);
  buttons->addWidget(words_, 1);
  const auto button = [&](const QString& words, const QString& tip) {
    auto* const b = new QPushButton(words, strip);
    b->setToolTip(tip);
    buttons->addWidget(b);
    return b;
  };
  again_ = button(tr("Fold again"), tr("Fold anew what was stopped or could not be folded"));
  again_->hide();
  QPushButton* const keep = button(tr("Keep as variant"), tr("Keep the scenario as it is now (Ctrl+K)"));
  switch_ = button(tr("Switch to"), tr("Edit the variant at the right; the scenario takes its place"));
  remove_ = button(tr("Delete"), tr("Delete the variant at the right"));
  connect(again_, &QPushButton::clicked, this, &ComparePane::fold_again);
  connect(keep, &QPushButton::clicked, this, &ComparePane::keep_wanted);
  connect(switch_, &QPushButton::clicked, this, [this] { emit switch_wanted(variant(1)); });
  connect(remove_, &QPushButton::clicked, this, [this] { emit removal_wanted(variant(1)); });
  add_slice_colors(color_menu_, "compare/by ", [this](SliceColor color) {
    slice_color_ = color;
    refresh();
  });
}

}  // namespace foldwave
