// One picture of a wave, kept for the views: its pressures, those packed within an error bound, or the file
// that holds them.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "core/volume/tools/volume_source.hpp"

namespace foldwave {

// Where colours end, by how many per cent of the values on each side of zero may lie beyond: for each of
// `clip_sides`, and between them by interpolation.
inline constexpr std::array clip_sides{0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0};
inline constexpr double usual_clip = 0.5;
struct ClipTable {
  std::array<double, clip_sides.size()> limit{};  // 0: not known
  double at(double side) const;
};

struct Snapshot {
  int step = 0;
  double time = 0.0;      // seconds
  Field<float> pressure;  // at the grid's nodes; empty where it is packed or lies in a file
  std::shared_ptr<const PackedVolume> packed{};
  Volume stored{};     // in a file
  double limit = 0.0;  // colours end here: see clip_limit
  ClipTable clips;     // and here, where the clip is chosen

  std::array<int, 3> shape() const {
    return stored ? stored->grid().n : packed ? packed->layout.nodes : pressure.shape();
  }
  std::int64_t bytes() const;   // that it takes of memory
  double error_bound() const {  // 0: the same bits
    return stored ? stored->facts().error_bound : packed ? packed->facts.error_bound : 0.0;
  }
};

// Its pressures, unpacked where they are packed, read where they lie in a file; of damaged bricks 0. Throws
// ResourceError, Stopped, and of a file InputError.
using Pressure = std::shared_ptr<const Field<float>>;
Pressure pressure_of(const std::shared_ptr<const Snapshot>& snapshot, const Job& job = {});

// The value that `percent` of the absolute values stay under, from at most 200 000 evenly spread nodes; quiet
// nodes (under a thousandth of the peak) do not count, so that a young wave in a large box keeps its
// contrast.
double clip_limit(std::span<const float> pressure, double percent);
ClipTable clip_table(std::span<const float> pressure);  // of the same values

}  // namespace foldwave
