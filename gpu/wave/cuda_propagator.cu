#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/taps.hpp"
#include "core/wave/wave_check.hpp"
#include "gpu/device_array.cuh"
#include "gpu/wave/cuda_propagator.hpp"
#include "gpu/wave/wave_kernels.cuh"

namespace foldwave {

namespace {

using Clock = std::chrono::steady_clock;

// Samples that the device gathers before they are copied out.
constexpr int trace_chunk = 256;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// What sources and receivers take on the device, in the host's memory first.
struct SourceLists {
  std::vector<Index> node;
  std::vector<int> start{0};
  std::vector<SourceEntry> entries;
  std::vector<float> series;
  int longest = 0;
};
struct ReceiverLists {
  std::vector<Index> index;
  std::vector<float> weight;
  std::vector<int> start{0};
};

SourceLists list_sources(const PaddedGrid& padded, const WaveModel& model, const float* v2dt2) {
  SourceLists lists;
  std::map<Index, std::vector<SourceEntry>> by_node;
  for (const PointSource& source : model.sources) {
    const auto samples = static_cast<int>(source.series.size());
    for (const Tap& tap : source_taps(padded, source.position, model.interpolation)) {
      const float weight = static_cast<float>(tap.weight / padded.cell_measure()) *
                           (v2dt2 == nullptr ? 0.0F : v2dt2[tap.index]);
      by_node[tap.index].push_back({weight, static_cast<Index>(lists.series.size()), samples});
    }
    lists.series.insert(lists.series.end(), source.series.begin(), source.series.end());
    lists.longest = std::max(lists.longest, samples);
  }
  for (const auto& [node, entries] : by_node) {
    lists.node.push_back(node);
    lists.entries.insert(lists.entries.end(), entries.begin(), entries.end());
    lists.start.push_back(static_cast<int>(lists.entries.size()));
  }
  return lists;
}

ReceiverLists list_receivers(const PaddedGrid& padded, const WaveModel& model) {
  ReceiverLists lists;
  for (const Vec3& position : model.receivers) {
    for (const Tap& tap : receiver_taps(padded, position, model.interpolation)) {
      lists.index.push_back(tap.index);
      lists.weight.push_back(static_cast<float>(tap.weight));
    }
    lists.start.push_back(static_cast<int>(lists.index.size()));
  }
  return lists;
}

template <class T>
std::int64_t bytes_of(const std::vector<T>& values) {
  return static_cast<std::int64_t>(values.size() * sizeof(T));
}

int chunk_samples(const WaveModel& model) {
  return std::min(trace_chunk, model.steps + 1);
}

AxisImages images_of(const PaddedGrid& padded, int axis) {
  AxisImages images;
  const std::array<Index, 3> strides{1, padded.row(), padded.plane()};
  const auto a = static_cast<std::size_t>(axis);
  const std::size_t inner = a == 0 ? 1 : 0, outer = a == 2 ? 1 : 2;
  images.along = strides[a];
  images.lines[0] = padded.n[inner];
  images.lines[1] = padded.n[outer];
  images.strides[0] = strides[inner];
  images.strides[1] = strides[outer];
  for (const MirrorPlane& mirror : padded.mirrors) {
    if (mirror.axis != axis) continue;
    images.to[images.count] = mirror.to;
    images.from[images.count] = mirror.from;
    images.sign[images.count] = static_cast<float>(mirror.sign);
    ++images.count;
  }
  return images;
}

template <class T>
DeviceArray<T> on_device(const std::vector<T>& values) {
  return DeviceArray<T>(values.data(), values.size());
}

// Everything of one run that lives on the device.
class DeviceWave {
 public:
  DeviceWave(const PaddedGrid& padded, const WaveModel& model)
      : padded_(padded), model_(model), origin_(padded.index(0, 0, 0)) {
    const auto v2dt2 = squared_velocity_steps<float>(padded, *model.velocity, model.dt);
    const auto size = static_cast<std::size_t>(padded.size());
    present_ = DeviceArray<float>(size);
    past_ = DeviceArray<float>(size);
    v2dt2_ = DeviceArray<float>(v2dt2.data(), size);
    present_.clear();
    past_.clear();
    const auto factors = sponge_factors(padded, *model.velocity, model.dt);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      sponge_[axis] = on_device(std::vector<float>(factors[axis].begin(), factors[axis].end()));
      box_.first[axis] = padded.first[axis];
      box_.last[axis] = padded.last[axis];
      images_[axis] = images_of(padded, static_cast<int>(axis));
    }
    fields_ = leapfrog_stencils<float>(padded);
    fields_.v2dt2 = v2dt2_.data() + origin_;
    fields_.gx = sponge_[0].data();
    fields_.gy = sponge_[1].data();
    fields_.gz = sponge_[2].data();

