// Protects several folds in a row: each later one is undone before the older is read, whatever the speeds,
// against closed forms of shears, of turned planes and of a fold that is alone.
#include <omp.h>

#include <QTest>
#include <cmath>

#include "core/base/angle.hpp"
#include "core/base/worst.hpp"
#include "core/fold/foot/foot_point.hpp"
#include "core/fold/refold.hpp"
#include "tests/test_program.hpp"

namespace test_refold {

using namespace foldwave;

namespace {

const Grid3 grid{{33, 29, 31}, {25.0, 30.0, 20.0}, {}, {}, {}, 0};
const Vec3 up{0.0, 0.0, -1.0};

FoldTrain train(double amplitude, double wavelength, double azimuth) {
  FoldTrain t;
  t.amplitude = amplitude;
  t.wavelength = wavelength;
  t.azimuth = azimuth;
  t.crest = {130.0, 70.0};
  return t;
}

std::shared_ptr<const Horizon> horizon_of(const HorizonSpec& spec, const Grid3& g = grid) {
  return std::make_shared<const Horizon>(make_horizon(spec, g, "", "/events/0"));
}
std::shared_ptr<const Horizon> cosine(double depth, const FoldTrain& t, const Grid3& g = grid) {
  return horizon_of(TrainsHorizon{depth, {t}}, g);
}
std::shared_ptr<const Horizon> plane(Vec3 through, double dip, double direction) {
  return horizon_of(PlaneHorizon{through, dip, direction, {}});
}

double height(const FoldTrain& t, double x, double y) {
  const double azimuth = radians(t.azimuth);
  const double s = (x - t.crest[0]) * std::sin(azimuth) + (y - t.crest[1]) * std::cos(azimuth);
  return t.amplitude * std::cos(2.0 * M_PI * s / t.wavelength);
}

Field<float> refolded_arrival(const Grid3& g, const std::vector<PastFold>& folds, const Job& job) {
  return walk_back(g, {folds.begin(), folds.end()}, job).arrival;
}

// The largest difference from `exact`(x), as a share of the largest T.
template <class Exact>
double worst_share(const Field<float>& arrival, const Exact& exact, const Grid3& g = grid) {
  double worst = 0.0, largest = 0.0;
  for (int k = 0; k < g.n[2]; ++k)
    for (int j = 0; j < g.n[1]; ++j)
      for (int i = 0; i < g.n[0]; ++i) {
        const double T = exact(g.local(i, j, k));
        worst = worst_of(worst, std::abs(double{arrival(i, j, k)} - T));
        largest = worst_of(largest, std::abs(T));
      }
  return std::isfinite(worst) ? worst / largest : 1.0;
}

}  // namespace

class TestRefold : public QObject {
  Q_OBJECT
 private slots:
  void vertical_shears_add_up() {
    const FoldTrain first = train(60.0, 420.0, 90.0), second = train(45.0, 610.0, 20.0);
    for (const double datum : {250.0, 310.0}) {
      const std::vector<PastFold> folds{{cosine(280.0, first), 0.0, 1.0, up, 0.0},
                                        {cosine(250.0, second), 0.0, 1.0, up, datum}};
      const double share = worst_share(refolded_arrival(grid, folds, {}), [&](Vec3 x) {
        const double before = x.z + datum - (250.0 - height(second, x.x, x.y));
        return 280.0 - height(first, x.x, x.y) - before;
      });
      QVERIFY2(share < 3e-7, qPrintable(QString::number(share)));
    }
  }

  void a_shear_that_leans_moves_what_is_older_sideways() {
    // Psi a leans: the foot lies aside by T b.
    const Vec3 b{0.4, -0.2, -0.9};
    const FoldTrain first = train(60.0, 420.0, 90.0);
    const std::vector<PastFold> folds{{cosine(280.0, first), 0.0, 1.0, up, 0.0},
                                      {plane({0, 0, 260.0}, 0.0, 0.0), 0.0, norm(b), b, 260.0}};
    const double share = worst_share(refolded_arrival(grid, folds, {}), [&](Vec3 x) {
      const double T = (260.0 - x.z) / 0.9;
      return 280.0 - height(first, x.x - T * b.x, x.y - T * b.y) - (260.0 - norm(b) * T);
    });
    QVERIFY2(share < 3e-7, qPrintable(QString::number(share)));
  }

  void a_parallel_tilt_turns_what_is_older() {
    // Feet on a plane that dips east: metres along its normal become depth, its map stays.
    const double dip = radians(35.0);
    const FoldTrain first = train(20.0, 700.0, 90.0);
    const std::vector<PastFold> folds{{cosine(280.0, first), 0.0, 1.0, up, 0.0},
                                      {plane({400.0, 0, 300.0}, 35.0, 90.0), 1.0, 0.0, {}, 300.0}};
    const double share = worst_share(refolded_arrival(grid, folds, {}), [&](Vec3 x) {
      const Vec3 n{std::sin(dip), 0.0, -std::cos(dip)};
      const double T = dot(x - Vec3{400.0, 0.0, 300.0}, n);
      return 280.0 - height(first, x.x - T * n.x, x.y) - (300.0 - T);
    });
    QVERIFY2(share < 3e-7, qPrintable(QString::number(share)));
  }

