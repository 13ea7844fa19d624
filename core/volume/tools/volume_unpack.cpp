#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/volume/tools/volume_pack.hpp"
#include "core/volume/tools/volume_sources.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_writer.hpp"
#endif

namespace foldwave {

namespace {

static_assert(std::endian::native == std::endian::little, "raw values are written as they lie in memory");

std::string three_numbers(const std::array<double, 3>& v) {
  return "[" + number_text(v[0], 17) + ", " + number_text(v[1], 17) + ", " + number_text(v[2], 17) + "]";
}

std::vector<DamagedBrick> write_raw(const VolumeSource& source, const std::filesystem::path& to,
                                    Damage damage, const Job& job) {
  const Grid3& grid = source.grid();
  PlacedFile file(to);
  auto damaged =
      each_piece(source, layout_of(source), damage, "unpack", job, [&](const NodeBox& box, auto values) {
        const bool rows = box.n[0] == grid.n[0];
        // Rows that follow each other in the file are written at once.
        const std::size_t run =
            static_cast<std::size_t>(box.n[0]) * (rows ? static_cast<std::size_t>(box.n[1]) : std::size_t{1});
        const int lines = rows ? 1 : box.n[1];
        std::size_t at = 0;
        for (int k = 0; k < box.n[2]; ++k)
          for (int j = 0; j < lines; ++j, at += run)
            file.write(sizeof(float) *
                           static_cast<std::uint64_t>(grid.index(box.low[0], box.low[1] + j, box.low[2] + k)),
                       std::as_bytes(values.subspan(at, run)));
      });
  file.commit();
  const std::array<double, 3> origin{grid.origin.x, grid.origin.y, grid.origin.z};
  write_file_atomically(raw_header(to), "{\"nodes\": [" + std::to_string(grid.n[0]) + ", " +
                                            std::to_string(grid.n[1]) + ", " + std::to_string(grid.n[2]) +
                                            "], \"spacing\": " + three_numbers(grid.h) +
                                            ", \"origin\": " + three_numbers(origin) +
                                            ", \"axes\": \"xyz\", \"byte_order\": \"little\"}\n");
  return damaged;
}

SegyGather traces_of(const VolumeSource& source, const std::string& name, std::vector<std::string>& remarks) {
  const Grid3& grid = source.grid();
  SegyGather gather;
  gather.samples = grid.n[2];
  gather.dt = 1e-3 * grid.h[2];
  // SEG-Y has whole milliseconds.
  const double top = std::round(grid.origin.z);
  gather.delay = 1e-3 * top;
  if (std::abs(top - grid.origin.z) > 1e-6)
    remarks.push_back("SEG-Y holds the depth of the first sample in whole metres: " + number_text(top, 9) +
                      " for " + number_text(grid.origin.z, 9));
  if (static_cast<double>(grid.n[0]) * grid.n[1] > 2147483647.0)
    throw InputError(name, "more than 2147483647 traces", "write several files");
  gather.geometry.reserve(static_cast<std::size_t>(grid.n[0]) * static_cast<std::size_t>(grid.n[1]));
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i) {
      SegyTrace trace;
      trace.source = trace.receiver = {grid.origin.x + i * grid.h[0], grid.origin.y + j * grid.h[1], 0.0};
      trace.inline_number = j + 1;
      trace.crossline_number = i + 1;
      gather.geometry.push_back(trace);
    }
  gather.text = {"Foldwave " + program_version() + ": " + source.array() + " of a volume",
                 std::to_string(grid.n[1]) + " inlines along y by " + std::to_string(grid.n[0]) +
                     " crosslines along x, " + std::to_string(grid.n[2]) + " samples",
                 "samples are depths: milliseconds stand for metres, first at " + number_text(top, 9)};
  return gather;
}

std::vector<DamagedBrick> write_traces(const VolumeSource& source, const std::filesystem::path& to,
                                       Damage damage, const Job& job, std::vector<std::string>& remarks) {
  const Grid3& grid = source.grid();
  SegyWriter writer(to, traces_of(source, to.string(), remarks));
  // Whole columns of bricks, so that each trace is written once.
  const BrickLayout layout = layout_of(source);
  constexpr std::size_t most_bytes_at_once = std::size_t{64} << 20;
  std::vector<DamagedBrick> all;
  std::vector<float> values, trace(static_cast<std::size_t>(grid.n[2]));
  const auto pieces = pieces_of(layout, true, std::max(most_bytes_at_once, column_bytes(layout)));
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const NodeBox& box = pieces[p];
    job.throw_if_stopped();
    job.report({"unpack", static_cast<std::int64_t>(p), static_cast<std::int64_t>(pieces.size()), 0.0, {}});
    values.resize(static_cast<std::size_t>(box.size()));
    auto damaged = source.read(box, values, {nullptr, job.stop});
    if (!damaged.empty() && damage == Damage::refuse)
      throw InputError(source.name(), damage_text(damaged), "write it again, or go on without these bricks");
    std::ranges::move(damaged, std::back_inserter(all));
    const Index columns = Index{1} * box.n[0] * box.n[1];
    for (Index c = 0; c < columns; ++c) {
      for (int k = 0; k < box.n[2]; ++k)
        trace[static_cast<std::size_t>(k)] = values[static_cast<std::size_t>(c + columns * k)];
      const Index i = box.low[0] + c % box.n[0], j = box.low[1] + c / box.n[0];
      writer.write(static_cast<std::size_t>(i + Index{1} * grid.n[0] * j), trace);
    }
  }
  writer.commit();
  return all;
}

