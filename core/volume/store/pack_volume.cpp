#include <cmath>
#include <exception>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

namespace {

void require_facts(const VolumeFacts& facts, std::size_t values) {
  for (std::size_t a = 0; a < 3; ++a) {
    if (facts.grid.n[a] < 1)
      throw InputError("volume", "a grid of " + std::to_string(facts.grid.n[a]) + " nodes along an axis",
                       "give 1 or more");
    if (!(facts.grid.h[a] > 0.0) || !std::isfinite(facts.grid.h[a]))
      throw InputError("volume", "a spacing of " + number_text(facts.grid.h[a]) + " m",
                       "give a positive length");
  }
  if (!(facts.error_bound >= 0.0) || !std::isfinite(facts.error_bound))
    throw InputError("volume", number_text(facts.error_bound) + " is no error bound", "give 0 or more");
  if (static_cast<Index>(values) != facts.grid.size())
    throw InputError("volume",
                     std::to_string(values) + " values for " + std::to_string(facts.grid.size()) + " nodes",
                     "give one value a node");
}

}  // namespace

std::size_t PackedVolume::bytes() const {
  std::size_t sum = 0;
  for (const PackedBrick& brick : bricks)
    sum += brick.bytes.size();
  return sum;
}

namespace {

// fill(b, values) gives the values of brick b.
template <class Brick>
PackedVolume pack_bricks(const VolumeFacts& facts, const BrickLayout& layout, const std::stop_token& stop,
                         const Brick& fill) {
  PackedVolume volume{facts, layout, {}};
  filters_of(facts.codec, layout.brick, facts.error_bound);  // refuses what is unknown
  const Index count = layout.count();
  volume.bricks.resize(static_cast<std::size_t>(count));
  std::exception_ptr failed;
#pragma omp parallel
  {
    // Kept by its thread: new memory for each volume would cost as much as the packing.
    thread_local std::vector<float> brick;
#pragma omp for schedule(dynamic)
    for (Index b = 0; b < count; ++b) {
      if (stop.stop_requested()) continue;
      try {
        brick.resize(static_cast<std::size_t>(layout.brick_nodes()));
        fill(b, std::span<float>(brick));
        volume.bricks[static_cast<std::size_t>(b)] =
            pack_brick(facts.codec, layout.brick, facts.error_bound, brick);
      } catch (...) {
#pragma omp critical(pack_volume_failed)
        failed = std::current_exception();
      }
    }
  }
  if (failed) std::rethrow_exception(failed);
  if (stop.stop_requested()) throw Stopped();
  return volume;
}

}  // namespace

PackedVolume pack_volume(std::span<const float> values, const VolumeFacts& facts, const std::stop_token& stop,
                         int brick_side) {
  require_facts(facts, values.size());
  const BrickLayout layout = brick_layout(facts.grid.n, brick_side);
  return pack_bricks(facts, layout, stop,
                     [&](Index b, std::span<float> brick) { gather_brick(values, layout, b, brick); });
}

PackedVolume pack_volume(const QuickBricks& bricks, const VolumeFacts& facts, const std::stop_token& stop) {
  const auto& n = bricks.layout.nodes;
  require_facts(facts, static_cast<std::size_t>(Index{1} * n[0] * n[1] * n[2]));
  if (n != facts.grid.n)
    throw InputError("volume", "its bricks are of another grid", "give the grid of these");
  return pack_bricks(facts, bricks.layout, stop,
                     [&](Index b, std::span<float> brick) { unpack_brick(bricks, b, brick); });
}

void write_volume_file(const std::filesystem::path& path, const PackedVolume& volume,
                       const std::stop_token& stop) {
  VolumeWriter writer(path, volume.facts, volume.layout);
  for (std::size_t b = 0; b < volume.bricks.size(); ++b) {
    if (stop.stop_requested()) throw Stopped();
    writer.write(static_cast<Index>(b), volume.bricks[b]);
  }
  writer.commit();
}

}  // namespace foldwave
