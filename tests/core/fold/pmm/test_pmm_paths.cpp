// Protects the fast paths of the PMM: they give what the plain loop gives, in both precisions, on both sides,
// whatever the sizes; leaving out what is settled changes no bit, nor does the number of threads.
#include <QTest>
#include <cmath>
#include <cstring>
#include <random>

#include "core/base/system.hpp"
#include "core/base/worst.hpp"
#include "core/fold/foot/initial.hpp"
#include "core/fold/pmm/pmm.hpp"
#include "core/fold/pmm/pmm_rows.hpp"
#include "tests/test_program.hpp"

namespace test_pmm_paths {

using namespace foldwave;

namespace {

struct Case {
  Grid3 grid;
  double F;
  Vec3 b;
};

// Sizes that are no multiple of a vector's or a block's, unequal spacings, all kinds of speeds.
std::vector<Case> cases() {
  std::vector<Case> all;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto add = [&](std::array<int, 3> n, std::array<double, 3> h, double F, Vec3 b) {
    all.push_back({{n, h, {}, {}, {}, 0}, F, b});
  };
  add({37, 29, 41}, {0.27, 0.35, 0.25}, 1.1, {-0.35, 0.4, -0.7});
  add({16, 33, 48}, {0.6, 0.3, 0.21}, 1.0, {});
  add({33, 17, 31}, {0.3, 0.6, 0.33}, 0.5, {0.0, 0.0, -0.5});
  add({41, 18, 32}, {0.25, 0.5, 0.31}, 0.35, 0.65 * Vec3{0.1, -0.05, -0.99});
  add({83, 1, 79}, {0.12, 1.0, 0.127}, 0.8, {0.1, 0.3, -0.2});
  add({1, 40, 40}, {0.25, 0.25, 0.25}, 0.9, {0.0, 0.1, -0.1});
  for (int k = 0; k < 4; ++k) {
    const double F = 0.6 + 0.5 * std::abs(unit(random));
    add({20 + 9 * k, 35 - 7 * k, 24 + 5 * k}, {0.3, 0.4, 0.35}, F,
        0.55 * F * Vec3{unit(random), unit(random), unit(random)});
  }
  return all;
}

template <class Real>
StartValues<Real> start_values(const Case& c) {
  const TrainsHorizon waves{5.0, {{0.7, 9.0, 60.0, {2.5, 5.0}, {}}, {0.3, 13.0, 150.0, {5.0, 6.0}, {}}}, {}};
  return make_start_values<Real>(make_horizon(waves, c.grid, "", ""), c.grid, c.F, c.b, {}, {});
}

template <class Real>
FoldSolution solve(const Case& c, const StartValues<Real>& start, const FoldOptions& options) {
  FoldProblem problem{c.grid, c.F, c.b, nullptr, StartValues<Real>{start.time.clone(), start.fixed.clone()}};
  return make_pmm_solver()->solve(std::move(problem), options, {});
}

template <class Real>
const Field<Real>& arrival(const FoldSolution& s) {
  if constexpr (std::is_same_v<Real, float>) {
    return s.arrival;
  } else {
    return s.arrival64;
  }
}

template <class Real>
bool same_bits(const Field<Real>& a, const Field<Real>& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), sizeof(Real) * static_cast<std::size_t>(a.size())) == 0;
}

// The largest difference as a share of the largest value; infinities must be the same.
template <class Real>
double difference(const Field<Real>& a, const Field<Real>& b) {
  double worst = 0.0, size = 0.0;
  for (Index m = 0; m < a.size(); ++m) {
    if (std::isinf(a[m]) || std::isinf(b[m])) {
      if (a[m] != b[m]) return std::numeric_limits<double>::infinity();
      continue;
    }
    worst = worst_of(worst, std::abs(static_cast<double>(a[m]) - static_cast<double>(b[m])));
    size = worst_of(size, std::abs(static_cast<double>(a[m])));
  }
  return size > 0.0 ? worst / size : 0.0;
}

std::vector<FoldPath> fast_paths() {
  std::vector<FoldPath> all;
  for (const FoldPath path : {FoldPath::avx2, FoldPath::avx512})
    try {
      if (row_functions<float>(path) != nullptr) all.push_back(path);
    } catch (const InputError&) {
    }
  return all;
}

constexpr Precision precision_of(float) {
  return Precision::binary32;
}
constexpr Precision precision_of(double) {
  return Precision::binary64;
}

