// Protects work in a row of stages: every item passes every stage once and in order, overlapped as one by
// one; slot_count are not shared; overlapped stages really run at once; failures and stops end it and are
// told.
#include <QTest>
#include <atomic>
#include <thread>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/stages/run_stages.hpp"
#include "tests/test_program.hpp"

namespace test_run_stages {

using namespace foldwave;
using namespace std::chrono_literals;

constexpr int slot_count = 3;

class TestRunStages : public QObject {
  Q_OBJECT
 private slots:
  void items_pass_every_stage_in_order_and_alone_in_their_slot() {
    for (const StageOrder order : {StageOrder::one_by_one, StageOrder::overlapped}) {
      constexpr Index items = 200;
      std::array<std::atomic<Index>, slot_count> owner{};
      std::array<Index, slot_count> values{};
      std::vector<Index> out;
      bool alone = true;
      StageLog log;
      run_stages(items,
                 {{"take",
                   [&](Index item, int slot) {
                     const auto s = static_cast<std::size_t>(slot);
                     alone = alone && owner[s].exchange(item + 1) == 0;
                     values[s] = 10 * item;
                   }},
                  {"add", [&](Index item, int slot) { values[static_cast<std::size_t>(slot)] += item; }},
                  {"give",
                   [&](Index item, int slot) {
                     const auto s = static_cast<std::size_t>(slot);
                     out.push_back(values[s]);
                     alone = alone && owner[s].exchange(0) == item + 1;
                   }}},
                 order, slot_count, {}, &log);
      QVERIFY(alone);
      QCOMPARE(static_cast<Index>(out.size()), items);
      for (Index item = 0; item < items; ++item)
        QCOMPARE(out[static_cast<std::size_t>(item)], 11 * item);
      QCOMPARE(log.spans().size(), std::size_t{3 * items});
      for (const StageSpan& span : log.spans())
        QVERIFY(span.begin <= span.end);
    }
  }

  // Sleeping stages need no core: three of them, 20 items of 5 ms, take 300 ms by turns and 110 at once.
  void overlapped_stages_run_at_once() {
    const auto nap = [](Index, int) { std::this_thread::sleep_for(5ms); };
    const std::vector<Stage> stages{{"a", nap}, {"b", nap}, {"c", nap}};
    const Clock turns;
    run_stages(20, stages, StageOrder::one_by_one, slot_count);
    const double by_turns = turns.seconds();
    const Clock at_once;
    StageLog log;
    run_stages(20, stages, StageOrder::overlapped, slot_count, {}, &log);
    QVERIFY(by_turns >= 0.3);
    QVERIFY2(at_once.seconds() < 0.7 * by_turns, qPrintable(QString::number(at_once.seconds())));
    for (const char* const stage : {"a", "b", "c"})
      QVERIFY(busy_seconds(log.spans(), stage) >= 0.1);
  }

  void one_slot_makes_turns_of_it() {
    std::atomic<int> under_way = 0;
    bool alone = true;
    run_stages(50,
               {{"a", [&](Index, int) { alone = alone && under_way.fetch_add(1) == 0; }},
                {"b", [&](Index, int) { alone = alone && under_way.fetch_sub(1) == 1; }}},
               StageOrder::overlapped, 1);
    QVERIFY(alone);
  }

  void a_failure_ends_every_stage_and_is_thrown() {
    for (const int failing : {0, 1, 2})
      for (const StageOrder order : {StageOrder::one_by_one, StageOrder::overlapped}) {
        std::atomic<Index> last = -1;
        const auto work = [&](int stage) {
          return [&, stage](Index item, int) {
            if (stage == failing && item == 7) throw ResourceError("disk", "is full", "free space");
            if (stage == 2) last = item;
          };
        };
        QVERIFY_THROWS_EXCEPTION(
            ResourceError,
            run_stages(1000000, {{"a", work(0)}, {"b", work(1)}, {"c", work(2)}}, order, slot_count));
        QVERIFY(last < 8);
      }
  }

  void a_stop_ends_it_within_a_fifth_of_a_second() {
    for (const StageOrder order : {StageOrder::one_by_one, StageOrder::overlapped}) {
      std::stop_source source;
      const auto nap = [](Index, int) { std::this_thread::sleep_for(1ms); };
      std::jthread stopper([&] {
        std::this_thread::sleep_for(50ms);
        source.request_stop();
      });
      const Clock clock;
      QVERIFY_THROWS_EXCEPTION(Stopped, run_stages(1000000, {{"a", nap}, {"b", nap}}, order, slot_count,
                                                   {nullptr, source.get_token()}));
      QVERIFY(clock.seconds() < 0.25);
    }
  }

  void the_caller_does_the_stage_of_all_threads_and_reports_what_is_whole() {
    struct Heard final : Progress {
      void report(const ProgressReport& r) override {
        here = here && std::this_thread::get_id() == caller;
        grows = grows && r.done > last && r.total == 30;
        last = r.done;
      }
      std::thread::id caller = std::this_thread::get_id();
      Index last = 0;
      bool here = true, grows = true;
    };
    for (const std::size_t all_threads : {0, 1, 2}) {
      Heard heard;
      std::array<std::atomic<bool>, 3> by_caller{};
      std::vector<Stage> stages;
      for (std::size_t s = 0; s < by_caller.size(); ++s)
        stages.push_back({std::string(1, static_cast<char>('a' + s)),
                          [&, s](Index, int) {
                            by_caller[s] = std::this_thread::get_id() == heard.caller;
                            std::this_thread::sleep_for(1ms);
                          },
                          s >= all_threads});
      run_stages(30, stages, StageOrder::overlapped, slot_count, {&heard, {}});
      for (std::size_t s = 0; s < by_caller.size(); ++s)
        QCOMPARE(by_caller[s].load(), s == all_threads);
      QVERIFY(heard.here && heard.grows);
      QCOMPARE(heard.last, Index{30});
    }
  }

  void no_items_are_no_work() {
    const auto fail = [](Index, int) { QFAIL("there is no item"); };
    run_stages(0, {{"a", fail}, {"b", fail}}, StageOrder::overlapped);
  }
};

}  // namespace test_run_stages

FOLDWAVE_TEST(test_run_stages, run_guiless<test_run_stages::TestRunStages>)
#include "test_run_stages.moc"
