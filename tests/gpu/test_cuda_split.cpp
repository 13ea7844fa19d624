// Protects a wave over several devices: gathers and snapshots are those of one device to the bit, with
// sources and receivers across the cut. Skipped where there are not two devices.
#include <QTest>
#include <cmath>

#include "core/base/error.hpp"
#include "core/engine/backend.hpp"
#include "core/wave/run_control.hpp"
#include "gpu/backend.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_split {

using namespace foldwave;

namespace {

class SplitSnapshots final : public SnapshotSink {
 public:
  void snapshot(int step, double, const Field<float>& pressure) override {
    values.push_back(static_cast<float>(step));
    values.insert(values.end(), pressure.values().begin(), pressure.values().end());
  }
  std::vector<float> values;
};

struct SplitCase {
  int order = 8, time_order = 2;
  Boundary faces = Boundary::free;
  bool density = false, start = false;
  Precision precision = Precision::binary32;
  std::array<int, 3> n{70, 45, 130};
};

WaveModel split_model(const SplitCase& c) {
  WaveModel model;
  model.grid.n = c.n;
  model.grid.h = {10.0, 11.0, 9.0};
  auto velocity = std::make_shared<Field<float>>(c.n), other = std::make_shared<Field<float>>(c.n);
  for (Index m = 0; m < velocity->size(); ++m) {
    (*velocity)[m] = 2500.0F + 700.0F * static_cast<float>(std::sin(0.01 * static_cast<double>(m % 4001)));
    (*other)[m] = 2200.0F + 300.0F * static_cast<float>(std::cos(0.013 * static_cast<double>(m % 3001)));
  }
  model.velocity = velocity;
  if (c.density) model.density = other;
  if (c.start) model.start = other;
  model.stencil = taylor_stencil(c.order);
  model.time_order = c.time_order;
  model.precision = c.precision;
  model.boundaries.fill(c.faces);
  model.pad_cells = 8;
  model.frequency = 20.0;
  model.dt = 1.0;
  model.dt = 0.9 * stable_dt(model);
  model.steps = 121;
  model.snapshot_every = 17;
  const Vec3 end = model.grid.extent();
  std::vector<float> series;
  for (int s = 0; s < 50; ++s)
    series.push_back(static_cast<float>(1e3 * std::sin(0.3 * s) * std::exp(-0.005 * s * s)));
  for (int s = 0; s < 9; ++s)
    model.sources.push_back({{0.4 * end.x + 3.3 * s, 0.5 * end.y, end.z * s / 8.0}, series});
  for (int r = 0; r < 90; ++r)
    model.receivers.push_back({0.6 * end.x + 0.7 * r, 0.4 * end.y, end.z * r / 89.0});
  return model;
}

}  // namespace

class TestCudaSplit : public QObject {
  Q_OBJECT

 private slots:
  void bits_are_those_of_one_device() {
    register_cuda_backend();
    std::shared_ptr<const Backend> one, two;
    try {
      one = select_backend("cuda");
    } catch (const InputError& e) {
      FOLDWAVE_NO_DEVICE(e.what());
    }
    try {
      two = select_backend("cuda:0,1");
    } catch (const InputError& e) {
      QVERIFY2(QByteArray(e.what()).contains("this machine has 1"), e.what());
      // FOLDWAVE_DEVICE=2: two must be there, as a lost one would pass.
      if (qEnvironmentVariableIntValue("FOLDWAVE_DEVICE") > 1) QFAIL(e.what());
      QSKIP("there is one device: a wave has none to share with");
    }
    std::vector<SplitCase> cases;
    for (const int order : {2, 4, 8, 16})
      for (const Boundary faces : {Boundary::free, Boundary::sponge, Boundary::cpml})
        cases.push_back({order, 2, faces});
    cases.push_back({8, 4, Boundary::cpml});
    cases.push_back({8, 2, Boundary::cpml, true});
    cases.push_back({4, 4, Boundary::free, true});
    cases.push_back({8, 2, Boundary::free, false, true});
    cases.push_back({8, 2, Boundary::cpml, false, false, Precision::binary64});
    cases.push_back({8, 2, Boundary::cpml, false, false, Precision::binary32, {70, 1, 130}});
    for (const SplitCase& c : cases) {
      const WaveModel model = split_model(c);
      SplitSnapshots of_one, of_two;
      const WaveRun a = one->make_wave_propagator()->run(model, &of_one, {});
      const WaveRun b = two->make_wave_propagator()->run(model, &of_two, {});
      const QByteArray where = "order " + QByteArray::number(c.order) + ", faces " +
                               QByteArray::number(static_cast<int>(c.faces)) + ", time order " +
                               QByteArray::number(c.time_order);
      QVERIFY2(a.gather.traces == b.gather.traces, where);
      QVERIFY2(of_one.values == of_two.values, where);
      QVERIFY2(std::ranges::any_of(a.gather.traces, [](float v) { return std::abs(v) > 0.0F; }), where);
    }
  }

  void devices_that_are_not_there_are_refused() {
    register_cuda_backend();
    for (const char* const name : {"cuda:0,99", "cuda:0", "cuda:0,0", "cuda:0,x", "cuda:"})
      QVERIFY_EXCEPTION_THROWN(select_backend(name), InputError);
  }
};

}  // namespace test_cuda_split

FOLDWAVE_TEST(test_cuda_split, run_alone<test_cuda_split::TestCudaSplit>)
#include "test_cuda_split.moc"
