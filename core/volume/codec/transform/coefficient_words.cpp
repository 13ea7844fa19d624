#include "core/volume/codec/transform/coefficient_words.hpp"

#include <algorithm>
#include <array>
#include <bit>

#ifdef FOLDWAVE_HAS_ZSTD
#include <zstd.h>
#endif

#include "core/volume/codec/lossless/canonical_huffman.hpp"
#include "core/volume/codec/lossless/fixed_huffman.hpp"
#include "core/volume/codec/lossless/zero_runs.hpp"
#include "core/volume/codec/transform/cosine_points.hpp"

namespace foldwave {

namespace {

// The last sum of wavenumbers of each group of bands but the last.
constexpr std::array<int, 5> group_ends{0, 2, 4, 7, 11};

// Where the coefficients of a brick stand: block and wavenumber of each.
class CoefficientOrder {
 public:
  CoefficientOrder(const Transform& transform, BrickShape shape) {
    const BrickShape padded = coefficient_shape(transform, shape);
    std::size_t stride = 1;
    for (std::size_t a = 0; a < 3; ++a) {
      const auto n = static_cast<std::size_t>(padded.n[a]);
      side_[a] = is_transformed(transform, shape, a) ? transform_side : 1;
      blocks_[a] = n / side_[a];
      stride_[a] = stride;
      stride *= n;
    }
    for (std::size_t z = 0; z < side_[2]; ++z)
      for (std::size_t y = 0; y < side_[1]; ++y)
        for (std::size_t x = 0; x < side_[0]; ++x)
          bands_.push_back({place(x, y, z), static_cast<int>(x + y + z)});
    for (std::size_t z = 0; z < blocks_[2]; ++z)
      for (std::size_t y = 0; y < blocks_[1]; ++y)
        for (std::size_t x = 0; x < blocks_[0]; ++x)
          block_places_.push_back(place(x * side_[0], y * side_[1], z * side_[2]));
  }

  // each(place): block after block.
  template <class Each>
  void by_blocks(const Each& each) const {
    for (const std::size_t block : block_places_)
      for (const Band& band : bands_)
        each(block + band.place);
  }

  // group(first, count) of words that stand together, each(place) of each of them before.
  template <class Each, class Group>
  void by_bands(const Each& each, const Group& group) const {
    std::size_t first = 0;
    for (std::size_t g = 0; g <= group_ends.size(); ++g) {
      std::size_t count = 0;
      for (const Band& band : bands_) {
        if (group_of(band.sum) != g) continue;
        for (const std::size_t block : block_places_)
          each(block + band.place);
        count += block_places_.size();
      }
      if (count > 0) group(first, count);
      first += count;
    }
  }

 private:
  struct Band {
    std::size_t place;
    int sum;
  };
  static std::size_t group_of(int sum) {
    return static_cast<std::size_t>(std::lower_bound(group_ends.begin(), group_ends.end(), sum) -
                                    group_ends.begin());
  }
  std::size_t place(std::size_t x, std::size_t y, std::size_t z) const {
    return x * stride_[0] + y * stride_[1] + z * stride_[2];
  }
  std::array<std::size_t, 3> side_{}, blocks_{}, stride_{};
  std::vector<Band> bands_;
  std::vector<std::size_t> block_places_;
};

void split_planes(std::span<const float> words, std::byte* planes) {
  const std::size_t n = words.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto word = std::bit_cast<std::uint32_t>(words[i]);
    for (std::size_t p = 0; p < 4; ++p)
      planes[p * n + i] = static_cast<std::byte>(word >> (8 * p) & 255U);
  }
}
void join_planes(const std::byte* planes, std::span<float> words) {
  const std::size_t n = words.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t word = 0;
    for (std::size_t p = 0; p < 4; ++p)
      word |= static_cast<std::uint32_t>(planes[p * n + i]) << (8 * p);
    words[i] = std::bit_cast<float>(word);
  }
}

