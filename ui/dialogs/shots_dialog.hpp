// Recorded shots, or the traces of a recorded gather: which bytes of the trace headers give their geometry,
// and what comes of it: shots, receivers, ranges, the first traces, and a map over the model. What is taken
// becomes the data of the scenario's survey, or of its imaging. Headers are read on a thread of their own,
// anew when a field changes.
#pragma once

#include <QDialog>
#include <QTimer>
#include <functional>
#include <memory>
#include <vector>

#include "core/formats/shots/segy_shots.hpp"
#include "ui/edit/edited.hpp"
#include "ui/jobs/worker.hpp"

class QGridLayout;
class QLabel;
class QPushButton;
class QTableWidget;

namespace foldwave {

class NumberEdit;
class ShotsMap;

// What the file is: of a gather the receivers alone count.
enum class RecordedKind { shots, gather };

QString recorded_place(const Scenario& scenario, RecordedKind kind);  // of its file; empty: it has none

class ShotsDialog : public QDialog {
  Q_OBJECT

 public:
  ShotsDialog(const Scenario& scenario, const QString& file, RecordedKind kind, QWidget* parent = nullptr);

  Worker& worker() { return worker_; }
  const std::shared_ptr<const SegyShots>& shots() const { return shots_; }  // null: not read, or not yet

 signals:
  void taken(const foldwave::ScenarioChange& change);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void add_fields(QGridLayout& grid);
  ShotHeaders headers_of_fields() const;  // throws InputError: a field that names no word
  void read();
  void show_failed(const QString& why);
  void show_read(const SegyFile& headers, const QStringList& words);
  ScenarioChange change() const;

  Scenario scenario_;  // as it was opened with
  QString file_;
  RecordedKind kind_;
  ShotHeaders headers_;  // as they were
  std::shared_ptr<const SegyShots> shots_;
  std::vector<std::function<void(ShotHeaders&)>> store_;
  QLabel *facts_ = nullptr, *doubts_ = nullptr;
  QTableWidget* first_ = nullptr;
  ShotsMap* map_ = nullptr;
  QPushButton* take_ = nullptr;
  QTimer typed_;
  int asked_ = 0;  // counts: what older fields give is dropped
  Worker worker_;  // last: it ends before what its calls touch
};

}  // namespace foldwave
