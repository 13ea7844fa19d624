// What is expected of each rate before this machine's runs tell it: for the processor from the memory's
// triad, for a device from its own, and for the rest what a few machines have shown. Seconds a unit of
// stage_work.hpp, or factors.
#pragma once

#include <string>
#include <vector>

#include "core/forecast/calibration/calibration.hpp"
#include "core/forecast/cost/rates.hpp"

namespace foldwave {

// Parts in which a process that is new first comes to a device's memory and kernels; short runs of a
// calibration find both there.
inline constexpr const char* device_cold_parts[]{"fold.solve", "wave.set_up", "wave.steps", "image.passes",
                                                 "survey.shots"};
std::string device_cold_rate(const std::string& part);

std::vector<ExpectedRate> expected_rates(const MachineBounds& bounds, int threads, bool on_host);

// The calibration's runs turned into rates.
Rates rates_of(const Calibration& calibration, bool on_host);

}  // namespace foldwave
