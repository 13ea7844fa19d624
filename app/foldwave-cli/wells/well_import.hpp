// Wells into a scenario: a path and its tops as markers, or one top of several wells as control points.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/model/scenario.hpp"

namespace foldwave::cli {

struct WellOptions {
  std::string survey;              // a deviation survey's file beside a LAS file
  std::vector<double> head;        // x, y and the datum's elevation
  std::string top;                 // becomes a horizon's control points; empty: the path becomes markers
  std::vector<std::string> wells;  // the other wells with that top
};

void add_well_options(CLI::App& command, WellOptions& options);
void import_well(const std::string& file, const WellOptions& options, Scenario& scenario, const Job& job);
PointsHorizon top_points(const std::string& file, const WellOptions& options, const Job& job);

}  // namespace foldwave::cli
