// What core/geology measures in a run's fold, as tables: CSV with a header line that names columns and units,
// '.' as the decimal sign, map coordinates and elevation, an empty cell for what is not there. Columns:
// docs/formats.md.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include "core/engine/fold_result.hpp"
#include "core/geology/fold_marks.hpp"

namespace foldwave {

inline constexpr std::array<const char*, 6> geometry_tables{"layers",  "thickness", "thickness-map",
                                                            "isogons", "hinges",    "attitudes"};

// The result and the scenario must outlive it.
SolvedFold solved_fold(const Scenario& scenario, const FoldResult& fold);

FoldGeometry measure_fold(const Scenario& scenario, const FoldResult& fold, const std::optional<Vec3>& axis,
                          const Job& job);

// What is drawn over the fold; `line` in local coordinates.
FoldMarks measure_marks(const Scenario& scenario, const FoldResult& fold, const MapLine& line,
                        const MarksWish& wish, const Job& job);

// One of `geometry_tables`. `axis`: of the fold, when it is typed. Throws Stopped; the file is whole or not
// there.
void write_geometry_table(const std::filesystem::path& file, const std::string& table,
                          const Scenario& scenario, const FoldResult& fold, const std::optional<Vec3>& axis,
                          const Job& job);

}  // namespace foldwave
