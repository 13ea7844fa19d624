#include "gpu/wave/cuda_propagator.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/wave_check.hpp"
#include "gpu/wave/device_wave.cuh"
#include "gpu/wave/live_mail.cuh"
#include "gpu/wave/snapshot_mail.cuh"

namespace foldwave {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Steps are handed to the device in batches, two of them at a time, so that it never waits for the host and a
// stop or a field without bounds is heard of soon. A batch is at most 20 ms and 25 steps long; slow steps go
// one by one.
class Batches {
 public:
  Batches() { std::fill_n(largest_.data(), 2, 0); }

  static constexpr int most_steps = 25;

  // A batch of `steps`, the last of them `step`, has been handed over.
  void handed(int step, int steps, cudaStream_t stream) {
    Batch& batch = batches_[count_ % 2];
    batch.step = step;
    batch.steps = steps;
    batch.done.record(stream);
    ++count_;
  }
  int count() const { return count_; }

  // Asks for the largest magnitude of a field, for largest(batch).
  template <class Real>
  void look(int batch, const Real* field, Index size, cudaStream_t stream) {
    DeviceArray<int>& bits = bits_[batch % 2];
    check_cuda(cudaMemsetAsync(bits.data(), 0, sizeof(int), stream), "cannot clear device memory");
    launch_largest(field, size, bits.data(), stream);
    check_cuda(cudaMemcpyAsync(largest_.data() + batch % 2, bits.data(), sizeof(int), cudaMemcpyDeviceToHost,
                               stream),
               "cannot look at the field");
  }

  // Waits for batch number `batch` and gives back its last step.
  int wait(int batch) {
    batches_[batch % 2].done.wait();
    const double taken = seconds_since(last_) / std::max(1, batches_[batch % 2].steps);
    slow_ = taken > 0.05;
    steps_ = std::clamp(static_cast<int>(0.02 / std::max(taken, 1e-9)), 1, std::min(2 * steps_, most_steps));
    last_ = Clock::now();
    return batches_[batch % 2].step;
  }
  // What was found in this batch or, if it was not looked at, in the last but one.
  float largest(int batch) {
    float value = 0.0F;
    std::memcpy(&value, largest_.data() + batch % 2, sizeof value);
    return value;
  }
  int steps() const { return steps_; }
  bool slow() const { return slow_; }

 private:
  struct Batch {
    int step = 0, steps = 0;
    DeviceEvent done;
  };
  Batch batches_[2];
  PinnedArray<int> largest_ = PinnedArray<int>(2);
  DeviceArray<int> bits_[2] = {DeviceArray<int>(1), DeviceArray<int>(1)};
  int count_ = 0, steps_ = 1;
  bool slow_ = true;
  Clock::time_point last_ = Clock::now();
};

// The newest level to the host and back, as programs did that kept their fields on the host.
template <class Real>
void travel(const Real* field, std::vector<Real>& host, cudaStream_t stream) {
  const std::size_t bytes = host.size() * sizeof(Real);
  check_cuda(cudaMemcpyAsync(host.data(), field, bytes, cudaMemcpyDeviceToHost, stream),
             "cannot read the device");
  check_cuda(cudaStreamSynchronize(stream), "the wave failed on the device");
  check_cuda(cudaMemcpyAsync(const_cast<Real*>(field), host.data(), bytes, cudaMemcpyHostToDevice, stream),
             "cannot copy to the device");
  check_cuda(cudaStreamSynchronize(stream), "the wave failed on the device");
}

// "x 120 m, ..": where a field is largest or not a number, in the user's local coordinates.
template <class Real>
std::string largest_on_device(const PaddedGrid& padded, const Real* field) {
  Field<Real> host(padded.shape);
  check_cuda(cudaMemcpy(host.data(), field, sizeof(Real) * static_cast<std::size_t>(padded.size()),
                        cudaMemcpyDeviceToHost),
             "cannot read the device");
  return place_of_largest(padded, host);
}

// Seconds of the steps by the device's clock: stretches of their stream, without what lies between them
// (snapshots packed, live frames packed, waits for either).
class StepStretches {
 public:
  void begin(cudaStream_t stream) {
    Stretch& stretch = stretches_[begun_ % most];
    if (begun_ >= read_ + most) read(read_++);
    stretch.begin.record(stream);
    ++begun_;
    open_ = true;
  }
  void end(cudaStream_t stream) {
    if (!open_) return;
    stretches_[(begun_ - 1) % most].end.record(stream);
    open_ = false;
  }

  // Waits for all that were ended.
  double seconds() {
    while (read_ < whole())
      read(read_++);
    return seconds_;
  }

 private:
  static constexpr std::size_t most = 32;
  struct Stretch {
    DeviceEvent begin, end;
  };
  std::size_t whole() const { return begun_ - (open_ ? 1 : 0); }
  void read(std::size_t number) {
    const Stretch& stretch = stretches_[number % most];
    stretch.end.wait();
    seconds_ += stretch.end.seconds_since(stretch.begin);
  }

