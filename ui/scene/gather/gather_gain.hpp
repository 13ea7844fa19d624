// Gains that make late arrivals visible on the screen. They change the picture only, never the gather.
#pragma once

#include <vector>

#include "core/wave/wave_model.hpp"

namespace foldwave {

// Samples times (t / T)^power, T the trace's length, then divided by their root mean square over a sliding
// window of `agc_window` seconds (0: not).
std::vector<float> gained_trace(const Gather& gather, int receiver, double power, double agc_window);

// Fills `column` from the part `top` to `bottom` (0 to 1) of a trace: the strongest sample of each pixel, or
// interpolated where there are more pixels than samples.
void sample_column(const std::vector<float>& trace, double top, double bottom, std::vector<float>& column);

}  // namespace foldwave
