// Protects the choice of control points from dense picks: the misfit told is that of the very surface that
// the program will draw through them, it falls as points are added, it is quick, and millions of picks are
// binned first.
#include "core/base/worst.hpp"
#include "core/horizon/decimate.hpp"

#include <QElapsedTimer>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <random>
#include <stop_token>
#include <thread>

#include "core/base/error.hpp"
#include "core/formats/horizons/horizon_file.hpp"
#include "core/horizon/thin_plate.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"
#include "tests/work_clock.hpp"

namespace test_decimate {

using namespace foldwave;

namespace {

const Vec3 corner{550000.0, 7820000.0, 0.0};

double fold(double x, double y) {
  return 1500.0 - 200.0 * std::cos(0.0021 * x + 0.0004 * y) + 60.0 * std::sin(0.0013 * y) + 0.05 * x;
}

// Scattered over 5 km by 4 km, with noise.
std::vector<Vec3> picks_of_fold(std::size_t count, double noise) {
  std::mt19937 chance(7);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  std::normal_distribution<double> off(0.0, 1.0);
  std::vector<Vec3> picks(count);
  for (Vec3& p : picks) {
    p = {5000.0 * part(chance), 4000.0 * part(chance), 0.0};
    p.z = fold(p.x, p.y) + noise * off(chance);
    p = p + corner;
  }
  return picks;
}

}  // namespace

class TestDecimate : public QObject {
  Q_OBJECT

 private slots:
  void the_misfit_is_that_of_the_surface() {
    const std::vector<Vec3> picks = picks_of_fold(3000, 2.0);
    const Decimation chosen = decimate(picks, 60);
    QCOMPARE(chosen.points.size(), 60U);
    for (const std::size_t count : {3U, 4U, 17U, 60U}) {
      std::vector<Vec3> points(chosen.points.begin(),
                               chosen.points.begin() + static_cast<std::ptrdiff_t>(count));
      for (Vec3& p : points)
        p = p - corner;
      const ThinPlate plate(points, "test");
      double sum = 0.0, largest = 0.0;
      for (const Vec3& p : picks) {
        const double off = std::abs(plate.at(p.x - corner.x, p.y - corner.y) - p.z);
        sum += off * off;
        largest = worst_of(largest, off);
      }
      const Misfit& told = chosen.misfit(count);
      QVERIFY2(std::abs(told.largest - largest) < 1e-7,
               qPrintable(QString("%1 %2").arg(told.largest).arg(largest)));
      QVERIFY(std::abs(told.rms - std::sqrt(sum / 3000.0)) < 1e-7);
      QVERIFY(std::abs(std::abs(plate.at(told.where.x - corner.x, told.where.y - corner.y) - told.where.z) -
                       told.largest) < 1e-7);
    }
    const Misfit all = misfit_of_all(chosen.points, picks);
    QVERIFY(std::abs(all.rms - chosen.misfit(60).rms) < 1e-9);
  }

  void more_points_fit_better() {
    const Decimation chosen = decimate(picks_of_fold(10000, 0.0), 200);
    QVERIFY(chosen.misfit(200).rms < 0.02 * chosen.misfit(20).rms);
    qInfo("rms misfit: %.3g m with 20 points, %.3g with 60, %.3g with 200 (largest %.3g)",
          chosen.misfit(20).rms, chosen.misfit(60).rms, chosen.misfit(200).rms, chosen.misfit(200).largest);
    // 1 % of the fold's amplitude.
    QVERIFY(chosen.misfit(200).largest < 2.0);

    // Enough is enough.
    const Decimation few = decimate(picks_of_fold(10000, 0.0), 200, 5.0);
    QVERIFY(few.points.size() < 100);
    QVERIFY(few.misfit(few.points.size()).largest <= 5.0);
    QVERIFY(few.misfit(few.points.size() - 1).largest > 5.0);
    for (std::size_t i = 0; i < few.points.size(); ++i)
      QCOMPARE(few.points[i], chosen.points[i]);
  }

  void a_plane_needs_three() {
    std::vector<Vec3> picks = picks_of_fold(500, 0.0);
    for (Vec3& p : picks)
      p.z = 100.0 + 0.1 * (p.x - corner.x) - 0.2 * (p.y - corner.y);
    const Decimation chosen = decimate(picks, 50, 1e-6);
    QCOMPARE(chosen.points.size(), 3U);
    QVERIFY(chosen.misfit(3).largest < 1e-9);
  }

  void few_and_repeated_picks() {
    const std::vector<Vec3> three{{0, 0, 1}, {1, 0, 2}, {0, 1, 3}};
    QCOMPARE(decimate(three, 200).points.size(), 3U);
    // The same place with other depths is never chosen twice: the thin plate would refuse it.
    std::vector<Vec3> twice = picks_of_fold(100, 0.0);
    const std::vector<Vec3> copy = twice;
    for (const Vec3& p : copy)
      twice.push_back(p + Vec3{0.0, 0.0, 5.0});
    const Decimation chosen = decimate(twice, 200);
    QVERIFY(chosen.points.size() <= 100);
    const ThinPlate plate(chosen.points, "test");  // throws when two share a place
  }

