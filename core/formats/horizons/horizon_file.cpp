#include "core/formats/horizons/horizon_file.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdint>
#include <new>

#include "core/base/error.hpp"
#include "core/formats/column_names.hpp"
#include "core/formats/grids/gdal_grid.hpp"
#include "core/formats/grids/map_grid.hpp"
#include "core/formats/horizons/surface_grid.hpp"
#include "core/formats/horizons/tsurf.hpp"
#include "core/formats/horizons/xyz.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/text_lines.hpp"

namespace foldwave {

namespace {

constexpr std::size_t looked_at = 1 << 16;

std::string suffix_of(const std::string& name) {
  std::string suffix = std::filesystem::path(name).extension().string();
  for (char& c : suffix)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return suffix;
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  while (!line.empty() && line.back() == '\r')
    line.remove_suffix(1);
  return line;
}

// XYZ text has its three columns first, parted by blanks.
bool is_plain_xyz(const TableLayout& layout) {
  if (layout.separator != ' ') return false;
  const NamedColumns columns = find_columns(layout.names);
  if (!columns.degrees.empty()) return false;
  return !columns.complete() || (columns.at[0] == 0 && columns.at[1] == 1 && columns.at[2] == 2);
}

HorizonPicks from_xyz(std::string_view bytes, const std::string& name, const Job& job) {
  XyzPicks read = parse_xyz(bytes, name, job);
  HorizonPicks picks;
  picks.points = std::move(read.points);
  picks.skipped = read.skipped;
  if (const auto layout = table_layout(bytes)) {
    const NamedColumns columns = find_columns(layout->names);
    if (columns.complete()) {
      picks.xy_unit = columns.xy_unit;
      picks.z_unit = columns.z_unit;
      picks.sense = columns.sense;
    }
  }
  picks.header = std::move(read.header);
  return picks;
}

HorizonPicks from_tsurf(std::string_view bytes, const std::string& name, const Job& job) {
  TsurfMesh mesh = parse_tsurf(bytes, name, job);
  HorizonPicks picks;
  picks.format = HorizonFormat::tsurf;
  picks.points = std::move(mesh.points);
  picks.triangles = std::move(mesh.triangles);
  picks.xy_unit = mesh.xy_unit;
  picks.z_unit = mesh.z_unit;
  picks.sense = mesh.z_is_depth ? VerticalSense::depth : VerticalSense::elevation;
  return picks;
}

bool any_column(const ColumnChoice& columns) {
  return std::any_of(columns.begin(), columns.end(), [](const std::string& c) { return !c.empty(); });
}

HorizonPicks read_as(HorizonFormat format, std::string_view bytes, const std::string& name,
                     const HorizonFileOptions& options, const Job& job) {
  const bool is_table = format == HorizonFormat::xyz || format == HorizonFormat::csv;
  if (!options.where.empty() && !is_table)
    throw InputError(name, "has no columns to choose rows by: " + options.where, "leave the filter out");
  switch (format) {
    case HorizonFormat::xyz:
      if (any_column(options.columns) || !options.where.empty())
        return parse_csv(bytes, name, options.columns, job, options.where);
      return from_xyz(bytes, name, job);
    case HorizonFormat::csv:
      return parse_csv(bytes, name, options.columns, job, options.where);
    case HorizonFormat::cps3:
      return parse_cps3(bytes, name, job);
    case HorizonFormat::zmap:
      return parse_zmap(bytes, name, job);
    case HorizonFormat::tsurf:
      return from_tsurf(bytes, name, job);
    case HorizonFormat::irap:
      return parse_irap(bytes, name, job);
    case HorizonFormat::esri:
      return parse_esri(bytes, name, job);
    case HorizonFormat::surfer:
      return parse_surfer(bytes, name, job);
    case HorizonFormat::raster:
      if (options.read_raster != nullptr) return options.read_raster(bytes, name, job);
      throw InputError(name, "is a raster, which is not read here", "export a grid as text");
    case HorizonFormat::vtp:
      break;
  }
  if (options.read_vtp == nullptr)
    throw InputError(name, "is a .vtp file, which this program reads only where it is built with VTK",
                     "give points as x y z, or a GOCAD TSurf");
  return options.read_vtp(bytes, name, job);
}

std::uint64_t hash_of(const Vec3& p) {
  // -0 and 0 are one place.
  std::uint64_t h = std::bit_cast<std::uint64_t>(p.x + 0.0) * 0x9e3779b97f4a7c15ULL;
  h ^= std::bit_cast<std::uint64_t>(p.y + 0.0) + (h >> 29);
  h *= 0xbf58476d1ce4e5b9ULL;
  return h ^ (h >> 32);
}

}  // namespace

HorizonFormat horizon_format_of(std::string_view start, const std::string& name) {
  start = start.substr(0, looked_at);
  if (is_surfer(start)) return HorizonFormat::surfer;
  if (is_raster(start)) return HorizonFormat::raster;
  std::string_view text = start;
  bool remarks = false;
  while (!text.empty()) {
    const std::string_view line = trimmed(take_line(text));
    if (line.empty()) continue;
    if (line.front() == '!') {
      remarks = true;
      continue;
    }
    if (line.starts_with("<?xml") || line.starts_with("<VTKFile")) return HorizonFormat::vtp;
    if (line.starts_with("FSASCI") || line.starts_with("FSATTR") || line.starts_with("FSLIMI") ||
        line.starts_with("FSNROW") || line.starts_with("FSXINC"))
      return HorizonFormat::cps3;
    if (line.front() == '@') return HorizonFormat::zmap;
    if (is_irap(line)) return HorizonFormat::irap;
    if (is_esri(line)) return HorizonFormat::esri;
    std::string_view rest = line;
    std::string word(next_word(rest));
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    if (word == "GOCAD") return HorizonFormat::tsurf;
    if (line.front() != '#') break;
  }
  const auto layout = table_layout(start);
  if (layout) return is_plain_xyz(*layout) ? HorizonFormat::xyz : HorizonFormat::csv;
  // Nothing in it tells: its suffix says what it should have been, and the reader what is wrong.
  const std::string suffix = suffix_of(name);
  if (suffix == ".vtp") return HorizonFormat::vtp;
  if (suffix == ".ts") return HorizonFormat::tsurf;
  if (suffix == ".tif" || suffix == ".tiff" || suffix == ".img") return HorizonFormat::raster;
  if (suffix == ".cps" || suffix == ".cps3") return HorizonFormat::cps3;
  if (suffix == ".zmap" || remarks) return HorizonFormat::zmap;
  return suffix == ".csv" ? HorizonFormat::csv : HorizonFormat::xyz;
}

HorizonPicks parse_horizon(std::string_view bytes, const std::string& name, const HorizonFileOptions& options,
                           const Job& job) {
  const HorizonFormat format = options.format.value_or(horizon_format_of(bytes, name));
  try {
    HorizonPicks picks = read_as(format, bytes, name, options, job);
    if (format == HorizonFormat::xyz || format == HorizonFormat::csv) {
      const StatedUnits stated = units_in_remarks(picks.header);
      if (!picks.xy_unit) picks.xy_unit = stated.xy;
      if (!picks.z_unit) picks.z_unit = stated.z;
    }
    return picks;
  } catch (const InputError& error) {
    throw InputError(error.place(), error.words() + " (read as " + format_name(format) + ")");
  }
}

HorizonPicks read_horizon_file(const std::filesystem::path& path, const HorizonFileOptions& options,
                               const Job& job) {
  HorizonPicks picks = [&] {
    const std::string bytes = read_whole_file(path, most_bytes::surface, job);
    return parse_horizon(bytes, path.string(), options, job);
  }();
  if (picks.triangles.empty()) merge_duplicates(picks, job);
  if (picks.points.size() < 3)
    throw InputError(path.string(), "holds only " + std::to_string(picks.points.size()) + " different points",
                     "give at least 3");
  return picks;
}

HorizonFileStart look_at_horizon_file(const std::filesystem::path& path) {
  const std::string bytes = read_file_start(path, looked_at);

  constexpr std::size_t most_lines = 200, longest = 160;
  HorizonFileStart start;
  start.format = horizon_format_of(bytes, path.string());
  if (bytes.find('\0') == std::string::npos) {
    std::string_view text = bytes;
    while (!text.empty() && start.lines.size() < most_lines)
      start.lines.emplace_back(take_line(text).substr(0, longest));
  }
  if (start.format == HorizonFormat::xyz || start.format == HorizonFormat::csv)
    if (const auto layout = table_layout(bytes)) {
      start.columns = layout->names;
      start.has_names = !layout->names.empty();
      for (std::size_t i = start.columns.size(); i < layout->width; ++i)
        start.columns.push_back("column " + std::to_string(i + 1));
    }
  return start;
}

void merge_duplicates(HorizonPicks& picks, const Job& job) {
  std::vector<Vec3>& points = picks.points;
  const std::size_t count = points.size();
  constexpr std::uint32_t free_slot = 0xffffffff;
  if (count >= free_slot) throw InputError("horizon", "holds more than 4 billion points", "thin it out");
  struct Repeated {
    std::int64_t more = 0;
    double sum = 0.0, low = 0.0, high = 0.0;
  };
  std::vector<std::uint32_t> slots;
  std::vector<std::pair<std::uint32_t, double>> again;  // whom it repeats, and its z
  try {
    slots.assign(std::bit_ceil(count + count / 2 + 2), free_slot);
    const std::size_t mask = slots.size() - 1;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if ((i & 0xffff) == 0) {
        job.throw_if_stopped();
        job.report({"looking for repeated points", static_cast<std::int64_t>(i),
                    static_cast<std::int64_t>(count), 1.0, "points"});
      }
      const Vec3 p = points[i];
      std::size_t slot = hash_of(p) & mask;
      while (slots[slot] != free_slot && !(points[slots[slot]].x == p.x && points[slots[slot]].y == p.y))
        slot = (slot + 1) & mask;
      if (slots[slot] != free_slot) {
        again.emplace_back(slots[slot], p.z);
        continue;
      }
      slots[slot] = static_cast<std::uint32_t>(kept);
      points[kept++] = p;
    }
    points.resize(kept);
    picks.duplicates = static_cast<std::int64_t>(again.size());
    std::stable_sort(again.begin(), again.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(2 * count * sizeof(std::uint32_t));
  }
  for (std::size_t first = 0; first < again.size();) {
    Vec3& p = points[again[first].first];
    Repeated z{1, p.z, p.z, p.z};
    std::size_t last = first;
    for (; last < again.size() && again[last].first == again[first].first; ++last) {
      z.low = std::min(z.low, again[last].second);
      z.high = std::max(z.high, again[last].second);
      z.sum += again[last].second;
      ++z.more;
    }
    // Exact copies keep their value to the bit.
    if (z.high > z.low) p.z = z.sum / static_cast<double>(z.more);
    picks.duplicate_spread = std::max(picks.duplicate_spread, z.high - z.low);
    first = last;
  }
}

}  // namespace foldwave
