// The wave codec's kernels for predicted bricks, compiled as those of wave_kernels_simd.hpp, which includes
// this.
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/volume/codec/wave/wave_kernels.hpp"
#include "core/volume/codec/wave/wave_predictor.hpp"

namespace foldwave::FOLDWAVE_WAVE_PATH {

void to_lattice(const float* values, float inverse_step, float step, std::int32_t* lattice, float* decoded) {
  for (int i = 0; i < wave_block_values; i += wave_side) {
    Floats steps;
    load(steps, values + i);
    steps *= inverse_step;
    const Ints usable = (steps <= wave_largest) & (steps >= -wave_largest);
    steps = reinterpret_cast<Floats>(reinterpret_cast<Ints>(steps) & usable);
    const Ints sign = reinterpret_cast<Ints>(steps) & std::int32_t{INT32_MIN};
    const Ints half = sign | std::bit_cast<std::int32_t>(0.5F);
    const Ints whole = __builtin_convertvector(steps + reinterpret_cast<Floats>(half), Ints);
    store(lattice + i, whole);
    store(decoded + i, Floats(__builtin_convertvector(whole, Floats) * step));
  }
}

// One line of a plane: where its taps begin, and the sums over them.
class Line {
 public:
  FOLDWAVE_INLINE Line(const WavePlane& plane, const WavePredictor& by, int line)
      : set_(&by.weights[static_cast<std::size_t>(wave_tap_set(plane.is_first, line))]),
        fraction_(by.fraction),
        // What is known around a brick's first line and plane is half of what it is elsewhere.
        doubled_(plane.is_first || line == 0 ? 1 : 0),
        stride_(plane.stride),
        own_(plane.magnitudes + line * plane.stride),
        before_(plane.magnitudes_before + line * plane.stride) {
    const std::int32_t* const v = plane.lattice + line * plane.stride;
    const std::int32_t* const b = plane.lattice_before + line * plane.stride;
    for (std::size_t i = 0; i < 8; ++i)
      taps_[i] = v - static_cast<std::ptrdiff_t>(i + 1) * stride_;
    taps_[8] = v - stride_ - 1;
    taps_[9] = v - stride_ + 1;
    taps_[10] = b;
    taps_[11] = b + stride_;
    taps_[12] = b - 1;
    taps_[13] = b + 1;
    taps_[14] = b - stride_;
    taps_[15] = b - 2 * stride_;
  }
  FOLDWAVE_INLINE Words foretold(int lane) const {
    Words sum{};
#pragma GCC unroll 16
    for (std::size_t i = 0; i < wave_taps; ++i) {
      Words v;
      load(v, taps_[i] + lane);
      sum += v * static_cast<std::uint32_t>(std::int32_t{(*set_)[i]});
    }
    sum += 1U << fraction_ >> 1;
    return reinterpret_cast<Words>(reinterpret_cast<Ints>(sum) >> fraction_);
  }
  FOLDWAVE_INLINE Classes classes(int lane) const {
    const Ints near = at(own_ - stride_, lane) + at(own_ - 2 * stride_, lane) + at(before_, lane);
    const Ints beside = at(own_ - stride_ - 1, lane) + at(own_ - stride_ + 1, lane) + at(before_ - 1, lane) +
                        at(before_ + 1, lane) + at(before_ - stride_, lane) + at(before_ + stride_, lane);
    return classes_of((near + near + beside) << doubled_);
  }

 private:
  FOLDWAVE_INLINE static Ints at(const std::int32_t* from, int lane) {
    Ints v;
    load(v, from + lane);
    return v;
  }
  const std::array<std::int16_t, wave_taps>* set_;
  int fraction_, doubled_;
  std::ptrdiff_t stride_;
  const std::int32_t *own_, *before_;
  std::array<const std::int32_t*, wave_taps> taps_{};
};

// All bits of the lanes from `lane` on that lie in the line.
FOLDWAVE_INLINE Ints lanes_there(int lanes, int lane) {
  Ints index;
  for (int i = 0; i < wave_side; ++i)
    index[i] = i;
  return index < lanes - lane;
}
FOLDWAVE_INLINE Ints magnitude_of(const Ints& q) {
  const Ints a = q < 0 ? -q : q;
  return a > wave_most ? wave_most - Ints{} : a;
}
// What the next line and plane see beside the ends of this line.
FOLDWAVE_INLINE void end_line(const WavePlane& plane, int line) {
  std::int32_t* const v = plane.lattice + line * plane.stride;
  v[-1] = v[0];
  v[plane.lanes] = v[plane.lanes - 1];
}

void predict(const WavePlane& plane, const WavePredictor& by, std::vector<WaveCoded>& coded,
             std::vector<std::int32_t>& escaped) {
  const int chunks = (plane.lanes + wave_side - 1) / wave_side;
  std::size_t at = coded.size();
  coded.resize(at + static_cast<std::size_t>(plane.lines) * static_cast<std::size_t>(chunks) * wave_side);
  for (int s = 0; s < plane.lines; ++s)
    end_line(plane, s);
  for (int s = 0; s < plane.lines; ++s) {
    const Line line(plane, by, s);
    for (int lane = 0; lane < plane.lanes; lane += wave_side, at += wave_side) {
      Words v;
      load(v, plane.lattice + s * plane.stride + lane);
      const Ints there = lanes_there(plane.lanes, lane);
      const Ints q = reinterpret_cast<Ints>(Words(v - line.foretold(lane))) & there;
      const Ints packed = packed_of(q, line.classes(lane), there, escaped);
      store(coded.data() + at, Ints(there ? packed : static_cast<std::int32_t>(wave_coded_nothing) - Ints{}));
      store(plane.magnitudes + s * plane.stride + lane, magnitude_of(q));
    }
  }
}

bool restore(WaveDecoder& decoder, const WavePlane& plane, const WavePredictor& by) {
  Words x;
  load(x, decoder.state.data());
  const std::uint16_t* word = decoder.word;
  for (int s = 0; s < plane.lines; ++s) {
    const Line line(plane, by, s);
    for (int lane = 0; lane < plane.lanes; lane += wave_side) {
      const Ints there = lanes_there(plane.lanes, lane);
      Ints q;
      if (!take_row(x, word, decoder, line.classes(lane), there, q)) return false;
      q &= there;
      store(plane.magnitudes + s * plane.stride + lane, magnitude_of(q));
      store(plane.lattice + s * plane.stride + lane, Words(reinterpret_cast<Words>(q) + line.foretold(lane)));
      if (word > decoder.end) return false;
    }
    end_line(plane, s);
  }
  store(decoder.state.data(), x);
  decoder.word = word;
  return true;
}

}  // namespace foldwave::FOLDWAVE_WAVE_PATH
