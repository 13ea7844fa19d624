#include "gpu/volume/cuda_huffman.hpp"

#include <cstring>
#include <limits>

#include "core/base/error.hpp"
#include "core/volume/codec/lossless/fixed_huffman_word.hpp"
#include "gpu/base/staging.cuh"
#include "gpu/volume/packed_volume.cuh"
#include "gpu/volume/wave_volume.cuh"

namespace foldwave {

namespace {

constexpr int huffman_threads = 256;
constexpr int values_a_thread = 4, values_a_tile = huffman_threads * values_a_thread;
// A tile of a stream: a word of 64 bits a thread, which end at most so many values.
constexpr int stream_tile_bytes = 8 * huffman_threads;
constexpr int most_values_ended = 8 * stream_tile_bytes / pairs_a_value;
constexpr int most_tile_words = values_a_tile * 2 + 1;
constexpr std::size_t seal_bytes = sizeof(std::uint32_t);

// A volume in bricks as gather_brick has them; of each brick the same number of tiles.
struct HuffmanVolume {
  int nodes[3], brick[3], counts[3];
  int values, tiles;  // of a brick
  std::int64_t bricks;

  // Of the volume's node that is value `v` of brick `b`; where there is none, the last one before.
  __device__ std::int64_t node(std::int64_t b, int v, bool& inside) const {
    const int at[3] = {v % brick[0], v / brick[0] % brick[1], v / brick[0] / brick[1]};
    const auto bx = static_cast<int>(b % counts[0]), by = static_cast<int>(b / counts[0] % counts[1]),
               bz = static_cast<int>(b / counts[0] / counts[1]);
    int x = bx * brick[0] + at[0], y = by * brick[1] + at[1], z = bz * brick[2] + at[2];
    inside = x < nodes[0] && y < nodes[1] && z < nodes[2];
    x = min(x, nodes[0] - 1);
    y = min(y, nodes[1] - 1);
    z = nodes[2] - 1 - min(z, nodes[2] - 1);
    return x + std::int64_t{nodes[0]} * (y + std::int64_t{nodes[1]} * z);
  }
};

HuffmanVolume huffman_volume(const BrickLayout& layout) {
  HuffmanVolume volume{};
  const auto counts = layout.counts();
  for (std::size_t a = 0; a < 3; ++a) {
    volume.nodes[a] = layout.nodes[a];
    volume.brick[a] = layout.brick[a];
    volume.counts[a] = counts[a];
  }
  volume.bricks = layout.count();
  // A brick's bits are counted in 32 bits, and a block a tile in 31.
  if (layout.brick_nodes() > (Index{1} << 25))
    throw DeviceError("cuda", "the volume's bricks are too large", "use the CPU back end");
  volume.values = static_cast<int>(layout.brick_nodes());
  volume.tiles = (volume.values + values_a_tile - 1) / values_a_tile;
  if (volume.bricks * volume.tiles > std::numeric_limits<int>::max())
    throw DeviceError("cuda", "the volume has too many bricks", "use the CPU back end");
  return volume;
}

// Where each brick lies on the device: on words of 64 bits, with room for the seal.
struct HuffmanPlaces {
  std::vector<std::uint32_t> sizes;   // bytes, without the seal
  std::vector<std::uint64_t> starts;  // bytes; and the end

  explicit HuffmanPlaces(std::vector<std::uint32_t> of) : sizes(std::move(of)), starts{0} {
    for (const std::uint32_t size : sizes)
      starts.push_back(starts.back() + (size + seal_bytes + 7) / 8 * 8);
  }
};

// The sum over the block's threads before this one; `total`: over all of them.
__device__ int sum_before(int value, int& total) {
  __shared__ int warps[huffman_threads / 32];
  const int lane = static_cast<int>(threadIdx.x) & 31, warp = static_cast<int>(threadIdx.x) >> 5;
  const auto upto = static_cast<int>(wave_warp_sums(static_cast<std::uint32_t>(value)));
  __syncthreads();
  if (lane == 31) warps[warp] = upto;
  __syncthreads();
  int before = upto - value;
  total = 0;
  for (int w = 0; w < huffman_threads / 32; ++w) {
    if (w < warp) before += warps[w];
    total += warps[w];
  }
  return before;
}

// A thread's values; those behind a brick's end take no bits.
struct TileValues {
  std::int64_t brick;
  int count;
  std::uint32_t words[values_a_thread];

