// Protects the columns of the list of jobs: one that is widened by hand keeps its width when the list is
// resized, and in the next session; the others share the room.
#include <QHeaderView>
#include <QPoint>
#include <QSettings>
#include <QTemporaryDir>
#include <QTreeView>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/jobs/job_list.hpp"
#include "ui/panels/jobs_panel.hpp"

namespace test_jobs_panel {

using namespace foldwave;

class TestJobsPanel : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings_.path());
    QSettings().clear();
    show_panel();
  }
  void cleanup() { panel_.reset(); }

  void what_was_widened_stays() {
    const int fitted = width(JobList::name), other = width(JobList::outcome);
    widen(JobList::name, 60);
    QCOMPARE(width(JobList::name), fitted + 60);
    resize_to(1000);
    QCOMPARE(width(JobList::name), fitted + 60);
    QVERIFY(width(JobList::outcome) >= other);
    const int alone = width(JobList::outcome);
    resize_to(640);
    QCOMPARE(width(JobList::name), fitted + 60);
    QVERIFY(width(JobList::outcome) != alone);  // nobody has touched it
    QCOMPARE(columns()->length(), panel_->list()->viewport()->width());
  }

  // The last column that is shown follows the list's width; that is nobody's wish.
  void what_was_only_stretched_is_fitted() {
    resize_to(420);
    const std::vector<int> narrow = widths();
    resize_to(1000);
    resize_to(420);
    QCOMPARE(widths(), narrow);
    widen(JobList::name, 20);
    resize_to(1200);
    panel_->forget_widths();
    const std::vector<int> wide = widths();
    resize_to(420);
    QCOMPARE(widths(), narrow);
    resize_to(1200);
    QCOMPARE(widths(), wide);
  }

  void they_come_back() {
    widen(JobList::progress, 25);
    const int kept = width(JobList::progress);
    panel_->save_widths();
    show_panel();
    QCOMPARE(width(JobList::progress), kept - 25);
    panel_->restore_widths();
    QCOMPARE(width(JobList::progress), kept);
    resize_to(900);
    QCOMPARE(width(JobList::progress), kept);
  }

 private:
  void show_panel() {
    panel_ = std::make_unique<JobsPanel>(jobs_);
    panel_->resize(700, 200);
    panel_->show();
    QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
  }
  QHeaderView* columns() const { return panel_->list()->header(); }
  int width(int column) const { return columns()->sectionSize(column); }
  std::vector<int> widths() const {
    std::vector<int> all;
    for (int column = 0; column < JobList::column_count; ++column)
      all.push_back(width(column));
    return all;
  }
  void resize_to(int width) {
    panel_->resize(width, 200);
    QTRY_COMPARE(panel_->list()->width(), width);
  }
  // By the edge at its right.
  void widen(int column, int by) {
    const QPoint edge(columns()->sectionViewportPosition(column) + width(column) - 1,
                      columns()->height() / 2);
    drag_pointer(columns()->viewport(), edge, edge + QPoint(by, 0));
  }

  QTemporaryDir settings_;
  JobList jobs_;
  std::unique_ptr<JobsPanel> panel_;
};

}  // namespace test_jobs_panel

FOLDWAVE_TEST(test_jobs_panel, run_in_windows<test_jobs_panel::TestJobsPanel>)
#include "test_jobs_panel.moc"
