// How a wave's grid is cut into slabs along z, the outermost axis of its arrays, for ranks or devices.
//
// Each slab holds its own planes and, beyond a cut, `halo` copies of its neighbour's. A pass of S stages
// (steps, or parts of one) goes over planes further out than its own by S - 1, S - 2, .. 0 radii, so that
// after it its own are right without a word in between; then the copies are made anew. Every node sees the
// values that it sees in one grid, so that results are the same to the bit:
//
//   halo = S R + margin
//
// What is computed twice is S - 1 radii of planes a pass at each side of a cut.
// `margin`: as far as a receiver between nodes reaches over a cut. A receiver belongs to the slab that owns
// the plane below it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/wave/wave_model.hpp"

namespace foldwave {

struct SlabCut {
  int first = 0, last = 0;              // own planes of the user's grid: first .. last - 1
  int below = 0, above = 0;             // copies on either side
  std::vector<std::int32_t> receivers;  // numbers in the whole model
};

struct SlabPlan {
  std::vector<SlabCut> slabs;
  WaveKernel kernel = WaveKernel::automatic;  // of every slab
  int stages = 1;                             // S
  int halo = 0, margin = 0;
  bool present_alone = false;  // a neighbour needs no more than the newest level
};

// Of the processor's kernels. What has too few planes is not cut: slabs is empty then.
SlabPlan plan_slabs(const WaveModel& model, int slabs);

// Of a device's steps, of so many stages, after each of which all planes are copied anew before samples are
// read: the halo then is as wide as the wider of both, and there is no margin.
SlabPlan plan_device_slabs(const WaveModel& model, int slabs, int stages);

// The warning of a wave that was not cut.
std::string too_thin_text(const WaveModel& model, const SlabPlan& plan, const std::string& instead);

// The model of one slab, with fields of its own.
WaveModel slab_model(const WaveModel& model, const SlabPlan& plan, std::size_t slab);

std::vector<std::byte> wave_model_bytes(const WaveModel& model);
WaveModel parse_wave_model(std::span<const std::byte> bytes);

}  // namespace foldwave