  Stretch stretches_[most];
  std::size_t begun_ = 0, read_ = 0;
  bool open_ = false;
  double seconds_ = 0.0;
};

template <class Real>
WaveRun run_in(const WaveModel& model, const WaveWatch& watch, const Job& job) {
  const auto begin = Clock::now();
  const PaddedGrid padded(model);
  DeviceWave<Real> wave(padded, model);
  std::unique_ptr<SnapshotMail> mail;
  if (watch.snapshots != nullptr && takes_snapshots(model))
    mail = std::make_unique<SnapshotMail>(padded, *watch.snapshots);
  std::vector<Real> host(model.copy_every_step ? static_cast<std::size_t>(padded.size()) : 0);

  Batches batches;
  StepStretches stretches;
  const DeviceStream stream;  // last: it must come to rest before what it works on goes

  WaveRun result;
  result.gather = make_gather(model);
  result.kernel = wave.kernel();
  const auto post = [&](const Real* field, int step) {
    if (!mail || !is_snapshot_step(model, step)) return;
    stretches.end(stream);
    mail->post(field, step, step * model.dt, stream, job.stop);
    stretches.begin(stream);
  };

  StepReporter reporter(job, model.steps, padded.nodes());
  check_cuda(cudaDeviceSynchronize(), "the wave cannot be set up on the device");
  LiveMail live(watch.live, padded, model);
  result.parts.set_up_seconds = seconds_since(begin);
  stretches.begin(stream);
  wave.sample(wave.present(), 0, result.gather, stream);
  post(wave.present(), 0);
  const auto settle = [&](int batch) {
    const int step = batches.wait(batch);
    if (!(batches.largest(batch) <= largest_pressure))
      throw_overflowed(step, model, largest_on_device(padded, wave.present()));
    if (mail) mail->throw_if_failed();
    reporter.done(step);
  };
  int step = 0, settled = 0;
  while (step < model.steps) {
    if (job.stop.stop_requested()) {
      result.stopped = true;
      break;
    }
    const int first = step, last = std::min(model.steps, step + batches.steps());
    while (step < last) {
      const int taken = wave.advance(step, model.steps - step, result.gather, stream);
      if (taken == 2) post(wave.past(), step + 1);
      step += taken;
      post(wave.present(), step);
      if (model.copy_every_step) travel(wave.present(), host, stream);
    }
    // The next stretch begins at once: a wait of the device for its host is part of the steps.
    stretches.end(stream);
    live.offer(step, wave, result.gather, stream);
    stretches.begin(stream);
    const int batch = batches.count();
    if (step / Batches::most_steps > first / Batches::most_steps || step == model.steps)
      batches.look(batch, wave.present(), wave.size(), stream);
    batches.handed(step, step - first, stream);
    if (batches.count() > settled + 1) settle(settled++);
    if (batches.slow() && batches.count() > settled) settle(settled++);
  }
  if (result.stopped) {
    batches.look(batches.count(), wave.present(), wave.size(), stream);
    batches.handed(step, 0, stream);
  }
  stretches.end(stream);
  while (settled < batches.count())
    settle(settled++);
  live.finish();
  result.steps_done = step;
  // Without the samples that left between steps, when the device had no more room for them.
  result.parts.step_seconds = stretches.seconds() - wave.gather_part().seconds;
  wave.copy_traces(step, result.gather, stream);
  result.parts.gather = wave.gather_part();
  result.parts.live = live.part();
  if (mail) {
    if (result.stopped)
      mail->abandon();
    else
      mail->finish();
    result.snapshots = mail->delivered();
    result.parts.snapshots = mail->part();
  }
  finish_run(result, padded.nodes(), seconds_since(begin));
  return result;
}

class CudaWavePropagator final : public WavePropagator {
 public:
  std::string name() const override { return "cuda"; }

  std::int64_t memory_bytes(const WaveModel& model) const override {
    const PaddedGrid padded(model);
    return (model.precision == Precision::binary64 ? DeviceWave<double>::memory_bytes(padded, model)
                                                   : DeviceWave<float>::memory_bytes(padded, model)) +
           (takes_snapshots(model) ? SnapshotMail::device_bytes(model.grid) : 0);
  }

  WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const override {
    check_wave_model(model, job.stop);
    std::size_t free_bytes = 0, total_bytes = 0;
    check_cuda(cudaMemGetInfo(&free_bytes, &total_bytes), "the device does not answer");
    check_memory(memory_bytes(model), static_cast<std::int64_t>(free_bytes), true);
    return model.precision == Precision::binary64 ? run_in<double>(model, watch, job)
                                                  : run_in<float>(model, watch, job);
  }
};

}  // namespace

std::unique_ptr<WavePropagator> make_cuda_wave_propagator() {
  return std::make_unique<CudaWavePropagator>();
}

}  // namespace foldwave
