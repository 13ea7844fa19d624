// Protects the filters on a device: the processor's results within 1e-5 of the largest value on odd, flat and
// one-node-thin volumes, with gaps and at the ends of the range of numbers; kernels beyond 25 nodes;
// differences; every vote of the Hough transform, and its planes.
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/worst.hpp"
#include "core/engine/backend.hpp"
#include "gpu/backend.hpp"
#include "gpu/volume/cuda_filters.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_filters {

using namespace foldwave;

namespace {

std::vector<float> random_values(Index size, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> value(-1.0F, 1.0F);
  std::vector<float> values(static_cast<std::size_t>(size));
  for (float& v : values)
    v = value(random);
  return values;
}

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  double worst = 0.0;
  for (std::size_t m = 0; m < a.size(); ++m)
    if (std::isnan(a[m]) || std::isinf(a[m]))
      worst = worst_of(worst, std::isnan(a[m]) ? (std::isnan(b[m]) ? 0.0 : INFINITY)
                              : a[m] == b[m]   ? 0.0
                                               : INFINITY);
    else
      worst = worst_of(worst, std::abs(static_cast<double>(a[m]) - static_cast<double>(b[m])));
  return worst;
}

const std::array<std::array<int, 3>, 7> shapes{
    {{70, 45, 38}, {1, 1, 1}, {128, 1, 40}, {33, 34, 1}, {1, 5, 200}, {7, 130, 3}, {2, 2, 2}}};

}  // namespace

