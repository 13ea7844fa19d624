// Protects the foot-point fold: the exact T at every node, for every fold class, past shocks and caustics, on
// cosine trains and on control points; sides, sections, planes; the same for any number of threads, the fast
// loops like the plain one; clear errors, and a stop that is heard.
#include <QTest>
#include <chrono>
#include <cmath>
#include <cstring>
#include <random>
#include <thread>

#include "core/base/system.hpp"
#include "core/base/worst.hpp"
#include "core/fold/foot/foot_point.hpp"
#include "core/fold/foot/initial.hpp"
#include "tests/machine_pace.hpp"
#include "tests/test_program.hpp"
#include "tests/work_clock.hpp"

namespace test_foot_point {

using namespace foldwave;

namespace {

Grid3 cube(int n) {
  const double h = 10.0 / (n - 1);
  return {{n, n, n}, {h, h, h}, {}, {}, {}, 0};
}

HorizonSpec gentle() {
  return TrainsHorizon{5.0, {{0.5, 8.0, 70.0, {2.5, 5.0}, {}}, {0.3, 11.0, 170.0, {5.0, 6.0}, {}}}, {}};
}
HorizonSpec steep() {
  return TrainsHorizon{5.0, {{0.9, 6.0, 70.0, {2.5, 5.0}, {}}, {0.4, 9.0, 170.0, {5.0, 6.0}, {}}}, {}};
}
HorizonSpec points(unsigned seed, double relief) {
  PointsHorizon spec;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(0.0, 10.0);
  for (int i = 0; i < 20; ++i)
    spec.points.push_back({place(random), place(random), 5.0 + 0.1 * relief * (place(random) - 5.0)});
  return spec;
}

FoldSolution fold(const Horizon& horizon, const Grid3& grid, double F, Vec3 b, FoldOptions options = {},
                  const Job& job = {}) {
  return make_foot_point_solver()->solve({grid, F, b, std::make_shared<const Horizon>(horizon), {}}, options,
                                         job);
}

double largest(const Field<float>& T) {
  double most = 0.0;
  for (Index m = 0; m < T.size(); ++m)
    most = worst_of(most, static_cast<double>(std::abs(T[m])));
  return most;
}

// The best of a dense scan of the horizon about x and of a finer one about its best place.
double scanned(const Horizon& horizon, Vec3 x, double F, Vec3 b) {
  const bool above = x.z < horizon.depth(x.x, x.y);
  const Vec3 own = above ? b : -b;
  double best = F < 0.0 ? 0.0 : std::numeric_limits<double>::infinity();
  double u = x.x, v = x.y;
  double half = 12.0;
  for (int round = 0; round < 9; ++round) {
    const int n = round == 0 ? 240 : 12;
    const double cu = u, cv = v;
    for (int j = -n; j <= n; ++j)
      for (int i = -n; i <= n; ++i) {
        const double pu = cu + half * i / n;
        const double pv = cv + half * j / n;
        const double t = travel_time<double>(x - Vec3{pu, pv, horizon.depth(pu, pv)}, F, own);
        if (!std::isfinite(t) || (F < 0.0 ? t <= best : t >= best)) continue;
        best = t;
        u = pu;
        v = pv;
      }
    half *= round == 0 ? 2.0 / n : 0.25;
  }
  return above ? best : -best;
}

}  // namespace

class TestFootPoint : public QObject {
  Q_OBJECT
 private slots:
  void every_node_is_exact_data() {
    QTest::addColumn<double>("F");
    QTest::addColumn<double>("psi");
    QTest::newRow("class 1A") << 1.4 << -0.4;
    QTest::newRow("class 1B") << 1.0 << 0.0;
    QTest::newRow("class 1C") << 0.6 << 0.4;
    QTest::newRow("lambda one half") << 0.5 << 0.5;
    QTest::newRow("faster current") << 0.3 << 0.7;
    QTest::newRow("class 2") << 0.0 << 1.0;
    QTest::newRow("class 3") << -0.2 << 1.2;
  }
  void every_node_is_exact() {
    FOLDWAVE_EACH(4);
    QFETCH(double, F);
    QFETCH(double, psi);
    const Vec3 b = psi * AxialLine{40.0, 78.0}.upward();
    for (const HorizonSpec& spec : {gentle(), F > 0.0 ? steep() : gentle(), points(6, F > 0.0 ? 1.6 : 0.8)}) {
      const Grid3 grid = cube(20);
      const Horizon horizon = make_horizon(spec, grid, "", "");
      const FoldSolution solution = fold(horizon, grid, F, b);
      QVERIFY(solution.unreached == 0);
      const Field<float> exact = exact_arrival(horizon, grid, F, b, {});
      const double scale = largest(exact);
      double worst = 0.0;
      for (Index m = 0; m < grid.size(); ++m)
        worst = worst_of(worst, static_cast<double>(std::abs(solution.arrival[m] - exact[m])));
      QVERIFY2(worst < 2e-6 * scale, qPrintable(QString::number(worst / scale)));

      // The oracle shares its formulas with the solver; this does not share its search.
      std::mt19937 random(3);
      for (int trial = 0; trial < 2; ++trial) {
        const auto m = static_cast<Index>(random() % static_cast<unsigned>(grid.size()));
        const Vec3 x = grid.local(static_cast<int>(m % 20), static_cast<int>(m / 20 % 20),
                                  static_cast<int>(m / (20 * 20)));
        if (F == 0.0) break;
        const double t = scanned(horizon, x, F, b);
        QVERIFY2(std::abs(static_cast<double>(solution.arrival[m]) - t) < 8e-7 * scale,
                 qPrintable(QString("%1, scanned %2").arg(static_cast<double>(solution.arrival[m])).arg(t)));
      }
    }
  }

