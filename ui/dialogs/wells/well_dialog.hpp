// Import wells: lists the wells of the chosen files with their tops, along the well and on the map, before
// their paths become markers of the scenario. A survey and tops of one well may come in two files. Where a
// file tells no head, it can be typed in. Files are read on a thread of their own.
#pragma once

#include <QDialog>
#include <array>
#include <vector>

#include "core/formats/wells/well.hpp"
#include "ui/edit/edited.hpp"
#include "ui/jobs/worker.hpp"

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace foldwave {

class NumberEdit;

class WellDialog : public QDialog {
  Q_OBJECT

 public:
  WellDialog(const Scenario& scenario, const QStringList& files, QWidget* parent = nullptr);

  Worker& worker() { return worker_; }

 signals:
  void imported(const foldwave::ScenarioChange& change, const QString& names);

 private:
  void make_head(QLayout* into);
  void read(const QStringList& files);
  void show_wells(std::vector<Well> wells, const QStringList& refused);
  void show_well(int row);
  void show_chosen();
  void take_head();
  void refresh();
  std::vector<Well> wanted() const;  // that are ticked and have a place

  Grid3 grid_;
  std::vector<Marker> markers_;  // of the scenario as it was opened with
  std::vector<Well> wells_;
  QTreeWidget* list_ = nullptr;
  QLabel *head_of_ = nullptr, *remarks_ = nullptr, *refused_ = nullptr;
  std::array<NumberEdit*, 3> head_{};  // x, y, datum
  QPushButton* accept_ = nullptr;
  bool filling_ = false;
  Worker worker_;  // last: it ends before what its calls touch
};

}  // namespace foldwave
