// What of the wave view is chosen: colours, opacities, the clip, what is watched.
#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSlider>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/views/rock_color_choice.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/widgets/control_line.hpp"
#include "ui/widgets/number_edit.hpp"

namespace foldwave {

void WavePane::add_show_menu(QHBoxLayout* line) {
  QMenu* const menu = show_ = commands()->addMenu(tr("S&how"));
  menu->setToolTipsVisible(true);
  add_button(line, menu->menuAction(), "wave show")->setPopupMode(QToolButton::InstantPopup);
  QMenu* const maps = menu->addMenu(tr("Co&lours"));
  auto* const choice = new QActionGroup(this);
  const std::pair<QString, WaveMap> names[] = {{tr("&Blue to red"), WaveMap::blue_red},
                                               {tr("&Purple to orange"), WaveMap::purple_orange},
                                               {tr("&Grey"), WaveMap::gray}};
  for (const auto& [name, map] : names) {
    QAction* const action = maps->addAction(name);
    action->setCheckable(true);
    action->setChecked(map == scene_.options().map);
    choice->addAction(action);
    connect(action, &QAction::triggered, this,
            [this, map = map] { change([map](WaveOptions& o) { o.map = map; }); });
  }
  add_switch(menu, tr("&Each snapshot its own colours"),
             tr("Each has its own range; else a colour is one pressure in all of them"), "wave/own colours",
             !fixed_, [this](bool on) {
               fixed_ = !on;
               show_at(time_->value());
             });
  QAction* const looks = menu->addAction(tr("&Opacity and clip"));
  looks->setCheckable(true);
  looks->setToolTip(tr("A line below the view with the opacity of the layers and of the wave, and the clip"));
  connect(looks, &QAction::toggled, this, [this](bool on) {
    looks_->setVisible(on);
    if (on) show_more_controls();
  });
  watch_ = menu->addAction(tr("The &wave while it runs"));
  watch_->setObjectName("watch");
  watch_->setCheckable(true);
  watch_->setChecked(true);
  watch_->setToolTip(tr("Off, a run gives all of the processor to its steps"));
  connect(watch_, &QAction::toggled, this, &WavePane::wish_changed);
}

void WavePane::add_looks() {
  looks_ = new QWidget(this);
  auto* const line = new ControlLine(looks_);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  const auto label = [&](const QString& text) {
    auto* const words = new QLabel(text, looks_);
    words->setProperty("role", "unit");
    line->addWidget(words);
  };
  const auto opacity = [&](const QString& name, const QString& tip, const char* object,
                           double WaveOptions::*part) {
    label(name);
    auto* const slider = new QSlider(Qt::Horizontal, looks_);
    slider->setObjectName(object);
    slider->setRange(0, 100);
    slider->setValue(100);
    slider->setMinimumWidth(40);
    slider->setToolTip(tip);
    slider->setAccessibleName(tip);
    line->addWidget(slider, 1);
    connect(slider, &QSlider::valueChanged, this,
            [this, part](int at) { change([part, at](WaveOptions& o) { o.*part = at / 100.0; }); });
  };
  opacity(tr("Layers"), tr("Opacity of the layers' colours, 0 to 100 %"), "layer opacity",
          &WaveOptions::layer_opacity);
  opacity(tr("Wave"), tr("Opacity of the wave over the layers, 0 to 100 %"), "wave opacity",
          &WaveOptions::wave_opacity);
  label(tr("Clip"));
  auto* const clip = new NumberEdit(looks_);
  clip->setObjectName("wave clip");
  clip->setToolTip(
      tr("Per cent of the pressures on each side of zero that are beyond the last colour, 0 to 20"));
  clip->setAccessibleName(clip->toolTip());
  clip->set_value(usual_clip);
  clip->set_step(0.1);
  clip->setMaximumWidth(64);
  line->addWidget(clip);
  label("%");
  connect(clip, &NumberEdit::edited, this, [this, clip] {
    clip->set_value(std::clamp(clip->value(), 0.0, clip_sides.back()));
    change([side = clip->value()](WaveOptions& o) { o.clip_side = side; });
  });
  add_more_controls()->addWidget(looks_, 1);
  looks_->hide();
}

void WavePane::follow_colors(RockColorChoice& choice) {
  show_->addSeparator();
  choice.add_velocity_to(show_);
  connect(&choice, &RockColorChoice::changed, this, [this](const RockColors& colors) {
    change([&colors](WaveOptions& o) { o.velocity = colors.velocity; });
  });
}

void WavePane::change(const std::function<void(WaveOptions&)>& how) {
  WaveOptions options = scene_.options();
  how(options);
  scene_.set_options(options);
  show_at(time_->value());
}

}  // namespace foldwave
