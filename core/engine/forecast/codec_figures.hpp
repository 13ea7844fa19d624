// How far and how fast each codec of .hdf files packs a volume on this machine, by all threads and in memory:
// what the storage planner (core/forecast/io/storage_plan.hpp) starts from. Ratios hang on the values: a
// volume that waves fill packs less than one that is nearly silent.
#pragma once

#include <vector>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"
#include "core/engine/backend.hpp"
#include "core/forecast/io/storage_plan.hpp"

namespace foldwave {

// Of `values` with an error of `share` of the largest. Empty in a build without HDF5, and for values that are
// all zero. Errors: Stopped.
std::vector<CodecFigure> measure_codecs(const Field<float>& values, double share, const Job& job);

inline constexpr double usual_snapshot_error = 1e-4;  // of the largest value, where nothing is typed

// On the last level of a short wave that has filled its box, which `backend` runs. Errors: those of run_wave.
std::vector<CodecFigure> measure_codecs(const Backend& backend, const Job& job);

}  // namespace foldwave
