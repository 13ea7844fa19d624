#include "readers.hpp"
#include "core/volume/codec/registry/codec_registry.hpp"

#include <sys/mman.h>
#include <unistd.h>

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
#include "core/formats/grids/map_grid.hpp"
#include "core/formats/horizons/horizon_file.hpp"
#include "core/formats/horizons/surface_grid.hpp"
#include "core/formats/horizons/tsurf.hpp"
#include "core/formats/horizons/xyz.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/formats/stations/miniseed.hpp"
#include "core/formats/stations/station_table.hpp"
#include "core/formats/tables/dips.hpp"
#include "core/formats/volumes/npy.hpp"
#include "core/formats/volumes/scalar_volume.hpp"
#include "core/formats/wells/well_path.hpp"
#include "core/imaging/survey/partial_stack.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "core/model/velocity_json.hpp"
#include "core/volume/codec/quick/quick_codec.hpp"
#include "core/volume/codec/seal.hpp"
#include "core/volume/codec/transform/chain.hpp"
#include "core/volume/filter/kernel3.hpp"
#include "core/volume/store/plugin/own_filter.hpp"

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
void read_su(std::string_view bytes) {
  std::istringstream stream{std::string(bytes)};
  const SegyFile file = read_segy(stream, bytes.size(), "f.su");
  if (!file.is_su || file.traces.size() != file.geometry.size() * static_cast<std::size_t>(file.samples))
    broken("traces and geometry do not fit");
}
void read_npy_array(std::string_view bytes) {
  VolumeLayout layout;
  layout.spacing = {10.0, 10.0, 5.0};
  const ScalarVolume volume = parse_npy(bytes, layout, "f");
  if (volume.values.shape() != volume.grid.n || volume.values.size() < 1) broken("a grid without its values");
}
void read_irap(std::string_view bytes) {
  check_picks(parse_irap(bytes, "f"));
}
void read_esri(std::string_view bytes) {
  check_picks(parse_esri(bytes, "f"));
}
void read_surfer(std::string_view bytes) {
  check_picks(parse_surfer(bytes, "f"));
}
void read_dips_table(std::string_view bytes) {
  for (const Dip& dip : parse_dips(bytes, "f").at)
    if (!(std::abs(dip.x) < 1e300 && std::abs(dip.y) < 1e300 && dip.dip >= 0.0 && dip.dip <= steepest_dip &&
          dip.direction >= 0.0 && dip.direction <= 360.0))
      broken("a dip that is none");
}
void read_records(std::string_view bytes) {
  std::size_t samples = 0;
  for (const SeedTrace& trace : parse_miniseed(bytes, "f").traces) {
    if (!(trace.interval > 0.0) || trace.segments.empty()) broken("a trace without a clock or samples");
    std::int64_t end = 0;
    for (const SeedSegment& segment : trace.segments) {
      if (segment.first < end || segment.samples.empty()) broken("segments that are not apart");
      end = segment.first + static_cast<std::int64_t>(segment.samples.size());
      samples += segment.samples.size();
    }
  }
  if (samples * sizeof(float) > 8 * bytes.size()) broken("more samples than the file can hold");
}
void read_station_table(std::string_view bytes) {
  for (const Station& station : parse_stations(bytes, "f")) {
    check_points(std::array{station.place});
    if (station.station.empty()) broken("a station without a code");
  }
}
void check_well(Well well) {
  for (std::size_t i = 1; i < well.survey.size(); ++i)
    if (!(well.survey[i].depth > well.survey[i - 1].depth)) broken("depths that do not grow");
  well.x = well.x.value_or(0.0);
  well.y = well.y.value_or(0.0);
  const WellPath path(well);
  check_points(path.between(0.0, std::min(well.bottom, 1e6), 10.0));
  for (const WellTop& top : well.tops)
    check_points(std::array{path.at(top.depth)});
}
void read_las(std::string_view bytes) {
  check_well(parse_las(bytes, "f"));
}
void read_deviation(std::string_view bytes) {
  check_well(parse_deviation(bytes, "f"));
}
void check_volume(const ScalarVolume& volume) {
  if (volume.values.shape() != volume.grid.n || volume.values.size() < 1) broken("a grid without its values");
  for (const double h : volume.grid.h)
    if (!(h > 0.0)) broken("a spacing that is none");
}
// Each trace stands in one column of the lattice that coordinates or numbers make.
void check_placing(const SegyFile& file) {
  try {
    const SegyPlacing placing = place_segy(file, {}, "f", true);
    std::vector<int> seen(file.geometry.size());
    for (const std::size_t column : placing.columns)
      if (column >= seen.size() || seen[column]++ > 0) broken("a trace that is not there, or twice");
    if (static_cast<double>(placing.grid.n[0]) * placing.grid.n[1] != static_cast<double>(seen.size()))
      broken("a lattice of another size than the file's");
    for (const double h : placing.grid.h)
      if (!(h > 0.0)) broken("a spacing that is none");
  } catch (const InputError&) {
    return;
  }
}
// The reader by traces has what the reader of the whole has.
void check_traces(std::string_view bytes, const SegyFile& whole) {
  const int descriptor = ::memfd_create("f", MFD_CLOEXEC);
  if (descriptor < 0 || ::write(descriptor, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
    broken("no file in memory");
  try {
    const SegyTraces traces("/proc/self/fd/" + std::to_string(descriptor));
    if (traces.headers().geometry.size() != whole.geometry.size() ||
        traces.headers().samples != whole.samples)
      broken("traces are read otherwise");
    std::vector<float> samples(static_cast<std::size_t>(whole.samples));
    for (std::size_t t = 0; t < whole.geometry.size(); ++t) {
      traces.read(t, samples);
      if (std::memcmp(samples.data(), whole.traces.data() + t * samples.size(), 4 * samples.size()) != 0)
        broken("samples are read otherwise");
    }
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  ::close(descriptor);
}
void read_velocity_traces(std::string_view bytes) {
  std::istringstream stream{std::string(bytes)};
  const SegyFile file = read_segy(stream, bytes.size(), "f");
  check_placing(file);
  check_traces(bytes, file);
  check_volume(segy_volume(file, {}, "f"));
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
  if (codec.name() == "quick")
    seal_quick(sealed, shape);
  else
    seal(sealed, shape);
  std::vector<float> values(shape.values());
  codec.decode(sealed, shape, values);
  const std::vector<std::byte> again = codec.encode(values, shape, {});
  std::vector<float> back(values.size());
  codec.decode(again, shape, back);
  if (std::memcmp(values.data(), back.data(), 4 * values.size()) != 0) broken("values do not come back");
  // Whatever was decoded is packed within a bound that it has digits for, and one that it has none for.
  for (const double bound : {0.25, 1e-6}) {
    codec.decode(codec.encode(values, shape, {bound}), shape, back);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (std::memcmp(&values[i], &back[i], sizeof(float)) != 0 &&
          !(std::abs(double{values[i]} - double{back[i]}) <= bound))
        broken("a value leaves its bound");
  }
}
// A letter for each size less one, one for a codec and one for its bound, then a chain's brick; its checksum
// is made right.
void read_chain(std::string_view bytes) {
  const auto letter = [&bytes](std::size_t i) {
    return i < bytes.size() ? std::max(0, static_cast<unsigned char>(bytes[i]) - 'a') : 0;
  };
  BrickShape shape;
  for (std::size_t a = 0; a < 3; ++a)
    shape.n[a] = 1 + std::min(letter(a), 40);
  const std::span<const ChainCodec> codecs = chain_codecs();
  const ChainCodec& codec = codecs[static_cast<std::size_t>(letter(3)) % codecs.size()];
  const double bound = std::pow(10.0, 3 - letter(4));
  const auto brick = std::as_bytes(std::span(bytes.substr(std::min<std::size_t>(5, bytes.size()))));
  std::vector<std::byte> sealed(brick.begin(), brick.end());
  seal(sealed, shape);
  std::vector<float> values(shape.values());
  unpack_chain(sealed, shape, values);
  std::vector<float> back(values.size());
  codec.decode(codec.encode(values, shape, {bound}), shape, back);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::memcmp(&values[i], &back[i], sizeof(float)) != 0 &&
        !(std::abs(double{values[i]} - double{back[i]}) <= bound))
      broken("a value is outside of its bound");
}

// The parameters of the plugin's filter, a count and little-endian words, then a chunk; its checksum is made
// right where there is a shape to make it of.
void read_chunk(std::string_view bytes) {
  const std::size_t count = bytes.empty() ? 0
                                          : std::min<std::size_t>(static_cast<unsigned char>(bytes[0]) % 16U,
                                                                  (bytes.size() - 1) / 4);
  std::vector<unsigned> parameters(count);
  if (count > 0) std::memcpy(parameters.data(), bytes.data() + 1, 4 * count);
  const OwnPacking packing = own_packing(parameters);
  if (own_parameters(packing.codec->name(), packing.shape, packing.bound) != parameters)
    broken("parameters do not come back");
  if (packing.shape.values() > 100'000) throw InputError("chunk", "too large to be fuzzed", "");
  const auto chunk = std::as_bytes(std::span(bytes.substr(std::min(1 + 4 * count, bytes.size()))));
  std::vector<std::byte> sealed(chunk.begin(), chunk.end());
  seal(sealed, packing.shape);
  std::vector<float> values(packing.shape.values());
  packing.codec->decode(sealed, packing.shape, values);
  asked_parameters(parameters, packing.shape);
}

void read_kernel(std::string_view bytes) {
  const Kernel3 kernel = parse_kernel(bytes, "f");
  check_kernel(kernel);
  for (const float w : kernel.weights)
    if (!std::isfinite(w)) broken("a weight is not finite");
}

// The checksum is put on behind, so that the words before it are what is tried.
void read_stack(std::string_view bytes) {
  SurveySetup setup;
  setup.medium.grid.n = {5, 1, 3};
  setup.shots.resize(9);
  setup.gathers.places = 1;
  setup.gathers.offsets = 2;
  const auto held = std::as_bytes(std::span(bytes));
  std::vector<std::byte> sealed(held.begin(), held.end());
  seal(sealed, {{1, 1, 1}});
  const SurveyStack stack = parse_partial_stack(sealed, 7, setup);
  if (stack.shots < 1 || stack.shots > 9) broken("shots that are not there");
  if (stack.sums.image.size() != 15 || stack.sums.illumination.size() != 15 || stack.gathers.size() != 1 ||
      stack.gathers[0].image.size() != 6)
    broken("a stack of another shape");
}

constexpr std::array all{Reader{"xyz", read_xyz_text},
                         Reader{"csv", read_csv},
                         Reader{"csv_columns", read_csv_columns},
                         Reader{"cps3", read_cps3},
                         Reader{"zmap", read_zmap},
                         Reader{"tsurf", read_surface},
                         Reader{"segy", read_traces},
                         Reader{"segy_volume", read_velocity_traces},
                         Reader{"su", read_su},
                         Reader{"npy", read_npy_array},
                         Reader{"irap", read_irap},
                         Reader{"esri", read_esri},
                         Reader{"surfer", read_surfer},
                         Reader{"dips", read_dips_table},
                         Reader{"miniseed", read_records},
                         Reader{"stations", read_station_table},
                         Reader{"las", read_las},
                         Reader{"deviation", read_deviation},
                         Reader{"raw", read_raw},
                         Reader{"scenario", read_scenario},
                         Reader{"horizon", read_any_horizon},
                         Reader{"brick", read_brick},
                         Reader{"chain", read_chain},
                         Reader{"chunk", read_chunk},
                         Reader{"kernel", read_kernel},
                         Reader{"stack", read_stack}};

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
