#include "gpu/imaging/device_strips.cuh"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/kaiser_sinc.hpp"
#include "core/wave/cpu/cpu_strips.hpp"
#include "gpu/imaging/stepper_kernels.cuh"

namespace foldwave {

namespace {

constexpr int strip_threads = 256;

// Of a level that is kept as integers: the blocks' largest magnitudes, then the integers.
struct RoundedLayout {
  std::size_t values = 0;
  std::size_t blocks() const { return (values + strip_block - 1) / strip_block; }
};

template <class Code>
__device__ constexpr float top_code() {
  return sizeof(Code) == 2 ? 32767.0F : 127.0F;
}

static_assert(strip_block == 32);

// A warp takes a block. What a value loses goes to the one `lag` lanes further.
template <class Code, class Real>
__global__ void pack_strips_kernel(const Real* from, unsigned values, const unsigned char* lags,
                                   float* largest, Code* codes) {
  constexpr unsigned all = 0xffffffffU;
  const unsigned block = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  const unsigned m = block * 32 + lane;
  if (block * 32 >= values) return;
  const float value = m < values ? static_cast<float>(from[m]) : 0.0F;
  float most = fabsf(value);
  for (int half = 16; half > 0; half /= 2)
    most = fmaxf(most, __shfl_xor_sync(all, most, half));
  if (lane == 0) largest[block] = most;
  const float scaled = __fmul_rn(value, most >= least_strip_value ? top_code<Code>() / most : 0.0F);
  const unsigned lag = lags[block];
  float lost = 0.0F, kept = 0.0F;
  for (unsigned first = 0; first < 32; first += lag) {
    const float before = __shfl_up_sync(all, lost, lag);
    if (lane < first || lane >= first + lag) continue;
    const float wanted = lane >= lag ? __fadd_rn(scaled, before) : scaled;
    kept = fminf(fmaxf(rintf(wanted), -top_code<Code>()), top_code<Code>());
    lost = wanted - kept;
  }
  if (m < values) codes[m] = static_cast<Code>(kept);
}

constexpr int most_kept = 2 * strip_reach_in_time;

// The kept levels around one, and their weights.
template <class Code>
struct KeptAround {
  const float* largest[most_kept]{};
  const Code* codes[most_kept]{};
  float weight[most_kept]{};
  int count = 0;
};

template <class Code, class Real>
__global__ void unpack_strips_kernel(KeptAround<Code> kept, const unsigned* node, unsigned values,
                                     Real* field) {
  const unsigned m = blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= values) return;
  Real sum = 0;
  for (int k = 0; k < kept.count; ++k) {
    const float scale = kept.largest[k][m / strip_block] / top_code<Code>();
    sum +=
        static_cast<Real>(kept.weight[k]) * static_cast<Real>(scale * static_cast<float>(kept.codes[k][m]));
  }
  field[node[m]] = sum;
}

unsigned strip_blocks(std::size_t work) {
  return static_cast<unsigned>((work + strip_threads - 1) / strip_threads);
}

std::vector<unsigned> strip_nodes(const PaddedGrid& padded, const BoundaryStrips& strips) {
  if (padded.size() > static_cast<Index>(std::numeric_limits<unsigned>::max()) / 2)
    throw DeviceError("cuda", "the grid is too large for boundary strips on the device",
                      "use the CPU back end or a smaller grid");
  std::vector<unsigned> nodes;
  nodes.reserve(static_cast<std::size_t>(strips.values()));
  for (int z = 0; z < padded.grid.n[2]; ++z)
    for (int y = 0; y < padded.grid.n[1]; ++y) {
      const StripRow& row = strips.row(y, z);
      for (int x = 0; x < row.low; ++x)
        nodes.push_back(static_cast<unsigned>(padded.user_index(x, y, z)));
      for (int x = row.high_x; x < strips.width(); ++x)
        nodes.push_back(static_cast<unsigned>(padded.user_index(x, y, z)));
    }
  return nodes;
}

std::size_t level_bytes(std::size_t values, StripPrecision precision, std::size_t real_bytes) {
  if (precision == StripPrecision::exact) return values * real_bytes;
  return RoundedLayout{values}.blocks() * sizeof(float) +
         values * (precision == StripPrecision::bits16 ? 2 : 1);
}

template <class Code, class Real>
void pack_level(const Real* from, std::size_t values, const unsigned char* lags, std::byte* to,
                cudaStream_t stream) {
  auto* const largest = reinterpret_cast<float*>(to);
  pack_strips_kernel<<<strip_blocks(32 * RoundedLayout{values}.blocks()), strip_threads, 0, stream>>>(
      from, static_cast<unsigned>(values), lags, largest,
      reinterpret_cast<Code*>(largest + RoundedLayout{values}.blocks()));
}

}  // namespace

