// The events that were located: their places, times, ellipsoids and strengths as a table, how well which
// velocity explains them, and a slider that redraws the focus for another velocity. A row that is chosen is
// marked in all views.
#pragma once

#include <QList>
#include <QWidget>
#include <memory>

#include "core/engine/location/quick_focus.hpp"
#include "ui/jobs/outcomes.hpp"

class QAction;
class QLabel;
class QMenu;
class QSlider;
class QTableWidget;
class QToolButton;

namespace foldwave {

class VelocityCurve;

class LocatedPane : public QWidget {
  Q_OBJECT

 public:
  explicit LocatedPane(QWidget* parent = nullptr);

  QMenu* commands() const { return commands_; }
  void show_image(std::shared_ptr<const ImageOutcome> image, bool stale);  // null: none yet
  void show_frame(const FocusFrame& frame);                                // that the slider has asked for
  void add_focus(double factor, double z);                                 // of another velocity
  QTableWidget* table() const { return table_; }
  const VelocityCurve& curve() const { return *curve_; }
  double factor() const;  // that the slider stands at
  QString text() const;   // the table, tabs between its columns

 signals:
  void place_chosen(const foldwave::Vec3& local);
  void factor_wished(double factor);   // 1: the location's own focus
  void velocity_taken(double factor);  // times the scenario's
  void message(const QString& words, bool is_error);

 private:
  void choose(int row);
  void make_velocity(QWidget* strip);
  void fill();
  QString note(bool stale) const;
  void set_factor(double factor);
  void slide();

  std::shared_ptr<const ImageOutcome> image_;
  QMenu* commands_;
  QAction *copy_ = nullptr, *take_ = nullptr;
  QList<QAction*> steps_;  // of the velocity
  QLabel *note_, *focus_ = nullptr;
  QTableWidget* table_;
  VelocityCurve* curve_;
  QSlider* slider_ = nullptr;
  QLabel* factor_ = nullptr;
};

}  // namespace foldwave
