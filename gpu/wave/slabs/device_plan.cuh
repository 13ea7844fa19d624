// How a wave is cut into slabs for devices, of one process or of ranks.
#pragma once

#include <vector>

#include "core/wave/ranks/slab_plan.hpp"
#include "gpu/wave/device_wave.cuh"

namespace foldwave {

// As the device's kernels ask for it; what has too few planes is not cut.
SlabPlan device_plan(const WaveModel& model, int slabs);

// Grids and faces of the slabs alone, which say what kernel fits and what memory they take.
std::vector<WaveModel> bare_slabs(const WaveModel& model, const SlabPlan& plan);

// Device memory of a slab, and of its snapshots.
std::int64_t slab_bytes(const WaveModel& slab, bool snapshots);
// Of the largest of so many; of the whole wave, where it is not cut.
std::int64_t largest_slab_bytes(const WaveModel& model, int slabs);

}  // namespace foldwave
