// Protects the job that holds a recorded gather against the scenario's wave: it gives what the core computes;
// it is stale with the wave's keys alone; a stop leaves what was there; files that are no such record are
// refused in words, and the next good one comes.
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <limits>

#include "tests/recorded_shot.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/jobs/scenario_runs.hpp"

namespace test_comparison_jobs {

using namespace foldwave;

namespace {

constexpr int job_patience = 60000;  // ms: the machine may be busy

}  // namespace

class TestComparisonJobs : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { write_record(at("fast.sgy"), shot_section(2100.0)); }
  void init() {
    desk_ = std::make_unique<ScenarioRuns>(cpu_backend());
    desk_->open(shot_section());
  }
  void cleanup() { desk_.reset(); }

  void gives_what_the_core_computes() {
    QCOMPARE(compare("fast.sgy"), QString());
    const auto made = desk_->results.comparison();
    QVERIFY(made != nullptr);
    const FoldResult fold = run_fold(shot_section(), *cpu_backend(), {});
    const GatherComparison own =
        compare_with_recorded(shot_section(), fold, *cpu_backend(), {at("fast.sgy")}, true, {});
    QCOMPARE(made->result.residual.all, own.residual.all);
    QVERIFY(made->result.residual.all > 0.1);
    QVERIFY(made->result.residual.difference.traces == own.residual.difference.traces);
    QCOMPARE(made->result.scale, own.scale);
    QVERIFY(made->result.travel_times == own.travel_times && own.travel_times.size() == 13);
    // Beside the source the way is straight.
    const double straight = std::hypot(50.0, 30.0) / 2000.0;
    QVERIFY(std::abs(own.travel_times.front() - straight) < 1e-4);
    QVERIFY(desk_->results.wave() == nullptr && desk_->results.fold() != nullptr);
  }

  void is_stale_with_the_wave_s_keys() {
    QCOMPARE(compare("fast.sgy"), QString());
    QVERIFY(!desk_->results.comparison_is_stale());
    Scenario next = desk_->now;
    next.name = "renamed";
    next.survey.receivers.clear();  // those of the record are taken
    next.outputs.snapshot_interval = 0.05;
    desk_->edit(next);
    QVERIFY(!desk_->results.comparison_is_stale());
    next.survey.sources.front().position.x += 10.0;
    desk_->edit(next);
    QVERIFY(desk_->results.comparison_is_stale());
    next = shot_section();
    next.stack.layers.front().velocity = 2050.0;
    desk_->edit(next);
    QVERIFY(desk_->results.comparison_is_stale());
    desk_->edit(shot_section());
    QVERIFY(!desk_->results.comparison_is_stale());
    desk_->open(shot_section());
    QVERIFY(desk_->results.comparison() == nullptr);
  }

  void a_stop_leaves_what_was_there() {
    QCOMPARE(compare("fast.sgy"), QString());
    const auto before = desk_->results.comparison();
    desk_->edit(shot_section(2000.0, 100.0));
    const QSignalSpy ends(&desk_->runs, &Runs::finished);
    connect(&desk_->runs, &Runs::progressed, this, [this](const JobState& state) {
      if (state.step.startsWith("wave: step")) desk_->runs.stop();
    });
    desk_->runs.run_comparison(at("fast.sgy"));
    QVERIFY(ended());
    QVERIFY2(ends.last().at(1).value<Outcome>() == Outcome::stopped,
             qPrintable(ends.last().at(2).toString()));
    QVERIFY(desk_->results.comparison() == before);
    QVERIFY(desk_->results.comparison_is_stale());
  }

