// Export: chooses what of the shown fold and wave is written, in which format and where; says what that makes
// before anything is written; writes on a thread of its own.
#pragma once

#include <QDialog>
#include <QSet>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

#include "core/output/export_set.hpp"
#include "ui/jobs/outcomes.hpp"
#include "ui/jobs/worker.hpp"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;

namespace foldwave {

class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  // What is there to be written; `stale`: it is older than the scenario, which the dialog says.
  struct Results {
    std::shared_ptr<const FoldOutcome> fold;
    std::shared_ptr<const WaveOutcome> wave{};  // null: none
    std::vector<std::shared_ptr<const Snapshot>> snapshots{};
    Scenario wave_scenario{};  // of wave and snapshots
    bool stale = false;
    std::shared_ptr<const ImageOutcome> image{};    // null: none
    std::shared_ptr<const SurveyOutcome> survey{};  // null: none
    std::optional<Scenario> named{};  // the fold's, with the names of now; none: as it was folded
  };
  ExportDialog(Results results, QWidget* parent);

  void set_results(Results results);  // newer ones, as a wave runs on; what is being written stays

  void set_folder(const QString& folder);
  Worker& worker() { return worker_; }  // that writes
  void reject() override;               // stops what runs first

 signals:
  void exported(const QString& folder, int files);

 private:
  struct Row {
    const char* what;
    QCheckBox* wanted;
    QComboBox* suffix;
    QString tip;
    bool wish;  // where it is there
  };
  static QLabel* quiet_label(QWidget* parent);
  QWidget* make_products();
  QWidget* make_place();
  void add_row(QGridLayout* grid, const char* what, const QString& title, const QString& tip, bool wish,
               bool table = false);
  QString why_not(const Row& row) const;  // it cannot be written; empty: it can
  void offer();                           // what there is now
  void follow();
  ExportChoice choice() const;
  void refresh();
  void show_files();
  void look_into_folder();
  void start();
  void finish(Outcome outcome, const QString& why);
  void open_in_paraview();

  Results results_;
  std::optional<Results> newer_;  // not shown yet
  QTimer following_;
  ExportChoice running_;     // what is written, or was the last time
  QTimer typed_;             // a folder on a network is not listed at each key
  int replaced_ = 0;         // files that would be, or would go
  QSet<QString> in_folder_;  // names of what lies there already
  ExportedFiles earlier_;    // of it, what exports of this name wrote
  std::vector<Row> rows_;
  ExportOutcome written_;
  QCheckBox *snapshots_wanted_ = nullptr, *paraview_ = nullptr;
  QComboBox* snapshot_suffix_ = nullptr;
  bool snapshots_wish_ = true;
  QLabel* stale_ = nullptr;
  QLineEdit *folder_ = nullptr, *name_ = nullptr;
  QListWidget* summary_ = nullptr;
  QWidget *products_ = nullptr, *place_ = nullptr;
  QLabel *words_ = nullptr, *result_ = nullptr;
  QProgressBar* bar_ = nullptr;
  QPushButton *write_ = nullptr, *open_ = nullptr, *open_folder_ = nullptr, *close_ = nullptr;
  Worker worker_;  // last: it ends before the rest goes
};

}  // namespace foldwave
