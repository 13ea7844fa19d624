// Protects what a run on the device can ask for beyond the plain leapfrog: fourth order in time, variable
// density, start fields and double precision give the CPU's gather. Without a device the test is skipped.
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/engine/backend.hpp"
#include "gpu/backend.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_wave_options {

using namespace foldwave;

namespace {

constexpr Boundary F = Boundary::free, S = Boundary::sponge, C = Boundary::cpml;

struct Options {
  int time_order = 2;
  bool density = false, start = false, past = false;
  int pad = 8;
};

double difference_from_cpu(const Backend& cuda, std::array<int, 3> n, const std::array<Boundary, 6>& faces,
                           int order, const Options& options, Precision precision) {
  WaveModel model;
  model.grid = {n, {10.0, 11.0, 9.0}, {}, {}, {}, 0};
  Field<float> velocity(n), density(n), start(n), past(n);
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) {
        velocity(i, j, k) = 2 * k > n[2] ? 3000.0F : 2000.0F;
        density(i, j, k) = 2 * i > n[0] ? 2400.0F : 2000.0F;
        const double r2 = std::pow(i - n[0] / 2, 2) + std::pow(j - n[1] / 2, 2) + std::pow(k - n[2] / 3, 2);
        start(i, j, k) = static_cast<float>(std::exp(-0.05 * r2));
        past(i, j, k) = static_cast<float>(0.9 * std::exp(-0.06 * r2));
      }
  model.velocity = borrowed(velocity);
  if (options.density) model.density = borrowed(density);
  if (options.start) model.start = borrowed(start);
  if (options.past) model.start_past = borrowed(past);
  model.stencil = taylor_stencil(order);
  model.time_order = options.time_order;
  model.precision = precision;
  model.dt = 0.5 * stable_dt(model.grid, model.stencil, 3000.0);
  model.steps = 150;
  model.boundaries = faces;
  model.pad_cells = options.pad;
  model.frequency = 20.0;
  const double y = n[1] > 1 ? 11.0 * (n[1] / 2) + 3.0 : 0.0;
  PointSource source{{10.0 * (n[0] / 2) + 4.0, y, 9.0 * (n[2] / 2) + 2.0}, {}};
  for (int s = 0; s < 60; ++s)
    source.series.push_back(
        static_cast<float>(1e4 * std::sin(0.2 * s) * std::exp(-0.01 * (s - 30) * (s - 30))));
  if (!options.start) model.sources = {source};
  for (int r = 1; r < 6; ++r)
    model.receivers.push_back({1.7 * r * n[0], n[1] > 1 ? 1.9 * r * n[1] : 0.0, 1.4 * r * n[2]});
  const Gather a = cuda.make_wave_propagator()->run(model, nullptr, {}).gather;
  const Gather b = cpu_backend()->make_wave_propagator()->run(model, nullptr, {}).gather;
  double peak = 0.0, most = 0.0;
  for (std::size_t m = 0; m < b.traces.size(); ++m) {
    peak = worst_of(peak, static_cast<double>(std::abs(b.traces[m])));
    const double apart = std::abs(static_cast<double>(a.traces[m]) - static_cast<double>(b.traces[m]));
    most = std::isfinite(apart) ? std::max(most, apart) : INFINITY;
  }
  return peak > 0.0 ? most / peak : INFINITY;
}

}  // namespace

class TestCudaWaveOptions : public QObject {
  Q_OBJECT
  std::shared_ptr<const Backend> cuda_;

 private slots:
  void initTestCase() {
    register_cuda_backend();
    try {
      cuda_ = select_backend("cuda");
    } catch (const Error& e) {
      FOLDWAVE_NO_DEVICE(e.what());
    }
  }

  void theDeviceGivesTheCpusWave_data() {
    QTest::addColumn<int>("time_order");
    QTest::addColumn<bool>("density");
    QTest::addColumn<bool>("start");
    QTest::addColumn<bool>("past");
    QTest::newRow("plain") << 2 << false << false << false;
    QTest::newRow("fourth order in time") << 4 << false << false << false;
    QTest::newRow("density") << 2 << true << false << false;
    QTest::newRow("density, fourth order") << 4 << true << false << false;
    QTest::newRow("from rest") << 2 << false << true << false;
    QTest::newRow("from rest, fourth order") << 4 << false << true << false;
    QTest::newRow("from two levels") << 2 << false << true << true;
    QTest::newRow("from rest, density") << 2 << true << true << false;
  }
  void theDeviceGivesTheCpusWave() {
    QFETCH(int, time_order);
    QFETCH(bool, density);
    QFETCH(bool, start);
    QFETCH(bool, past);
    const Options options{time_order, density, start, past};
    for (const int order : {2, 4, 8, 16})
      for (const auto& faces :
           {std::array{F, F, F, F, F, F}, std::array{C, C, C, C, F, C}, std::array{S, F, F, S, F, S}})
        for (const int ny : {1, 33}) {
          const std::array<int, 3> n{41, ny, 37};
          QVERIFY(difference_from_cpu(*cuda_, n, faces, order, options, Precision::binary32) < 2e-5);
          // Traces are floats.
          QVERIFY(difference_from_cpu(*cuda_, n, faces, order, options, Precision::binary64) < 1e-12);
        }
  }

  // Pads' terms reach behind the free face across from them.
  void thinGridsHaveTheirImages() {
    for (const int order : {4, 8, 16})
      for (const auto& n : {std::array{41, 1, order < 16 ? 7 : 9}, std::array{41, 33, 9}}) {
        const double off = difference_from_cpu(*cuda_, n, {C, C, C, C, F, C}, order, {}, Precision::binary32);
        QVERIFY2(off < 2e-5, qPrintable(QString("order %1, %2 planes: %3").arg(order).arg(n[2]).arg(off)));
      }
  }

  // Across y and z a kernel each for a line's up to 24 nodes, up to 64, and longer ones.
  void padsOfAnyWidth() {
    for (const int order : {2, 8, 16})
      for (const int pad : {1, 3, 15, 24, 40, 70}) {
        Options options;
        options.pad = pad;
        const double off = difference_from_cpu(*cuda_, {41, 33, 37}, {C, C, C, C, C, C}, order, options,
                                               Precision::binary32);
        QVERIFY2(off < 2e-5, qPrintable(QString("order %1, %2 cells: %3").arg(order).arg(pad).arg(off)));
      }
  }
};

}  // namespace test_cuda_wave_options

FOLDWAVE_TEST(test_cuda_wave_options, run_alone<test_cuda_wave_options::TestCudaWaveOptions>)
#include "test_cuda_wave_options.moc"
