// Protects what is done to images: each filter against what it has of a closed form.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/base/worst.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "tests/test_program.hpp"

namespace test_image_filter {

using namespace foldwave;

namespace {

const Grid3 filter_grid{{41, 1, 81}, {10.0, 10.0, 5.0}, {}, {}, {}, 0};

template <class F>
Field<float> made(const F& value) {
  Field<float> field(filter_grid.n);
  for (int k = 0; k < filter_grid.n[2]; ++k)
    for (int i = 0; i < filter_grid.n[0]; ++i)
      field(i, 0, k) = static_cast<float>(value(i * filter_grid.h[0], k * filter_grid.h[2]));
  return field;
}

}  // namespace

class TestImageFilter : public QObject {
  Q_OBJECT
 private slots:
  void the_laplacian_of_a_parabola() {
    const Field<float> image = made([](double x, double z) { return 1e-3 * (2.0 * x * x - 3.0 * z * z); });
    const Field<float> found = laplacian_of(filter_grid, image);
    double worst = 0.0;
    for (const float v : found.values())
      worst = worst_of(worst, std::abs(static_cast<double>(v) + 2e-3));
    QVERIFY2(worst < 1e-5, qPrintable(QString::number(worst)));
  }

  void gain_makes_a_fading_cosine_even() {
    const double k0 = 2.0 * std::numbers::pi / 50.0;
    const Field<float> image =
        made([&](double, double z) { return std::exp(-z / 400.0) * std::cos(k0 * z); });
    const Field<float> even = depth_agc(filter_grid, image, 100.0);
    for (int k = 20; k < 60; k += 10)  // crests
      QVERIFY(std::abs(static_cast<double>(even(7, 0, k)) - std::numbers::sqrt2) < 0.15);
    const Field<float> nothing = depth_agc(filter_grid, Field<float>(filter_grid.n), 100.0);
    for (const float v : nothing.values())
      QCOMPARE(v, 0.0F);
  }

  // A Gaussian takes exp(-(k sigma)^2 / 2) of a cosine.
  void slowness_is_smoothed() {
    const double k0 = 2.0 * std::numbers::pi / 100.0, sigma = 20.0;
    const Field<float> velocity =
        made([&](double x, double) { return 1.0 / (5e-4 + 1e-4 * std::cos(k0 * x)); });
    const Field<float> smooth = smoothed_slowness(filter_grid, velocity, sigma);
    const double left = std::exp(-0.5 * k0 * k0 * sigma * sigma);
    double worst = 0.0;
    for (int i = 10; i <= 30; ++i)
      worst = worst_of(worst, std::abs(1.0 / static_cast<double>(smooth(i, 0, 40)) -
                                       (5e-4 + 1e-4 * left * std::cos(k0 * 10.0 * i))));
    QVERIFY2(worst < 2e-7, qPrintable(QString::number(worst)));
  }

  // What changes along one axis alone takes the same wherever that axis lies; axes have nodes of their own.
  void a_volume_is_smoothed_along_each_axis() {
    const std::array<int, 3> n{12, 9, 15};
    const auto step = [](int at) { return at < 4 ? 1800.0F : 2600.0F; };
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Grid3 volume{n, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
      const Grid3 section{{n[axis], 1, 2}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
      Field<float> there(volume.n), flat(section.n);
      const auto fill = [&](Field<float>& field, std::size_t along) {
        for (int k = 0; k < field.shape()[2]; ++k)
          for (int j = 0; j < field.shape()[1]; ++j)
            for (int i = 0; i < field.shape()[0]; ++i)
              field(i, j, k) = step(std::array{i, j, k}[along]);
      };
      fill(there, axis);
      fill(flat, 0);
      const Field<float> found = smoothed_slowness(volume, there, 20.0);
      const Field<float> wanted = smoothed_slowness(section, flat, 20.0);
      double worst = 0.0;
      for (int k = 0; k < n[2]; ++k)
        for (int j = 0; j < n[1]; ++j)
          for (int i = 0; i < n[0]; ++i)
            worst = worst_of(worst, std::abs(static_cast<double>(found(i, j, k)) -
                                             static_cast<double>(wanted(std::array{i, j, k}[axis], 0, 0))));
      QVERIFY2(worst < 1e-2, qPrintable(QString("axis %1: %2 m/s").arg(axis).arg(worst)));
      QVERIFY(wanted(3, 0, 0) > 1900.0F && wanted(4, 0, 0) < 2500.0F);
    }
  }

  // A cosine in time keeps its phase and takes the wavelet's spectrum, 2 f^2 / (sqrt(pi) f0^3) exp(-f^2 /
  // f0^2).
  void the_band_is_that_of_the_wavelet() {
    const double v = 2000.0, f = 12.0, f0 = 16.0;
    const Field<float> values =
        made([&](double, double z) { return std::cos(2.0 * std::numbers::pi * f * 2.0 * z / v); });
    const Field<float> velocity(filter_grid.n, static_cast<float>(v));
    const Field<float> found = wavelet_band(filter_grid, values, velocity, f0);
    const double gain =
        2.0 * f * f / (std::sqrt(std::numbers::pi) * f0 * f0 * f0) * std::exp(-f * f / (f0 * f0));
    double worst = 0.0;
    for (int k = 30; k <= 50; ++k)
      worst = worst_of(
          worst, std::abs(static_cast<double>(found(3, 0, k)) - gain * static_cast<double>(values(3, 0, k))));
    QVERIFY2(worst < 0.02 * gain, qPrintable(QString::number(worst / gain)));
  }

  void correlation_is_of_what_lies_below() {
    const Field<float> a = made([](double x, double z) { return std::sin(0.01 * x) + std::cos(0.03 * z); });
    const Field<float> b = made([&](double x, double z) {
      return z < 100.0 ? 5.0 : -2.0 * (std::sin(0.01 * x) + std::cos(0.03 * z)) + 7.0;
    });
    QVERIFY(std::abs(correlation_below(filter_grid, a, b, 100.0) + 1.0) < 1e-6);
    QVERIFY(correlation_below(filter_grid, a, b, 0.0) > -0.95);
    const Field<float> bright = illuminated(a, made([](double, double) { return 2.0; }), 0.0);
    QCOMPARE(bright(5, 0, 5), a(5, 0, 5) / 2.0F);
  }
};

}  // namespace test_image_filter

FOLDWAVE_TEST(test_image_filter, run_guiless<test_image_filter::TestImageFilter>)
#include "test_image_filter.moc"
