#include "core/volume/store/unpack_volume.hpp"

#include <algorithm>
#include <exception>

#include "core/base/error.hpp"

namespace foldwave {

void unpack_box(const PackedVolume& volume, const NodeBox& box, std::span<float> out, const Job& job) {
  const BrickLayout& layout = volume.layout;
  for (std::size_t a = 0; a < 3; ++a)
    if (box.low[a] < 0 || box.n[a] < 1 || box.n[a] > layout.nodes[a] - box.low[a])
      throw InputError("packed volume", "it has no such nodes", "ask for nodes within its grid");
  if (static_cast<Index>(out.size()) != box.size() ||
      static_cast<Index>(volume.bricks.size()) != layout.count())
    throw InputError("packed volume", "its bricks are not those of its nodes", "pack it again");
  const auto filters = filters_of(volume.facts.codec, layout.brick, volume.facts.error_bound);
  const std::vector<Index> numbers = bricks_of(layout, box);
  const auto all = static_cast<Index>(numbers.size());
  std::exception_ptr failed;
#pragma omp parallel
  {
    std::vector<float> values;
#pragma omp for schedule(dynamic)
    for (Index b = 0; b < all; ++b) {
      if (job.stop.stop_requested()) continue;
      try {
        values.resize(static_cast<std::size_t>(layout.brick_nodes()));
        const Index number = numbers[static_cast<std::size_t>(b)];
        const PackedBrick& brick = volume.bricks[static_cast<std::size_t>(number)];
        if (brick.bytes.empty())
          std::ranges::fill(values, 0.0F);
        else
          undo_filters(filters, brick.skipped, brick.bytes, sizeof(float),
                       std::as_writable_bytes(std::span(values)));
        scatter_brick(values, layout, number, box, out);
      } catch (...) {
#pragma omp critical(unpack_volume_failed)
        failed = std::current_exception();
      }
    }
  }
  if (failed) std::rethrow_exception(failed);
  job.throw_if_stopped();
}

Field<float> unpack_volume(const PackedVolume& volume, const Job& job) {
  Field<float> field(volume.layout.nodes);
  unpack_box(volume, {{0, 0, 0}, volume.layout.nodes}, field.values(), job);
  return field;
}

}  // namespace foldwave