template <class Real>
void compare_paths() {
  constexpr double few_digits = sizeof(Real) == sizeof(float) ? 1e-6 : 2e-15;
  for (const Case& c : cases()) {
    const StartValues<Real> start = start_values<Real>(c);
    for (const int sweeps : {1, 64}) {
      FoldOptions options{precision_of(Real{}), sweeps, sweeps != 1, true, FoldPath::plain};
      const FoldSolution plain = solve(c, start, options);
      QVERIFY(sweeps == 1 || plain.unreached == 0);
      for (const FoldPath path : fast_paths()) {
        options.path = path;
        const FoldSolution fast = solve(c, start, options);
        const double worst = difference(arrival<Real>(plain), arrival<Real>(fast));
        QVERIFY2(
            worst < few_digits,
            qPrintable(
                QString("%1 in %2 x %3 x %4").arg(worst).arg(c.grid.n[0]).arg(c.grid.n[1]).arg(c.grid.n[2])));
        QVERIFY(std::abs(fast.sweeps - plain.sweeps) <= 1);
        QVERIFY(fast.unreached == plain.unreached);
      }
    }
  }
}

// A heap of fixed times on both sides, against every promise: free nodes touch the other side, later nodes
// come before earlier ones.
StartValues<float> rubble(const Grid3& grid) {
  StartValues<float> start{Field<float>(grid.n), Field<std::uint8_t>(grid.n)};
  std::mt19937 random(11);
  std::uniform_real_distribution<float> unit(0.0F, 1.0F);
  for (Index m = 0; m < grid.size(); ++m) {
    const bool fixed = unit(random) < 0.01F;
    const bool lower = unit(random) < 0.2F;
    const float time = fixed ? 3.0F * unit(random) : std::numeric_limits<float>::infinity();
    start.time[m] = lower ? -time : time;
    start.fixed[m] = fixed ? 1 : 0;
  }
  return start;
}

// A tunnel one node wide, with straight lengths in all directions, through walls that are held late: each
// sweep carries the front a little further, and only where it is.
StartValues<float> tunnel(const Grid3& grid) {
  StartValues<float> start{Field<float>(grid.n, 9e3F), Field<std::uint8_t>(grid.n, 1)};
  std::mt19937 random(23);
  std::uniform_int_distribution<int> pick(0, 1000);
  std::array<int, 3> at{3, 4, 5};
  for (int bend = 0; bend < 40; ++bend) {
    const auto axis = static_cast<std::size_t>(pick(random) % 3);
    const int to = 2 + pick(random) % (grid.n[axis] - 4);
    for (const int step = to < at[axis] ? -1 : 1; at[axis] != to; at[axis] += step) {
      start.time(at[0], at[1], at[2]) = std::numeric_limits<float>::infinity();
      start.fixed(at[0], at[1], at[2]) = 0;
    }
  }
  start.time(3, 4, 5) = 0.0F;
  start.fixed(3, 4, 5) = 1;
  return start;
}

}  // namespace

class TestPmmPaths : public QObject {
  Q_OBJECT
 private slots:
  void the_fast_paths_give_the_plain_ones_times_in_single() { compare_paths<float>(); }
  void the_fast_paths_give_the_plain_ones_times_in_double() {
    FOLDWAVE_NUMBERS();
    compare_paths<double>();
  }

  void sides_do_not_leak_into_each_other() {
    const Case c{{{45, 38, 35}, {0.2, 0.3, 0.25}, {}, {}, {}, 0}, 1.1, {-0.35, 0.4, -0.7}};
    const StartValues<float> start = rubble(c.grid);
    FoldOptions options{Precision::binary32, 3, false, true, FoldPath::plain};
    const FoldSolution plain = solve(c, start, options);
    for (const FoldPath path : fast_paths()) {
      options.path = path;
      QVERIFY(difference(plain.arrival, solve(c, start, options).arrival) < 5e-7);
    }
  }

  void leaving_out_what_is_settled_changes_no_bit() {
    for (const Case& c : cases()) {
      const StartValues<float> start = start_values<float>(c);
      for (const int sweeps : {1, 2, 3, 64}) {
        FoldOptions options{Precision::binary32, sweeps, sweeps == 64, false, FoldPath::fastest};
        const FoldSolution all = solve(c, start, options);
        options.skip_settled = true;
        const FoldSolution some = solve(c, start, options);
        QVERIFY(same_bits(all.arrival, some.arrival));
        QVERIFY(all.sweeps == some.sweeps);
      }
    }
  }