  // A cut that is not level under a younger fold that moves rock sideways: by psi a that leans, and by F on a
  // plane that dips.
  void a_cut_is_read_where_the_rock_lay_then() {
    const double dip = radians(20.0);
    const Vec3 b{0.4, -0.2, -0.9}, n{std::sin(dip), 0.0, -std::cos(dip)};
    const auto cut_depth = [](double x, double y) { return 180.0 + 0.2 * x - 0.3 * y; };
    const auto cut = horizon_of(PlaneHorizon{
        {0.0, 0.0, 180.0}, degrees(std::atan(std::hypot(0.2, 0.3))), degrees(std::atan2(0.2, -0.3)), {}});
    const PastFold oldest{cosine(280.0, train(20.0, 700.0, 90.0)), 0.0, 1.0, up, 0.0};
    const PastFold leaning{plane({0, 0, 260.0}, 0.0, 0.0), 0.0, norm(b), b, 250.0};
    const PastFold tilt{plane({400.0, 0, 300.0}, 20.0, 90.0), 1.0, 0.0, {}, 290.0};
    const auto before_leaning = [&](Vec3 x) {
      const double T = (260.0 - x.z) / 0.9;
      return Vec3{x.x - T * b.x, x.y - T * b.y, 250.0 - norm(b) * T};
    };
    const auto before_tilt = [&](Vec3 x) {
      const double T = dot(x - Vec3{400.0, 0.0, 300.0}, n);
      return Vec3{x.x - T * n.x, x.y, 290.0 - T};
    };
    const auto check = [&](const PastFold& younger, const auto& before) {
      const WalkedBack back = walk_back(grid, {oldest, PastCut{cut, 200.0}, younger}, {});
      const double height_share = worst_share(back.cuts[0].height, [&](Vec3 x) {
        const Vec3 then = before(x);
        return cut_depth(then.x, then.y) - then.z;
      });
      const double flat_share = worst_share(back.cuts[0].flat, [&](Vec3 x) { return 200.0 - before(x).z; });
      QVERIFY2(height_share < 3e-7, qPrintable(QString::number(height_share)));
      QVERIFY2(flat_share < 2e-7, qPrintable(QString::number(flat_share)));
    };
    check(leaning, before_leaning);
    check(tilt, before_tilt);
  }

  void a_fold_alone_is_what_foot_points_say() {
    const auto surface = cosine(280.0, train(60.0, 420.0, 70.0));
    const AxialLine line{90.0, 70.0};
    for (const double lambda : {-0.4, 0.0, 0.6, 1.5}) {
      const auto parameters = FoldParameters::from_lambda(lambda);
      const Vec3 b = parameters.psi * line.upward();
      FoldProblem problem{grid, parameters.F, b, surface, {}};
      const FoldSolution alone = make_foot_point_solver()->solve(std::move(problem), {}, {});
      const Field<float> again =
          refolded_arrival(grid, {{surface, parameters.F, parameters.psi, b, 0.0}}, {});
      double worst = 0.0;
      for (Index m = 0; m < grid.size(); ++m)
        worst = worst_of(worst, std::abs(double{alone.arrival[m]} - again[m]));
      QVERIFY2(worst < 1e-3, qPrintable(QString("lambda %1: %2 m").arg(lambda).arg(worst)));
    }
  }

  void flat_folds_change_nothing() {
    const auto surface = cosine(280.0, train(60.0, 420.0, 70.0));
    const PastFold first{surface, 0.7, 0.3, 0.3 * up, 0.0};
    const PastFold flat{plane({0, 0, 200.0}, 0.0, 0.0), 0.8, 0.2, 0.2 * up, 200.0};
    const Field<float> once = refolded_arrival(grid, {first}, {});
    const Field<float> thrice = refolded_arrival(grid, {first, flat, flat}, {});
    double worst = 0.0;
    for (Index m = 0; m < grid.size(); ++m)
      worst = worst_of(worst, std::abs(double{once[m]} - thrice[m]));
    QVERIFY2(worst < 1e-7, qPrintable(QString::number(worst)));
  }

  void a_section_is_folded_in_its_plane() {
    const Grid3 section{{61, 1, 41}, {15.0, 15.0, 15.0}, {}, {}, {}, 0};
    const FoldTrain first = train(60.0, 420.0, 90.0), second = train(45.0, 610.0, 90.0);
    const std::vector<PastFold> folds{{cosine(280.0, first, section), 0.0, 1.0, up, 0.0},
                                      {cosine(250.0, second, section), 0.0, 1.0, up, 250.0}};
    const double share = worst_share(
        refolded_arrival(section, folds, {}),
        [&](Vec3 x) { return 280.0 - height(first, x.x, 0.0) - (x.z + height(second, x.x, 0.0)); }, section);
    QVERIFY2(share < 3e-7, qPrintable(QString::number(share)));
  }

  void threads_change_nothing() {
    const std::vector<PastFold> folds{{cosine(280.0, train(60.0, 420.0, 90.0)), 0.6, 0.4, 0.4 * up, 0.0},
                                      {cosine(250.0, train(45.0, 610.0, 20.0)), 0.3, 0.7, 0.7 * up, 250.0}};
    const int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    const Field<float> one = refolded_arrival(grid, folds, {});
    omp_set_num_threads(3);
    const Field<float> three = refolded_arrival(grid, folds, {});
    omp_set_num_threads(threads);
    QVERIFY(std::equal(one.values().begin(), one.values().end(), three.values().begin()));
  }

  void a_stop_is_heard() {
    std::stop_source stop;
    stop.request_stop();
    const Job job{nullptr, stop.get_token()};
    const std::vector<PastFold> folds{{cosine(280.0, train(60.0, 420.0, 90.0)), 0.6, 0.4, 0.4 * up, 0.0}};
    QVERIFY_THROWS_EXCEPTION(Stopped, refolded_arrival(grid, folds, job));
  }

  void the_mean_depth_is_that_of_the_map() {
    QCOMPARE(mean_depth(*plane({0, 0, 100.0}, 45.0, 90.0), grid), 100.0 + 0.5 * grid.extent().x);
  }
};

}  // namespace test_refold

FOLDWAVE_TEST(test_refold, run_alone<test_refold::TestRefold>)
#include "test_refold.moc"
