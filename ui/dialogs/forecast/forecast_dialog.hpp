// What the scenario that is edited will cost. A page has its stages, with what the last run took beside them:
// time and its interval, memory, disk, what bounds it; the largest grid that fits; the curves over grids and
// orders. Another has the storage planner, a third what was measured of CUDA devices. Below stands the
// measurement of this machine that all of it rests on. It follows the edits while it is open.
#pragma once

#include <QDialog>

#include "ui/jobs/foresight.hpp"

class QLabel;
class QMenu;
class QPushButton;
class QTableWidget;
class QToolBar;

namespace foldwave {

class ForecastPlot;
class StoragePage;

class ForecastDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ForecastDialog(Foresight& foresight, QWidget* parent);

 private:
  void refresh();
  void fill_table(const Forecast& forecast);

  Foresight& foresight_;
  QTableWidget* table_;
  QLabel *largest_, *calibration_, *findings_;
  QPushButton* calibrate_;
  ForecastPlot* plot_;
  StoragePage* storage_;
};

// The command in the Run menu, and the quiet words in the tool bar. `foresight` must outlive both.
void add_foresight(QMenu& run, QToolBar& bar, Foresight& foresight);

}  // namespace foldwave
