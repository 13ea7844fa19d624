// What handles snap to while they are dragged or nudged, for all views at once: nothing, the grid's nodes, or
// round metres.
#pragma once

#include <QWidget>

#include "core/horizon/edit_points.hpp"

class QComboBox;
class QLabel;

namespace foldwave {

class NumberEdit;

class SnapChoice : public QWidget {
  Q_OBJECT

 public:
  explicit SnapChoice(QWidget* parent = nullptr);
  Snap snap() const;

 signals:
  void changed(const foldwave::Snap& snap);

 private:
  void changeEvent(QEvent* event) override;
  void refresh();
  void show_icon();

  QComboBox* to_;
  NumberEdit* step_;
  QLabel *unit_, *icon_;
};

}  // namespace foldwave