  void a_front_in_a_tunnel_is_not_lost() {
    const Case c{{{70, 64, 83}, {0.2, 0.3, 0.25}, {}, {}, {}, 0}, 1.1, {-0.35, 0.4, -0.7}};
    const StartValues<float> start = tunnel(c.grid);
    FoldOptions options{Precision::binary32, 64, true, false, FoldPath::fastest};
    const FoldSolution all = solve(c, start, options);
    QVERIFY2(all.sweeps > 6 && all.sweeps < 64, qPrintable(QString::number(all.sweeps)));
    options.skip_settled = true;
    const FoldSolution some = solve(c, start, options);
    QVERIFY(same_bits(all.arrival, some.arrival));
    QVERIFY(all.sweeps == some.sweeps);
  }

  void threads_do_not_change_a_bit() {
    const Case c{{{70, 53, 66}, {0.15, 0.2, 0.15}, {}, {}, {}, 0}, 1.1, {-0.35, 0.4, -0.7}};
    const int threads = thread_count();
    const StartValues<float> single = start_values<float>(c);
    const StartValues<double> twofold = start_values<double>(c);
    for (const bool skip : {true, false}) {
      FoldOptions options{Precision::binary32, 64, true, skip, FoldPath::fastest};
      set_thread_count(1);
      const FoldSolution one = solve(c, single, options);
      options.precision = Precision::binary64;
      const FoldSolution one64 = solve(c, twofold, options);
      for (const int more : {2, 3, 7}) {
        set_thread_count(more);
        options.precision = Precision::binary32;
        QVERIFY(same_bits(one.arrival, solve(c, single, options).arrival));
        options.precision = Precision::binary64;
        QVERIFY(same_bits(one64.arrival64, solve(c, twofold, options).arrival64));
      }
    }
    set_thread_count(threads);
  }

  void a_fixed_number_of_sweeps_is_done_in_full() {
    const Case c = cases().front();
    const StartValues<float> start = start_values<float>(c);
    const FoldSolution settled = solve(c, start, FoldOptions{});
    QVERIFY(settled.sweeps >= 2 && settled.sweeps <= 4);
    for (const bool skip : {true, false}) {
      const FoldSolution eight = solve(c, start, {Precision::binary32, 8, false, skip, FoldPath::fastest});
      QVERIFY(eight.sweeps == 8);
      QVERIFY(difference(settled.arrival, eight.arrival) < 1e-7);
    }
    // Rubble takes more than one sweep.
    const StartValues<float> slow = rubble(c.grid);
    const FoldSolution one = solve(c, slow, {Precision::binary32, 1, false, true, FoldPath::fastest});
    const FoldSolution two = solve(c, slow, {Precision::binary32, 2, false, true, FoldPath::fastest});
    QVERIFY(one.sweeps == 1 && two.sweeps == 2 && !same_bits(one.arrival, two.arrival));
    QVERIFY(one.warnings.empty() && settled.warnings.empty());
  }

  void a_fold_that_has_not_settled_says_so() {
    const Case c = cases().front();
    const StartValues<float> slow = rubble(c.grid);
    for (const FoldPath path : {FoldPath::plain, FoldPath::fastest}) {
      const FoldSolution s = solve(c, slow, {Precision::binary32, 2, true, true, path});
      QVERIFY(s.sweeps == 2 && s.warnings.size() == 1);
      QCOMPARE(s.warnings.front(), std::string("fold: not settled after 2 sweeps"));
    }
  }

  void double_precision_is_given_back_and_rounded() {
    const Case c = cases().front();
    const FoldSolution s =
        solve(c, start_values<double>(c), {Precision::binary64, 64, true, true, FoldPath::fastest});
    QVERIFY(s.arrival64.size() == c.grid.size() && s.arrival.size() == c.grid.size());
    for (Index m = 0; m < c.grid.size(); ++m)
      QVERIFY(s.arrival[m] == static_cast<float>(s.arrival64[m]));
    // The single solution is the double one to single precision, not further.
    const FoldSolution single = solve(c, start_values<float>(c), FoldOptions{});
    const double apart = difference(single.arrival, s.arrival);
    QVERIFY2(apart > 0.0 && apart < 2e-6, qPrintable(QString::number(apart)));
    QVERIFY(single.arrival64.empty());
  }
};

}  // namespace test_pmm_paths

FOLDWAVE_TEST(test_pmm_paths, run_guiless<test_pmm_paths::TestPmmPaths>)
#include "test_pmm_paths.moc"
