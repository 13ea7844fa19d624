#include <bit>
#include <cmath>
#include <cstdint>
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
std::vector<PackedBrick> pack_filled(const VolumeFacts& facts, const BrickLayout& layout, Index first,
                                     Index count, const std::stop_token& stop, const Brick& fill) {
  filters_of(facts.codec, layout.brick, facts.error_bound);  // refuses what is unknown
  std::vector<PackedBrick> bricks(static_cast<std::size_t>(count));
  std::exception_ptr failed;
#pragma omp parallel
  {
    // Kept by its thread: new memory for each volume would cost as much as the packing.
    thread_local std::vector<float> brick;
#pragma omp for schedule(dynamic)
    for (Index at = 0; at < count; ++at) {
      if (stop.stop_requested()) continue;
      try {
        brick.resize(static_cast<std::size_t>(layout.brick_nodes()));
        fill(first + at, std::span<float>(brick));
        bricks[static_cast<std::size_t>(at)] =
            pack_brick(facts.codec, layout.brick, facts.error_bound, brick);
      } catch (...) {
#pragma omp critical(pack_volume_failed)
        failed = std::current_exception();
      }
    }
  }
  if (failed) std::rethrow_exception(failed);
  if (stop.stop_requested()) throw Stopped();
  return bricks;
}

}  // namespace

// Without their sign, floats are ordered as their bits are: whole numbers are compared several at once.
float largest_magnitude(std::span<const float> values) {
  constexpr std::uint32_t infinity = 0x7F800000U;
  const auto n = static_cast<Index>(values.size());
  const float* const from = values.data();
  std::uint32_t largest = 0;
#pragma omp parallel for simd reduction(max : largest) schedule(static)
  for (Index m = 0; m < n; ++m) {
    const std::uint32_t size = std::bit_cast<std::uint32_t>(from[m]) & 0x7FFFFFFFU;
    const std::uint32_t finite = size < infinity ? size : 0U;
    largest = finite > largest ? finite : largest;
  }
  return std::bit_cast<float>(largest);
}

std::vector<PackedBrick> pack_bricks(std::span<const float> part, const NodeBox& box,
                                     const VolumeFacts& facts, const BrickLayout& layout, Index first,
                                     Index count, const std::stop_token& stop) {
  return pack_filled(facts, layout, first, count, stop,
                     [&](Index b, std::span<float> brick) { gather_brick(part, box, layout, b, brick); });
}

PackedVolume pack_volume(std::span<const float> values, const VolumeFacts& facts, const std::stop_token& stop,
                         int brick_side) {
  require_facts(facts, values.size());
  const BrickLayout layout = brick_layout(facts.grid.n, brick_side);
  return {facts, layout,
          pack_bricks(values, {{0, 0, 0}, facts.grid.n}, facts, layout, 0, layout.count(), stop)};
}

PackedVolume pack_volume(const QuickBricks& bricks, const VolumeFacts& facts, const std::stop_token& stop) {
  const auto& n = bricks.layout.nodes;
  require_facts(facts, static_cast<std::size_t>(Index{1} * n[0] * n[1] * n[2]));
  if (n != facts.grid.n)
    throw InputError("volume", "its bricks are of another grid", "give the grid of these");
  return {facts, bricks.layout,
          pack_filled(facts, bricks.layout, 0, bricks.layout.count(), stop,
                      [&](Index b, std::span<float> brick) { unpack_brick(bricks, b, brick); })};
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
