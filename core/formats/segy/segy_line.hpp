// One line of a SEG-Y volume as a picture's values: the traces of an inline, in the order of their
// crosslines, or of a crossline; or all traces in the file's order. Only the traces that are taken are read.
//
// Shapes: values[t * samples + i] is trace t at time delay + i dt. Units: seconds, metres.
// Errors: InputError naming the file, the number that was asked for and those that are there; Stopped.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/formats/segy/segy.hpp"

namespace foldwave {

enum class SegyLineChoice { all, inline_number, crossline_number };

// The straight line on the map that fits the places of a line's traces best, by least squares over their
// number.
struct SegyLineEnds {
  std::array<double, 2> first{}, last{};
  double misfit = 0.0;  // the farthest of a trace from its place on it
};

struct SegyLine {
  int traces = 0, samples = 0;
  double delay = 0.0, dt = 0.0;
  std::vector<float> values;
  double limit = 0.0;                  // 0.5 % of the amplitudes that are not zero lie beyond it
  std::optional<SegyLineEnds> ends{};  // none: the headers have no coordinates
};

// The traces of a line, in its order.
std::vector<std::size_t> segy_line_traces(const SegyFile& headers, SegyLineChoice choice, int number,
                                          const std::string& name);

// By the CDP's coordinates, or where all of these are one the middles between source and receiver.
std::optional<SegyLineEnds> segy_line_ends(const SegyFile& headers, const std::vector<std::size_t>& traces);

// Of more than `most_traces` every second one is taken, or every third and so on.
SegyLine segy_line(const SegyTraces& file, SegyLineChoice choice, int number, const std::string& name,
                   const Job& job = {}, std::size_t most_traces = 4096);

}  // namespace foldwave
