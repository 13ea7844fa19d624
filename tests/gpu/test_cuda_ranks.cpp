// Protects a wave over ranks on devices: gathers and snapshots are those of one device to the bit, planes
// gone through the host's memory, by NCCL or straight between devices; ranks that share a device are told of,
// one whose device has no room is named, and the next wave runs. Ranks are threads here and may share one
// device.
#include <cuda_runtime.h>

#include <QTest>
#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/error.hpp"
#include "core/engine/backend.hpp"
#include "core/scale/ranks/thread_ranks.hpp"
#include "core/wave/ranks/ranked_propagator.hpp"
#include "gpu/backend.hpp"
#include "tests/gpu/split_cases.hpp"
#include "tests/test_program.hpp"

namespace test_cuda_ranks {

using namespace foldwave;

namespace {

// Takes a device's memory as MPI that knows CUDA does.
class DeviceAwareRanks final : public Communicator {
 public:
  explicit DeviceAwareRanks(Communicator& ranks) : ranks_(ranks) {}
  int rank() const override { return ranks_.rank(); }
  int size() const override { return ranks_.size(); }
  std::string host(int rank) const override { return ranks_.host(rank); }
  bool takes_device_memory() const override { return true; }
  void send(int to, std::span<const std::byte> bytes) override { ranks_.send(to, bytes); }
  void receive(int from, std::span<std::byte> bytes) override { ranks_.receive(from, bytes); }
  void begin_send(int to, std::span<const std::byte> bytes) override {
    std::vector<std::byte> here(bytes.size());
    cudaMemcpy(here.data(), bytes.data(), bytes.size(), cudaMemcpyDefault);
    ++planes;
    ranks_.begin_send(to, here);
  }
  void begin_receive(int from, std::span<std::byte> bytes) override {
    coming_.emplace_back(bytes, std::vector<std::byte>(bytes.size()));
    ranks_.begin_receive(from, coming_.back().second);
  }
  void wait_all() override {
    ranks_.wait_all();
    for (const auto& [to, here] : std::exchange(coming_, {}))
      cudaMemcpy(to.data(), here.data(), here.size(), cudaMemcpyDefault);
  }
  double largest(double value) override { return ranks_.largest(value); }
  void abandon(const std::string& why) override { ranks_.abandon(why); }

  int planes = 0;

 private:
  Communicator& ranks_;
  std::vector<std::pair<std::span<std::byte>, std::vector<std::byte>>> coming_;
};

WaveRun over_device_ranks(const WaveModel& model, int count, bool aware, SnapshotSink& sink) {
  WaveRun run;
  as_ranks(count, [&](Communicator& plain) {
    DeviceAwareRanks wide(plain);
    Communicator& ranks = aware ? static_cast<Communicator&>(wide) : plain;
    if (ranks.rank() > 0) return serve_waves(ranks, {}, &cuda_rank_engine());
    try {
      run = make_ranked_propagator(ranks, {}, cuda_rank_engine())->run(model, &sink, {});
    } catch (...) {
      end_serving(ranks);
      throw;
    }
    end_serving(ranks);
    if (aware && wide.planes == 0) qFatal("no plane has gone straight");
  });
  return run;
}

}  // namespace

class TestCudaRanks : public QObject {
  Q_OBJECT
  std::shared_ptr<const Backend> one_;
  int devices_ = 0;

 private slots:
  void initTestCase() {
    register_cuda_backend();
    try {
      one_ = select_backend("cuda");
      cudaGetDeviceCount(&devices_);
    } catch (const InputError& e) {
      FOLDWAVE_NO_DEVICE(e.what());
    }
  }

  void bits_are_those_of_one_device() {
    for (const SplitCase& c : split_cases()) {
      const WaveModel model = split_model(c);
      SplitSnapshots of_one;
      const WaveRun a = one_->make_wave_propagator()->run(model, &of_one, {});
      QVERIFY(std::ranges::any_of(a.gather.traces, [](float v) { return std::abs(v) > 0.0F; }));
      for (const auto& [count, aware] : {std::pair{2, false}, std::pair{3, false}, std::pair{2, true}}) {
        SplitSnapshots of_ranks;
        const WaveRun b = over_device_ranks(model, count, aware, of_ranks);
        const QByteArray where =
            (split_case_text(c) + ", " + std::to_string(count) + (aware ? " aware ranks" : " ranks")).c_str();
        QCOMPARE(b.steps_done, model.steps);
        const bool through_host = std::ranges::any_of(b.warnings, [](const std::string& w) {
          return w.find("through the hosts") != std::string::npos;
        });
        if (aware || count > devices_)
          QCOMPARE(through_host, !aware);
        else if (qEnvironmentVariableIntValue("FOLDWAVE_DEVICE") > 1)  // a lost NCCL would pass
          QVERIFY2(!through_host, where);
        QVERIFY2(a.gather.traces == b.gather.traces, where);
        QVERIFY2(of_one.values == of_ranks.values, where);
      }
    }
  }

  void a_device_that_ranks_share_is_told_of() {
    SplitSnapshots none;
    const WaveRun run = over_device_ranks(split_model({}), devices_ + 1, false, none);
    QCOMPARE(run.warnings.size(), std::size_t{2});  // planes go through the host, then
    const QByteArray text = run.warnings.front().c_str();
    QVERIFY2(text.contains("wave: rank 0 and rank") && text.contains("share"), text);
    SplitSnapshots more;
    QCOMPARE(over_device_ranks(split_model({}), 1, false, more).warnings.size(), std::size_t{0});
  }

  void a_rank_without_room_is_named() {
    SplitCase c;
    c.n = {300, 300, 200};
    WaveModel model = split_model(c);
    model.steps = 3;
    std::size_t free_bytes = 0, total = 0;
    cudaMemGetInfo(&free_bytes, &total);
    void* all = nullptr;
    QCOMPARE(cudaMalloc(&all, free_bytes - (std::size_t{64} << 20)), cudaSuccess);
    SplitSnapshots none;
    std::string told;
    try {
      over_device_ranks(model, 2, false, none);
    } catch (const DeviceError& e) {
      told = e.what();
    }
    cudaFree(all);
    QVERIFY2(told.find("rank 0 on host here") != std::string::npos, told.c_str());
    QCOMPARE(over_device_ranks(model, 2, false, none).steps_done, 3);
  }

  void what_is_no_number_is_named() {
    WaveModel model = split_model({});
    model.check_stability = false;
    model.dt *= 3.0;
    SplitSnapshots none;
    QVERIFY_EXCEPTION_THROWN(over_device_ranks(model, 2, false, none), NumericError);
  }
};

}  // namespace test_cuda_ranks

FOLDWAVE_TEST(test_cuda_ranks, run_alone<test_cuda_ranks::TestCudaRanks>)
#include "test_cuda_ranks.moc"
