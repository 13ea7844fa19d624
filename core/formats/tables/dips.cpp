#include "core/formats/tables/dips.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/angle.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/column_names.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/tables/number_table.hpp"

namespace foldwave {

namespace {

constexpr const char* dips_kind =
    "a table with columns x, y, dip and dip azimuth, or strike and dip, or nx, ny and nz";

enum class Orientation { azimuth, strike, normal };

struct DipColumns {
  Orientation kind = Orientation::azimuth;
  std::vector<int> at;  // x, y, then dip and direction, dip and strike, or the normal
  std::optional<Unit> xy_unit;
};

int find_stem(const std::vector<std::string>& names, std::initializer_list<std::string_view> stems) {
  for (const std::string_view stem : stems)
    for (std::size_t i = 0; i < names.size(); ++i)
      if (column_stem(names[i]) == stem) return static_cast<int>(i);
  return -1;
}

DipColumns find_dip_columns(const std::vector<std::string>& names, const std::string& name) {
  const NamedColumns places = find_columns(names);
  if (!places.degrees.empty() && (places.at[0] < 0 || places.at[1] < 0))
    throw InputError(name, "column " + places.degrees + " holds degrees", "project it to metres (UTM, say)");
  DipColumns columns;
  columns.xy_unit = places.xy_unit;
  const int dip = find_stem(names, {"dip", "dipangle", "dipmagnitude"});
  const int direction = find_stem(names, {"dipazimuth", "dipazi", "dipazm", "dipdirection", "dipdir",
                                          "azimuth", "azi", "azm", "azim", "trend"});
  const int strike = find_stem(names, {"strike", "strikerhr", "strikeazimuth"});
  const int nx = find_stem(names, {"nx", "gx", "normalx"}), ny = find_stem(names, {"ny", "gy", "normaly"}),
            nz = find_stem(names, {"nz", "gz", "normalz"});
  columns.at = {places.at[0], places.at[1]};
  if (dip >= 0 && direction >= 0) {
    columns.at.insert(columns.at.end(), {dip, direction});
  } else if (dip >= 0 && strike >= 0) {
    columns.kind = Orientation::strike;
    columns.at.insert(columns.at.end(), {dip, strike});
  } else if (nx >= 0 && ny >= 0 && nz >= 0) {
    columns.kind = Orientation::normal;
    columns.at.insert(columns.at.end(), {nx, ny, nz});
  } else {
    columns.at[0] = -1;
  }
  if (columns.at[0] < 0 || columns.at[1] < 0)
    throw InputError(name, "its columns do not tell places and dips: " + column_list(names),
                     std::string("give ") + dips_kind);
  return columns;
}

double turned(double azimuth) {
  const double part = std::fmod(azimuth, 360.0);
  return part < 0.0 ? part + 360.0 : part;
}

Dip dip_of(std::span<const double> row, Orientation kind) {
  Dip dip{row[0], row[1], row[2], 0.0};
  if (kind == Orientation::normal) {
    const double across = std::hypot(row[2], row[3]);
    dip.dip = degrees(std::atan2(across, std::abs(row[4])));
    const double up = row[4] < 0.0 ? -1.0 : 1.0;
    dip.direction = across > 0.0 ? turned(degrees(std::atan2(up * row[2], up * row[3]))) : 0.0;
    // No normal has no length.
    if (!(across + std::abs(row[4]) > 0.0)) dip.dip = -1.0;
  } else {
    dip.direction = turned(kind == Orientation::strike ? row[3] + 90.0 : row[3]);
  }
  return dip;
}

}  // namespace

Dips parse_dips(std::string_view text, const std::string& name, std::string_view where, const Job& job) {
  DipColumns columns;
  const NumberTable table = parse_number_table(
      text, name, dips_kind,
      [&](const std::vector<std::string>& names) {
        columns = find_dip_columns(names, name);
        return columns.at;
      },
      job, where);
  Dips dips;
  dips.skipped = table.skipped;
  dips.filtered = table.filtered;
  dips.xy_unit = columns.xy_unit;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const Dip dip = dip_of(table.row(i), columns.kind);
    const std::string place = name + ", line " + std::to_string(table.lines[i]);
    if (!(dip.dip >= 0.0 && dip.dip <= 90.0))
      throw InputError(place,
                       columns.kind == Orientation::normal ? "the normal has no length"
                                                           : "a dip of " + number_text(dip.dip) + " degrees",
                       "give a dip of 0 to 90 degrees, or a normal");
    if (dip.dip > steepest_dip)
      throw InputError(
          place, "a dip of " + number_text(dip.dip, 4) + " degrees is too steep for a surface over the map",
          "leave it out, as by the condition dip <= " + number_text(steepest_dip));
    dips.at.push_back(dip);
  }
  if (dips.at.empty())
    throw InputError(name, "holds no dip; " + std::to_string(dips.skipped) + " rows have no value",
                     std::string("give ") + dips_kind);
  return dips;
}

Dips read_dips(const std::filesystem::path& path, std::string_view where, const Job& job) {
  return parse_dips(read_whole_file(path, most_bytes::surface, job), path.string(), where, job);
}

}  // namespace foldwave