  __device__ TileValues(const HuffmanVolume& volume, const float* field) {
    brick = blockIdx.x / static_cast<unsigned>(volume.tiles);
    const auto tile = static_cast<int>(blockIdx.x % static_cast<unsigned>(volume.tiles));
    const int first = tile * values_a_tile + static_cast<int>(threadIdx.x) * values_a_thread;
    count = max(0, min(values_a_thread, volume.values - first));
    for (int i = 0; i < values_a_thread; ++i) {
      bool inside;
      words[i] = i < count ? __float_as_uint(field[volume.node(brick, first + i, inside)]) : 0U;
    }
  }
};

__global__ void count_code_bits(HuffmanVolume volume, const float* field, std::uint32_t* tile_bits) {
  const TileValues mine(volume, field);
  int bits = 0, total;
  for (int i = 0; i < mine.count; ++i)
    bits += fixed_code_length(mine.words[i]);
  sum_before(bits, total);
  if (threadIdx.x == 0) tile_bits[blockIdx.x] = static_cast<std::uint32_t>(total);
}

// A block a brick: the sums of its tiles before each, in place, and of all.
__global__ void sum_tiles(int tiles, std::uint32_t* of_tiles, std::uint32_t* of_bricks) {
  std::uint32_t* const mine = of_tiles + std::size_t{blockIdx.x} * static_cast<std::size_t>(tiles);
  std::uint32_t before = 0;
  for (int first = 0; first < tiles; first += huffman_threads) {
    const int tile = first + static_cast<int>(threadIdx.x);
    int total;
    const int sum = sum_before(tile < tiles ? static_cast<int>(mine[tile]) : 0, total);
    if (tile < tiles) mine[tile] = before + static_cast<std::uint32_t>(sum);
    before += static_cast<std::uint32_t>(total);
  }
  if (threadIdx.x == 0) of_bricks[blockIdx.x] = before;
}

__device__ void add_bits(std::uint32_t* words, int at, std::uint64_t bits, int length) {
  for (int done = 0; done < length;) {
    const int shift = (at + done) & 31, count = min(32 - shift, length - done);
    const auto part = static_cast<std::uint32_t>(bits >> done & ((std::uint64_t{1} << count) - 1));
    if (part != 0) atomicOr(words + ((at + done) >> 5), part << shift);
    done += count;
  }
}

// `bytes` are 0 before. The first and the last word of a tile may be its neighbours' too.
__global__ void write_codes(HuffmanVolume volume, const float* field, const std::uint32_t* tile_starts,
                            const std::uint64_t* starts, std::uint8_t* bytes) {
  __shared__ std::uint32_t tile[most_tile_words];
  const TileValues mine(volume, field);
  FixedCode codes[values_a_thread];
  int length = 0, total;
  for (int i = 0; i < mine.count; ++i) {
    codes[i] = fixed_code(mine.words[i]);
    length += codes[i].length;
  }
  for (int w = static_cast<int>(threadIdx.x); w < most_tile_words; w += huffman_threads)
    tile[w] = 0;
  const std::uint32_t start = tile_starts[blockIdx.x];
  const int shift = static_cast<int>(start & 31U);
  int at = shift + sum_before(length, total);
  for (int i = 0; i < mine.count; ++i) {
    add_bits(tile, at, codes[i].bits, codes[i].length);
    at += codes[i].length;
  }
  __syncthreads();
  auto* const to = reinterpret_cast<std::uint32_t*>(bytes + starts[mine.brick]) + (start >> 5);
  const int words = (shift + total + 31) / 32;
  for (int w = static_cast<int>(threadIdx.x); w < words; w += huffman_threads)
    if (w == 0 || w == words - 1)
      atomicOr(to + w, tile[w]);
    else
      to[w] = tile[w];
}

// A warp a brick.
__global__ void write_seals(HuffmanVolume volume, const std::uint64_t* starts, const std::uint32_t* sizes,
                            std::uint8_t* bytes) {
  const std::uint32_t size = sizes[blockIdx.x];
  std::uint8_t* const mine = bytes + starts[blockIdx.x];
  const std::uint32_t sum = wave_checksum(mine, size, volume.brick);
  if (threadIdx.x < seal_bytes) mine[size + threadIdx.x] = static_cast<std::uint8_t>(sum >> 8 * threadIdx.x);
}

__global__ void check_seals(HuffmanVolume volume, const std::uint64_t* starts, const std::uint32_t* sizes,
                            const std::uint8_t* bytes, std::uint32_t* damaged) {
  const std::uint32_t size = sizes[blockIdx.x];
  const std::uint8_t* const mine = bytes + starts[blockIdx.x];
  const std::uint32_t sum = wave_checksum(mine, size, volume.brick);
  if (threadIdx.x == 0 && sum != wave_word_at(mine, size)) damaged[blockIdx.x] = 1;
}

// A thread's word of a brick's stream; behind the end it has no bits.
struct StreamWord {
  std::uint64_t bits = 0;
  int count = 0;
  unsigned ones_before = 0;  // that end the word before it

