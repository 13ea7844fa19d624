// The seed's fixed code (fixed_huffman.hpp) by whole words, for the processor and the device. Each 0 of a
// stream ends a pair's code, so that counting zeros tells which pair stands at any bit.
#pragma once

#include <bit>
#include <cstdint>

#include "core/base/host_device.hpp"

namespace foldwave {

inline constexpr int pairs_a_value = 16;

// How many ones stand before the 0 that ends a pair's code, and the pair of so many: its bits change places.
HOST_DEVICE constexpr unsigned ones_of_pair(unsigned pair) {
  return (pair & 1U) << 1 | pair >> 1;
}
// Where pair `number` lies in its value's word.
HOST_DEVICE constexpr int pair_shift(int number) {
  return 8 * (number / 4) + 2 * (3 - number % 4);
}

struct FixedCode {
  std::uint64_t bits = 0;
  int length = 0;  // 16 to 64
};
HOST_DEVICE constexpr FixedCode fixed_code(std::uint32_t word) {
  FixedCode code;
  FOLDWAVE_UNROLL
  for (int pair = 0; pair < pairs_a_value; ++pair) {
    const unsigned ones = ones_of_pair(word >> pair_shift(pair) & 3U);
    code.bits |= std::uint64_t{(1U << ones) - 1} << code.length;
    code.length += static_cast<int>(ones) + 1;
  }
  return code;
}
HOST_DEVICE constexpr int fixed_code_length(std::uint32_t word) {
  const std::uint32_t ones = (word & 0x55555555U) << 1 | (word >> 1 & 0x55555555U);
  const std::uint32_t of_four = (ones & 0x33333333U) + (ones >> 2 & 0x33333333U);
  const std::uint32_t of_eight = (of_four & 0x0F0F0F0FU) + (of_four >> 4 & 0x0F0F0F0FU);
  return pairs_a_value + static_cast<int>(of_eight * 0x01010101U >> 24);
}

HOST_DEVICE inline int trailing_ones(std::uint64_t bits) {
#ifdef __CUDA_ARCH__
  return ~bits == 0 ? 64 : __ffsll(static_cast<long long>(~bits)) - 1;
#else
  return std::countr_one(bits);
#endif
}

// take(pair) for each code that ends in the lowest `count` bits of a stream's word. `ones` stand before them,
// and at the end behind the last code. False where no code has so many ones.
template <class Take>
HOST_DEVICE bool each_fixed_pair(std::uint64_t bits, int count, unsigned& ones, const Take& take) {
  while (count > 0) {
    const int run = trailing_ones(bits);
    ones += static_cast<unsigned>(run < count ? run : count);
    if (ones > 3) return false;
    if (run >= count) break;
    take(ones_of_pair(ones));
    ones = 0;
    bits >>= run + 1;
    count -= run + 1;
  }
  return true;
}

}  // namespace foldwave
