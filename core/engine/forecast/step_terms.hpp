// What the parts of step_terms (stage_work.hpp) share, and those of a device.
#pragma once

#include <array>
#include <span>

#include "core/engine/forecast/stage_work.hpp"
#include "core/wave/padded_grid.hpp"

namespace foldwave {

// Radii of stencils whose rates are known; between them the logarithm is linear in the radius.
inline constexpr std::array few_radii{1, 4, 8};
inline constexpr std::array some_radii{1, 2, 4, 6, 8};
inline constexpr std::array large_radii{2, 4, 8};
inline constexpr std::array all_radii{1, 2, 3, 4, 5, 6, 7, 8};
void share_radius(const std::string& stem, int radius, std::span<const int> known,
                  std::vector<RateShare>& rates, double weight = 1.0);

// Of both levels and the velocity.
double field_bytes(const PaddedGrid& padded, const WaveModel& model);

// A device runs another kernel for each kind (gpu/wave/device_wave.cu): "pairs", "tiles", "double", "fourth",
// "density", and "section" with "section.pads", "section.fourth", "section.density".
std::string device_step_kind(const StepCount& count);
std::vector<WorkTerm> device_step_terms(const StepCount& count);
int device_tile_width(const PaddedGrid& padded);  // as the tiled step chooses it (gpu/wave/tile_step.cu)

}  // namespace foldwave
