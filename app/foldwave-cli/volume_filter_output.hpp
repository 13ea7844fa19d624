// Lines and planes that were found in a volume, as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "core/volume/filter/hough/hough_peaks.hpp"
#include "core/volume/filter/hough/hough_planes.hpp"

namespace foldwave::cli {

nlohmann::ordered_json json_lines(const std::vector<HoughLine>& lines, const LineAccumulator& votes,
                                  const GridSlice& slice);
nlohmann::ordered_json json_planes(const HoughPlanes& found, const Grid3& grid);

}  // namespace foldwave::cli
