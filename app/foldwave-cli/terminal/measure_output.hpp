// Measures with their limits (core/bench/measure_row.hpp) on the terminal, line by line as they come, or as
// JSON at the end, each then told on standard error meanwhile.
#pragma once

#include <vector>

#include "core/bench/measure_row.hpp"
#include "core/engine/backend.hpp"

namespace foldwave::cli {

// Begins the table, which the rows told to it go on with; with `json` there is none.
MeasureDone begin_measures(bool json);

// Writes the JSON where it was asked for. Gives the exit status: 0 where anything was measured.
int end_measures(const std::vector<MeasureRow>& rows, const Backend& backend, bool json);

}  // namespace foldwave::cli
