// One line of a SEG-Y volume as a picture's values: the traces of an inline, in the order of their
// crosslines, or of a crossline; or all traces in the file's order.
//
// Shapes: values[t * samples + i] is trace t at time delay + i dt. Units: seconds.
// Errors: InputError naming the file, the number that was asked for and those that are there; Stopped.
#pragma once

#include <string>
#include <vector>

#include "core/formats/segy.hpp"

namespace foldwave {

enum class SegyLineChoice { all, inline_number, crossline_number };

struct SegyLine {
  int traces = 0, samples = 0;
  double delay = 0.0, dt = 0.0;
  std::vector<float> values;
  double limit = 0.0;  // 0.5 % of the amplitudes that are not zero lie beyond it
};

SegyLine segy_line(const SegyFile& file, SegyLineChoice choice, int number, const std::string& name,
                   const Job& job = {});

}  // namespace foldwave
