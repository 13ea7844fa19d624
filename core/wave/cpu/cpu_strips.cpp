#include "core/wave/cpu/cpu_strips.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/kaiser_sinc.hpp"

namespace foldwave {

namespace {

const KaiserSinc& strip_sinc() {
  static const KaiserSinc sinc(strip_reach_in_time, 6.0);
  return sinc;
}

std::size_t packed_bytes(std::size_t values, StripPrecision precision, std::size_t real_bytes) {
  if (precision == StripPrecision::exact) return values * real_bytes;
  const std::size_t blocks = (values + strip_block - 1) / strip_block;
  return blocks * sizeof(float) + values * (precision == StripPrecision::bits16 ? 2 : 1);
}

template <class Code, class Real>
void pack_blocks(const Real* from, std::size_t values, const std::vector<unsigned char>& lags,
                 std::byte* to) {
  constexpr float top = sizeof(Code) == 2 ? 32767.0F : 127.0F;
  for (std::size_t first = 0; first < values; first += strip_block) {
    const std::size_t last = std::min(values, first + strip_block);
    float most = 0.0F;
    for (std::size_t m = first; m < last; ++m)
      most = std::max(most, std::abs(static_cast<float>(from[m])));
    std::memcpy(to, &most, sizeof most);
    to += sizeof most;
    const float scale = most >= least_strip_value ? top / most : 0.0F;
    const std::size_t lag = lags[first / strip_block];
    std::array<float, strip_block> off{};
    for (std::size_t m = first; m < last; ++m, to += sizeof(Code)) {
      const std::size_t at = m - first;
      const float wanted = static_cast<float>(from[m]) * scale + (at >= lag ? off[at - lag] : 0.0F);
      const float rounded = std::nearbyint(wanted);
      // What is no number becomes -top, as on a device.
      const float kept = rounded > -top ? std::min(rounded, top) : -top;
      off[at] = wanted - kept;
      const Code code = static_cast<Code>(kept);
      std::memcpy(to, &code, sizeof code);
    }
  }
}

template <class Code, class Real>
void unpack_blocks(const std::byte* from, std::size_t values, Real* to) {
  constexpr float top = sizeof(Code) == 2 ? 32767.0F : 127.0F;
  for (std::size_t first = 0; first < values; first += strip_block) {
    float most = 0.0F;
    std::memcpy(&most, from, sizeof most);
    from += sizeof most;
    const float scale = most / top;
    for (std::size_t m = first; m < std::min(values, first + strip_block); ++m, from += sizeof(Code)) {
      Code code{};
      std::memcpy(&code, from, sizeof code);
      to[m] = static_cast<Real>(scale * static_cast<float>(code));
    }
  }
}

// `place`: the folder of a file.
[[noreturn]] void throw_no_strips(const std::string& place, const std::string& what) {
  throw ResourceError(place.empty() ? "boundary strips" : place,
                      (place.empty() ? "" : "boundary strips: ") + what + ": " + std::strerror(errno),
                      place.empty() ? "keep them in a file or rounded"
                                    : "make room there, use another folder, or keep them otherwise");
}

}  // namespace

void check_strip_options(const StripOptions& options) {
  if (options.every < 1)
    throw InputError("boundary strips", "they are kept every " + std::to_string(options.every) + " steps",
                     "give 1 or more");
  if (!(options.on_device >= 0.0 && options.on_device <= 1.0))
    throw InputError("boundary strips", "the share of them on the device is none", "give 0 to 1");
}

StripsAround strips_around(int number, int every) {
  const int base = number / every;
  StripsAround around;
  around.first = std::max(0, base - strip_reach_in_time + 1);
  around.count = base + strip_reach_in_time + 1 - around.first;
  for (int i = 0; i < around.count; ++i)
    around.weight[static_cast<std::size_t>(i)] =
        strip_sinc()(static_cast<double>(number) / every - (around.first + i));
  return around;
}

LevelStore::LevelStore(std::size_t bytes_each, const std::string& folder)
    : bytes_each_(bytes_each), folder_(folder) {
  if (folder.empty()) return;
  std::string name = folder + "/strips-XXXXXX";
  file_ = mkstemp(name.data());
  if (file_ < 0) throw_no_strips(folder_, "no file can be made");
  unlink(name.c_str());
}

LevelStore::~LevelStore() {
  if (file_ >= 0) close(file_);
}

void LevelStore::put(int number, const std::byte* from) {
  const auto n = static_cast<std::size_t>(number);
  count_ = std::max(count_, std::int64_t{number} + 1);
  if (file_ < 0) {
    try {
      if (kept_.size() <= n) kept_.resize(n + 1);
      kept_[n].assign(from, from + bytes_each_);
    } catch (const std::bad_alloc&) {
      errno = ENOMEM;
      throw_no_strips({}, "level " + std::to_string(number) + " cannot be kept");
    }
    return;
  }
  for (std::size_t done = 0; done < bytes_each_;) {
    const ssize_t wrote =
        pwrite(file_, from + done, bytes_each_ - done, static_cast<off_t>(n * bytes_each_ + done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) throw_no_strips(folder_, "level " + std::to_string(number) + " cannot be written");
    done += static_cast<std::size_t>(wrote);
  }
}

void LevelStore::get(int number, std::byte* to) const {
  const auto n = static_cast<std::size_t>(number);
  if (file_ < 0) {
    std::copy(kept_.at(n).begin(), kept_.at(n).end(), to);
    return;
  }
  for (std::size_t done = 0; done < bytes_each_;) {
    const ssize_t got =
        pread(file_, to + done, bytes_each_ - done, static_cast<off_t>(n * bytes_each_ + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw_no_strips(folder_, "level " + std::to_string(number) + " cannot be read back");
    done += static_cast<std::size_t>(got);
  }
}

template <class Real>
CpuStripRecord<Real>::CpuStripRecord(Index values, std::vector<unsigned char> lags,
                                     const StripOptions& options)
    : values_(static_cast<std::size_t>(values)),
      lags_(std::move(lags)),
      options_(options),
      store_(packed_bytes(values_, options.precision, sizeof(Real)), options.folder) {
  check_strip_options(options_);
  const bool exact = options_.precision == StripPrecision::exact;
  if (exact) options_.every = 1;
  const int tail = exact ? 0 : (strip_reach_in_time + 1) * options_.every;
  slots_.assign(static_cast<std::size_t>(tail + wavefront_steps + 1), std::vector<Real>(values_));
  packed_.resize(packed_bytes(values_, options_.precision, sizeof(Real)));
  if (!exact) unpacked_.resize(2 * strip_reach_in_time + 2);
}

template <class Real>
std::int64_t CpuStripRecord<Real>::bytes() const {
  return store_.bytes() + static_cast<std::int64_t>(slots_.size() * values_ * sizeof(Real));
}

template <class Real>
void CpuStripRecord<Real>::pack(const Real* from) {
  switch (options_.precision) {
    case StripPrecision::exact:
      std::ranges::copy(std::as_bytes(std::span(from, values_)), packed_.begin());
      break;
    case StripPrecision::bits16:
      pack_blocks<std::int16_t>(from, values_, lags_, packed_.data());
      break;
    case StripPrecision::bits8:
      pack_blocks<std::int8_t>(from, values_, lags_, packed_.data());
      break;
  }
}

template <class Real>
void CpuStripRecord<Real>::unpack(int number, std::vector<Real>& to) {
  store_.get(number, packed_.data());
  to.resize(values_);
  if (options_.precision == StripPrecision::bits16)
    unpack_blocks<std::int16_t>(packed_.data(), values_, to.data());
  else
    unpack_blocks<std::int8_t>(packed_.data(), values_, to.data());
}

template <class Real>
void CpuStripRecord<Real>::keep(int number) {
  if (number % options_.every != 0) return;
  pack(level(number));
  store_.put(number / options_.every, packed_.data());
}

template <class Real>
void CpuStripRecord<Real>::bring(int number) {
  if (options_.precision == StripPrecision::exact) {
    store_.get(number, packed_.data());
    std::ranges::copy(packed_, std::as_writable_bytes(std::span(level(number), values_)).begin());
    return;
  }
  // The exact ones are still there.
  const int tail = strip_reach_in_time * options_.every;
  if (number > last_ - tail) return;
  Real* const to = level(number);
  std::fill(to, to + values_, Real(0));
  const StripsAround around = strips_around(number, options_.every);
  for (int i = 0; i < around.count; ++i) {
    const int k = around.first + i;
    const double weight = around.weight[static_cast<std::size_t>(i)];
    if (weight == 0.0) continue;
    Kept& kept = unpacked_[static_cast<std::size_t>(k) % unpacked_.size()];
    if (kept.number != k) {
      unpack(k, kept.values);
      kept.number = k;
    }
    const Real w = static_cast<Real>(weight);
    const Real* const from = kept.values.data();
    for (std::size_t m = 0; m < values_; ++m)
      to[m] += w * from[m];
  }
}

template class CpuStripRecord<float>;
template class CpuStripRecord<double>;

}  // namespace foldwave