class TestCudaFilters : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    register_cuda_backend();
    if (select_backend("auto")->name() != "cuda") FOLDWAVE_NO_DEVICE("no CUDA device on this machine");
  }

  void gaussians_agree() {
    const auto device = make_cuda_filters(), host = make_cpu_filters();
    for (const std::array<int, 3>& n : shapes)
      for (const auto method : {GaussianMethod::automatic, GaussianMethod::direct, GaussianMethod::separable,
                                GaussianMethod::recursive})
        for (const std::array<double, 3> sigma : {std::array{1.0, 1.0, 1.0}, std::array{3.0, 0.0, 1.5},
                                                  std::array{0.7, 2.0, 0.3}, std::array{9.0, 5.0, 20.0}})
          for (const int kind : {0, 1, 2}) {
            if (method == GaussianMethod::direct && sigma[2] > 9.0) continue;
            Grid3 grid;
            grid.n = n;
            std::vector<float> in = random_values(grid.size());
            for (std::size_t m = 0; kind == 1 && m < in.size(); m += 7)
              in[m] = m % 2 == 0 ? INFINITY : NAN;
            for (float& v : in)
              v *= kind == 2 ? 3e38F : 1.0F;
            GaussianFilter filter;
            filter.sigma = sigma;
            filter.method = method;
            std::vector<float> a(in.size(), 7.0F), b(in.size(), 9.0F);
            host->gaussian(in, grid, filter, a, {});
            device->gaussian(in, grid, filter, b, {});
            const double error = largest_difference(a, b) / (kind == 2 ? 3e38 : 1.0);
            QVERIFY2(error < 1e-5,
                     qPrintable(QString("%1 by %2").arg(error).arg(gaussian_method_name(method))));
          }
  }

  void turned_ellipsoids_and_the_thesiss_gain_agree() {
    const auto device = make_cuda_filters(), host = make_cpu_filters();
    Grid3 grid;
    grid.n = {60, 50, 40};
    const std::vector<float> in = random_values(grid.size());
    GaussianFilter turned;
    turned.sigma = {4.0, 2.0, 1.0};
    turned.azimuth = 30.0;
    turned.dip = 40.0;
    GaussianFilter thesis;
    thesis.sigma = {3.0, 3.0, 3.0};
    thesis.method = GaussianMethod::direct;
    thesis.gain = GaussianGain::thesis;
    for (const GaussianFilter& filter : {turned, thesis}) {
      std::vector<float> a(in.size()), b(in.size());
      host->gaussian(in, grid, filter, a, {});
      device->gaussian(in, grid, filter, b, {});
      QVERIFY(largest_difference(a, b) < 1e-5);
    }
  }

  void kernels_agree_and_spread_no_further() {
    const auto device = make_cuda_filters(), host = make_cpu_filters();
    for (const std::array<int, 3> reach :
         {std::array{0, 0, 0}, std::array{1, 2, 3}, std::array{6, 6, 6}, std::array{14, 1, 0},
          std::array{0, 15, 16}, std::array{13, 13, 13}}) {
      Kernel3 kernel;
      kernel.reach = reach;
      kernel.weights = random_values(kernel.size(), 5);
      double sum = 0.0;
      for (const float w : kernel.weights)
        sum += std::abs(w);
      for (const std::array<int, 3> n : {std::array{40, 37, 35}, std::array{3, 1, 2}})
        for (const bool gap : {false, true}) {
          std::vector<float> in = random_values(Index{1} * n[0] * n[1] * n[2]), a(in.size()), b(in.size());
          if (gap) in[in.size() / 2] = NAN;
          host->convolve(in, n, kernel, a, {});
          device->convolve(in, n, kernel, b, {});
          QVERIFY2(largest_difference(a, b) < 1e-6 * sum, qPrintable(QString::number(reach[0])));
        }
    }
  }

  void differences_agree() {
    const auto device = make_cuda_filters(), host = make_cpu_filters();
    for (const std::array<int, 3>& n : shapes)
      for (const int order : {2, 4, 6, 8})
        for (const bool gap : {false, true}) {
          Grid3 grid;
          grid.n = n;
          grid.h = {2.0, 3.0, 5.0};
          std::vector<float> in = random_values(grid.size()), a(in.size(), 7.0F), b(in.size(), 9.0F);
          if (gap) in[in.size() / 2] = NAN;
          // To the rounding of single precision: the device joins products and sums.
          const auto agree = [&] {
            float most = 0.0F;
            for (const float v : a)
              if (std::abs(v) > most) most = std::abs(v);
            return largest_difference(a, b) <= 1e-6 * static_cast<double>(most);
          };
          for (int axis = 0; axis < 3; ++axis) {
            host->derivative(in, grid, axis, order, a, {});
            device->derivative(in, grid, axis, order, b, {});
            QVERIFY(agree());
          }
          host->gradient_size(in, grid, order, a, {});
          device->gradient_size(in, grid, order, b, {});
          QVERIFY(agree());
          host->laplacian(in, grid, order, a, {});
          device->laplacian(in, grid, order, b, {});
          QVERIFY(agree());
        }
  }

  // Sums in one order: every bit.
  void planes_are_the_same() {
    const auto device = make_cuda_filters(), host = make_cpu_filters();
    for (const std::array<int, 3>& n : {std::array{90, 70, 110}, std::array{33, 1, 40}, std::array{2, 2, 2}})
      for (const auto amplitude : {HoughAmplitude::as_it_is, HoughAmplitude::magnitude}) {
        HoughPlanesPlan plan;
        plan.grid.n = n;
        plan.planes = 3;
        plan.amplitude = amplitude;
        std::vector<float> values = random_values(plan.grid.size());
        for (int j = 0; j < n[1]; ++j)
          for (int i = 0; i < n[0]; ++i)
            values[static_cast<std::size_t>(plan.grid.index(i, j, (i / 3 + j / 4) % n[2]))] += 2.0F;
        values[values.size() / 2] = NAN;
        const HoughPlanes a = host->hough_planes(values, plan, {}),
                          b = device->hough_planes(values, plan, {});
        QCOMPARE(b.mean, a.mean);
        QCOMPARE(b.planes.size(), a.planes.size());
        for (std::size_t i = 0; i < a.planes.size(); ++i)
          QVERIFY(a.planes[i].dip == b.planes[i].dip && a.planes[i].azimuth == b.planes[i].azimuth &&
                  a.planes[i].distance == b.planes[i].distance && a.planes[i].votes == b.planes[i].votes);
      }
  }

  void every_vote_is_the_same() {
    const auto device = make_cuda_filters(), host = make_cpu_filters();
    for (const std::array<int, 2> n : {std::array{64, 64}, std::array{1, 1}, std::array{301, 77},
                                       std::array{2000, 1500}, std::array{1, 9000}, std::array{30000, 20000}})
      for (const int angles : {1, 77, 180}) {
        HoughLinesPlan plan;
        plan.slice.n = n;
        plan.angles = angles;
        std::mt19937 random(3);
        std::vector<HoughPoint> points;
        for (int m = 0; m < 5003; ++m)
          points.push_back({static_cast<int>(random() % static_cast<unsigned>(n[0])),
                            static_cast<int>(random() % static_cast<unsigned>(n[1])),
                            static_cast<float>(random() % 1000) - 500.0F});
        QVERIFY(device->hough_lines(points, plan, {}).votes == host->hough_lines(points, plan, {}).votes);
        QVERIFY(device->hough_lines({}, plan, {}).votes == host->hough_lines({}, plan, {}).votes);
      }
  }
};

}  // namespace test_cuda_filters

FOLDWAVE_TEST(test_cuda_filters, run_alone<test_cuda_filters::TestCudaFilters>)
#include "test_cuda_filters.moc"
