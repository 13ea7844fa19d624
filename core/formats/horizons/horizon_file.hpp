// A horizon from any file that this program reads: the format is found by the content, the suffix is only a
// hint where the content could be two things.
// Units and sense are the file's own, see horizon_picks.hpp; points with the same x and y are merged to their
// mean z and counted (surfaces with triangles keep theirs: they may be folded over).
// Errors: InputError naming the file, the format it was read as, the line and the remedy; ResourceError when
// it does not fit in memory; Stopped within 0.1 s. Ten million rows take about 33 bytes a row of text and as
// many of points while they are read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.hpp"
#include "core/formats/horizon_picks.hpp"
#include "core/formats/tables/csv.hpp"

namespace foldwave {

// By a library of others: of a .vtp file formats/vtk has one where VTK is there, of rasters grids/gdal_grid.
using LibraryReader = HorizonPicks (*)(std::string_view bytes, const std::string& name, const Job& job);

struct HorizonFileOptions {
  std::optional<HorizonFormat> format;  // empty: by content
  ColumnChoice columns;                 // of a CSV table or of XYZ text
  std::string where;                    // which rows of such a table, as row_filter.hpp has it; empty: all
  LibraryReader read_vtp = nullptr;     // empty: a .vtp file is refused with the reason
  LibraryReader read_raster = nullptr;  // the same of rasters
};

HorizonPicks read_horizon_file(const std::filesystem::path& path, const HorizonFileOptions& options = {},
                               const Job& job = {});
// The same from bytes in memory; `name` stands for the file, its suffix included.
HorizonPicks parse_horizon(std::string_view bytes, const std::string& name,
                           const HorizonFileOptions& options = {}, const Job& job = {});

// What the first 64 KiB of a file show, for people to look at before it is read.
struct HorizonFileStart {
  HorizonFormat format = HorizonFormat::xyz;
  std::vector<std::string> lines;    // the first ones, cut to 160 characters; none of a binary file
  std::vector<std::string> columns;  // of a table: its names, or "column 1", ...
  bool has_names = false;
};
HorizonFileStart look_at_horizon_file(const std::filesystem::path& path);

HorizonFormat horizon_format_of(std::string_view start, const std::string& name);

void merge_duplicates(HorizonPicks& picks, const Job& job = {});

}  // namespace foldwave
