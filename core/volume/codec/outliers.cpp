#include "core/volume/codec/outliers.hpp"

#include <bit>
#include <cmath>

#include "core/volume/codec/byte_stream.hpp"

namespace foldwave {

Outlier outlier_of(std::uint32_t position, float value, float decoded, float bound, float quantum) {
  return {position, quanta_of(value, decoded, bound, quantum), value};
}

float mended(const Outlier& outlier, float decoded, float quantum) {
  return outlier.quanta == 0 ? outlier.exact : mended_by(outlier.quanta, decoded, quantum);
}

void put_outliers(std::span<const Outlier> outliers, std::vector<std::byte>& bytes) {
  put(bytes, static_cast<std::uint32_t>(outliers.size()));
  if (outliers.empty()) return;
  const int rice = rice_of_outliers(outliers.back().position, static_cast<std::uint32_t>(outliers.size()));
  bytes.push_back(static_cast<std::byte>(rice));
  BitWriter bits(bytes);
  std::uint32_t next = 0;
  for (const Outlier& o : outliers) {
    const std::uint32_t gap = o.position - next, high = gap >> rice;
    if (high < static_cast<std::uint32_t>(longest_unary_gap)) {
      bits.put((1U << high) - 1, static_cast<int>(high) + 1);
      bits.put(gap & ((1U << rice) - 1), rice);
    } else {
      bits.put((1U << longest_unary_gap) - 1, longest_unary_gap);
      bits.put(gap, 32);
    }
    next = o.position + 1;
    if (o.quanta == 0) {
      bits.put(7, 3);
      bits.put(std::bit_cast<std::uint32_t>(o.exact), 32);
    } else {
      const int k = std::abs(o.quanta);
      bits.put((1U << (k - 1)) - 1, k);
      bits.put(o.quanta < 0 ? 1 : 0, 1);
    }
  }
  bits.flush();
}

std::vector<Outlier> take_outliers(std::span<const std::byte> bytes, std::uint32_t positions) {
  ByteReader reader(bytes);
  const auto count = reader.take<std::uint32_t>();
  std::vector<Outlier> found;
  if (count == 0) return found;
  // Each takes three bits at least.
  if (count > positions || count / 4 > reader.left()) refuse_brick("it has more outliers than bits");
  const int rice = reader.take<std::uint8_t>();
  if (rice > 31) refuse_brick("its outliers make no sense");
  found.reserve(count);
  BitReader bits(reader.take_bytes(reader.left()));
  std::uint64_t next = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t high = 0;
    while (high < static_cast<std::uint32_t>(longest_unary_gap) && bits.take(1) == 1)
      ++high;
    const std::uint64_t gap = high < static_cast<std::uint32_t>(longest_unary_gap)
                                  ? std::uint64_t{high} << rice | bits.take(rice)
                                  : bits.take(32);
    const std::uint64_t position = next + gap;
    if (position >= positions) refuse_brick("an outlier lies beyond it");
    Outlier o{static_cast<std::uint32_t>(position), 0, 0.0F};
    next = position + 1;
    int ones = 0;
    while (ones < most_quanta && bits.take(1) == 1)
      ++ones;
    if (ones == most_quanta)
      o.exact = std::bit_cast<float>(bits.take(32));
    else
      o.quanta = bits.take(1) == 1 ? -(ones + 1) : ones + 1;
    found.push_back(o);
  }
  return found;
}

}  // namespace foldwave
