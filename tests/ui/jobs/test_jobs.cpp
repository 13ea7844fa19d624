// Protects the worker (order, stopping, errors, closing in mid-run), the bound on the snapshots in memory,
// and when a fold no longer holds.
#include <QCoreApplication>
#include <QEventLoop>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/same_results.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/jobs/scenario_runs.hpp"
#include "ui/jobs/snapshot_store.hpp"
#include "ui/jobs/worker.hpp"

namespace test_jobs {

using namespace foldwave;

namespace {

void nap(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

// Looks at the stop token again and again, and counts the looks.
std::atomic<int> looks = 0;
void run_until_stopped(const Job& job) {
  while (true) {
    ++looks;
    job.throw_if_stopped();
    nap(2);
  }
}
constexpr int soon = 2;  // looks: one may be under way when the stop is asked for

std::shared_ptr<const Snapshot> snapshot(int step) {
  auto s = std::make_shared<Snapshot>();
  s->step = step;
  s->pressure = Field<float>({10, 10, 10});
  return s;
}

}  // namespace

class TestJobs : public QObject {
  Q_OBJECT

 private slots:
  void jobs_run_in_order_elsewhere();
  void a_call_that_waits_holds_up_none_behind_it();
  void stop_ends_the_running_job_and_drops_the_waiting();
  void an_error_becomes_a_message();
  void progress_is_rate_limited_and_has_a_rate();
  void closing_in_mid_run_is_safe();
  void store_keeps_within_its_bound();
  void names_and_colors_do_not_make_stale();
  void an_overwritten_velocity_file_makes_stale();
};

void TestJobs::jobs_run_in_order_elsewhere() {
  Worker worker;
  QSignalSpy done(&worker, &Worker::finished);
  std::vector<int> order;
  std::thread::id where;
  for (int i = 0; i < 3; ++i)
    worker.start("job", [&, i](const Job&) {
      order.push_back(i);
      where = std::this_thread::get_id();
    });
  QTRY_COMPARE(done.count(), 3);
  QCOMPARE(order, (std::vector<int>{0, 1, 2}));
  QVERIFY(where != std::this_thread::get_id());
  QVERIFY(!worker.busy());
}

void TestJobs::a_call_that_waits_holds_up_none_behind_it() {
  Worker worker;
  QStringList calls;
  QEventLoop dialog;
  worker.hand_over([&] {
    calls << "first";
    worker.hand_over([&] {
      calls << "third";
      dialog.quit();
    });
    dialog.exec();  // as a message box does
    calls << "first ends";
  });
  worker.hand_over([&] { calls << "second"; });
  QTRY_COMPARE(calls.size(), 4);
  QCOMPARE(calls, (QStringList{"first", "second", "third", "first ends"}));
}

void TestJobs::stop_ends_the_running_job_and_drops_the_waiting() {
  Worker worker;
  QSignalSpy started(&worker, &Worker::started), done(&worker, &Worker::finished);
  std::atomic<bool> second = false;
  worker.start("first", run_until_stopped);
  worker.start("second", [&](const Job&) { second = true; });
  QTRY_COMPARE(started.count(), 1);
  worker.stop();
  const int before = looks;
  QTRY_COMPARE(done.count(), 2);
  QVERIFY2(looks - before <= soon, qPrintable(QString::number(looks - before)));
  QVERIFY(!second);
  for (const auto& arguments : done)
    QCOMPARE(arguments[1].value<Outcome>(), Outcome::stopped);

  // A stop is for what was there: the next job runs.
  worker.start("third", [&](const Job& job) {
    job.throw_if_stopped();
    second = true;
  });
  QTRY_COMPARE(done.count(), 3);
  QVERIFY(second);
}

void TestJobs::an_error_becomes_a_message() {
  Worker worker;
  QSignalSpy done(&worker, &Worker::finished);
  worker.start("bad", [](const Job&) { throw InputError("/grid/nodes", "0 nodes", "give more"); });
  QTRY_COMPARE(done.count(), 1);
  QCOMPARE(done[0][1].value<Outcome>(), Outcome::failed);
  QVERIFY(done[0][2].toString().contains("Grid, nodes"));
}

void TestJobs::progress_is_rate_limited_and_has_a_rate() {
  Worker worker;
  QSignalSpy done(&worker, &Worker::finished), told(&worker, &Worker::progressed);
  worker.start("steps", [](const Job& job) {
    for (int i = 0; i <= 500; ++i) {
      job.report({"steps", i, 500, 1000.0, "points"});
      nap(1);
    }
  });
  QTRY_COMPARE(done.count(), 1);
  QVERIFY2(told.count() >= 3 && told.count() < 60, qPrintable(QString::number(told.count())));
  const auto last = told.last()[0].value<JobState>();
  QCOMPARE(last.part, 1.0);
  const auto middle = told[told.count() / 2 + 1][0].value<JobState>();
  QVERIFY(middle.rate > 0.0 && middle.rate <= 1.1e6);
  QVERIFY(middle.seconds_left > 0.0 && middle.seconds_left < 5.0);
}

void TestJobs::closing_in_mid_run_is_safe() {
  std::atomic<bool> started = false;
  int before = 0;
  {
    Worker worker;
    worker.start("long", [&](const Job& job) {
      started = true;
      worker.hand_over([] { QFAIL("a call to a worker that is gone"); });
      run_until_stopped(job);
    });
    while (!started)
      nap(1);
    before = looks;
  }
  // The look under way and that which finds the stop; more where this thread had to wait before it asked.
  QVERIFY2(looks - before < 100, qPrintable(QString::number(looks - before)));
  QCoreApplication::processEvents();
}

void TestJobs::store_keeps_within_its_bound() {
  SnapshotStore store(10 * 4000);  // room for ten
  for (int i = 0; i < 35; ++i)
    if (store.wants(i)) store.add(i, snapshot(i));
  QVERIFY(store.size() <= 10);
  QCOMPARE(store.kept_every(), 4);
  const auto all = store.all();
  for (std::size_t i = 0; i < all.size(); ++i)
    QCOMPARE(all[i]->step, static_cast<int>(4 * i));  // evenly, from the first to the end
  QCOMPARE(all.back()->step, 32);
}

void TestJobs::names_and_colors_do_not_make_stale() {
  Scenario a;
  a.events.resize(1);
  a.stack.layers.resize(2);
  Scenario b = a;
  b.name = "another";
  b.stack.layers[0].color = {1, 2, 3};
  b.outputs.pictures = !a.outputs.pictures;
  QVERIFY(same_fold(a, b) && same_wave(a, b));
  b = a;
  b.stack.layers[1].velocity = 1.0;
  QVERIFY(!same_fold(a, b));
  b = a;
  b.survey.wavelet.frequency += 1.0;
  QVERIFY(same_fold(a, b) && !same_wave(a, b));
}

void TestJobs::an_overwritten_velocity_file_makes_stale() {
  const QTemporaryDir folder;
  Scenario s;
  s.folder = folder.path().toStdString();
  s.grid = {{20, 1, 16}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  s.events = stand_in_events();
  s.stack = stand_in_layers();
  s.velocity.emplace().file = "v.f32";
  s.velocity->layout = {s.grid.n, s.grid.h, {}, "xyz", false};
  s.survey.sources = {{{100.0, 0.0, 50.0}, 0.0, 1.0, {}}};
  s.propagation.duration = 0.02;
  // The later it is, the later the file: a clock may be too coarse to tell.
  const auto write = [&](float velocity, int seconds) {
    const std::string file = folder.filePath("v.f32").toStdString();
    const std::vector<float> values(static_cast<std::size_t>(s.grid.size()), velocity);
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(4 * values.size()));
    std::filesystem::last_write_time(
        file, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(seconds));
  };
  write(2000.0F, 0);
  ScenarioRuns desk(cpu_backend());
  desk.open(s);
  desk.runs.run_wave();
  QTRY_VERIFY(desk.results.wave() && !desk.runs.busy());
  const auto before = desk.results.fold();
  QVERIFY(!desk.results.fold_is_stale() && before->result.fastest == 2000.0);
  desk.runs.run_wave();
  QTRY_VERIFY(!desk.runs.busy());
  QVERIFY(desk.results.fold() == before);
  write(3000.0F, 10);
  QVERIFY(desk.results.fold_is_stale());
  desk.runs.run_wave();
  QTRY_VERIFY(!desk.runs.busy());
  QVERIFY(!desk.results.fold_is_stale() && desk.results.fold()->result.fastest == 3000.0);
}

}  // namespace test_jobs

FOLDWAVE_TEST(test_jobs, run_guiless<test_jobs::TestJobs>)
#include "test_jobs.moc"
