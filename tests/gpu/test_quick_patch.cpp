// Protects the quicker form of the node's formula: on smooth, kinked, torn and noisy patches, for any speeds,
// it gives the plain form's arrival to rounding, and it works out few edges where the field is smooth.
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/worst.hpp"
#include "gpu/fold/likely_triangle.hpp"
#include "tests/test_program.hpp"

namespace test_quick_patch {

using namespace foldwave;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

struct Draw {
  std::mt19937 random{7};
  double unit() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random); }
  Vec3 vector(double size) { return {size * unit(), size * unit(), size * unit()}; }
};

// A front's slope: F |p| + b.p = 1.
Vec3 front_slope(Draw& draw, double F, Vec3 b) {
  for (;;) {
    Vec3 n = draw.vector(1.0);
    n = (1.0 / norm(n)) * n;
    const double V = F + dot(b, n);
    if (V > 0.05) return (1.0 / V) * n;
  }
}

constexpr double hu = 0.7, hv = 1.3, hw = 0.9;

void draw_patch(Draw& draw, double F, Vec3 b, double (&t)[9]) {
  const Vec3 one = front_slope(draw, F, b);
  const Vec3 two = front_slope(draw, F, b);
  const double bend_u = draw.unit(), bend_v = draw.unit(), bend_uv = draw.unit();
  const double offset = 0.5 * draw.unit();
  const int kind = static_cast<int>(4.99 * std::abs(draw.unit()));
  for (int m = 0; m < 9; ++m) {
    const double u = (m % 3 - 1) * hu, v = (m / 3 - 1) * hv;
    double& time = t[m];
    time = 20.0 + one.x * u + one.y * v;
    const double bend = bend_u * u * u + bend_v * v * v + bend_uv * u * v;
    if (kind == 1) time += 0.02 * bend;
    if (kind == 2) time = std::min(time, 20.0 + offset + two.x * u + two.y * v);
    if (kind == 3) time += 0.5 * bend + 0.3 * draw.unit();
    if (kind == 4 && draw.unit() > 0.0) time = inf;
  }
}

template <class Real>
Real largest_difference(double F_or_less, int trials, int& updated, bool level = false) {
  Draw draw;
  Real worst = 0;
  // A stencil takes long to make: each serves a thousand patches.
  for (int model = 0; model < trials / 1000; ++model) {
    const double F = F_or_less * (0.2 + std::abs(draw.unit()));
    Vec3 b = draw.vector(0.8);
    if (level) b = model % 2 == 0 ? (F / norm(b)) * b : Vec3{0.0, 0.0, draw.unit() > 0.0 ? F : -F};
    const auto plain = make_patch_stencil<Real>(F, b.x, b.y, b.z, hu, hv, hw, draw.unit() > 0.0);
    const auto quick = make_quick_stencil(plain);
    for (int trial = 0; trial < 1000; ++trial) {
      double patch[9];
      draw_patch(draw, F, b, patch);
      Real t[9];
      for (int m = 0; m < 9; ++m)
        t[m] = static_cast<Real>(patch[m]);
      Real old = std::numeric_limits<Real>::infinity();
      if (draw.unit() > 0.0) old = patch_update(plain, t, old) * static_cast<Real>(1.0 + 0.02 * draw.unit());
      const Real a = patch_update(plain, t, old);
      unsigned edges = 0;
      Real c = quick.tame && trial % 4 != 0 ? try_triangles<true>(quick.factors, quick, t, old, edges)
                                            : try_triangles<false>(quick.factors, quick, t, old, edges);
      if (edges != 0U) c = try_edges_and_nodes(quick, t, c, edges, [&](int m) { return t[m]; });
      updated += a < old ? 1 : 0;
      if (a == c) continue;
      worst = worst_of(worst, std::isfinite(a) && std::isfinite(c) ? std::abs(a - c) : Real(1e30));
    }
  }
  return worst;
}

struct Settled {
  double worst = 0.0;  // against the plain form
  int one = 0, all = 0;
};

