// What is written of a recorded gather against a scenario's wave (engine/survey/gather_comparison.hpp): a
// table of its traces, and the difference as SEG-Y. Map coordinates; metres, depth, seconds.
// Errors: InputError for a place that cannot be written, ResourceError for a full disk.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/survey/gather_comparison.hpp"

namespace foldwave {

struct ComparedTrace {
  Vec3 receiver{};
  double residual = 0.0;  // of the record; not a number: the record is silent there
  std::optional<double> first_break, first_break_residual, predicted_break;  // none: no such break
};
std::vector<ComparedTrace> compared_traces(const GatherComparison& made, const Vec3& origin);

// A line a trace, an empty cell for what there is not.
void write_comparison_table(const std::filesystem::path& file, const GatherComparison& made,
                            const Vec3& origin);

// Predicted less recorded. Gives the warning of write_gather_segy, or nothing.
std::string write_difference_segy(const std::filesystem::path& file, const Scenario& scenario,
                                  const GatherComparison& made);

}  // namespace foldwave
