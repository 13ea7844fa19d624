#include "ui/views/rock_color_choice.hpp"

#include <QActionGroup>
#include <QMenu>
#include <cmath>
#include <tuple>
#include <utility>

#include "ui/dialogs/range_dialog.hpp"
#include "ui/settings/kept_switches.hpp"
#include "ui/views/pane.hpp"

namespace foldwave {
namespace {

// To four digits: a range to begin typing with.
double rounded(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 3.0);
  return value == 0.0 ? 0.0 : unit * std::round(value / unit);
}

ValueRange rounded(const ValueRange& range) {
  const ValueRange few{rounded(range.low), rounded(range.high)};
  return few.low < few.high ? few : range;
}

}  // namespace

RockColorChoice::RockColorChoice(QWidget* window)
    : QObject(window),
      window_(window),
      quantities_{Quantity{&RockColors::velocity, tr("velocity"), tr("m/s")},
                  Quantity{&RockColors::arrival, tr("stratigraphic distance"), tr("m")}} {
  quantities_[0].menu = new QMenu(tr("&Colours of velocity"), window);
  quantities_[1].menu = new QMenu(tr("Colours of &stratigraphic distance"), window);
  for (Quantity& quantity : quantities_)
    make_menu(quantity);
}

void RockColorChoice::make_menu(Quantity& quantity) {
  QMenu* const menu = quantity.menu;
  menu->setToolTipsVisible(true);
  const std::array<std::pair<QString, QString>, 3> maps{
      std::pair{tr("&Viridis"), tr("Dark violet over green to yellow; the lightness grows evenly")},
      {tr("&Cividis"), tr("Dark blue to yellow, the same to colour-blind eyes")},
      {tr("&Grey"), tr("Black to white")}};
  auto* const map_group = new QActionGroup(menu);
  for (std::size_t i = 0; i < maps.size(); ++i) {
    QAction* const action = quantity.maps[i] = menu->addAction(maps[i].first);
    action->setCheckable(true);
    action->setToolTip(maps[i].second);
    map_group->addAction(action);
    connect(action, &QAction::triggered, this, [this, &quantity, i] {
      Coloring next = colors_.*quantity.part;
      next.map = static_cast<SequentialMap>(i);
      take(quantity, next);
    });
  }
  menu->addSeparator();
  auto* const range_group = new QActionGroup(menu);
  quantity.automatic = menu->addAction(tr("&Automatic range"));
  quantity.automatic->setToolTip(tr("From the least to the largest value in the rock"));
  quantity.typed = menu->addAction(tr("&Typed range..."));
  quantity.typed->setToolTip(tr("Between two typed values; what lies beyond has the colour of the end"));
  for (QAction* const action : {quantity.automatic, quantity.typed}) {
    action->setCheckable(true);
    range_group->addAction(action);
  }
  connect(quantity.automatic, &QAction::triggered, this,
          [this, &quantity] { take(quantity, {(colors_.*quantity.part).map}); });
  connect(quantity.typed, &QAction::triggered, this, [this, &quantity] { ask_range(quantity); });
  check(quantity);
}

void RockColorChoice::add_to(QMenu* menu) const {
  menu->addSeparator();
  for (const Quantity& quantity : quantities_)
    menu->addMenu(quantity.menu);
}

void RockColorChoice::add_velocity_to(QMenu* menu) const {
  menu->addMenu(quantities_[0].menu);
}

void RockColorChoice::ask_range(const Quantity& quantity) {
  check(quantity);  // nothing is typed yet
  auto* const dialog = new RangeDialog(quantity.name, quantity.unit,
                                       color_scale(colors_.*quantity.part, quantity.own).range, window_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, &quantity, dialog] {
    take(quantity, {(colors_.*quantity.part).map, dialog->range()});
  });
  dialog->open();
}

void RockColorChoice::check(const Quantity& quantity) const {
  const Coloring& now = colors_.*quantity.part;
  quantity.maps[static_cast<std::size_t>(now.map)]->setChecked(true);
  (now.typed ? quantity.typed : quantity.automatic)->setChecked(true);
}

void RockColorChoice::take(const Quantity& quantity, const Coloring& coloring) {
  RockColors next = colors_;
  next.*quantity.part = coloring;
  set_colors(next);
}

void RockColorChoice::set_colors(const RockColors& colors) {
  const bool other = !(colors == colors_);
  colors_ = colors;
  for (const Quantity& quantity : quantities_)
    check(quantity);
  if (other) emit changed(colors_);
}

void RockColorChoice::set_own_ranges(const ValueRange& velocity, const ValueRange& arrival) {
  quantities_[0].own = rounded(velocity);
  quantities_[1].own = rounded(arrival);
}

void add_slice_colors(QMenu* menu, const QString& key, const std::function<void(SliceColor)>& chosen) {
  using Words = RockColorChoice;
  const std::tuple<QString, QString, SliceColor, const char*> choices[] = {
      {Words::tr("&Layer"), Words::tr("By layer"), SliceColor::layer, "layer"},
      {Words::tr("&Velocity"), Words::tr("By velocity"), SliceColor::velocity, "velocity"},
      {Words::tr("&Stratigraphic distance"), Words::tr("By stratigraphic distance"), SliceColor::arrival,
       "T"}};
  for (const auto& [text, in_short, color, name] : choices)
    keep_switch(
        Pane::add_choice(
            menu, text, in_short, [chosen, color = color] { chosen(color); }, color == SliceColor::layer),
        key + name);
}

}  // namespace foldwave
