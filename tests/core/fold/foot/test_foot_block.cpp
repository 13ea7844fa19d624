// Protects the look at many nodes at once: each lane is the kernel's own step, cut to its length, and judged
// by the limits it is given, at their ends too, on every path that the machine has.
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/worst.hpp"
#include "core/fold/foot/foot_block.hpp"
#include "tests/test_program.hpp"

namespace test_foot_block {

using namespace foldwave;

class TestFootBlock : public QObject {
  Q_OBJECT

  template <class Real>
  struct Lanes {
    std::vector<Real> x, y, z, u, v, time, change, quality;
    FootLanes<Real> view() {
      for (std::vector<Real>* const out : {&time, &change, &quality})
        out->assign(x.size(), Real(-7));
      return {static_cast<int>(x.size()),
              x.data(),
              y.data(),
              z.data(),
              u.data(),
              v.data(),
              time.data(),
              change.data(),
              quality.data()};
    }
    void add(double px, double py, double pz, double pu, double pv) {
      x.push_back(static_cast<Real>(px)), y.push_back(static_cast<Real>(py));
      z.push_back(static_cast<Real>(pz));
      u.push_back(static_cast<Real>(pu)), v.push_back(static_cast<Real>(pv));
    }
  };

  template <bool Section, class Real>
  void judge(FoldPath path, double tolerance) {
    const Grid3 box{{65, Section ? 1 : 65, 65}, {0.15625, 0.15625, 0.15625}, {}, {}, {}, 0};
    const HorizonSpec spec =
        TrainsHorizon{5.0, {{0.9, 6.0, 70.0, {2.5, 5.0}, {}}, {0.4, 9.0, 170.0, {5.0, 6.0}, {}}}, {}};
    const Horizon horizon = make_horizon(spec, box, "", "");
    const auto table = make_surface_table<Real>(horizon, {-10.0, -10.0, 20.0, 20.0}, 1e-6);
    const FootSpeeds<Real> speeds{Real(0.45), Real(0.1), Real(Section ? 0.0 : 0.2), Real(-0.5)};
    const FootLimits<Real> limits{Real(0.8), Real(0.2), Real(1.0), Real(Section ? -1.0 : 2.0),
                                  Real(9.0), Real(8.0)};
    Lanes<Real> lanes;
    std::mt19937 random(5);
    std::uniform_real_distribution<double> place(0.0, 10.0), off(-1.2, 1.2);
    for (int i = 0; i < 203; ++i) {
      const double x = place(random), y = Section ? 0.0 : place(random);
      lanes.add(x, y, 2.5 * off(random), x + off(random), Section ? 0.0 : y + off(random));
    }
    // The ends of the table belong to it.
    const double low_v = Section ? 0.0 : 2.0, high_v = Section ? 0.0 : 8.0;
    for (const auto& [u, v] :
         {std::pair{1.0, 0.5 * (low_v + high_v)}, {9.0, low_v}, {4.0, low_v}, {4.0, high_v}})
      lanes.add(u, v, horizon.depth(u, v) - static_cast<double>(table.view.mean), u, v);
    const std::size_t ends = lanes.x.size();
    lanes.add(std::nan(""), 5.0, 0.0, 4.0, 5.0);
    const Lanes<Real> before = lanes;
    foot_look<Real>(Section, path)(table.view, speeds, limits, lanes.view());

    int cut = 0, doubtful = 0, sound = 0, outside = 0;
    double worst = 0.0;
    for (std::size_t i = 0; i < ends; ++i) {
      const Real u = before.u[i], v = before.v[i];
      const FootStep<Real> step =
          foot_step<Section>(table.view, speeds, before.x[i], before.y[i], before.z[i], u, v);
      const Real far = std::hypot(step.du, step.dv);
      // What lies at a limit's very end may fall to either side by rounding.
      if (std::abs(far - limits.longest) < 1e-4F || std::abs(far - limits.settled) < 1e-4F) continue;
      const bool inside = u >= limits.u0 && u <= limits.u1 && v >= limits.v0 && v <= limits.v1;
      const bool fits = inside && step.speed > Real(0) && far < limits.longest;
      const Real part = std::min(Real(1), limits.longest / far);
      const auto off_by = [&](Real found, Real wanted) {
        worst = worst_of(worst, static_cast<double>(std::abs(found - wanted) / (Real(1) + std::abs(wanted))));
      };
      off_by(lanes.u[i], u + part * step.du);
      off_by(lanes.v[i], v + part * step.dv);
      off_by(lanes.time[i], step.time);
      off_by(lanes.quality[i], fits ? step.quality : Real(-1));
      if (far < limits.settled)
        off_by(lanes.change[i], std::abs(step.gain));
      else
        QVERIFY(std::isinf(lanes.change[i]));
      cut += part<Real(1), doubtful += far> limits.settled, sound += fits, outside += !inside;
    }
    QVERIFY2(worst < tolerance, qPrintable(QString::number(worst)));
    QVERIFY2(cut > 20 && doubtful > 50 && sound > 30 && outside > 20,
             qPrintable(QString("%1 %2 %3 %4").arg(cut).arg(doubtful).arg(sound).arg(outside)));
    for (std::size_t i = 203; i < ends; ++i)
      QVERIFY2(lanes.quality[i] > Real(0), qPrintable(QString::number(i)));
    // No number leaves the guess alone and promises nothing.
    QVERIFY(lanes.u[ends] == Real(4) && lanes.v[ends] == Real(5) && lanes.quality[ends] == Real(-1));
    QVERIFY(std::isinf(lanes.change[ends]));
  }

 private slots:
  void a_lane_is_the_kernels_step() {
    for (const FoldPath path : {FoldPath::plain, FoldPath::fastest, FoldPath::avx2, FoldPath::avx512}) {
      try {
        foot_look<double>(false, path);
      } catch (const InputError&) {
        QVERIFY(path == FoldPath::avx2 || path == FoldPath::avx512);
        continue;
      }
      judge<false, double>(path, 5e-12);
      judge<true, double>(path, 5e-12);
      judge<false, float>(path, 2e-3);
      judge<true, float>(path, 2e-3);
    }
  }

  // Each path is code of its own, and the fastest is one of them.
  void paths_are_what_they_are_called() {
    const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512dq");
    const bool fused = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const auto plain = foot_look<double>(false, FoldPath::plain);
    QVERIFY(plain != foot_look<double>(true, FoldPath::plain));
    if (fused) QVERIFY(foot_look<double>(false, FoldPath::avx2) != plain);
    if (wide) QVERIFY(foot_look<double>(false, FoldPath::avx512) != plain);
    QVERIFY(foot_look<double>(false, FoldPath::fastest) == foot_look<double>(false, wide ? FoldPath::avx512
                                                                                    : fused
                                                                                        ? FoldPath::avx2
                                                                                        : FoldPath::plain));
    if (!wide) QVERIFY_EXCEPTION_THROWN(foot_look<double>(false, FoldPath::avx512), InputError);
    if (!fused) QVERIFY_EXCEPTION_THROWN(foot_look<double>(false, FoldPath::avx2), InputError);
  }
};

}  // namespace test_foot_block

FOLDWAVE_TEST(test_foot_block, run_guiless<test_foot_block::TestFootBlock>)
#include "test_foot_block.moc"
