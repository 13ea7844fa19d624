#include "core/volume/codec/codec.hpp"

#include <cmath>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

// More values than any brick should have: positions in it stay below 2^32.
constexpr std::size_t most_values = std::size_t{1} << 30;

}  // namespace

std::size_t BrickShape::values() const {
  std::size_t product = 1;
  for (const int size : n) {
    if (size < 1 || static_cast<std::size_t>(size) > most_values / product)
      throw InputError("brick", "its sizes are none", "give three sizes from 1 up, of 2^30 values at most");
    product *= static_cast<std::size_t>(size);
  }
  return product;
}

void check_brick(std::size_t values, BrickShape shape) {
  if (values != shape.values())
    throw InputError("brick", "its values and its sizes do not fit", "give as many values as the sizes say");
}

void check_bound(ErrorBound bound) {
  if (!(bound.absolute >= 0.0))
    throw InputError("error bound", "it is negative or no number", "give 0 for no loss, or a largest error");
}

}  // namespace foldwave
