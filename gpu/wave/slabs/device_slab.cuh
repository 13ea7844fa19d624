// One slab of a wave on its device, with what takes its step in parts: the planes beside a cut first, which
// go to a neighbour while the others are stepped.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "core/wave/ranks/slab_plan.hpp"
#include "core/wave/run_control.hpp"
#include "gpu/base/staging.cuh"
#include "gpu/wave/device_wave.cuh"

namespace foldwave {

template <class Real>
struct DeviceSlab {
  DeviceSlab(int number, const SlabCut& its_cut, const WaveModel& model)
      : device(number), cut(its_cut), padded(model), wave(padded, model), gather(make_gather(model)) {}

  int device;
  SlabCut cut;
  PaddedGrid padded;
  DeviceWave<Real> wave;
  Gather gather;
  DeviceEvent begun{cudaEventDisableTiming}, stepped{cudaEventDisableTiming}, pulled{cudaEventDisableTiming};
  PinnedArray<int> largest{1};
  DeviceArray<int> bits{1};
  DeviceArray<float> own;  // the user's part for snapshots
  // Last, as they must come to rest before what they work on goes. By `rims` the planes that a neighbour
  // needs are stepped and its own come, beside the step of the others.
  DeviceStream rims{DeviceStream::Turn::first}, stream;

  // Own planes, in the padded grid.
  int first() const { return cut.below > 0 ? cut.below : padded.first[2]; }
  int last() const { return cut.above > 0 ? padded.n[2] - cut.above : padded.last[2]; }

  // Planes that no neighbour needs lie between first and last.
  struct Inner {
    int first = 0, last = 0;
  };
  Inner inner(int halo) const {
    const int low = first() + (cut.below > 0 ? halo : 0);
    return {low, std::max(low, last() - (cut.above > 0 ? halo : 0))};
  }
  bool goes_in_parts(int step, int halo) const {
    const Inner part = inner(halo);
    return wave.goes_in_parts(step, part.first, part.last);
  }
  // `stepped` has come when a neighbour may have its planes.
  void step_in_parts(int halo) {
    const Inner part = inner(halo);
    wave.begin_parts(stream);
    begun.record(stream);
    begun.hold_back(rims);
    if (part.first > first()) wave.step_planes(first(), part.first, rims);
    if (last() > part.last) wave.step_planes(part.last, last(), rims);
    stepped.record(rims);
    wave.step_planes(part.first, part.last, stream);
    wave.end_parts();
  }

  // The largest magnitude, in two parts, so that several devices look at once. Not a number: infinity.
  void begin_look() {
    check_cuda(cudaMemsetAsync(bits.data(), 0, sizeof(int), stream), "cannot clear device memory");
    launch_largest(wave.present(), wave.size(), bits.data(), stream);
    check_cuda(cudaMemcpyAsync(largest.data(), bits.data(), sizeof(int), cudaMemcpyDeviceToHost, stream),
               "cannot look at the field");
  }
  float seen() {
    check_cuda(cudaStreamSynchronize(stream), "the wave failed on the device");
    float value = 0.0F;
    std::memcpy(&value, largest.data(), sizeof value);
    return std::isfinite(value) ? value : std::numeric_limits<float>::infinity();
  }
  std::string place_of_largest() const {
    Field<Real> host(padded.shape);
    check_cuda(cudaMemcpy(host.data(), wave.present(), sizeof(Real) * static_cast<std::size_t>(padded.size()),
                          cudaMemcpyDeviceToHost),
               "cannot read the device");
    return foldwave::place_of_largest(padded, host);
  }

  // The user's part of a level, from which planes of the whole grid are copied once the stream has come to
  // rest.
  void take_user_part(const Real* level) {
    if (own.size() == 0) own = DeviceArray<float>(static_cast<std::size_t>(padded.grid.size()));
    launch_user_part(level, padded, own.data(), stream);
  }
  void copy_planes(PlaneRange planes, float* to) const {
    const Index plane = Index{1} * padded.grid.n[0] * padded.grid.n[1];
    check_cuda(
        cudaMemcpy(to, own.data() + plane * (planes.first - padded.grid.offset[2]),
                   sizeof(float) * static_cast<std::size_t>(plane * planes.count), cudaMemcpyDeviceToHost),
        "cannot read the device");
  }
};

}  // namespace foldwave