// Bent patches, most of them with the characteristic through them: as `settle` finds them.
Settled settle_patches(double F_or_less, double most_bend) {
  Draw draw;
  Settled result;
  while (result.all < 200000) {
    const double F = F_or_less * (0.2 + std::abs(draw.unit()));
    const Vec3 b = draw.vector(0.6);
    const auto plain = make_patch_stencil<double>(F, b.x, b.y, b.z, hu, hv, hw, true);
    const auto quick = make_quick_stencil(plain);
    if (!quick.tame) continue;
    for (int trial = 0; trial < 1000; ++trial) {
      const Vec3 from = {1.3 * hu * draw.unit(), 1.3 * hv * draw.unit(), -hw};
      const double time = travel_time<double>(-from, F, b);
      if (std::isinf(time)) continue;
      const Vec3 V = (-1.0 / time) * from;
      const Vec3 p = (1.0 / dot(V, V - b)) * (V - b);
      const double bend = most_bend * draw.unit() * draw.unit();
      const double bend_u = bend * draw.unit(), bend_v = bend * draw.unit(), bend_uv = bend * draw.unit();
      double t[9];
      for (int m = 0; m < 9; ++m) {
        const int u = m % 3 - 1, v = m / 3 - 1;
        t[m] = 20.0 + p.x * hu * u + p.y * hv * v + bend_u * u * u + bend_v * v * v + bend_uv * u * v;
      }
      double old = pmm_detail::infinity<double>();
      const double expected = patch_update(plain, t, old);
      if (trial % 3 != 0) old = expected * (1.0 + 1e-3 * draw.unit());
      double best = 0.0;
      ++result.all;
      if (!settle(quick.factors, t, old, best)) continue;
      ++result.one;
      result.worst = worst_of(result.worst, std::abs(best - std::min(old, expected)));
    }
  }
  return result;
}

}  // namespace

class TestQuickPatch : public QObject {
  Q_OBJECT
 private slots:
  void it_agrees_with_the_plain_form() {
    int updated = 0;
    QVERIFY(largest_difference<double>(1.0, 300000, updated) < 1e-9);
    QVERIFY(updated > 100000);
  }

  void it_agrees_in_single_precision() {
    int updated = 0;
    const float worst = largest_difference<float>(1.0, 100000, updated);
    QVERIFY(worst < 20.0F * 1e-6F);
  }

  void it_agrees_where_the_current_is_faster_than_the_front() {
    int updated = 0;
    const double worst = largest_difference<double>(0.3, 100000, updated);
    QVERIFY(worst < 1e-9);
  }

  // The slope's form is then next to 0/0, for some directions at it.
  void it_agrees_where_the_current_is_as_fast_as_the_front() {
    int updated = 0;
    const double worst = largest_difference<double>(1.0, 100000, updated, true);
    QVERIFY2(worst < 1e-9, qPrintable(QString::number(worst)));
    const float single = largest_difference<float>(1.0, 100000, updated, true);
    QVERIFY2(single < 20.0F * 1e-6F, qPrintable(QString::number(single)));
  }

  void one_triangle_settles_a_patch_rightly() {
    for (const double F : {1.0, 0.3}) {
      const Settled bent = settle_patches(F, 0.3);
      QVERIFY2(bent.worst < 1e-8, qPrintable(QString::number(bent.worst)));
      QVERIFY(bent.one > bent.all / 20);
    }
  }

  void one_triangle_settles_most_smooth_patches() {
    const Settled smooth = settle_patches(1.0, 1e-3);
    QVERIFY2(smooth.worst < 1e-8, qPrintable(QString::number(smooth.worst)));
    QVERIFY2(smooth.one > smooth.all * 6 / 10, qPrintable(QString::number(smooth.one)));
  }
};

}  // namespace test_quick_patch

FOLDWAVE_TEST(test_quick_patch, run_guiless<test_quick_patch::TestQuickPatch>)
#include "test_quick_patch.moc"
