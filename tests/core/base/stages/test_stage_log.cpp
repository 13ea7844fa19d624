// Protects the timeline of a pipeline: the solver works where its threads do nothing else, or all the while
// on a device; what overlaps counts once; a log keeps what it can hold and counts the rest.
#include <QTest>

#include "core/base/stages/stage_log.hpp"
#include "tests/test_program.hpp"

namespace test_stage_log {

using namespace foldwave;

class TestStageLog : public QObject {
  Q_OBJECT

 private slots:
  void the_solver_works_in_the_gaps() {
    const std::vector<StageSpan> spans{
        {"pack", 1.0, 1.5, 10}, {"write", 1.5, 4.0, 10}, {"pack", 3.0, 3.25, 10}, {"wait", 3.25, 3.5, 0}};
    const auto all = with_solver(spans, 0.0, 5.0, false);
    QCOMPARE(all.size(), spans.size() + 3);
    QCOMPARE(all[4], (StageSpan{"solve", 0.0, 1.0, 0}));
    QCOMPARE(all[5], (StageSpan{"solve", 1.5, 3.0, 0}));
    QCOMPARE(all[6], (StageSpan{"solve", 3.5, 5.0, 0}));
    QCOMPARE(busy_seconds(all, "solve"), 4.0);
    QCOMPARE(busy_seconds(all, "solve") + busy_seconds(all, "pack") + busy_seconds(all, "wait"), 5.0);
    const auto beside = with_solver(spans, 0.5, 5.0, true);
    QCOMPARE(beside.back(), (StageSpan{"solve", 0.5, 5.0, 0}));
    QCOMPARE(beside.size(), spans.size() + 1);
  }

  void a_pause_at_either_end_leaves_no_solver() {
    const auto all = with_solver({{"pack", 0.0, 1.0, 0}, {"pack", 2.0, 3.0, 0}}, 0.0, 3.0, false);
    QCOMPARE(busy_seconds(all, "solve"), 1.0);
    QCOMPARE(all.size(), std::size_t{3});
    QVERIFY(with_solver({}, 1.0, 1.0, false).empty());
  }

  void what_overlaps_counts_once() {
    const std::vector<StageSpan> spans{
        {"write", 0.0, 2.0, 0}, {"write", 1.0, 1.5, 0}, {"write", 1.75, 3.0, 0}, {"pack", 0.0, 9.0, 0}};
    QCOMPARE(busy_seconds(spans, "write"), 3.0);
    QCOMPARE(busy_seconds(spans, "solve"), 0.0);
  }

  void a_full_log_counts_on() {
    StageLog log;
    for (std::size_t i = 0; i < StageLog::most_spans + 3; ++i)
      log.add({"pack", 0.0, 1.0, 0});
    QCOMPARE(log.spans().size(), StageLog::most_spans);
    QCOMPARE(log.left_out(), std::int64_t{3});
  }
};

}  // namespace test_stage_log

FOLDWAVE_TEST(test_stage_log, run_alone<test_stage_log::TestStageLog>)
#include "test_stage_log.moc"
