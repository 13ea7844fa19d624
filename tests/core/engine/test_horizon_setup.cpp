// Protects the horizon of a scenario on its way from a file: it is read and fitted once as long as nothing it
// is made from has changed, and a stop is heard within 0.1 s of work.
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "core/base/error.hpp"
#include "core/engine/horizon_setup.hpp"
#include "core/formats/horizons/tsurf.hpp"
#include "core/formats/horizons/xyz.hpp"
#include "tests/test_program.hpp"

namespace test_horizon_setup {

using namespace foldwave;

namespace {

Scenario box() {
  Scenario s;
  s.grid.n = {24, 24, 24};
  s.grid.h = {100, 100, 100};
  s.events.emplace_back();
  return s;
}

// Rolling land over the box, z elevation.
std::vector<Vec3> picks(std::size_t count, double deepest) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> share(0.0, 2300.0);
  std::vector<Vec3> all(count);
  for (Vec3& p : all) {
    p.x = share(random), p.y = share(random);
    p.z = -deepest + 100.0 * std::sin(p.x / 300.0) * std::cos(p.y / 400.0);
  }
  return all;
}

double work_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// The processor time that `work` takes after it was asked to stop `begun` seconds of work after its start;
// negative: it had ended by then.
template <class Work>
double work_after_stop(double begun, const Work& work) {
  std::stop_source stop;
  bool stopped = false;
  std::atomic<bool> done = false;
  const double start = work_seconds();
  std::thread thread([&] {
    try {
      work(Job{nullptr, stop.get_token()});
    } catch (const Stopped&) {
      stopped = true;
    }
    done = true;
  });
  while (!done && work_seconds() - start < begun)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  stop.request_stop();
  const double asked = work_seconds();
  thread.join();
  return stopped ? work_seconds() - asked : -1.0;
}

}  // namespace

class TestHorizonSetup : public QObject {
  Q_OBJECT

  // Stopped after shares of the work that the whole takes, measured in a box a little deeper, so that it is
  // not kept.
  static void hears_a_stop(const Scenario& scenario, double bound) {
    Scenario deeper = scenario;
    deeper.grid.origin.z -= 1.0;
    const double start = work_seconds();
    build_horizon(deeper);
    const double whole = work_seconds() - start;
    for (const double share : {0.05, 0.3, 0.6}) {
      const double after =
          work_after_stop(share * whole, [&](const Job& job) { build_horizon(scenario, nullptr, job); });
      QVERIFY2(after >= 0.0 && after < bound,
               qPrintable(QString("%1 s after %2 of %3 s").arg(after).arg(share).arg(whole)));
    }
  }

 private slots:
  void a_file_is_fitted_once_until_it_changes() {
    const std::filesystem::path file = dir_.filePath("picks.xyz").toStdString();
    Scenario s = box();
    s.folder = dir_.path().toStdString();
    s.events.front().horizon = XyzHorizon{"picks.xyz", VerticalSense::elevation, 0.0, {}, {}, {}};
    write_xyz(file, picks(500, 1000.0));
    HorizonReport report;
    const auto first = build_horizon(s, &report);
    QCOMPARE(report.picks, std::int64_t{500});
    Scenario other = s;
    other.events.front().fold.parameters.psi = 0.3;  // of no concern to the horizon
    HorizonReport again;
    QCOMPARE(build_horizon(other, &again), first);
    QCOMPARE(again.picks, std::int64_t{500});
    QCOMPARE(again.largest_misfit, report.largest_misfit);

    // Another box or smoothing is another surface; what was made before stays.
    other.grid.h = {101, 101, 101};
    QVERIFY(build_horizon(other) != first);
    other = s;
    std::get<XyzHorizon>(other.events.front().horizon).smoothing = 20.0;
    QVERIFY(build_horizon(other) != first);
    QCOMPARE(build_horizon(s), first);

    // So is one that dips guide, until their file changes.
    other = s;
    std::get<XyzHorizon>(other.events.front().horizon).dips = "dips.csv";
    const auto write_dips = [&](const char* dip) {
      std::ofstream(dir_.filePath("dips.csv").toStdString())
          << "x,y,dip,azimuth\n1000,1000," << dip << ",90\n";
    };
    write_dips("40");
    const auto guided = build_horizon(other, &report);
    QVERIFY(guided != first && report.dips == 1);
    QCOMPARE(build_horizon(other), guided);
    QVERIFY(guided->at(1000, 1000).fx > first->at(1000, 1000).fx + 0.1);
    write_dips("0.5");
    QVERIFY(build_horizon(other) != guided);

    // As many bytes at another time, then another size at the same time.
    const auto then = std::filesystem::last_write_time(file);
    write_xyz(file, picks(500, 1500.0));
    std::filesystem::last_write_time(file, then + std::chrono::seconds(1));
    const auto second = build_horizon(s);
    QVERIFY(std::abs(second->depth(1000, 1000) - first->depth(1000, 1000) - 500.0) < 1e-7);
    write_xyz(file, picks(400, 1500.0));
    std::filesystem::last_write_time(file, then + std::chrono::seconds(1));
    build_horizon(s, &report);
    QCOMPARE(report.picks, std::int64_t{400});

    // A file that is gone is missed.
    std::filesystem::remove(file);
    QVERIFY_EXCEPTION_THROWN(build_horizon(s), InputError);
  }

