// Protects the calibration's file: what is written comes back whole, a file that is missing, damaged, of
// another machine, old or measured on a busy machine is told and widens what is foretold, and runs that are
// added stay bounded.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <set>
#include <thread>

#include "core/base/error.hpp"
#include "core/forecast/calibration/calibration_file.hpp"
#include "core/formats/read_file.hpp"
#include "tests/test_program.hpp"

namespace test_calibration {

using namespace foldwave;

namespace {

const MachineStamp here{"host", "a processor", 2, "cpu", "the processor", "1.0"};

Calibration some_calibration() {
  Calibration c;
  c.stamp = here;
  c.date = "2999-01-31";
  c.bounds = {3e10, 2e11, 1e-5, 1e9, 2e9, "direct"};
  c.repeat_scatter = 0.08;
  c.packed_factor = 1.2;
  c.drawing_bytes = 2.1e8;
  c.codecs = {{"blosc", 3.5, 4e8, 9e8}, {"zfp", 6.0, 2e8, 3e8}};
  c.calibrated = {
      {{"wave.steps", {{1e8, {{"node", 0.25}, {"wide", 0.75}}}, {100.0, {{"launch", 1.0}}}}}, 0.3}};
  c.from_runs = {{{"fold.solve", {{1e6, {{"foot", 1.0}}}}}, 0.2}};
  return c;
}

std::filesystem::path in(const QTemporaryDir& folder, const char* name) {
  return std::filesystem::path(folder.path().toStdString()) / name;
}

// The cache folder while it lives.
class CacheAt {
 public:
  explicit CacheAt(const QByteArray& folder) { qputenv("XDG_CACHE_HOME", folder); }
  ~CacheAt() { before_.isNull() ? qunsetenv("XDG_CACHE_HOME") : qputenv("XDG_CACHE_HOME", before_); }
  CacheAt(const CacheAt&) = delete;
  CacheAt& operator=(const CacheAt&) = delete;

 private:
  QByteArray before_ = qgetenv("XDG_CACHE_HOME");
};

std::string text_of(const std::filesystem::path& file) {
  return read_whole_file(file, most_bytes::small);
}

}  // namespace

class TestCalibration : public QObject {
  Q_OBJECT
 private slots:
  void comes_back_whole() {
    const QTemporaryDir folder;
    const auto file = in(folder, "deeper/forecast.json");
    write_calibration(file, some_calibration());
    const FoundCalibration found = find_calibration(file, here);
    QVERIFY(found.calibration == some_calibration());
    QVERIFY(found.state == CalibrationState::good && found.findings.empty());
    QVERIFY(std::abs(widening_of(found.state, found.calibration) - 0.08 * std::sqrt(20.0 / 21.0)) < 1e-12);
    Calibration used = some_calibration();
    used.repeat_scatter = 0.4;
    used.from_runs.resize(60);
    QVERIFY(std::abs(widening_of(found.state, used) - 0.2) < 1e-12);
    Calibration quiet = some_calibration();
    quiet.repeat_scatter = 0.01;
    QCOMPARE(widening_of(found.state, quiet), 0.05);
  }

  void what_is_wrong_is_told() {
    const QTemporaryDir folder;
    const auto file = in(folder, "forecast.json");
    const FoundCalibration missing = find_calibration(file, here);
    QVERIFY(missing.state == CalibrationState::missing && missing.findings.size() == 1);
    QVERIFY(missing.calibration.stamp == here && !missing.calibration.measured());

    const auto state_of = [&](const Calibration& c) {
      write_calibration(file, c);
      const FoundCalibration found = find_calibration(file, here);
      return found.findings.size() == 1 ? calibration_state_name(found.state) : "untold";
    };
    Calibration other = some_calibration();
    other.stamp.machine = "another";
    QCOMPARE(state_of(other), "foreign");
    QCOMPARE(widening_of(CalibrationState::foreign, other), 0.5);
    other = some_calibration();
    other.stamp.threads = 7;
    QCOMPARE(state_of(other), "foreign");
    other = some_calibration();
    other.busy = true;
    QCOMPARE(state_of(other), "busy");
    other = some_calibration();
    other.date = "2001-01-31";
    QCOMPARE(state_of(other), "old");
    other = some_calibration();
    other.date = "";
    QCOMPARE(state_of(other), "missing");
  }

