// Codecs of bricks: floats to bytes and back, within an error bound. One call works on one thread and keeps
// nothing; many bricks are done by many threads of the caller, with the same bytes whatever their number.
//
// Shapes: a brick is n[0] x n[1] x n[2] values, x fastest, each size from 1 up; 64^3 is usual.
// Bound: |value - decoded| <= absolute at every node; NaN (with its payload) and infinities come back as they
// were. 0 asks for the same bits. A caller with a relative bound multiplies it by the range first.
// Errors: InputError for a bound that is negative or not a number, for a codec that cannot keep it, and for
// bytes that are damaged or of another shape.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace foldwave {

struct ErrorBound {
  double absolute = 0.0;  // in the values' unit; 0: lossless
};

struct BrickShape {
  std::array<int, 3> n{};
  // Throws InputError for a size below 1 or a product that no array can have.
  std::size_t values() const;
};

// A box of a brick's values.
struct BrickPart {
  std::array<int, 3> low{}, n{};
};
inline BrickPart whole_brick(BrickShape shape) {
  return {{0, 0, 0}, shape.n};
}

class Codec {
 public:
  virtual ~Codec() = default;
  virtual std::string name() const = 0;
  virtual std::vector<std::byte> encode(std::span<const float> values, BrickShape shape,
                                        ErrorBound bound) const = 0;
  // Reads and writes nothing beyond the spans, and allocates no more than a few times the brick.
  virtual void decode(std::span<const std::byte> bytes, BrickShape shape, std::span<float> values) const = 0;
};

// What every codec asks of its arguments first; InputError.
void check_brick(std::size_t values, BrickShape shape);
void check_bound(ErrorBound bound);

}  // namespace foldwave
