// Protects the Gaussian filters: every method is the Gaussian's definition in double precision within what
// its header says, on odd, flat and one-node-thin grids; the thesis's gain; turned ellipsoids have the
// moments that they should; constants and sums stay; the same bits for any threads; what cannot be is
// refused.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/base/error.hpp"
#include "core/volume/filter/gaussian_plan.hpp"
#include "filter_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_gaussian {

using namespace foldwave;
using namespace foldwave::test;

namespace {

GaussianFilter round_filter(double sigma, GaussianMethod method) {
  GaussianFilter filter;
  filter.sigma = {sigma, sigma, sigma};
  filter.method = method;
  return filter;
}

// Second moments of an impulse's image, in square metres: xx, yy, zz, xy, xz, yz.
std::array<double, 6> moments(const std::vector<float>& image, const Grid3& grid) {
  std::array<double, 6> m{};
  double sum = 0.0;
  const Vec3 middle = 0.5 * grid.extent();
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const Vec3 d = grid.local(i, j, k) - middle;
        const double v = image[static_cast<std::size_t>(grid.index(i, j, k))];
        sum += v;
        const std::array<double, 6> terms{d.x * d.x, d.y * d.y, d.z * d.z, d.x * d.y, d.x * d.z, d.y * d.z};
        for (std::size_t t = 0; t < 6; ++t)
          m[t] += v * terms[t];
      }
  for (double& v : m)
    v /= sum;
  return m;
}

Field<float> made(const Grid3& grid, const auto& f) {
  Field<float> field(grid.n);
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        field(i, j, k) = static_cast<float>(f(grid.origin + grid.local(i, j, k)));
  return field;
}

// Where a Gaussian mirrors the line: half a node beyond its ends.
double mirrored_sine(double x, double h, int n, int waves) {
  return std::cos(std::numbers::pi * waves * (x / h + 0.5) / n);
}

}  // namespace

class TestGaussian : public QObject {
  Q_OBJECT

 private slots:
  void every_method_is_the_definition_data() {
    QTest::addColumn<int>("method");
    QTest::addColumn<double>("limit");
    // Taps end at 5 sigma, beyond which 5.7e-7 of an axis's weight lies.
    QTest::newRow("separable") << static_cast<int>(GaussianMethod::separable) << 2e-6;
    QTest::newRow("direct") << static_cast<int>(GaussianMethod::direct) << 4e-6;
    QTest::newRow("recursive") << static_cast<int>(GaussianMethod::recursive) << 1e-5;
    QTest::newRow("automatic") << static_cast<int>(GaussianMethod::automatic) << 1e-5;
  }
  void every_method_is_the_definition() {
    QFETCH(int, method);
    QFETCH(double, limit);
    double worst = 0.0;
    const std::vector<std::array<int, 3>> shapes{{17, 9, 5},  {33, 20, 1}, {1, 1, 40}, {1, 18, 3},
                                                 {35, 1, 19}, {1, 1, 1},   {2, 2, 2}};
    for (const std::array<int, 3>& n : shapes)
      for (const std::array<double, 3> sigma :
           {std::array{3.0, 8.0, 2.0}, std::array{12.0, 0.0, 30.0}, std::array{0.7, 45.0, 9.0}}) {
        const Grid3 grid = filter_grid(n, {1.0, 2.5, 1.5});
        const std::vector<float> in = noise(grid);
        GaussianFilter filter;
        filter.sigma = sigma;
        filter.method = static_cast<GaussianMethod>(method);
        if (filter.method == GaussianMethod::direct && sigma[0] == 0.7) continue;  // 600 k taps
        worst = worst_of(worst, worst_difference(filtered(in, grid, filter), true_gaussian(in, grid, sigma)));
      }
    qDebug("largest difference %.2g", worst);
    QVERIFY2(worst < limit, qPrintable(QString::number(worst)));
  }

  void recursion_keeps_its_error_at_any_sigma() {
    FOLDWAVE_NUMBERS();
    const Grid3 grid = filter_grid({900, 1, 1});
    double worst = 0.0;
    for (const double sigma : {0.5, 0.8, 1.3, 2.0, 5.0, 13.0, 50.0, 200.0, 1000.0, 1799.0}) {
      const std::vector<float> in = impulse(grid, 450, 0, 0),
                               image = filtered(in, grid, round_filter(sigma, GaussianMethod::recursive));
      const std::vector<double> exact = true_gaussian(in, grid, {sigma, 0.0, 0.0}, 7.0);
      // 5e-8: rounding of a value of 1, which a wide kernel's own are far below.
      worst = worst_of(worst, (worst_difference(image, exact) - 5e-8) / exact[450]);
    }
    qDebug("of the kernel's largest value %.2g", worst);
    QVERIFY2(worst < recursive_gaussian_error, qPrintable(QString::number(worst)));
  }