  // Sharp hinges, steep limbs, lean and plunge: the global search and a dense scan agree with the solver.
  void every_shape_of_train_is_exact_data() {
    QTest::addColumn<FoldShape>("shape");
    QTest::addColumn<double>("roundness");
    QTest::addColumn<double>("skew");
    QTest::newRow("chevron") << FoldShape::chevron << 0.2 << 0.0;
    QTest::newRow("sharp leaning chevron") << FoldShape::chevron << 0.08 << 0.4;
    QTest::newRow("box") << FoldShape::box << 0.3 << 0.0;
    QTest::newRow("asymmetric") << FoldShape::asymmetric << 0.2 << -0.6;
    QTest::newRow("dome and basin") << FoldShape::dome << 0.2 << 0.0;
  }
  void every_shape_of_train_is_exact() {
    FOLDWAVE_EACH(3);
    QFETCH(FoldShape, shape);
    QFETCH(double, roundness);
    QFETCH(double, skew);
    const FoldTrain train{0.7, 8.0, 70.0, {2.5, 5.0}, shape, roundness, skew, 0.8, 6.0, {}};
    const Grid3 grid = cube(20);
    const Horizon horizon = make_horizon(TrainsHorizon{5.0, {train}, 4.0, 200.0, {}}, grid, "", "");
    for (const double F : {1.0, 0.6}) {
      const Vec3 b = (1.0 - F) * AxialLine{40.0, 78.0}.upward();
      const FoldSolution solution = fold(horizon, grid, F, b);
      QVERIFY(solution.unreached == 0 && solution.warnings.empty());
      const Field<float> exact = exact_arrival(horizon, grid, F, b, {});
      const double scale = largest(exact);
      double worst = 0.0;
      for (Index m = 0; m < grid.size(); ++m)
        worst = worst_of(worst, static_cast<double>(std::abs(solution.arrival[m] - exact[m])));
      QVERIFY2(worst < 2e-6 * scale, qPrintable(QString::number(worst / scale)));
      std::mt19937 random(3);
      for (int trial = 0; trial < 2; ++trial) {
        const auto m = static_cast<Index>(random() % static_cast<unsigned>(grid.size()));
        const Vec3 x = grid.local(static_cast<int>(m % 20), static_cast<int>(m / 20 % 20),
                                  static_cast<int>(m / (20 * 20)));
        const double t = scanned(horizon, x, F, b);
        QVERIFY2(std::abs(static_cast<double>(solution.arrival[m]) - t) < 6e-7 * scale,
                 qPrintable(QString("%1, scanned %2").arg(static_cast<double>(solution.arrival[m])).arg(t)));
      }
    }
  }

  // What a sketch may miss lies beside a shock: few nodes, and by little.
  void a_sketch_is_the_same_almost_everywhere() {
    const Grid3 grid = cube(48);
    const Horizon horizon = make_horizon(steep(), grid, "", "");
    const Vec3 b{0.1, 0.0, -0.4};
    FoldOptions options;
    const Field<float> full = fold(horizon, grid, 0.6, b, options).arrival;
    options.sketch = true;
    const Field<float> sketch = fold(horizon, grid, 0.6, b, options).arrival;
    const double scale = largest(full);
    Index off = 0;
    double worst = 0.0;
    for (Index m = 0; m < grid.size(); ++m) {
      const double error = static_cast<double>(std::abs(sketch[m] - full[m])) / scale;
      worst = worst_of(worst, error);
      off += error <= 1e-5 ? 0 : 1;
    }
    qInfo("sketch: %lld of %lld nodes off, by %.2g of the largest T at most", static_cast<long long>(off),
          static_cast<long long>(grid.size()), worst);
    QVERIFY(off < grid.size() / 500);
    QVERIFY(worst < 3e-6);
  }