  void picks_on_a_line_are_refused() {
    std::vector<Vec3> line;
    for (int i = 0; i < 100; ++i)
      line.push_back({10.0 * i, 20.0 * i, 1.0 * i});
    QVERIFY_EXCEPTION_THROWN(decimate(line, 20), InputError);
    QVERIFY_EXCEPTION_THROWN(decimate(std::vector<Vec3>(2), 20), InputError);
    QVERIFY_EXCEPTION_THROWN(decimate(std::vector<Vec3>(50), 20), InputError);
  }

  void ten_thousand_to_two_hundred_is_quick() {
    const std::vector<Vec3> picks = picks_of_fold(10000, 1.0);
    const WorkClock clock;
    const Decimation chosen = decimate(picks, 200);
    const double taken = clock.milliseconds();
    qInfo("10 000 picks to 200 points: %.0f ms, rms misfit %.3g m, largest %.3g m", taken,
          chosen.misfit(200).rms, chosen.misfit(200).largest);
    QVERIFY2(taken < 1000.0 * machine_pace(), qPrintable(QString::number(taken)));
  }

  // FOLDWAVE_IMPORT_POINTS=10000000 runs the full size, by hand.
  void millions_are_binned_first() {
    const auto count =
        static_cast<std::size_t>(std::max(1000000, qEnvironmentVariableIntValue("FOLDWAVE_IMPORT_POINTS")));
    const std::vector<Vec3> picks = picks_of_fold(count, 3.0);
    QElapsedTimer clock;
    clock.start();
    const Decimation chosen = decimate(picks, 200);
    const qint64 choice = clock.restart();
    const Misfit all = misfit_of_all(chosen.points, picks);
    qInfo("%zu picks, %lld candidates, to 200 points: %lld ms; misfit of all in %lld ms: rms %.4g m", count,
          static_cast<long long>(chosen.candidates), static_cast<long long>(choice),
          static_cast<long long>(clock.elapsed()), all.rms);
    QVERIFY(chosen.candidates <= static_cast<std::int64_t>(most_candidates));
    QVERIFY(chosen.candidates > static_cast<std::int64_t>(most_candidates) / 4);
    // The noise of single picks stays; the surface is nearer to the truth than that.
    QVERIFY2(all.rms > 2.9 && all.rms < 3.3, qPrintable(QString::number(all.rms)));
    double sum = 0.0;
    std::vector<Vec3> truth = picks_of_fold(5000, 0.0);
    sum = misfit_of_all(chosen.points, truth).rms;
    QVERIFY2(sum < 1.5, qPrintable(QString::number(sum)));
  }

  void picks_along_lines_fill_cells_too() {
    std::vector<Vec3> picks;
    for (int line = 0; line < 10; ++line)
      for (int i = 0; i < 5000; ++i)
        picks.push_back({i * 1.0, line * 500.0 + 0.02 * i, fold(i, line * 500.0)});
    const std::vector<Vec3> thin = thin_out(picks);
    QVERIFY2(thin.size() > 3000 && thin.size() <= most_candidates, qPrintable(QString::number(thin.size())));
  }

  // Once in 65536 picks, from the first on: a word on each pick would cost more than the work.
  void progress_is_told_now_and_then() {
    struct Told : Progress {
      std::vector<std::int64_t> done;
      void report(const ProgressReport& r) override {
        if (r.step == "binning the picks") done.push_back(r.done);
      }
    } told;
    thin_out(picks_of_fold(140000, 1.0), {&told, {}});
    QVERIFY(told.done.size() >= 3 && told.done.size() % 3 == 0);
    for (std::size_t i = 0; i < told.done.size(); ++i)
      QCOMPARE(told.done[i], static_cast<std::int64_t>(i % 3) << 16);
  }

  void it_stops_when_told() {
    const std::vector<Vec3> picks = picks_of_fold(20000, 1.0);
    std::stop_source stop;
    WorkClock clock;
    const std::jthread asker([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(60));
      clock.start();
      stop.request_stop();
    });
    QVERIFY_EXCEPTION_THROWN(decimate(picks, 500, 0.0, {nullptr, stop.get_token()}), Stopped);
    const double heard = clock.milliseconds();
    QVERIFY2(heard < 100.0 * machine_pace(), qPrintable(QString::number(heard)));
  }

  void a_real_horizon() {
    const QString folder =
        qEnvironmentVariable("FOLDWAVE_SHARED_DATA", QString(FOLDWAVE_SOURCE_DIR) + "/../shared/data");
    const std::filesystem::path file = (folder + "/claudius-upper.xyz").toStdString();
    if (!std::filesystem::exists(file)) QSKIP("the shared data are not there");
    const HorizonPicks picks = read_horizon_file(file);
    QElapsedTimer clock;
    clock.start();
    const Decimation chosen = decimate(picks.points, 300);
    qInfo("%zu picks: rms misfit %.2f m with 50 points, %.2f with 200, %.2f with 300, largest %.1f; %lld ms",
          picks.points.size(), chosen.misfit(50).rms, chosen.misfit(200).rms, chosen.misfit(300).rms,
          chosen.misfit(300).largest, static_cast<long long>(clock.elapsed()));
    QVERIFY(chosen.misfit(200).rms < 5.0);
  }
};

}  // namespace test_decimate

FOLDWAVE_TEST(test_decimate, run_guiless<test_decimate::TestDecimate>)
#include "test_decimate.moc"
