#include "core/volume/codec/quick/quick_codec.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include "core/volume/codec/byte_stream.hpp"

namespace foldwave {

namespace {

// Steps that single precision has digits for on both sides.
constexpr double least_quick_bound = 1e-30, greatest_quick_bound = 1e30;
// A little under 2 bounds: for whole numbers up to 4e4 no rounding of products leaves the bound.
constexpr float quick_steps_a_bound = 2.0F * (1.0F - 0x1p-6F);

// |difference| <= it in single precision keeps the bound.
float strict_quick_bound(double absolute) {
  return static_cast<float>(std::min(absolute, greatest_quick_bound) * (1.0 - 0x1p-22));
}

QuickWork& quick_work() {
  thread_local const std::unique_ptr<QuickWork> work = std::make_unique<QuickWork>();
  return *work;
}

std::size_t first_of(const QuickGrid& grid, const QuickTile& tile) {
  std::size_t at = 0;
  for (int a = 0; a < 3; ++a)
    at += static_cast<std::size_t>(tile.first[a]) * static_cast<std::size_t>(grid.stride[a]);
  return at;
}

// The tile's lines of the brick, and the last value of each again where it ends early.
void gather_tile(const QuickGrid& grid, const QuickTile& tile, const float* brick, QuickWork& work) {
  const std::ptrdiff_t lane = grid.stride[0], row = grid.stride[1], depth = grid.stride[2];
  const float* const from = brick + first_of(grid, tile);
  for (int y = 0; y < tile.size[1]; ++y)
    for (int z = 0; z < quick_depth; ++z) {
      const float* const line = from + y * row + std::min(z, tile.size[2] - 1) * depth;
      float* const to = work.values + (y * quick_depth + z) * quick_lanes;
      if (lane == 1 && tile.size[0] == quick_lanes) {
        std::memcpy(to, line, quick_lanes * sizeof(float));
        continue;
      }
      for (int x = 0; x < quick_lanes; ++x)
        to[x] = line[std::min(x, tile.size[0] - 1) * lane];
    }
}

void scatter_tile(const QuickGrid& grid, const QuickTile& tile, const QuickWork& work, float* brick) {
  const std::ptrdiff_t lane = grid.stride[0], row = grid.stride[1], depth = grid.stride[2];
  float* const to = brick + first_of(grid, tile);
  for (int y = 0; y < tile.size[1]; ++y)
    for (int z = 0; z < tile.size[2]; ++z) {
      float* const line = to + y * row + z * depth;
      const float* const from = work.values + (y * quick_depth + z) * quick_lanes;
      if (lane == 1 && tile.size[0] == quick_lanes) {
        std::memcpy(line, from, quick_lanes * sizeof(float));
        continue;
      }
      for (int x = 0; x < tile.size[0]; ++x)
        line[x * lane] = from[x];
    }
}

const std::uint32_t* planes_of(const QuickWork& work, int row, int lane) {
  return work.planes + (row * quick_groups + lane / quick_vector) * 32 * quick_vector + lane % quick_vector;
}
std::uint32_t value_bits(const QuickWork& work, int row, int lane, int depth) {
  return std::bit_cast<std::uint32_t>(work.values[(row * quick_depth + depth) * quick_lanes + lane]);
}

bool is_silent_tile(const QuickWork& work, const QuickTile& tile) {
  std::uint32_t all = 0;
  for (int y = 0; y < tile.size[1]; ++y)
    for (int x = 0; x < tile.size[0]; ++x)
      all |= work.width[y * quick_lanes + x] | work.exact[y * quick_lanes + x];
  return all == 0;
}

// The words of a tile that was split; gives their end.
std::uint32_t* put_tile(const QuickWork& work, const QuickTile& tile, std::uint32_t* words) {
  if (is_silent_tile(work, tile)) return words;
  auto* byte = reinterpret_cast<unsigned char*>(words);
  std::fill_n(words, tile.width_words(), 0U);
  std::uint32_t* to = words + tile.width_words();
  for (int y = 0; y < tile.size[1]; ++y)
    for (int x = 0; x < tile.size[0]; ++x) {
      const int block = y * quick_lanes + x;
      const bool whole = std::popcount(work.exact[block]) > quick_most_exact;
      const std::uint32_t* plane = planes_of(work, y, x);
      *byte++ = static_cast<unsigned char>(work.width[block] | (whole ? quick_whole : 0U));
      for (std::uint32_t k = 0; k < work.width[block]; ++k, plane += quick_vector)
        *to++ = *plane;
      for (int z = 0; whole && z < quick_depth; ++z)
        *to++ = value_bits(work, y, x, z);
    }
  for (int y = 0; y < tile.size[1]; ++y)
    for (int x = 0; x < tile.size[0]; ++x) {
      const auto block = static_cast<std::uint32_t>(y * quick_lanes + x);
      if (std::popcount(work.exact[block]) > quick_most_exact) continue;
      for (std::uint32_t left = work.exact[block]; left != 0; left &= left - 1) {
        const int z = std::countr_zero(left);
        *to++ = block * quick_depth + static_cast<std::uint32_t>(z);
        *to++ = value_bits(work, y, x, z);
      }
    }
  return to;
}

// Where a tile's parts lie in its words.
struct QuickParts {
  std::span<const std::uint32_t> planes, pairs;
};
QuickParts parts_of(std::span<const std::uint32_t> words, const QuickTile& tile) {
  const auto head = static_cast<std::size_t>(tile.width_words());
  if (words.size() < head) refuse_brick("a tile ends too early");
  const auto* byte = reinterpret_cast<const unsigned char*>(words.data());
  std::size_t sum = 0;
  for (int block = 0; block < tile.size[0] * tile.size[1]; ++block) {
    if (!quick_byte_is_good(byte[block])) refuse_brick("a block's width makes no sense");
    sum += quick_block_words(byte[block]);
  }
  if (words.size() - head < sum) refuse_brick("a tile ends too early");
  return {words.subspan(head, sum), words.subspan(head + sum)};
}

void patch(QuickWork& work, int row, int lane, int depth, std::uint32_t bits) {
  work.values[(row * quick_depth + depth) * quick_lanes + lane] = std::bit_cast<float>(bits);
}

void take_tile(const QuickKernels& kernels, std::span<const std::uint32_t> words, const QuickTile& tile,
               float step, QuickWork& work) {
  const QuickParts parts = parts_of(words, tile);
  const auto* const bytes = reinterpret_cast<const unsigned char*>(words.data());
  std::memset(work.planes, 0,
              sizeof(std::uint32_t) * 32 * quick_lanes * static_cast<std::size_t>(tile.size[1]));
  std::memset(work.width, 0, sizeof(work.width));
  const std::uint32_t* from = parts.planes.data();
  for (int y = 0; y < tile.size[1]; ++y)
    for (int x = 0; x < tile.size[0]; ++x) {
      const std::uint32_t byte = bytes[y * tile.size[0] + x], width = byte & 63U;
      work.width[y * quick_lanes + x] = width;
      auto* plane = const_cast<std::uint32_t*>(planes_of(work, y, x));
      for (std::uint32_t k = 0; k < width; ++k, plane += quick_vector)
        *plane = from[k];
      from += quick_block_words(byte);
    }
  kernels.join(work, tile.size[1], step);
  from = parts.planes.data();
  for (int block = 0; block < tile.size[0] * tile.size[1]; ++block) {
    const std::uint32_t byte = bytes[block];
    for (int z = 0; (byte & quick_whole) != 0 && z < quick_depth; ++z)
      patch(work, block / tile.size[0], block % tile.size[0], z,
            from[(byte & 63U) + static_cast<std::uint32_t>(z)]);
    from += quick_block_words(byte);
  }
  if (parts.pairs.size() % 2 != 0) refuse_brick("a tile's exact values make no sense");
  for (std::size_t i = 0; i < parts.pairs.size(); i += 2) {
    const std::uint32_t position = parts.pairs[i];
    if (position >= static_cast<std::uint32_t>(quick_blocks * quick_depth))
      refuse_brick("an exact value lies beyond its tile");
    const auto block = static_cast<int>(position / quick_depth);
    patch(work, block / quick_lanes, block % quick_lanes, static_cast<int>(position % quick_depth),
          parts.pairs[i + 1]);
  }
}

std::uint32_t size_of_tile(std::span<const std::uint32_t> words, int tile) {
  const auto t = static_cast<std::size_t>(tile);
  return words[quick_sizes_word + t / 2] >> (t % 2 == 0 ? 0 : 16) & 0xFFFFU;
}

// Of a brick that has its header; what its tiles lack counts nothing.
std::uint64_t checksum_of(std::span<const std::uint32_t> words, BrickShape shape, const QuickGrid& grid) {
  std::uint64_t sum = 0;
  for (std::uint32_t a = 0; a < 3; ++a)
    sum += quick_sum(static_cast<std::uint32_t>(shape.n[a]), quick_header_place(a));
  for (std::uint32_t i = quick_step_word; i < grid.header_words(); ++i)
    sum += quick_sum(words[i], quick_header_place(3 + i - quick_step_word));
  auto left = words.subspan(grid.header_words());
  for (int t = 0; t < grid.tile_count() && !left.empty(); ++t) {
    const auto size = static_cast<std::uint32_t>(std::min<std::size_t>(size_of_tile(words, t), left.size()));
    for (std::uint32_t i = 0; i < size; ++i)
      sum += quick_sum(left[i], quick_place(static_cast<std::uint32_t>(t), i));
    left = left.subspan(size);
  }
  return sum;
}

void put_checksum(std::span<std::uint32_t> words, BrickShape shape, const QuickGrid& grid) {
  const std::uint64_t sum = checksum_of(words, shape, grid);
  words[0] = static_cast<std::uint32_t>(sum);
  words[1] = static_cast<std::uint32_t>(sum >> 32);
}

// Room that is taken once a thread.
std::vector<std::uint32_t>& quick_words() {
  thread_local std::vector<std::uint32_t> words;
  return words;
}

}  // namespace

QuickSteps quick_steps(ErrorBound bound) {
  if (!(bound.absolute >= least_quick_bound)) return {};
  const float strict = strict_quick_bound(bound.absolute), step = strict * quick_steps_a_bound;
  return {step, 1.0F / step, strict};
}

QuickSteps quick_steps_of(float step, ErrorBound bound) {
  if (!(step >= static_cast<float>(least_quick_bound) && step <= static_cast<float>(greatest_quick_bound)))
    return {};
  return {step, 1.0F / step, std::max(0.5F * step, strict_quick_bound(bound.absolute))};
}

std::vector<std::byte> QuickCodec::encode(std::span<const float> values, BrickShape shape,
                                          ErrorBound bound) const {
  check_bound(bound);
  return encode(values, shape, quick_steps(bound));
}

std::vector<std::byte> QuickCodec::encode(std::span<const float> values, BrickShape shape,
                                          const QuickSteps& steps) const {
  check_brick(values.size(), shape);
  const QuickGrid grid = quick_grid(shape.n);
  QuickWork& work = quick_work();
  std::vector<std::uint32_t>& words = quick_words();
  words.assign(grid.header_words(), 0U);
  words[quick_step_word] = std::bit_cast<std::uint32_t>(steps.step);
  thread_local std::vector<std::uint32_t> packed(quick_most_words);
  for (int t = 0; t < grid.tile_count(); ++t) {
    const QuickTile tile = quick_tile(grid, t);
    gather_tile(grid, tile, values.data(), work);
    kernels_->split(work, tile.size[1], 0xFFFFFFFFU >> (quick_depth - tile.size[2]), steps);
    const std::uint32_t* const end = put_tile(work, tile, packed.data());
    const auto size = static_cast<std::uint32_t>(end - packed.data());
    words[quick_sizes_word + static_cast<std::size_t>(t) / 2] |= size << (t % 2 == 0 ? 0 : 16);
    words.insert(words.end(), packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(size));
  }
  put_checksum(words, shape, grid);
  const auto bytes = std::as_bytes(std::span<const std::uint32_t>(words));
  return {bytes.begin(), bytes.end()};
}

void QuickCodec::decode(std::span<const std::byte> bytes, BrickShape shape, std::span<float> values) const {
  check_brick(values.size(), shape);
  const QuickGrid grid = quick_grid(shape.n);
  if (bytes.size() % sizeof(std::uint32_t) != 0 || bytes.size() / sizeof(std::uint32_t) < grid.header_words())
    refuse_brick("it ends too early");
  std::vector<std::uint32_t>& words = quick_words();
  words.resize(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  const std::uint64_t sum = checksum_of(words, shape, grid);
  if (words[0] != static_cast<std::uint32_t>(sum) || words[1] != static_cast<std::uint32_t>(sum >> 32))
    refuse_brick("its checksum is wrong");
  const auto step = std::bit_cast<float>(words[quick_step_word]);
  // -0 is none of the steps.
  if (words[quick_step_word] != 0 && !(step >= static_cast<float>(least_quick_bound) / 2.0F &&
                                       step <= 2.0F * static_cast<float>(greatest_quick_bound)))
    refuse_brick("its step makes no sense");
  QuickWork& work = quick_work();
  std::span<const std::uint32_t> left = std::span<const std::uint32_t>(words).subspan(grid.header_words());
  for (int t = 0; t < grid.tile_count(); ++t) {
    const QuickTile tile = quick_tile(grid, t);
    const std::uint32_t size = size_of_tile(words, t);
    if (size > left.size()) refuse_brick("it ends too early");
    if (size == 0)
      std::fill_n(work.values, quick_blocks * quick_depth, 0.0F);
    else
      take_tile(*kernels_, left.first(size), tile, step, work);
    scatter_tile(grid, tile, work, values.data());
    left = left.subspan(size);
  }
  if (!left.empty()) refuse_brick("it does not end where it should");
}

void seal_quick(std::span<std::byte> bytes, BrickShape shape) {
  const QuickGrid grid = quick_grid(shape.n);
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  if (words.size() < grid.header_words()) return;
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  put_checksum(words, shape, grid);
  std::memcpy(bytes.data(), words.data(), 2 * sizeof(std::uint32_t));
}

}  // namespace foldwave
