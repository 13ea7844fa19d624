// Protects what the foot-point method refuses: each limit at its very end, and words that name the place.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/fold/foot/foot_check.hpp"
#include "tests/test_program.hpp"

namespace test_foot_check {

using namespace foldwave;

class TestFootCheck : public QObject {
  Q_OBJECT

  static FoldProblem problem(std::array<int, 3> n, Vec3 h, double F = 1.0, Vec3 b = {}) {
    const Grid3 box{{5, 5, 5}, {1.0, 1.0, 1.0}, {}, {}, {}, 0};
    const HorizonSpec plane = PlaneHorizon{{2.0, 2.0, 2.0}, 0.0, 0.0, {}};
    return {{n, {h.x, h.y, h.z}, {}, {}, {}, 0},
            F,
            b,
            std::make_shared<const Horizon>(make_horizon(plane, box, "", "")),
            {}};
  }
  static std::string refused(const FoldProblem& given, ThinGrids thin = ThinGrids::refused) {
    try {
      check_foot_numbers(given, thin);
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  }

 private slots:
  void grids_may_be_so_thin() {
    const Vec3 h{1.0, 1.0, 1.0};
    QVERIFY(refused(problem({2, 1, 2}, h)).empty());
    QVERIFY(refused(problem({1, 1, 1}, h), ThinGrids::solved).empty());
    for (const std::array<int, 3> n : {std::array{1, 2, 2}, {2, 0, 2}, {2, 2, 1}}) {
      const std::string words = refused(problem(n, h));
      QVERIFY2(words.find("/grid/nodes") == 0 && words.find("at least 2") != std::string::npos,
               words.c_str());
      const std::string size =
          std::to_string(n[0]) + " x " + std::to_string(n[1]) + " x " + std::to_string(n[2]);
      QVERIFY2(words.find(size) != std::string::npos, words.c_str());
    }
    for (const std::array<int, 3> n : {std::array{0, 1, 1}, {1, 0, 1}, {1, 1, 0}})
      QVERIFY(refused(problem(n, h), ThinGrids::solved).find("at least 1") != std::string::npos);
  }

  void spacings_keep_their_squares_in_single_precision() {
    for (int axis = 0; axis < 3; ++axis) {
      const auto with = [&](double spacing, int nodes) {
        Vec3 h{1.0, 1.0, 1.0};
        h[axis] = spacing;
        std::array<int, 3> n{4, 4, 4};
        n[static_cast<std::size_t>(axis)] = nodes;
        return refused(problem(n, h), ThinGrids::solved);
      };
      QVERIFY(with(1e-12, 4).empty() && with(1e12, 4).empty());
      for (const double bad : {0.999e-12, 1.001e12, 0.0, -1.0, std::nan("")}) {
        QVERIFY(with(bad, 4).find("/grid/spacing") == 0);
        QVERIFY(with(bad, 2).find("/grid/spacing") == 0);
        QVERIFY(with(bad, 1).empty());  // of one node it means nothing
      }
    }
  }

  void speeds_are_finite() {
    const double inf = std::numeric_limits<double>::infinity();
    const Vec3 h{1.0, 1.0, 1.0};
    QVERIFY(!refused(problem({4, 4, 4}, h, inf)).empty());
    QVERIFY(!refused(problem({4, 4, 4}, h, 1.0, {0.0, std::nan(""), 0.0})).empty());
    QVERIFY(!refused(problem({4, 4, 4}, h, inf, {inf, 0.0, 0.0})).empty());
    FoldProblem bare = problem({4, 4, 4}, h);
    bare.horizon = nullptr;
    QVERIFY(refused(bare).find("needs a horizon") != std::string::npos);
  }

  // A level plane of F + psi a.n = F - b_z.
  void a_front_that_stands_is_told_with_its_place() {
    FoldProblem given = problem({5, 5, 5}, {1.0, 1.0, 1.0}, 0.3, {0.0, 0.0, 0.5});
    given.grid.origin = {1000.0, 2000.0, 300.0};
    try {
      check_foot_speed(given);
      QFAIL("not refused");
    } catch (const InputError& error) {
      const std::string words = error.what();
      QVERIFY2(words.find(" % of the horizon: F + psi a.n is -0.2 at (10") != std::string::npos &&
                   words.find(", 200") != std::string::npos && words.find("depth 302") != std::string::npos,
               words.c_str());
    }
    given.b.z = -0.5;
    check_foot_speed(given);
  }

  void a_misfit_is_told_beyond_a_hundred_tolerances() {
    FoldSolution solution;
    warn_of_misfit(0.99, 0.01, solution);
    QVERIFY(solution.warnings.empty());
    warn_of_misfit(1.01, 0.01, solution);
    QVERIFY(solution.warnings.size() == 1 && solution.warnings[0].find("by 1 m") != std::string::npos);
  }
};

}  // namespace test_foot_check

FOLDWAVE_TEST(test_foot_check, run_guiless<test_foot_check::TestFootCheck>)
#include "test_foot_check.moc"
