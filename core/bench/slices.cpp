#include "core/bench/slices.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/clock.hpp"
#include "core/base/system.hpp"
#include "core/bench/codec_cases.hpp"
#include "core/bench/median.hpp"
#include "core/volume/cube/tiled_cube.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/tools/volume_pack.hpp"

namespace foldwave {
namespace {

constexpr int most_tile = 192;  // nodes a side

// Layers of bricks, each made, packed and written.
void write_cube(const std::filesystem::path& file, const SliceBenchPlan& plan, const VolumeFacts& facts,
                const Field<float>& wave, const Job& job) {
  const std::array<int, 3> n = facts.grid.n;
  const BrickLayout layout = brick_layout(n, plan.brick);
  VolumeWriter writer(file, facts, layout, 1);
  std::vector<float> slab;
  // Bricks begin at the deepest node.
  for (int end = n[2]; end > 0; end -= layout.brick[2]) {
    const int first = std::max(0, end - layout.brick[2]);
    const NodeBox box{{0, 0, first}, {n[0], n[1], end - first}};
    slab.resize(static_cast<std::size_t>(box.size()));
    tile_planes(wave, n, Tiling::mirrored, first, slab);
    write_box(writer, layout, facts, box, slab, job.stop);
  }
  writer.commit();
}

void drop_from_memory(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fdatasync(descriptor);
  ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
  ::close(descriptor);
}

double range_of(const Field<float>& field) {
  const auto [least, most] = std::ranges::minmax(field.values());
  return static_cast<double>(most) - static_cast<double>(least);
}

}  // namespace

SliceBench bench_slices(const SliceBenchPlan& plan, const std::string& folder,
                        const std::function<void(const SliceBenchRow&)>& done, const Job& job) {
  SliceBench bench;
  bench.n = static_cast<int>(std::ceil(std::cbrt(plan.bytes / sizeof(float)) / plan.brick)) * plan.brick;
  const std::filesystem::path file =
      std::filesystem::path(folder) / ("foldwave-slices-" + std::to_string(::getpid()) + ".hdf");
  const struct Gone {
    ~Gone() {
      std::error_code ignored;
      std::filesystem::remove(path, ignored);
    }
    std::filesystem::path path;
  } gone{file};
  {
    const Field<float> wave = codec_case(CodecBenchCase::filled, std::min(most_tile, bench.n));
    VolumeFacts facts;
    facts.grid = {{bench.n, bench.n, bench.n}, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
    facts.codec = plan.codec;
    facts.error_bound = plan.error * range_of(wave);
    const Clock clock;
    write_cube(file, plan, facts, wave, job);
    bench.pack_seconds = clock.seconds();
  }
  bench.ratio =
      sizeof(float) * std::pow(bench.n, 3.0) / static_cast<double>(std::filesystem::file_size(file));

  reset_peak_memory();
  const std::int64_t before = resident_memory_bytes();
  const auto tell = [&](const char* what, int axis, std::vector<double> times, double limit) {
    bench.rows.push_back({what, axis, median(std::move(times)), limit});
    done(bench.rows.back());
  };
  const auto timed = [](const auto& work) {
    const Clock clock;
    work();
    return clock.seconds();
  };
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<double> cold, warm, next, coarse;
    for (int r = 0; r < plan.repeat; ++r) {
      const int at = bench.n / (r + 2);
      drop_from_memory(file);
      // Opened anew: what a person waits for.
      std::unique_ptr<VolumeSource> source;
      coarse.push_back(timed([&] {
        source = open_volume(file);
        coarse_values(*source->coarse(), source->grid().n, axis, at);
      }));
      drop_from_memory(file);
      cold.push_back(timed([&] { VolumeSlices(*source->file()).slice(axis, at, job); }));
      VolumeSlices slices(*source->file());
      warm.push_back(timed([&] { slices.slice(axis, at, job); }));
      next.push_back(timed([&] { slices.slice(axis, at + (at % 2 == 0 ? 1 : -1), job); }));
    }
    tell("cold", axis, cold, most_cold_slice);
    tell("warm", axis, warm, most_warm_slice);
    tell("next", axis, next, most_warm_slice);
    tell("coarse", axis, coarse, most_cold_slice);
  }
  bench.peak_bytes = peak_memory_bytes() - before;
  return bench;
}

}  // namespace foldwave