  void an_impulse_becomes_the_seeds_kernel() {
    for (const int s : {1, 2, 3}) {
      const Grid3 grid = filter_grid({31, 31, 31});
      GaussianFilter filter = round_filter(s, GaussianMethod::direct);
      filter.gain = GaussianGain::thesis;
      const std::vector<float> image = filtered(impulse(grid, 15, 15, 15), grid, filter);
      filter.method = GaussianMethod::separable;
      const std::vector<float> separable = filtered(impulse(grid, 15, 15, 15), grid, filter);
      double worst = 0.0, sum = 0.0, peak = 0.0;
      for (int k = 0; k < 31; ++k)
        for (int j = 0; j < 31; ++j)
          for (int i = 0; i < 31; ++i) {
            const int dx = i - 15, dy = j - 15, dz = k - 15;
            const bool inside = std::abs(dx) <= 2 * s && std::abs(dy) <= 2 * s && std::abs(dz) <= 2 * s;
            const double w = inside ? 50.0 / (2.0 * M_PI * std::sqrt(s)) *
                                          std::exp(-(dx * dx + dy * dy + dz * dz) / (2.0 * s * s)) /
                                          std::pow(4.0 * s + 1.0, 3)
                                    : 0.0;
            const auto m = static_cast<std::size_t>(grid.index(i, j, k));
            worst = worst_of(worst, std::max(std::abs(image[m] - w), std::abs(separable[m] - w)));
            sum += image[m];
            peak = std::max(peak, w);
          }
      QVERIFY2(worst < 1e-6 * peak, qPrintable(QString::number(worst / peak)));
      const double gain[] = {0.0, 0.975426, 0.907010, 0.812869};
      QVERIFY(std::abs(sum - gain[s]) < 1e-5);
    }
  }

  void a_constant_stays_and_so_does_the_sum() {
    const Grid3 grid = filter_grid({40, 33, 21});
    const std::vector<float> ones(static_cast<std::size_t>(grid.size()), 3000.0F), random = noise(grid);
    for (const auto method : {GaussianMethod::direct, GaussianMethod::separable, GaussianMethod::recursive})
      for (const double sigma : {0.6, 3.0, 11.0}) {
        if (method == GaussianMethod::direct && sigma > 3.0) continue;
        const GaussianFilter filter = round_filter(sigma, method);
        const double error = worst_difference(filtered(ones, grid, filter), ones) / 3000.0;
        QVERIFY2(error < 2e-6,
                 qPrintable(QString("%1 %2: %3").arg(gaussian_method_name(method)).arg(sigma).arg(error)));
        double before = 0.0, after = 0.0;
        for (const float v : random)
          before += v;
        for (const float v : filtered(random, grid, filter))
          after += v;
        QVERIFY2(std::abs(after - before) < 1e-6 * static_cast<double>(grid.size()),
                 qPrintable(QString::number(after - before)));
      }
  }

  void a_turned_ellipsoid_has_its_moments() {
    FOLDWAVE_NUMBERS();
    const Grid3 grid = filter_grid({61, 61, 61}, {1.0, 1.0, 1.0});
    GaussianFilter filter;
    filter.sigma = {6.0, 3.0, 1.5};
    filter.azimuth = 60.0;
    filter.dip = 35.0;
    // Strike N 30 W, dip to N 60 E, the pole up to the west: written down as numbers, with cos and sin of
    // 30, 35.
    const double c = std::sqrt(0.75), s = 0.5, cd = 0.8191520442889918, sd = 0.5735764363510460;
    const std::array<std::array<double, 3>, 3> axes{
        {{s, -c, 0.0}, {c * cd, s * cd, sd}, {c * sd, s * sd, -cd}}};
    const std::vector<float> image = filtered(impulse(grid, 30, 30, 30), grid, filter);
    const std::array<double, 6> m = moments(image, grid);
    const int first[] = {0, 1, 2, 0, 0, 1}, second[] = {0, 1, 2, 1, 2, 2};
    for (std::size_t t = 0; t < 6; ++t) {
      double expected = 0.0;
      for (std::size_t a = 0; a < 3; ++a)
        expected += filter.sigma[a] * filter.sigma[a] * axes[a][static_cast<std::size_t>(first[t])] *
                    axes[a][static_cast<std::size_t>(second[t])];
      QVERIFY2(std::abs(m[t] - expected) < 0.005 * 36.0,
               qPrintable(QString("%1: %2, %3").arg(t).arg(m[t]).arg(expected)));
    }
    // By a right angle it lies along the axes again, on which all methods agree.
    filter.azimuth = 90.0;
    filter.dip = 0.0;
    GaussianFilter level;
    level.sigma = {3.0, 6.0, 1.5};
    level.method = GaussianMethod::separable;
    QVERIFY(worst_difference(filtered(noise(grid), grid, filter), filtered(noise(grid), grid, level)) < 3e-6);
    // The rake turns strike to dip.
    filter = {};
    filter.sigma = {2.0, 4.0, 1.0};
    filter.rake = 90.0;
    level.sigma = {4.0, 2.0, 1.0};
    QVERIFY(worst_difference(filtered(noise(grid), grid, filter), filtered(noise(grid), grid, level)) < 3e-6);
  }