  __device__ StreamWord(const std::uint8_t* brick, std::uint32_t size, int tile) {
    const std::uint32_t at = static_cast<std::uint32_t>(tile) * stream_tile_bytes + 8U * threadIdx.x;
    if (at >= size) return;
    const auto* const words = reinterpret_cast<const std::uint64_t*>(brick);
    bits = words[at / 8];
    count = 8 * static_cast<int>(min(8U, size - at));
    if (count < 64) bits &= (std::uint64_t{1} << count) - 1;
    if (at > 0) ones_before = static_cast<unsigned>(__clzll(static_cast<long long>(~words[at / 8 - 1])));
  }
  __device__ int zeros() const { return count - __popcll(bits); }
};

__global__ void count_codes(int tiles, const std::uint64_t* starts, const std::uint32_t* sizes,
                            const std::uint8_t* bytes, std::uint32_t* tile_codes) {
  const unsigned brick = blockIdx.x / static_cast<unsigned>(tiles);
  const StreamWord mine(bytes + starts[brick], sizes[brick],
                        static_cast<int>(blockIdx.x % static_cast<unsigned>(tiles)));
  int total;
  sum_before(mine.zeros(), total);
  if (threadIdx.x == 0) tile_codes[blockIdx.x] = static_cast<std::uint32_t>(total);
}

// `field` is 0 before: the first and the last value of a tile may be its neighbours' too.
__global__ void read_codes(HuffmanVolume volume, int tiles, const std::uint64_t* starts,
                           const std::uint32_t* sizes, const std::uint8_t* bytes,
                           const std::uint32_t* tile_starts, const std::uint32_t* brick_codes, float* field,
                           std::uint32_t* damaged) {
  __shared__ std::uint32_t values[most_values_ended + 1];
  const unsigned brick = blockIdx.x / static_cast<unsigned>(tiles);
  const auto tile = static_cast<int>(blockIdx.x % static_cast<unsigned>(tiles));
  const std::uint32_t size = sizes[brick];
  if (static_cast<std::uint32_t>(tile) * stream_tile_bytes >= size) return;
  for (int v = static_cast<int>(threadIdx.x); v <= most_values_ended; v += huffman_threads)
    values[v] = 0;
  const StreamWord mine(bytes + starts[brick], size, tile);
  const std::uint32_t start = tile_starts[blockIdx.x];
  const auto codes = static_cast<std::uint32_t>(volume.values) * pairs_a_value;
  const auto first_value = static_cast<int>(start / pairs_a_value);
  int total;
  std::uint32_t pair = start + static_cast<std::uint32_t>(sum_before(mine.zeros(), total));
  std::uint32_t word = 0;
  bool whole = true;
  const auto flush = [&](std::uint32_t last) {
    if (word != 0) atomicOr(values + (static_cast<int>(last / pairs_a_value) - first_value), word);
    word = 0;
  };
  unsigned ones = mine.ones_before;
  const bool known = each_fixed_pair(mine.bits, mine.count, ones, [&](unsigned bits) {
    if (pair >= codes) {
      whole = whole && bits == 0;
    } else {
      word |= bits << pair_shift(static_cast<int>(pair % pairs_a_value));
      if (pair % pairs_a_value == pairs_a_value - 1) flush(pair);
    }
    ++pair;
  });
  if (word != 0) flush(pair - 1);
  const bool last =
      mine.count > 0 && static_cast<std::uint32_t>(tile) * stream_tile_bytes + 8U * threadIdx.x + 8U >= size;
  if (last && (ones != 0 || brick_codes[brick] < codes || brick_codes[brick] - codes >= 8)) whole = false;
  if (!known || !whole) damaged[brick] = 1;
  __syncthreads();
  const std::uint32_t end = min(start + static_cast<std::uint32_t>(total), codes);
  const int count = start < end ? static_cast<int>((end - 1) / pairs_a_value) - first_value + 1 : 0;
  for (int v = static_cast<int>(threadIdx.x); v < count; v += huffman_threads) {
    bool inside;
    const std::int64_t node = volume.node(brick, first_value + v, inside);
    if (!inside) continue;
    if (v == 0 || v == count - 1)
      atomicOr(reinterpret_cast<std::uint32_t*>(field) + node, values[v]);
    else
      field[node] = __uint_as_float(values[v]);
  }
}

void clear(void* to, std::size_t bytes, cudaStream_t stream) {
  check_cuda(cudaMemsetAsync(to, 0, bytes, stream), "cannot clear device memory");
}

}  // namespace

DevicePacked cuda_huffman_pack(std::span<const float> field, const BrickLayout& layout, ErrorBound bound) {
  check_bound(bound);
  require_nodes(field.size(), layout);
  const HuffmanVolume volume = huffman_volume(layout);
  const auto bricks = static_cast<unsigned>(volume.bricks);
  const unsigned blocks = bricks * static_cast<unsigned>(volume.tiles);
  const DeviceArray<float> values(field.data(), field.size());
  DeviceArray<std::uint32_t> tiles(blocks), sizes(bricks);
  const DeviceStream stream;
  DeviceEvent begin, counted, go_on, end;
  begin.record(stream);
  count_code_bits<<<blocks, huffman_threads, 0, stream>>>(volume, values.data(), tiles.data());
  sum_tiles<<<bricks, huffman_threads, 0, stream>>>(volume.tiles, tiles.data(), sizes.data());
  counted.record(stream);
  check_cuda(cudaGetLastError(), "cannot start packing");
  counted.wait();
  std::vector<std::uint32_t> of_bricks = on_host(sizes.data(), bricks);
  for (std::uint32_t& size : of_bricks)
    size = (size + 7) / 8;
  const HuffmanPlaces places(std::move(of_bricks));
  DeviceArray<std::uint8_t> bytes(places.starts.back() + wave_bytes_behind);
  const DeviceArray<std::uint64_t> starts(places.starts.data(), places.starts.size());
  to_device(sizes, places.sizes.data(), bricks * sizeof(std::uint32_t), stream);
  go_on.record(stream);
  clear(bytes.data(), bytes.size(), stream);
  write_codes<<<blocks, huffman_threads, 0, stream>>>(volume, values.data(), tiles.data(), starts.data(),
                                                      bytes.data());
  write_seals<<<bricks, 32, 0, stream>>>(volume, starts.data(), sizes.data(), bytes.data());
  end.record(stream);
  check_cuda(cudaGetLastError(), "cannot start packing");
  end.wait();
  DevicePacked result;
  result.device_seconds = counted.seconds_since(begin) + end.seconds_since(go_on);
  result.bricks = {layout, {}, {0}, "huffman-fixed"};
  const std::vector<std::uint8_t> packed = on_host(bytes.data(), places.starts.back());
  for (std::size_t b = 0; b < bricks; ++b) {
    const auto* const from = reinterpret_cast<const std::byte*>(packed.data() + places.starts[b]);
    result.bricks.bytes.insert(result.bricks.bytes.end(), from, from + places.sizes[b] + seal_bytes);
    result.bricks.starts.push_back(result.bricks.bytes.size());
  }
  return result;
}

DeviceUnpacked cuda_huffman_unpack(const QuickBricks& bricks, std::span<float> field) {
  require_nodes(field.size(), bricks.layout);
  require_starts(bricks);
  const HuffmanVolume volume = huffman_volume(bricks.layout);
  const auto count = static_cast<unsigned>(volume.bricks);
  // A code is at most four times as long as its pair; what is longer is none.
  const std::size_t most = 2 * sizeof(float) * static_cast<std::size_t>(volume.values);
  std::vector<std::uint32_t> of_bricks, cut(count, 0);
  std::size_t longest = 1;
  for (std::size_t b = 0; b < count; ++b) {
    const std::size_t size = bricks.starts[b + 1] - bricks.starts[b];
    cut[b] = size <= seal_bytes || size - seal_bytes > most ? 1 : 0;
    of_bricks.push_back(cut[b] != 0 ? 0 : static_cast<std::uint32_t>(size - seal_bytes));
    longest = std::max<std::size_t>(longest, of_bricks.back());
  }
  const HuffmanPlaces places(std::move(of_bricks));
  std::vector<std::uint8_t> aligned(places.starts.back() + wave_bytes_behind, 0);
  for (std::size_t b = 0; b < count; ++b)
    if (cut[b] == 0)
      std::memcpy(aligned.data() + places.starts[b], bricks.bytes.data() + bricks.starts[b],
                  places.sizes[b] + seal_bytes);
  const auto tiles = static_cast<int>((longest + stream_tile_bytes - 1) / stream_tile_bytes);
  const unsigned blocks = count * static_cast<unsigned>(tiles);
  const DeviceArray<std::uint8_t> bytes(aligned.data(), aligned.size());
  const DeviceArray<std::uint64_t> starts(places.starts.data(), places.starts.size());
  const DeviceArray<std::uint32_t> sizes(places.sizes.data(), count);
  DeviceArray<std::uint32_t> damaged(cut.data(), count), codes(blocks), brick_codes(count);
  DeviceArray<float> values(field.size());
  const DeviceStream stream;
  DeviceEvent begin, end;
  begin.record(stream);
  clear(values.data(), values.size() * sizeof(float), stream);
  check_seals<<<count, 32, 0, stream>>>(volume, starts.data(), sizes.data(), bytes.data(), damaged.data());
  count_codes<<<blocks, huffman_threads, 0, stream>>>(tiles, starts.data(), sizes.data(), bytes.data(),
                                                      codes.data());
  sum_tiles<<<count, huffman_threads, 0, stream>>>(tiles, codes.data(), brick_codes.data());
  read_codes<<<blocks, huffman_threads, 0, stream>>>(volume, tiles, starts.data(), sizes.data(), bytes.data(),
                                                     codes.data(), brick_codes.data(), values.data(),
                                                     damaged.data());
  end.record(stream);
  check_cuda(cudaGetLastError(), "cannot start unpacking");
  end.wait();
  DeviceUnpacked result;
  result.device_seconds = end.seconds_since(begin);
  check_cuda(cudaMemcpy(field.data(), values.data(), field.size_bytes(), cudaMemcpyDeviceToHost),
             "cannot read the device");
  const std::vector<std::uint32_t> flags = on_host(damaged.data(), count);
  for (std::size_t b = 0; b < count; ++b)
    if (flags[b] != 0) result.damaged.push_back(static_cast<Index>(b));
  return result;
}

std::unique_ptr<VolumePacker> make_cuda_huffman_packer() {
  return packer_of<cuda_huffman_pack, cuda_huffman_unpack>();
}

}  // namespace foldwave
