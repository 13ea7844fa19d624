// What a file of the store says of its volume besides the values.
#pragma once

#include <optional>
#include <string>

#include "core/base/grid.hpp"

namespace foldwave {

struct VolumeFacts {
  Grid3 grid;  // map frame of the program, z depth
  std::string array = "values";
  std::string codec = "blosc";  // of core/volume/store/hdf_filters.hpp
  double error_bound = 0.0;     // absolute, in the values' unit; 0: lossless
  std::optional<int> step{};
  std::optional<double> time{};  // s
};

}  // namespace foldwave