  void the_same_bits_for_any_threads() {
    for (const std::array<int, 3> n :
         {std::array{70, 37, 29}, std::array{130, 1, 90}, std::array{64, 200, 2}}) {
      const Grid3 grid = filter_grid(n);
      const std::vector<float> in = noise(grid);
      for (const auto method :
           {GaussianMethod::direct, GaussianMethod::separable, GaussianMethod::recursive}) {
        std::vector<std::vector<float>> results;
        for (const int threads : {1, 2, 5}) {
          const ThreadsFor these(threads);
          results.push_back(filtered(in, grid, round_filter(1.7, method)));
        }
        QVERIFY(same_bits(results[0], results[1]));
        QVERIFY(same_bits(results[0], results[2]));
      }
    }
  }

  void what_cannot_be_is_refused() {
    const Grid3 grid = filter_grid({8, 8, 8});
    const std::vector<float> in = noise(grid);
    const auto refused = [&](const GaussianFilter& filter) {
      try {
        filtered(in, grid, filter);
      } catch (const InputError&) {
        return true;
      }
      return false;
    };
    QVERIFY(refused(round_filter(-1.0, GaussianMethod::automatic)));
    QVERIFY(refused(round_filter(NAN, GaussianMethod::automatic)));
    QVERIFY(refused(round_filter(INFINITY, GaussianMethod::direct)));
    QVERIFY(refused(round_filter(400.0, GaussianMethod::direct)));
    GaussianFilter turned = round_filter(2.0, GaussianMethod::recursive);
    turned.sigma[0] = 3.0;
    turned.azimuth = 30.0;
    QVERIFY(refused(turned));
    turned.method = GaussianMethod::automatic;
    QVERIFY(!refused(turned));
    turned.gain = GaussianGain::thesis;
    QVERIFY(refused(turned));
    GaussianFilter narrow = round_filter(1.0, GaussianMethod::separable);
    narrow.reach = 0.5;
    QVERIFY(refused(narrow));
    QVERIFY_EXCEPTION_THROWN(gaussian_method_named("boxes"), InputError);
    QCOMPARE(gaussian_method_named("recursive"), GaussianMethod::recursive);
  }

  // Of wave number k its share is exp(-(k sigma)^2 / 2).
  void a_gaussian_damps_a_sine_as_its_transform_says() {
    const Grid3 grid{{60, 41, 50}, {10.0, 20.0, 5.0}, {}, {}, {}, 0};
    for (int axis = 0; axis < 3; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      const auto f = [&](Vec3 p) { return mirrored_sine(p[axis], grid.h[a], grid.n[a], 4); };
      Field<float> field = made(grid, f);
      const double sigma = 3.0 * grid.h[a], k = std::numbers::pi * 4 / (grid.n[a] * grid.h[a]);
      make_smooth(field, grid, sigma);
      const double share = std::exp(-0.5 * k * k * sigma * sigma);
      const Field<float> wanted = made(grid, [&](Vec3 p) { return share * f(p); });
      for (Index m = 0; m < field.size(); ++m)
        QVERIFY2(std::abs(field[m] - wanted[m]) < 2e-5F, qPrintable(QString("axis %1").arg(axis)));
    }
  }

  void a_step_becomes_the_error_function() {
    const Grid3 grid{{1, 1, 400}, {10.0, 10.0, 5.0}, {}, {}, {}, 0};
    Field<float> field = made(grid, [](Vec3 p) { return p.z < 1000.0 ? 1.0 : 2.0; });
    make_smooth(field, grid, 60.0);
    for (int k = 0; k < 400; ++k) {
      // The step lies midway between nodes 199 and 200.
      const double wanted = 1.5 + 0.5 * std::erf((5.0 * k - 997.5) / (60.0 * std::numbers::sqrt2));
      QVERIFY(std::abs(static_cast<double>(field[k]) - wanted) < 2e-4);
    }
  }

  void a_stop_is_heard() {
    const Grid3 grid = filter_grid({64, 64, 64});
    const std::vector<float> in = noise(grid);
    std::vector<float> out(in.size());
    std::stop_source source;
    source.request_stop();
    for (const auto method : {GaussianMethod::direct, GaussianMethod::separable, GaussianMethod::recursive})
      QVERIFY_EXCEPTION_THROWN(
          gaussian(in, grid, round_filter(2.0, method), out, {nullptr, source.get_token()}), Stopped);
  }
};

}  // namespace test_gaussian

FOLDWAVE_TEST(test_gaussian, run_alone<test_gaussian::TestGaussian>)
#include "test_gaussian.moc"