#ifdef FOLDWAVE_HAS_ZSTD
void pack_zstd(std::span<const std::byte> planes, std::vector<std::byte>& bytes) {
  constexpr int level = 3;
  const std::size_t before = bytes.size();
  bytes.resize(before + ZSTD_compressBound(planes.size()));
  const std::size_t made =
      ZSTD_compress(bytes.data() + before, bytes.size() - before, planes.data(), planes.size(), level);
  if (ZSTD_isError(made) != 0) throw ResourceError("zstd", ZSTD_getErrorName(made), "free memory");
  bytes.resize(before + made);
}
void unpack_zstd(ByteReader& reader, std::span<std::byte> planes) {
  const auto stream = reader.take_bytes(reader.left());
  const std::size_t made = ZSTD_decompress(planes.data(), planes.size(), stream.data(), stream.size());
  if (ZSTD_isError(made) != 0 || made != planes.size()) refuse_brick("its zstd frame makes no sense");
}
#else
[[noreturn]] void refuse_zstd() {
  throw InputError("codec", "this build has no zstd", "build it with libzstd-dev, or choose huffman");
}

void pack_zstd(std::span<const std::byte>, std::vector<std::byte>&) {
  refuse_zstd();
}
void unpack_zstd(ByteReader&, std::span<std::byte>) {
  refuse_zstd();
}
#endif

bool is_in_bands(Encoding encoding) {
  return encoding == Encoding::huffman || encoding == Encoding::zstd;
}

}  // namespace

bool has_encoding(Encoding encoding) {
#ifndef FOLDWAVE_HAS_ZSTD
  if (encoding == Encoding::zstd) return false;
#endif
  return encoding <= Encoding::zstd;
}

void pack_words(Encoding encoding, const Transform& transform, BrickShape shape, std::span<const float> words,
                std::vector<std::byte>& bytes) {
  const CoefficientOrder order(transform, shape);
  // Room that is taken once a thread.
  thread_local std::vector<float> stream;
  stream.clear();
  stream.reserve(words.size());
  const auto take = [&](std::size_t place) { stream.push_back(words[place]); };
  if (is_in_bands(encoding)) {
    thread_local std::vector<std::byte> planes;
    planes.resize(4 * words.size());
    order.by_bands(take, [&](std::size_t first, std::size_t count) {
      split_planes(std::span(stream).subspan(first, count), planes.data() + 4 * first);
      if (encoding == Encoding::huffman)
        for (std::size_t p = 0; p < 4; ++p)
          pack_huffman(std::span(planes).subspan(4 * first + p * count, count), bytes);
    });
    if (encoding == Encoding::zstd) pack_zstd(planes, bytes);
    return;
  }
  order.by_blocks(take);
  if (encoding == Encoding::none) put_all(bytes, std::span<const float>(stream));
  if (encoding == Encoding::rle) pack_zero_runs(stream, bytes);
  if (encoding == Encoding::huffman_fixed) pack_fixed_huffman(stream, bytes);
}

void unpack_words(Encoding encoding, const Transform& transform, BrickShape shape, ByteReader reader,
                  std::span<float> words) {
  const CoefficientOrder order(transform, shape);
  thread_local std::vector<float> stream;
  stream.resize(words.size());
  std::size_t next = 0;
  const auto give = [&](std::size_t place) { words[place] = stream[next++]; };
  if (is_in_bands(encoding)) {
    thread_local std::vector<std::byte> planes;
    planes.resize(4 * words.size());
    if (encoding == Encoding::zstd) unpack_zstd(reader, planes);
    order.by_bands([](std::size_t) {},
                   [&](std::size_t first, std::size_t count) {
                     if (encoding == Encoding::huffman)
                       for (std::size_t p = 0; p < 4; ++p)
                         unpack_huffman(reader, std::span(planes).subspan(4 * first + p * count, count));
                     join_planes(planes.data() + 4 * first, std::span(stream).subspan(first, count));
                   });
    order.by_bands(give, [](std::size_t, std::size_t) {});
  } else {
    if (encoding == Encoding::none) {
      const auto plain = reader.take_bytes(words.size_bytes());
      std::memcpy(stream.data(), plain.data(), plain.size());
    }
    if (encoding == Encoding::rle) unpack_zero_runs(reader, stream);
    if (encoding == Encoding::huffman_fixed) unpack_fixed_huffman(reader, stream);
    order.by_blocks(give);
  }
  if (reader.left() != 0) refuse_brick("bytes are left over");
}

}  // namespace foldwave