  void damaged_files_are_survived() {
    const QTemporaryDir folder;
    const auto file = in(folder, "forecast.json");
    const std::string whole = calibration_text(some_calibration());
    for (std::size_t length = 0; length + 2 < whole.size(); length += 7) {
      std::ofstream(file) << whole.substr(0, length);
      const FoundCalibration found = find_calibration(file, here);
      QVERIFY(found.state == CalibrationState::damaged && found.findings.size() == 1);
      QVERIFY(!found.calibration.measured() && found.calibration.observations().empty());
    }
    std::string strange = whole;
    strange.replace(strange.find("0.3"), 3, "-1.0");
    QVERIFY_THROWS_EXCEPTION(InputError, parse_calibration(strange, "file"));
    QVERIFY_THROWS_EXCEPTION(InputError, parse_calibration("[1, 2]", "file"));
  }

  void runs_stay_bounded() {
    Calibration c = some_calibration();
    for (std::size_t i = 0; i < most_from_runs + 20; ++i)
      c.add_run({{{"fold.solve", {{1.0, {{"foot", 1.0}}}}}, 1.0 + static_cast<double>(i)},
                 {{"fold.rest", {}}, 0.0}});
    QCOMPARE(c.from_runs.size(), most_from_runs);
    QCOMPARE(c.from_runs.back().seconds, 1.0 + static_cast<double>(most_from_runs + 19));
    QVERIFY(parse_calibration(calibration_text(c), "file") == c);
  }

  void lies_in_the_cache() {
    const CacheAt cache("/somewhere");
    const std::filesystem::path file = calibration_path(here);
    QCOMPARE(file.parent_path(), std::filesystem::path("/somewhere/foldwave"));
    QVERIFY(file.filename().string().starts_with("forecast-host-cpu-"));
    MachineStamp other = here;
    other.threads += 1;
    QVERIFY(calibration_path(other) != file);
    other = here;
    other.device = "another card";
    QVERIFY(calibration_path(other) != file);
  }

  // Several programs mend it at once: each finds what the others have written.
  void no_run_of_several_is_lost() {
    const QTemporaryDir folder;
    const CacheAt cache(folder.path().toUtf8());
    constexpr int writers = 4, runs = 12;
    std::vector<std::thread> threads;
    for (int w = 0; w < writers; ++w)
      threads.emplace_back([w] {
        for (int i = 0; i < runs; ++i)
          mend_calibration(here, [&](Calibration& there) {
            there.add_run({{{"fold.solve", {{1.0, {{"foot", 1.0}}}}}, 1.0 + 100.0 * w + i}});
          });
      });
    for (std::thread& thread : threads)
      thread.join();
    std::set<double> seconds;
    for (const Observation& one : find_calibration(calibration_path(here), here).calibration.from_runs)
      seconds.insert(one.seconds);
    QCOMPARE(seconds.size(), static_cast<std::size_t>(writers * runs));
    // A fresh one takes them over.
    Calibration fresh = some_calibration();
    fresh.from_runs.clear();
    QVERIFY(replace_calibration(fresh).empty());
    const FoundCalibration found = find_calibration(calibration_path(here), here);
    QVERIFY(found.state == CalibrationState::good);
    QCOMPARE(found.calibration.from_runs.size(), seconds.size());
  }

  void what_is_not_ours_is_kept() {
    const QTemporaryDir folder;
    const CacheAt cache(folder.path().toUtf8());
    const std::filesystem::path file = calibration_path(here);
    const std::filesystem::path before = file.string() + ".before";
    const auto put = [&](const std::string& text) {
      std::filesystem::create_directories(file.parent_path());
      std::ofstream(file) << text;
    };
    Calibration foreign = some_calibration();
    foreign.stamp.machine = "another";
    put(calibration_text(foreign));
    QVERIFY(!mend_calibration(here, [](Calibration& there) { there.busy = true; }));
    QCOMPARE(text_of(file), calibration_text(foreign));
    QVERIFY(replace_calibration(some_calibration()) == before);
    QCOMPARE(text_of(before), calibration_text(foreign));
    QVERIFY(find_calibration(file, here).calibration == some_calibration());
    // As a later version may write it.
    const std::string later = "{\"format\": \"foldwave-forecast\", \"version\": 2}";
    put(later);
    QVERIFY(mend_calibration(here, [](Calibration& there) { there.busy = true; }));
    QCOMPARE(text_of(before), later);
    QVERIFY(find_calibration(file, here).calibration.busy);
    put(later + " ");
    QVERIFY(replace_calibration(some_calibration()) == before);
    QCOMPARE(text_of(before), later + " ");
  }
};

}  // namespace test_calibration

FOLDWAVE_TEST(test_calibration, run_alone<test_calibration::TestCalibration>)
#include "test_calibration.moc"
