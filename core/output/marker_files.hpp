// The markers of a scenario as a table (CSV): one row a corner, in map coordinates and elevation. A line has
// its two ends; a plane the corners of what of it lies in the grid's box, or the position that it passes
// where none of it does. Columns: docs/formats.md. Errors: those of AtomicFile; the file is whole or not
// there.
#pragma once

#include <filesystem>

#include "core/model/scenario.hpp"

namespace foldwave {

void write_markers(const std::filesystem::path& file, const Scenario& scenario);

}  // namespace foldwave
