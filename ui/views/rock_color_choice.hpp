// A view's choice of colours for velocity and T: a map each, and the rock's own range or a typed one. Linked,
// the choices of all views are one, so that equal colours are equal values in each of them.
#pragma once

#include <QObject>
#include <array>
#include <functional>

#include "ui/scene/stage/rock_colors.hpp"

class QAction;
class QMenu;

namespace foldwave {

class RockColorChoice : public QObject {
  Q_OBJECT

 public:
  explicit RockColorChoice(QWidget* window);

  void add_to(QMenu* menu) const;  // a menu for each quantity
  void add_velocity_to(QMenu* menu) const;
  const RockColors& colors() const { return colors_; }
  void set_colors(const RockColors& colors);
  void set_own_ranges(const ValueRange& velocity, const ValueRange& arrival);  // of the rock that is shown

 signals:
  void changed(const foldwave::RockColors& colors);

 private:
  struct Quantity {
    Coloring RockColors::*part;
    QString name, unit;
    ValueRange own{};
    QMenu* menu = nullptr;
    std::array<QAction*, 3> maps{};
    QAction *automatic = nullptr, *typed = nullptr;
  };
  void make_menu(Quantity& quantity);
  void ask_range(const Quantity& quantity);
  void check(const Quantity& quantity) const;
  void take(const Quantity& quantity, const Coloring& coloring);

  QWidget* window_;
  RockColors colors_;
  std::array<Quantity, 2> quantities_;
};

// What a view's planes are coloured by, as commands that come back in the next session under `key`.
void add_slice_colors(QMenu* menu, const QString& key, const std::function<void(SliceColor)>& chosen);

}  // namespace foldwave
