// What a device does of a chain (chain.hpp): transform and quantiser of a volume in bricks, whose words the
// processor then encodes. A Backend makes it.
//
// Shapes: a volume of n nodes, x fastest, in bricks of one shape, `brick_side` nodes along each axis or the
// whole axis where that is shorter; the last ones repeat the volume's last value where it ends. Words: brick
// after brick, x fastest, each as transform.hpp and quantiser.hpp make it of that brick, bit by bit.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "core/volume/codec/transform/quantiser.hpp"

namespace foldwave {

struct VolumeBricks {
  static constexpr int brick_side = 64;
  explicit VolumeBricks(std::array<int, 3> nodes);  // throws InputError for a size below 1
  std::array<int, 3> n{}, counts{};
  BrickShape brick;
  std::size_t count() const {
    return static_cast<std::size_t>(counts[0]) * static_cast<std::size_t>(counts[1]) *
           static_cast<std::size_t>(counts[2]);
  }
  std::size_t words(const Transform& transform) const {
    return count() * coefficient_shape(transform, brick).values();
  }
  // The brick's values out of the volume, and the part of them that lies in it back.
  void gather(std::size_t index, std::span<const float> volume, std::span<float> values) const;
  void scatter(std::size_t index, std::span<const float> values, std::span<float> volume) const;

 private:
  std::array<int, 3> first(std::size_t index) const;
};

struct TransformSeconds {
  double device = 0.0, transfer = 0.0;  // kernels, and copies both ways
};

class VolumeTransform {
 public:
  virtual ~VolumeTransform() = default;
  // Values must be numbers of at most 2^100. Throws DeviceError, and InputError for spans that do not fit.
  virtual TransformSeconds forward(const Transform& transform, const Quantiser& quantiser,
                                   const VolumeBricks& bricks, std::span<const float> volume,
                                   std::span<float> words) const = 0;
  virtual TransformSeconds back(const Transform& transform, const Quantiser& quantiser,
                                const VolumeBricks& bricks, std::span<const float> words,
                                std::span<float> volume) const = 0;
};

}  // namespace foldwave