  void bad_files_are_told_in_words_data() {
    QTest::addColumn<QString>("says");
    QTest::newRow("none") << "none.sgy";
    QTest::newRow("text") << "SEG-Y";
    QTest::newRow("place") << "all receivers at one place";
    QTest::newRow("interval") << "a sample every 0.03 s holds nothing above";
    QTest::newRow("short") << "last";
    QTest::newRow("dead") << "trace 3|is dead";
    QTest::newRow("nan") << "trace 5|holds";
    QTest::newRow("off") << "trace 1|outside the grid";
    QTest::newRow("away")
        << "none of its 13 receivers lies in the grid: bytes 81 to 88|x = 91150 to 91450, y = 0, depth = 320";
  }
  void bad_files_are_told_in_words() {
    QFETCH(QString, says);
    const QString kind = QTest::currentDataTag();
    const QString file = kind + ".sgy";
    if (kind == "text") {
      QFile text(path(file));
      QVERIFY(text.open(QIODevice::WriteOnly));
      text.write(QByteArray(5000, 'x'));
    } else if (kind != "none") {
      write_record(at(file), shot_section(), [&](Gather& g) {
        const auto n = static_cast<std::size_t>(g.samples);
        if (kind == "place") std::fill(g.receivers.begin(), g.receivers.end(), g.receivers.front());
        if (kind == "interval") g.dt = 0.03;
        if (kind == "short") {
          g.samples = 4;
          g.traces.resize(4 * g.receivers.size());
        }
        if (kind == "dead") std::fill_n(g.traces.begin() + 2 * static_cast<std::ptrdiff_t>(n), n, 0.0F);
        if (kind == "off") g.receivers.front().x = -500.0;
        if (kind == "away")
          for (Vec3& at : g.receivers)
            at.x += 90000.0;
      });
    }
    if (kind == "nan") spoil_sample(path(file), 4);
    const QString why = compare(file);
    for (const QString& part : says.split('|'))
      QVERIFY2(why.contains(part), qPrintable(why));
    QVERIFY(desk_->results.comparison() == nullptr);
    QCOMPARE(compare("fast.sgy"), QString());
    QVERIFY(desk_->results.comparison() != nullptr);
  }

  // Where the scenario says so, they are left out and named.
  void bad_traces_can_be_left_out() {
    write_record(at("part.sgy"), shot_section(),
                 [](Gather& g) { std::fill_n(g.traces.begin(), g.samples, 0.0F); });
    Scenario next = shot_section();
    next.imaging.emplace().bad_traces = BadTraces::leave_out;
    desk_->edit(next);
    QCOMPARE(compare("part.sgy"), QString());
    const GatherComparison& made = desk_->results.comparison()->result;
    QCOMPARE(made.recorded.receivers.size(), std::size_t{12});
    QVERIFY(!made.warnings.empty() && made.warnings.front().find("trace 1 is dead") != std::string::npos);
  }

 private:
  QString path(const QString& name) const { return folder_.filePath(name); }
  std::string at(const QString& name) const { return path(name).toStdString(); }
  bool ended() const {
    return QTest::qWaitFor([this] { return !desk_->runs.busy(); }, job_patience);
  }
  // Why it failed; empty: it did not.
  QString compare(const QString& file) {
    const QSignalSpy ends(&desk_->runs, &Runs::finished);
    desk_->runs.run_comparison(at(file));
    if (!ended() || ends.isEmpty()) return "it does not end";
    const QString why = ends.last().at(2).toString();
    return ends.last().at(1).value<Outcome>() == Outcome::done ? QString() : why;
  }
  // The last sample of a trace becomes a NaN.
  static void spoil_sample(const QString& name, int trace) {
    QFile file(name);
    if (!file.open(QIODevice::ReadWrite)) qFatal("no record");
    const qint64 bytes = (file.size() - 3600) / 13;
    file.seek(3600 + (trace + 1) * bytes - 4);
    file.write(QByteArray::fromHex("7fc00000"));
  }

  QTemporaryDir folder_;
  std::unique_ptr<ScenarioRuns> desk_;
};

}  // namespace test_comparison_jobs

FOLDWAVE_TEST(test_comparison_jobs, run_guiless<test_comparison_jobs::TestComparisonJobs>)
#include "test_comparison_jobs.moc"
