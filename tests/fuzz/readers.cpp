#include "readers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/formats/horizon_file.hpp"
#include "core/formats/scalar_volume.hpp"
#include "core/formats/segy.hpp"
#include "core/formats/surface_grid.hpp"
#include "core/formats/tsurf.hpp"
#include "core/formats/xyz.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "core/model/velocity_json.hpp"
#include "core/volume/codec/seal.hpp"
#include "core/volume/filter/kernel3.hpp"

namespace foldwave::fuzz {

namespace {

[[noreturn]] void broken(const char* what) {
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

void check_points(std::span<const Vec3> points) {
  for (const Vec3& p : points)
    if (!(std::abs(p.x) < 1e300 && std::abs(p.y) < 1e300 && std::abs(p.z) < 1e300))
      broken("a point is not finite");
}

void check_picks(const HorizonPicks& picks) {
  check_points(picks.points);
  if (picks.points.size() < 3) broken("fewer than 3 points");
  if (picks.skipped < 0 || picks.duplicates < 0) broken("a count below zero");
  for (const auto& triangle : picks.triangles)
    for (const int corner : triangle)
      if (corner < 0 || static_cast<std::size_t>(corner) >= picks.points.size())
        broken("a corner that is not there");
}

void read_xyz_text(std::string_view bytes) {
  check_points(parse_xyz(bytes, "f").points);
}
void read_csv(std::string_view bytes) {
  check_picks(parse_csv(bytes, "f"));
}
void read_csv_columns(std::string_view bytes) {
  check_picks(parse_csv(bytes, "f", {"3", "1", "2"}));
}
void read_cps3(std::string_view bytes) {
  check_picks(parse_cps3(bytes, "f"));
}
void read_zmap(std::string_view bytes) {
  check_picks(parse_zmap(bytes, "f"));
}
void read_surface(std::string_view bytes) {
  const TsurfMesh mesh = parse_tsurf(bytes, "f");
  check_points(mesh.points);
  if (mesh.vertex_lines.size() != mesh.points.size() || mesh.triangle_lines.size() != mesh.triangles.size())
    broken("lines and what stands there do not fit");
  for (const auto& triangle : mesh.triangles)
    for (const int corner : triangle)
      if (corner < 0 || static_cast<std::size_t>(corner) >= mesh.points.size())
        broken("a corner that is not there");
}
void read_traces(std::string_view bytes) {
  std::istringstream stream{std::string(bytes)};
  const SegyFile file = read_segy(stream, bytes.size(), "f");
  if (file.samples < 1 || file.traces.size() != file.geometry.size() * static_cast<std::size_t>(file.samples))
    broken("traces and geometry do not fit");
}
void check_volume(const ScalarVolume& volume) {
  if (volume.values.shape() != volume.grid.n || volume.values.size() < 1) broken("a grid without its values");
  for (const double h : volume.grid.h)
    if (!(h > 0.0)) broken("a spacing that is none");
}
void read_velocity_traces(std::string_view bytes) {
  std::istringstream stream{std::string(bytes)};
  check_volume(segy_volume(read_segy(stream, bytes.size(), "f"), {}, "f"));
}
// A header's line, then the values that it speaks of.
void read_raw(std::string_view bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const VelocityFile velocity = with_header({}, std::string(bytes.substr(0, end)), "f.json");
  check_volume(parse_raw_volume(bytes.substr(std::min(end + 1, bytes.size())), velocity.layout, "f"));
}
void read_scenario(std::string_view bytes) {
  const Scenario scenario = parse_scenario(std::string(bytes), "f");
  check_scenario(scenario);
  const std::string text = scenario_text(scenario);
  if (scenario_text(parse_scenario(text, "f")) != text)
    broken("a scenario does not come back as it was written");
}
void read_any_horizon(std::string_view bytes) {
  HorizonPicks picks = parse_horizon(bytes, "f.xyz");
  check_points(picks.points);
  const auto before = static_cast<std::int64_t>(picks.points.size());
  if (picks.triangles.empty()) merge_duplicates(picks);
  if (static_cast<std::int64_t>(picks.points.size()) + picks.duplicates != before) broken("a point was lost");
}
// A letter for the codec, one for each size less one, then the brick; its checksum is made right.
void read_brick(std::string_view bytes) {
  const auto letter = [&bytes](std::size_t i) {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) - 'a' : 0;
  };
  BrickShape shape;
  for (std::size_t a = 0; a < 3; ++a)
    shape.n[a] = 1 + std::clamp(letter(a + 1), 0, 40);
  const std::vector<std::string> names = codec_names();
  const Codec& codec = *find_codec(
      names[static_cast<std::size_t>(std::clamp(letter(0), 0, static_cast<int>(names.size()) - 1))]);
  const auto brick = std::as_bytes(std::span(bytes.substr(std::min<std::size_t>(4, bytes.size()))));
  std::vector<std::byte> sealed(brick.begin(), brick.end());
  seal(sealed, shape);
  std::vector<float> values(shape.values());
  codec.decode(sealed, shape, values);
  const std::vector<std::byte> again = codec.encode(values, shape, {});
  std::vector<float> back(values.size());
  codec.decode(again, shape, back);
  if (std::memcmp(values.data(), back.data(), 4 * values.size()) != 0) broken("values do not come back");
}

void read_kernel(std::string_view bytes) {
  const Kernel3 kernel = parse_kernel(bytes, "f");
  check_kernel(kernel);
  for (const float w : kernel.weights)
    if (!std::isfinite(w)) broken("a weight is not finite");
}

constexpr std::array all{Reader{"xyz", read_xyz_text},
                         Reader{"csv", read_csv},
                         Reader{"csv_columns", read_csv_columns},
                         Reader{"cps3", read_cps3},
                         Reader{"zmap", read_zmap},
                         Reader{"tsurf", read_surface},
                         Reader{"segy", read_traces},
                         Reader{"segy_volume", read_velocity_traces},
                         Reader{"raw", read_raw},
                         Reader{"scenario", read_scenario},
                         Reader{"horizon", read_any_horizon},
                         Reader{"brick", read_brick},
                         Reader{"kernel", read_kernel}};

}  // namespace

std::span<const Reader> readers() {
  return all;
}

bool run(const Reader& reader, std::string_view bytes) {
  try {
    reader.read(bytes);
    return true;
  } catch (const Error& error) {
    const std::string_view what = error.what();
    if (what.empty() || what.find('\n') != std::string_view::npos) broken("a message is not one line");
    return false;
  }
}

}  // namespace foldwave::fuzz
