// A record of boundary strips (wave/boundary_strips.hpp) in host memory or in a file, exact or rounded.
//
// Rounded: of every `every`-th level, blocks of 32 values as integers of 16 or 8 bits and their largest
// magnitude. What a value loses is added to the next one along the face (strip_lags): the error is then of
// wavelengths that the medium does not carry, and stays in the strip. Levels between are interpolated by a
// sinc under a Kaiser window, 5 kept levels to each side. The last levels, behind which there is nothing to
// interpolate from, are kept exactly.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "core/wave/stepper.hpp"

namespace foldwave {

inline constexpr int strip_reach_in_time = 5;  // kept levels to each side
inline constexpr std::size_t strip_block = 32;
// Of a block whose largest magnitude is below, zeros are kept: the scale of smaller ones is no float.
inline constexpr float least_strip_value = 1e-30F;

// Throws InputError for options that make no sense.
void check_strip_options(const StripOptions& options);

// The kept levels that make level `number`, those before the first left out, and their weights; some are 0.
struct StripsAround {
  int first = 0, count = 0;
  std::array<double, 2 * strip_reach_in_time> weight{};
};
StripsAround strips_around(int number, int every);

// Byte strings by number, each as long; in memory or in a file that has no name.
class LevelStore {
 public:
  LevelStore(std::size_t bytes_each, const std::string& folder);
  ~LevelStore();
  LevelStore(const LevelStore&) = delete;
  LevelStore& operator=(const LevelStore&) = delete;

  void put(int number, const std::byte* from);
  void get(int number, std::byte* to) const;
  std::int64_t bytes() const { return static_cast<std::int64_t>(bytes_each_) * count_; }

 private:
  std::size_t bytes_each_ = 0;
  std::string folder_;
  std::int64_t count_ = 0;
  int file_ = -1;
  std::vector<std::vector<std::byte>> kept_;
};

template <class Real>
class CpuStripRecord final : public StripRecord {
 public:
  // `lags` of blocks of strip_block (strip_lags). Throws InputError for options that make no sense.
  CpuStripRecord(Index values, std::vector<unsigned char> lags, const StripOptions& options);

  std::int64_t bytes() const override;

  // Before a pass that makes these levels, ascending; then they are written to, then kept.
  Real* level(int number) { return slots_[static_cast<std::size_t>(number) % slots_.size()].data(); }
  void keep(int number);
  // After the last one: from now on levels are brought back, descending.
  void end(int last) { last_ = last; }
  void bring(int number);  // to level(number)

 private:
  void pack(const Real* from);
  void unpack(int number, std::vector<Real>& to);

  std::size_t values_ = 0;
  std::vector<unsigned char> lags_;
  StripOptions options_;
  int last_ = 0;
  LevelStore store_;
  std::vector<std::vector<Real>> slots_;  // the last levels that were written, or brought
  std::vector<std::byte> packed_;
  struct Kept {
    int number = -1;
    std::vector<Real> values;
  };
  std::vector<Kept> unpacked_;  // by number modulo their count
};

extern template class CpuStripRecord<float>;
extern template class CpuStripRecord<double>;

}  // namespace foldwave