  void twofold_precision_is_exact() {
    const Grid3 grid = cube(20);
    const Horizon horizon = make_horizon(gentle(), grid, "", "");
    for (const double F : {0.7, 0.0, -0.2}) {
      const Vec3 b = (1.0 - F) * AxialLine{200.0, 80.0}.upward();
      FoldOptions options;
      options.precision = Precision::binary64;
      const FoldSolution solution = fold(horizon, grid, F, b, options);
      const FootSearch upper(horizon, grid, F, b, Side::upper);
      const FootSearch lower = upper.other_side();
      double worst = 0.0;
      for (int k = 0; k < 20; ++k)
        for (int j = 0; j < 20; j += 3)
          for (int i = 0; i < 20; i += 2) {
            const Vec3 x = grid.local(i, j, k);
            const bool above = x.z < horizon.depth(x.x, x.y);
            const double t = (above ? upper : lower).find(x, nullptr).time;
            worst = worst_of(worst, std::abs(solution.arrival64(i, j, k) - (above ? t : -t)));
          }
      QVERIFY2(worst < 1e-11, qPrintable(QString::number(worst)));
    }
  }

  void a_plane_is_exact_on_unequal_spacings() {
    const Grid3 grid{{21, 17, 26}, {12.0, 15.0, 9.0}, {1e5, 2e5, 3e3}, {}, {}, 0};
    const PlaneHorizon spec{grid.origin + Vec3{110.0, 120.0, 115.0}, 50.0, 250.0, {}};
    const Horizon horizon = make_horizon(spec, grid, "", "");
    const Vec3 n = Horizon::upward_normal(horizon.at(0.0, 0.0));
    for (const double lambda : {-0.5, 0.0, 0.5, 0.65, 1.0, 1.3}) {
      const FoldParameters p = FoldParameters::from_lambda(lambda);
      const Vec3 b = p.psi * AxialLine{70.0, 60.0}.upward();
      const FoldSolution solution = fold(horizon, grid, p.F, b);
      QVERIFY(solution.unreached == 0);
      const double scale = largest(solution.arrival);
      for (Index m = 0; m < grid.size(); ++m) {
        const Vec3 x = grid.local(static_cast<int>(m % 21), static_cast<int>(m / 21 % 17),
                                  static_cast<int>(m / (21 * 17)));
        const double exact = dot(x - Vec3{0.0, 0.0, horizon.depth(0.0, 0.0)}, n) / (p.F + dot(b, n));
        const double error = std::abs(static_cast<double>(solution.arrival[m]) - exact);
        QVERIFY2(error < 2e-6 * scale, qPrintable(QString("%1 at lambda %2").arg(error).arg(lambda)));
      }
    }
  }

  void sides_have_their_signs() {
    const Grid3 grid = cube(41);
    const Horizon horizon = make_horizon(points(2, 2.0), grid, "", "");
    const FoldSolution solution = fold(horizon, grid, 0.6, {0.0, 0.0, -0.4});
    for (int k = 0; k < 41; ++k)
      for (int j = 0; j < 41; ++j)
        for (int i = 0; i < 41; ++i) {
          const Vec3 x = grid.local(i, j, k);
          QVERIFY((x.z < horizon.depth(x.x, x.y)) == (solution.arrival(i, j, k) > 0.0F));
        }
  }

  // Bits are the same for any number of threads, and the fast loops agree with the plain one.
  void threads_and_paths_do_not_matter() {
    const Grid3 grid = cube(49);
    const Horizon horizon = make_horizon(steep(), grid, "", "");
    const Vec3 b{-0.35, 0.4, -0.7};
    const int threads = thread_count();
    set_thread_count(1);
    const Field<float> one = fold(horizon, grid, 1.1, b).arrival;
    set_thread_count(3);
    const Field<float> three = fold(horizon, grid, 1.1, b).arrival;
    set_thread_count(threads);
    QVERIFY(std::memcmp(one.data(), three.data(), sizeof(float) * static_cast<std::size_t>(one.size())) == 0);
    const float scale = static_cast<float>(largest(one));
    for (const FoldPath path : {FoldPath::plain, FoldPath::avx2, FoldPath::avx512}) {
      FoldOptions options;
      options.path = path;
      Field<float> other;
      try {
        other = fold(horizon, grid, 1.1, b, options).arrival;
      } catch (const InputError&) {
        QVERIFY(path != FoldPath::plain);
        continue;
      }
      for (Index m = 0; m < grid.size(); ++m)
        QVERIFY(std::abs(other[m] - one[m]) < 1e-6F * scale);
    }
  }

