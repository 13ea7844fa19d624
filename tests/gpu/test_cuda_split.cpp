// Protects a wave over several devices: gathers and snapshots are those of one device to the bit, with
// sources and receivers across the cut. Skipped where there are not two devices.
#include <QTest>
#include <algorithm>

#include "core/base/error.hpp"
#include "core/engine/backend.hpp"
#include "gpu/backend.hpp"
#include "tests/gpu/split_cases.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_split {

using namespace foldwave;

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
    for (const SplitCase& c : split_cases()) {
      const WaveModel model = split_model(c);
      SplitSnapshots of_one, of_two;
      const WaveRun a = one->make_wave_propagator()->run(model, &of_one, {});
      const WaveRun b = two->make_wave_propagator()->run(model, &of_two, {});
      const QByteArray where = split_case_text(c).c_str();
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
