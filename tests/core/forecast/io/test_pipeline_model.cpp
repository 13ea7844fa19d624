// Protects the model of stages that work at once: against eq. 5.5 where both hold, against threads that
// really pass blocks on, and what limits.
#include <QTest>
#include <chrono>
#include <cmath>
#include <string>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/stages/run_stages.hpp"
#include "core/forecast/io/io_model.hpp"
#include "core/forecast/io/pipeline_model.hpp"
#include "tests/test_program.hpp"

namespace test_pipeline_model {

using namespace foldwave;

class TestPipelineModel : public QObject {
  Q_OBJECT
 private slots:
  void two_stages_are_the_thesis_equations() {
    for (const double codec : {5.0, 20.0, 200.0}) {
      const IoCase c{1000.0, 4.0, 10.0, codec, 20.0};
      const PipelinePlan plan{1000.0, 50.0, 4, 0.0, {{"disk", 10.0, 0.25}, {"codec", codec}}};
      const PipelineTime t = pipeline_time(plan);
      QVERIFY(std::abs(t.seconds / overlapped_seconds(c) - 1.0) < 1e-12);
      QVERIFY(std::abs(t.one_by_one_seconds / one_by_one_seconds(c) - 1.0) < 1e-12);
      QCOMPARE(t.limit, std::string(codec < 40.0 ? "codec" : "disk"));
    }
  }

  void room_for_one_block_is_in_turns() {
    const PipelinePlan plan{1000.0, 50.0, 1, 2.0, {{"disk", 10.0}, {"codec", 20.0}, {"copy", 40.0}}};
    const PipelineTime t = pipeline_time(plan);
    QVERIFY(std::abs(t.seconds - t.one_by_one_seconds) < 1e-9);
    QVERIFY(std::abs(t.seconds - (2.0 + 100.0 + 50.0 + 25.0)) < 1e-9);
    QCOMPARE(t.limit, std::string("room"));
  }

  // Three stages of one second, two blocks on the way: a block is let in when the one before the last is out.
  void too_little_room_is_said() {
    const PipelinePlan plan{10.0, 1.0, 2, 0.0, {{"disk", 1.0}, {"codec", 1.0}, {"copy", 1.0}}};
    const PipelineTime t = pipeline_time(plan);
    QCOMPARE(t.limit, std::string("room"));
    QCOMPARE(t.seconds, 5 * 3.0 + 1.0);
    PipelinePlan wide = plan;
    wide.on_the_way = 3;
    QCOMPARE(pipeline_time(wide).seconds, 12.0);
    QCOMPARE(pipeline_time(wide).limit, std::string("disk"));
  }

  void the_last_block_is_shorter() {
    const PipelinePlan plan{105.0, 10.0, 4, 0.0, {{"disk", 10.0}, {"codec", 20.0}}};
    QVERIFY(std::abs(pipeline_time(plan).seconds - (10.5 + 0.25)) < 1e-12);
  }

  void a_disk_waits_for_its_requests() {
    // 1 MB requests, 10 ms late, 100 MB/s: one at a time takes twice the time, two hide the wait.
    QCOMPARE(disk_stage(100e6, 1.0, 0.01, 1e6, 1).rate, 50e6);
    QCOMPARE(disk_stage(100e6, 1.0, 0.01, 1e6, 2).rate, 100e6);
    QCOMPARE(disk_stage(100e6, 1.0, 0.0, 1e6, 1).rate, 100e6);
    QVERIFY_THROWS_EXCEPTION(InputError, disk_stage(100e6, 1.0, 0.0, 1e6, 0));
  }

  // Threads that sleep as long as a stage takes.
  void threads_take_as_long() {
    constexpr int blocks = 12, room = 3;
    const double seconds[]{0.02, 0.03, 0.01};
    std::vector<Stage> stages;
    for (const double s : seconds)
      stages.push_back(
          {"a stage", [s](Index, int) { std::this_thread::sleep_for(std::chrono::duration<double>(s)); }});
    const PipelinePlan plan{
        blocks,
        1.0,
        room,
        0.0,
        {{"disk", 1e30, 1.0, 0.02}, {"codec", 1e30, 1.0, 0.03}, {"copy", 1e30, 1.0, 0.01}}};
    const PipelineTime t = pipeline_time(plan);
    double best = 1e30;
    for (int run = 0; run < 3; ++run) {
      const Clock clock;
      run_stages(blocks, stages, StageOrder::overlapped, room, {});
      best = std::min(best, clock.seconds());
    }
    QVERIFY(best >= 0.999 * t.seconds);
    QVERIFY2(best < 1.1 * t.seconds, qPrintable(QString("%1 %2").arg(best).arg(t.seconds)));
    QVERIFY(t.seconds < 0.7 * t.one_by_one_seconds);
  }

  void nothing_is_refused() {
    const PipelinePlan good{10.0, 1.0, 2, 0.0, {{"disk", 1.0}}};
    const auto refused = [&](auto&& change) {
      PipelinePlan plan = good;
      change(plan);
      QVERIFY_THROWS_EXCEPTION(InputError, pipeline_time(plan));
    };
    refused([](PipelinePlan& p) { p.stages.clear(); });
    refused([](PipelinePlan& p) { p.bytes = 0.0; });
    refused([](PipelinePlan& p) { p.block_bytes = std::nan(""); });
    refused([](PipelinePlan& p) { p.on_the_way = 0; });
    refused([](PipelinePlan& p) { p.stages[0].rate = 0.0; });
    refused([](PipelinePlan& p) { p.stages[0].start_seconds = -1.0; });
  }
};

}  // namespace test_pipeline_model

FOLDWAVE_TEST(test_pipeline_model, run_guiless<test_pipeline_model::TestPipelineModel>)
#include "test_pipeline_model.moc"