  void a_section_is_a_cylinder_without_its_axis() {
    const TrainsHorizon spec{5.0, {{0.8, 8.0, 90.0, {4.0, 0.0}, {}}}, {}};
    const Grid3 slab{{41, 9, 41}, {0.25, 0.25, 0.25}, {}, {}, {}, 0};
    Grid3 section = slab;
    section.n[1] = 1;
    const Vec3 b{0.1, 0.0, -0.35};
    for (const double F : {0.6, 0.0}) {
      const Field<float> volume = fold(make_horizon(spec, slab, "", ""), slab, F, b).arrival;
      // The current's part along y must not be seen in a section.
      const Field<float> flat =
          fold(make_horizon(spec, section, "", ""), section, F, b + Vec3{0.0, 0.2, 0.0}).arrival;
      for (int k = 0; k < 41; ++k)
        for (int i = 0; i < 41; ++i)
          QVERIFY(std::abs(volume(i, 4, k) - flat(i, 0, k)) < 3e-5F);
    }
    Grid3 picked = section;
    const Horizon horizon = make_horizon(points(12, 1.5), picked, "", "");
    const Field<float> T = fold(horizon, picked, 0.7, {0.0, 0.0, -0.3}).arrival;
    const Field<float> exact = exact_arrival(horizon, picked, 0.7, {0.0, 0.0, -0.3}, {});
    for (Index m = 0; m < picked.size(); ++m)
      QVERIFY(std::abs(T[m] - exact[m]) < 2e-5F);
  }

  void a_horizon_too_fine_for_its_table_is_told() {
    FOLDWAVE_NUMBERS();
    const Grid3 grid = cube(5);
    const auto warnings = [&](double wavelength) {
      const HorizonSpec spec = TrainsHorizon{5.0, {{0.1 * wavelength, wavelength, 70.0, {2.5, 5.0}, {}}}, {}};
      return fold(make_horizon(spec, grid, "", ""), grid, 1.0, {}).warnings;
    };
    QVERIFY(warnings(8.0).empty());
    const std::vector<std::string> told = warnings(0.01);
    QVERIFY(told.size() == 1 && told.front().find("misses it by ") != std::string::npos);
  }

  void bad_input_is_refused() {
    const Grid3 grid = cube(12);
    const Horizon flat = make_horizon(gentle(), grid, "", "");
    const auto solver = make_foot_point_solver();
    QVERIFY_EXCEPTION_THROWN(solver->solve({grid, 1.0, {}, nullptr, {}}, {}, {}), InputError);
    for (const int axis : {0, 2}) {
      Grid3 thin = grid;
      thin.n[static_cast<std::size_t>(axis)] = 1;
      QVERIFY_EXCEPTION_THROWN(fold(flat, thin, 1.0, {}), InputError);
    }
    for (const double h : {1e-310, 0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
      Grid3 fine = grid;
      fine.h[1] = h;
      QVERIFY_EXCEPTION_THROWN(fold(flat, fine, 1.0, {}), InputError);
    }
    QVERIFY_EXCEPTION_THROWN(fold(flat, grid, std::numeric_limits<double>::infinity(), {}), InputError);
    QVERIFY_EXCEPTION_THROWN(fold(flat, grid, 0.0, {}), InputError);
    QVERIFY_EXCEPTION_THROWN(fold(flat, grid, 0.2, {0.8, 0.0, 0.0}), InputError);
    // The thinnest that are allowed.
    const FoldSolution least = fold(flat, {{2, 2, 2}, {5.0, 5.0, 5.0}, {}, {}, {}, 0}, 1.0, {});
    QVERIFY(least.unreached == 0);
  }

  void a_stop_is_heard() {
    const Grid3 grid = cube(160);
    const Horizon horizon = make_horizon(steep(), grid, "", "");
    std::stop_source before;
    before.request_stop();
    QVERIFY_EXCEPTION_THROWN(fold(horizon, grid, 1.0, {}, {}, {nullptr, before.get_token()}), Stopped);
    // Where a stop in the middle comes too late the fold is done: both are right, waiting is not.
    for (const int after : {5, 60}) {
      std::stop_source stop;
      WorkClock since_asked;
      std::thread asker([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(after));
        since_asked.start();
        stop.request_stop();
      });
      bool stopped = false;
      try {
        fold(horizon, grid, 1.0, {}, {}, {nullptr, stop.get_token()});
      } catch (const Stopped&) {
        stopped = true;
      }
      const double heard = since_asked.milliseconds();
      asker.join();
      if (stopped) QVERIFY2(heard < 500.0 * machine_pace(), "a stop took half a second to be heard");
    }
  }
};

}  // namespace test_foot_point

FOLDWAVE_TEST(test_foot_point, run_guiless<test_foot_point::TestFootPoint>)
#include "test_foot_point.moc"
