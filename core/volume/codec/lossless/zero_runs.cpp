#include "core/volume/codec/lossless/zero_runs.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace foldwave {

void pack_zero_runs(std::span<const float> values, std::vector<std::byte>& bytes) {
  std::vector<std::uint32_t> words;
  std::vector<std::byte> tags;
  BitWriter tag(tags);
  for (std::size_t i = 0; i < values.size();) {
    const auto word = std::bit_cast<std::uint32_t>(values[i]);
    std::uint32_t run = 0;
    while (i + run < values.size() && std::bit_cast<std::uint32_t>(values[i + run]) == 0)
      ++run;
    tag.put(run > 0 ? 1 : 0, 1);
    words.push_back(run > 0 ? run : word);
    i += std::max(run, 1U);
  }
  tag.flush();
  put(bytes, static_cast<std::uint32_t>(words.size()));
  put_all(bytes, std::span<const std::byte>(tags));
  put_all(bytes, std::span<const std::uint32_t>(words));
}

void unpack_zero_runs(ByteReader& reader, std::span<float> values) {
  const std::size_t count = reader.take<std::uint32_t>();
  BitReader tags(reader.take_bytes((count + 7) / 8));
  std::size_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_run = tags.take(1) == 1;
    const auto word = reader.take<std::uint32_t>();
    const std::size_t length = is_run ? word : 1;
    if (length > values.size() - at) refuse_brick("it holds more values than the brick");
    std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(at), length,
                is_run ? 0.0F : std::bit_cast<float>(word));
    at += length;
  }
  if (at != values.size() || reader.left() != 0) refuse_brick("it does not end where it should");
}

}  // namespace foldwave
