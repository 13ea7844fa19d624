// The storage planner of the forecast's dialog: for a disk that the user picks, each codec's bytes, the time
// to write and to read all snapshots, what limits it, and up to which disk packing pays. The quickest to
// write stands in words above.
#pragma once

#include <QWidget>

#include "core/engine/forecast/storage.hpp"

class QComboBox;
class QLabel;
class QTableWidget;

namespace foldwave {

class StoragePage : public QWidget {
  Q_OBJECT

 public:
  explicit StoragePage(QWidget* parent = nullptr);
  void show_plan(const ScenarioStorage& plan);

 private:
  void fill();

  ScenarioStorage plan_;
  QComboBox* disk_;
  QLabel *advice_, *findings_;
  QTableWidget* table_;
};

}  // namespace foldwave