template <class Real>
DeviceStripRecord<Real>::DeviceStripRecord(const PaddedGrid& padded, const BoundaryStrips& strips,
                                           const StripOptions& options)
    : options_(options), values_(static_cast<std::size_t>(strips.values())) {
  check_strip_options(options_);
  const bool exact = options_.precision == StripPrecision::exact;
  if (exact) options_.every = 1;
  const std::vector<unsigned> nodes = strip_nodes(padded, strips);
  node_ = DeviceArray<unsigned>(nodes.data(), nodes.size());
  const std::vector<unsigned char> lags = strip_lags(strips, padded.grid.n, strip_block);
  if (!exact) lags_ = DeviceArray<unsigned char>(lags.data(), lags.size());
  exact_levels_ = exact ? 0 : (strip_reach_in_time + 1) * options_.every + 1;
  exact_ = DeviceArray<Real>(values_ * static_cast<std::size_t>(exact_levels_));
  const std::size_t each = std::max<std::size_t>(1, level_bytes(values_, options_.precision, sizeof(Real)));
  const int levels = options_.steps > 0 ? options_.steps / options_.every + 1 : 0;
  if (!options_.folder.empty()) {
    store_ = make_file_store(each, options_.folder);
    return;
  }
  store_ = make_memory_store(padded, sizeof(Real), each, levels, options_.on_device);
}

template <class Real>
std::int64_t DeviceStripRecord<Real>::bytes() const {
  return store_->bytes() + static_cast<std::int64_t>(exact_.size() * sizeof(Real));
}

template <class Real>
void DeviceStripRecord<Real>::keep(int number, const Real* field, cudaStream_t stream) {
  const auto count = static_cast<Index>(values_);
  if (options_.precision == StripPrecision::exact) {
    launch_take(field, node_.data(), count, reinterpret_cast<Real*>(store_->to_write(number, stream)),
                stream);
    store_->written(number, stream);
    return;
  }
  Real* const slot = exact_slot(number);
  launch_take(field, node_.data(), count, slot, stream);
  if (number % options_.every != 0 || values_ == 0) return;
  std::byte* const to = store_->to_write(number / options_.every, stream);
  if (options_.precision == StripPrecision::bits16)
    pack_level<std::int16_t>(slot, values_, lags_.data(), to, stream);
  else
    pack_level<std::int8_t>(slot, values_, lags_.data(), to, stream);
  check_cuda(cudaGetLastError(), "the boundary strips do not start");
  store_->written(number / options_.every, stream);
}

template <class Real>
void DeviceStripRecord<Real>::bring(int number, Real* field, cudaStream_t stream) {
  const auto count = static_cast<Index>(values_);
  if (values_ == 0) return;
  if (options_.precision == StripPrecision::exact) {
    launch_put(field, node_.data(), count, reinterpret_cast<const Real*>(store_->to_read(number, stream)),
               stream);
    store_->was_read(number, stream);
    return;
  }
  // The exact ones are still there.
  if (number > last_ - strip_reach_in_time * options_.every)
    return launch_put(field, node_.data(), count, exact_slot(number), stream);
  const StripsAround around = strips_around(number, options_.every);
  const auto run = [&]<class Code>(Code) {
    KeptAround<Code> kept;
    for (int i = 0; i < around.count; ++i) {
      const auto* const largest = reinterpret_cast<const float*>(store_->to_read(around.first + i, stream));
      if (around.weight[i] == 0.0) continue;
      kept.largest[kept.count] = largest;
      kept.codes[kept.count] = reinterpret_cast<const Code*>(largest + RoundedLayout{values_}.blocks());
      kept.weight[kept.count] = static_cast<float>(around.weight[i]);
      ++kept.count;
    }
    unpack_strips_kernel<<<strip_blocks(values_), strip_threads, 0, stream>>>(
        kept, node_.data(), static_cast<unsigned>(values_), field);
    check_cuda(cudaGetLastError(), "the boundary strips do not start");
    for (int i = 0; i < around.count; ++i)
      store_->was_read(around.first + i, stream);
  };
  if (options_.precision == StripPrecision::bits16)
    run(std::int16_t{});
  else
    run(std::int8_t{});
}

template class DeviceStripRecord<float>;
template class DeviceStripRecord<double>;

}  // namespace foldwave