    const SourceLists s = list_sources(padded, model, v2dt2.data());
    source_node_ = on_device(s.node);
    source_start_ = on_device(s.start);
    source_entries_ = on_device(s.entries);
    source_series_ = on_device(s.series);
    source_longest_ = s.longest;
    sources_ = {source_node_.data(), source_start_.data(), source_entries_.data(), source_series_.data(),
                static_cast<int>(s.node.size())};
    const ReceiverLists r = list_receivers(padded, model);
    receiver_index_ = on_device(r.index);
    receiver_weight_ = on_device(r.weight);
    receiver_start_ = on_device(r.start);
    receivers_ = {receiver_index_.data(), receiver_weight_.data(), receiver_start_.data(),
                  static_cast<int>(model.receivers.size())};
    traces_ = DeviceArray<float>(model.receivers.size() * static_cast<std::size_t>(chunk_samples(model)));
    largest_bits_ = DeviceArray<int>(1);
  }

  void step(int n) {
    float* const present = present_.data() + origin_;
    for (const AxisImages& images : images_)
      launch_images(present, images);
    fields_.present = present;
    fields_.oldest = past_.data() + origin_;
    launch_step(fields_, box_, padded_.radius, padded_.section);
    std::swap(present_, past_);
    if (n < source_longest_) launch_sources(present_.data(), sources_, n);
  }

  // Reads the receivers of time level `n`, and copies out what is gathered when the chunk is full.
  void receive(int n, Gather& gather) {
    if (receivers_.receivers == 0) return;
    launch_receivers(present_.data(), receivers_, traces_.data(), chunk_samples(model_), gathered_);
    ++gathered_;
    if (gathered_ == chunk_samples(model_)) copy_traces(n, gather);
  }

  // Time levels up to and with `last` go to the gather.
  void copy_traces(int last, Gather& gather) {
    if (gathered_ == 0) return;
    float* const to = gather.traces.data() + (last + 1 - gathered_);
    check_cuda(cudaMemcpy2D(to, static_cast<std::size_t>(gather.samples) * sizeof(float), traces_.data(),
                            static_cast<std::size_t>(chunk_samples(model_)) * sizeof(float),
                            static_cast<std::size_t>(gathered_) * sizeof(float),
                            static_cast<std::size_t>(receivers_.receivers), cudaMemcpyDeviceToHost),
               "cannot copy the traces");
    gathered_ = 0;
  }

  void copy_user_grid(Field<float>& out) {
    const auto& n = padded_.grid.n;
    const Index start = padded_.user_index(0, 0, 0);
    const auto row = static_cast<std::size_t>(padded_.row()) * sizeof(float);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(present_.data() + start, row, static_cast<std::size_t>(n[0]),
                                      static_cast<std::size_t>(padded_.shape[1]));
    copy.dstPtr = make_cudaPitchedPtr(out.data(), static_cast<std::size_t>(n[0]) * sizeof(float),
                                      static_cast<std::size_t>(n[0]), static_cast<std::size_t>(n[1]));
    copy.extent = make_cudaExtent(static_cast<std::size_t>(n[0]) * sizeof(float),
                                  static_cast<std::size_t>(n[1]), static_cast<std::size_t>(n[2]));
    copy.kind = cudaMemcpyDeviceToHost;
    check_cuda(cudaMemcpy3D(&copy), "cannot copy a snapshot");
  }

  float largest() {
    largest_bits_.clear();
    launch_largest(present_.data(), padded_.size(), largest_bits_.data());
    int bits = 0;
    check_cuda(cudaMemcpy(&bits, largest_bits_.data(), sizeof bits, cudaMemcpyDeviceToHost),
               "cannot look at the field");
    float value = 0.0F;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  void wait() { check_cuda(cudaDeviceSynchronize(), "the wave failed on the device"); }

 private:
  const PaddedGrid& padded_;
  const WaveModel& model_;
  Index origin_ = 0;
  DeviceArray<float> present_, past_, v2dt2_;
  std::array<DeviceArray<float>, 3> sponge_;
  std::array<AxisImages, 3> images_;
  NodeBox box_;
  LeapfrogFields<float> fields_;
  DeviceArray<Index> source_node_, receiver_index_;
  DeviceArray<int> source_start_, receiver_start_, largest_bits_;
  DeviceArray<SourceEntry> source_entries_;
  DeviceArray<float> source_series_, receiver_weight_, traces_;
  SourceTable sources_;
  ReceiverTable receivers_;
  int source_longest_ = 0;
  int gathered_ = 0;
};

// How many steps are launched before the host waits: about 20 ms of them, so that a stop is seen and the
// display of a machine with one GPU lives.
class Pace {
 public:
  bool is_due(int step) const { return step >= next_; }
  void waited(int step) {
    const double taken = seconds_since(last_);
    const int done = std::max(1, step - done_);
    const double fitting = 0.02 * done / std::max(taken, 1e-9);
    next_ = step + std::clamp(static_cast<int>(std::min(fitting, 1e6)), 1, std::min(2 * done, 500));
    done_ = step;
    last_ = Clock::now();
  }