#ifdef FOLDWAVE_HAS_VTK
std::vector<DamagedBrick> write_vti(const VolumeSource& source, const std::filesystem::path& to,
                                    Damage damage, const Job& job) {
  const Grid3& grid = source.grid();
  // VTK turns the layers in a copy and packs into memory.
  const double bytes = 3.0 * sizeof(float) * static_cast<double>(grid.n[0]) * grid.n[1] * grid.n[2];
  if (bytes > static_cast<double>(available_memory_bytes()))
    throw ResourceError(to.string(), "a .vti goes through memory, and this takes " + bytes_text(bytes),
                        "write .hdf, which the same programs open");
  Field<float> field(grid.n);
  const auto damaged = source.read({{0, 0, 0}, grid.n}, field.values(), job);
  if (!damaged.empty() && damage == Damage::refuse)
    throw InputError(source.name(), damage_text(damaged), "write it again, or go on without these bricks");
  ImageOptions options;
  options.stop = job.stop;
  if (source.index() != nullptr) options.time = source.index()->facts.time;
  write_image(to, grid, {{source.array(), field.values()}}, options);
  return damaged;
}
#endif

}  // namespace

PackOutcome unpack_volume_file(const VolumeSource& source, const std::filesystem::path& to, Damage damage,
                               const Job& job) {
  PackOutcome outcome;
  outcome.remarks = source.remarks();
  const VolumeKind kind = volume_kind(to);
  if (kind == VolumeKind::segy) {
    outcome.damaged = write_traces(source, to, damage, job, outcome.remarks);
  } else if (kind == VolumeKind::vti) {
#ifdef FOLDWAVE_HAS_VTK
    outcome.damaged = write_vti(source, to, damage, job);
#else
    throw InputError(to.string(), "this build has no VTK, which .vti files need", "write .f32 or .sgy");
#endif
  } else if (kind == VolumeKind::raw && to.extension() == ".f32") {
    outcome.damaged = write_raw(source, to, damage, job);
  } else {
    throw InputError(to.string(), "\"" + to.extension().string() + "\" is no suffix of an unpacked volume",
                     "use .vti, .sgy, .segy or .f32");
  }
  outcome.bytes = size_on_disk(to);
  return outcome;
}

}  // namespace foldwave