  // However a file states its unit and sense, and however it is told apart from others in one table, it is
  // one surface.
  void every_way_a_file_speaks_is_one_surface() {
    const std::vector<Vec3> truth = picks(400, 1000.0);
    Scenario s = box();
    s.folder = dir_.path().toStdString();
    const auto surface = [&](const std::string& header, double xy, double z, const std::string& rest,
                             const XyzHorizon& spec, HorizonReport& report) {
      std::ofstream file(std::filesystem::path(s.folder) / "p.csv");
      file << header;
      file.precision(12);
      for (const Vec3& p : truth)
        file << p.x / xy << ',' << p.y / xy << ',' << -p.z / z << rest << '\n';
      // Another horizon, where a filter can leave it out.
      if (!rest.empty())
        for (const Vec3& p : truth)
          file << p.x / xy + 1.0 << ',' << p.y / xy << ',' << -0.3 * p.z / z << ",70\n";
      file.close();
      s.events.front().horizon = spec;
      return build_horizon(s, &report);
    };
    HorizonReport report;
    const XyzHorizon plain{"p.csv", {}, 0.0, {}, {}, {}};
    const auto expected = surface("x,y,depth [m]\n", 1.0, 1.0, "", plain, report);
    QVERIFY(std::abs(expected->depth(1000.0, 1000.0) - 1000.0) < 100.0);
    const auto near = [&](const std::shared_ptr<const Horizon>& other) {
      for (double x = 100.0; x < 1900.0; x += 300.0)
        if (!(std::abs(other->depth(x, 900.0) - expected->depth(x, 900.0)) < 1e-3)) return false;
      return true;
    };
    const auto says = [&](const char* words) { return report.read.find(words) != std::string::npos; };
    const double foot = 0.3048;
    XyzHorizon spec = plain;
    QVERIFY(near(surface("X (ft),Y (ft),TVDSS (ft)\n", foot, foot, "", plain, report)));
    QVERIFY2(says("in feet (the file says so), z is depth (the file says so)"), report.read.c_str());
    QVERIFY(near(
        surface("# Unit in X and Y direction: m\n# Unit in depth: ft\n", 1.0, -foot, "", plain, report)));
    QVERIFY2(says("z in feet, z is elevation (so the picks lie within the box's depths)"),
             report.read.c_str());
    QVERIFY(near(surface("x,y,z\n", 1.0, -1.0, "", plain, report)));
    spec.unit = Unit::kilometre;
    spec.z = VerticalSense::elevation;
    QVERIFY(near(surface("x,y,z\n", 1000.0, -1000.0, "", spec, report)));
    QVERIFY2(says("in kilometres (as asked for), z is elevation (as asked for)"), report.read.c_str());
    QVERIFY(!report.against_file);
    QVERIFY(near(surface("x,y,depth\n", 1000.0, -1000.0, "", spec, report)));
    QVERIFY(report.against_file);
    spec = plain;
    spec.where = "val == 60";
    QVERIFY(near(surface("x,y,depth,val\n", 1.0, 1.0, ",60", spec, report)));
    QVERIFY2(says("the filter left out 400 rows"), report.read.c_str());
    spec.where = "val = 60";
    QVERIFY_EXCEPTION_THROWN(surface("x,y,depth,val\n", 1.0, 1.0, ",60", spec, report), InputError);
  }

  void a_mesh_is_made_once_until_its_file_changes() {
    const std::filesystem::path file = dir_.filePath("mesh.ts").toStdString();
    Scenario s = box();
    s.folder = dir_.path().toStdString();
    MeshHorizon named;
    named.file = "mesh.ts";
    s.events.front().horizon = named;
    const auto write = [&](double z) {
      const std::vector<Vec3> corners{{-100, -100, z}, {2500, -100, z}, {2500, 2500, z}, {-100, 2500, z}};
      const std::vector<std::array<int, 3>> two{{0, 1, 2}, {0, 2, 3}};
      write_tsurf(file, "mesh", corners, two);
    };
    write(-1000.0);
    MeshReport report;
    const auto first = build_mesh_horizon(s, &report);
    QCOMPARE(report.triangles, std::int64_t{2});
    QCOMPARE(build_mesh_horizon(s, &report), first);
    QCOMPARE(report.triangles, std::int64_t{2});
    write(-12000.0);
    QVERIFY(build_mesh_horizon(s) != first);
    QVERIFY(build_horizon(s) == nullptr);
  }

  void a_stop_is_heard() {
    // The sanitizers' checks are work as well.
#if defined(FOLDWAVE_SANITIZED)
    const double slower = 4.0;
#else
    const double slower = 1.0;
#endif
    const double bound = 0.1 * slower * std::max(1U, std::thread::hardware_concurrency());
    Scenario s = box();
    PointsHorizon many;
    for (Vec3 p : picks(most_control_points, 1000.0))
      many.points.push_back({p.x, p.y, -p.z});
    s.events.front().horizon = many;
    hears_a_stop(s, bound);
    const std::filesystem::path file = dir_.filePath("many.xyz").toStdString();
    write_xyz(file, picks(200'000, 1000.0));
    s.events.front().horizon = XyzHorizon{file.string(), VerticalSense::elevation, 5.0, {}, {}, {}};
    hears_a_stop(s, bound);
  }

  void a_stopped_write_leaves_no_file() {
    const std::filesystem::path file = dir_.filePath("never.xyz").toStdString();
    std::stop_source stop;
    stop.request_stop();
    const Job job{nullptr, stop.get_token()};
    const auto all = picks(10, 1.0);
    QVERIFY_EXCEPTION_THROWN(write_xyz(file, all, "x y z", job), Stopped);
    QVERIFY_EXCEPTION_THROWN(write_tsurf(file, "s", all, {}, job), Stopped);
    QVERIFY(!std::filesystem::exists(file));
  }

 private:
  QTemporaryDir dir_;
};

}  // namespace test_horizon_setup

FOLDWAVE_TEST(test_horizon_setup, run_alone<test_horizon_setup::TestHorizonSetup>)
#include "test_horizon_setup.moc"
