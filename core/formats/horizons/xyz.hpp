// Picked points as text, one row "x y z" a point, as interpretation programs write them.
// Read: header lines before the first row (they start with a letter, '#', '!' or a quote; '#' and '!' lines
// are comments anywhere, and so are CPS-3's "->" lines between its lines of points), columns parted by
// blanks, tabs, commas or semicolons, LF or CRLF, '.' as the decimal sign whatever the locale, further
// columns ignored. Rows without a value are skipped and counted: NaN, infinity or a magnitude of 1e30 and
// more in any column, or -999.25 in the third. Shapes and units: points in file order, x, y, z as the file
// has them (metres or not, depth or elevation: the header says, and the caller decides). Errors: InputError
// naming file, line and what was found: missing, empty or binary file, a row that is not three numbers,
// decimal commas, fewer than 3 points.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/vec3.hpp"

namespace foldwave {

struct XyzPicks {
  std::vector<Vec3> points;
  std::int64_t skipped = 0;  // rows that hold a null value
  std::string header;        // the header lines as they stand, parted by '\n'
};

XyzPicks read_xyz(const std::filesystem::path& path, const Job& job = {});

// The same from text in memory; `name` stands for the file in messages.
XyzPicks parse_xyz(std::string_view text, const std::string& name, const Job& job = {});

// Every line of `header` gets "# " before it unless it has a '#' already; numbers are written so that reading
// gives the same doubles. Whole or not there (atomic_file.hpp), which it is not when the job is stopped.
void write_xyz(const std::filesystem::path& path, std::span<const Vec3> points,
               std::string_view header = "x[m] y[m] z[m]", const Job& job = {});

}  // namespace foldwave
