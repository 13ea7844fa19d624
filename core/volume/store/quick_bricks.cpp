#include "core/volume/store/quick_bricks.hpp"

#include <exception>

#include "core/volume/codec/codec.hpp"
#include "core/volume/codec/registry/codec_registry.hpp"

namespace foldwave {

void unpack_brick(const QuickBricks& bricks, Index number, std::span<float> values) {
  find_codec(bricks.codec)->decode(bricks.brick(number), {bricks.layout.brick}, values);
}

Field<float> unpack_volume(const QuickBricks& bricks) {
  Field<float> field(bricks.layout.nodes);
  const NodeBox all{{0, 0, 0}, bricks.layout.nodes};
  const Index count = bricks.layout.count();
  std::exception_ptr failed;
#pragma omp parallel
  {
    std::vector<float> brick;
#pragma omp for schedule(dynamic)
    for (Index b = 0; b < count; ++b) {
      try {
        brick.resize(static_cast<std::size_t>(bricks.layout.brick_nodes()));
        unpack_brick(bricks, b, brick);
        scatter_brick(brick, bricks.layout, b, all, field.values());
      } catch (...) {
#pragma omp critical(unpack_volume_failed)
        failed = std::current_exception();
      }
    }
  }
  if (failed) std::rethrow_exception(failed);
  return field;
}

}  // namespace foldwave