 private:
  int done_ = 0, next_ = 1;
  Clock::time_point last_ = Clock::now();
};

class CudaWavePropagator final : public WavePropagator {
 public:
  std::string name() const override { return "cuda, one thread a node"; }

  std::int64_t memory_bytes(const WaveModel& model) const override {
    const PaddedGrid padded(model);
    const SourceLists s = list_sources(padded, model, nullptr);
    const ReceiverLists r = list_receivers(padded, model);
    const std::int64_t lines = std::int64_t{padded.n[0]} + padded.n[1] + padded.n[2];
    const std::int64_t traces = static_cast<std::int64_t>(model.receivers.size()) * chunk_samples(model);
    return 4 * (3 * std::int64_t{padded.size()} + lines + traces + 1) + bytes_of(s.node) + bytes_of(s.start) +
           bytes_of(s.entries) + bytes_of(s.series) + bytes_of(r.index) + bytes_of(r.weight) +
           bytes_of(r.start);
  }

  WaveRun run(const WaveModel& model, SnapshotSink* sink, const Job& job) const override;
};

void refuse_what_is_not_there(const WaveModel& model) {
  const auto refuse = [](const char* path, const char* what, const char* remedy) {
    throw InputError(path, std::string(what) + " is not done on the device yet",
                     std::string(remedy) + ", or --backend cpu");
  };
  if (std::find(model.boundaries.begin(), model.boundaries.end(), Boundary::cpml) != model.boundaries.end())
    refuse("/propagation/boundaries", "cpml", "use sponge");
  if (model.time_order != 2) refuse("/propagation/time_order", "fourth order in time", "use 2");
  if (model.precision != Precision::binary32) refuse("/propagation/precision", "double", "use single");
  if (model.density != nullptr) refuse("density", "a variable density", "leave it out");
  if (model.start != nullptr) refuse("/survey/start", "a start field", "use sources");
}

WaveRun CudaWavePropagator::run(const WaveModel& model, SnapshotSink* sink, const Job& job) const {
  check_wave_model(model);
  refuse_what_is_not_there(model);
  std::size_t free_bytes = 0, total_bytes = 0;
  check_cuda(cudaMemGetInfo(&free_bytes, &total_bytes), "the device does not answer");
  check_memory(memory_bytes(model), static_cast<std::int64_t>(free_bytes));
  const auto begin = Clock::now();
  const PaddedGrid padded(model);
  DeviceWave wave(padded, model);

  WaveRun result;
  result.gather = make_gather(model);
  const bool snapshots = sink != nullptr && takes_snapshots(model);
  Field<float> picture;
  if (snapshots) picture = Field<float>(model.grid.n);
  const auto record = [&](int step) {
    wave.receive(step, result.gather);
    if (!snapshots || !is_snapshot_step(model, step)) return;
    wave.copy_user_grid(picture);
    sink->snapshot(step, step * model.dt, picture);
    ++result.snapshots;
  };

  StepReporter reporter(job, model.steps, padded.nodes());
  record(0);
  wave.wait();
  const auto first_step = Clock::now();
  Pace pace;
  for (int step = 0; step < model.steps; ++step) {
    if (job.stop.stop_requested()) {
      result.stopped = true;
      break;
    }
    wave.step(step);
    if (is_overflow_check(step + 1, model.steps)) throw_if_overflowed(wave.largest(), step + 1, model);
    record(step + 1);
    result.steps_done = step + 1;
    if (!pace.is_due(step + 1) && step + 1 < model.steps) continue;
    wave.wait();
    pace.waited(step + 1);
    reporter.done(step + 1);
  }
  wave.copy_traces(result.steps_done, result.gather);
  wave.wait();
  finish_run(result, padded.nodes(), seconds_since(begin), seconds_since(first_step));
  return result;
}

}  // namespace

std::unique_ptr<WavePropagator> make_cuda_wave_propagator() {
  return std::make_unique<CudaWavePropagator>();
}

}  // namespace foldwave
