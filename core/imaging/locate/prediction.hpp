// What the receivers of a gather record of a source, and how that changes with the source's place and time: a
// few forward runs, in which by reciprocity is all that the reversal of noise can do to its focus.
//
//   g = G(x_r, x) * s(t - t_0);   dg/dx_a by a pair of sources half a cell apart, dg/dt_0 = -dg/dt
//
// The wavelet is moved to the scheme's clock as the traces are (scheme_time.hpp), so both compare sample by
// sample. Traces in the order of the receivers, samples fastest, for the amplitude 1 of the wavelet.
#pragma once

#include <array>
#include <vector>

#include "core/imaging/locate/scheme_time.hpp"
#include "core/wave/propagator.hpp"

namespace foldwave {

struct EventColumns {
  std::vector<float> traces;
  std::array<std::vector<float>, 4> slopes;  // by x, y, z (y empty in a section) and the origin time
};

class Predictor {
 public:
  // `medium`: as the reversal's; `wavelet` at its step, from the wavelet's time zero on, on the clock of
  // the leapfrog of `data_step` (0: exact).
  Predictor(const WavePropagator& propagator, const WaveModel& medium, std::vector<Vec3> receivers,
            int samples, std::vector<float> wavelet, double data_step, const Band& band);

  std::vector<float> traces(Vec3 position, double time, const Job& job) const;
  EventColumns columns(Vec3 position, double time, const Job& job) const;

  // The wavelet on the scheme's clock, from its time zero.
  std::vector<float> wavelet() const;
  const WaveModel& medium() const { return medium_; }
  int samples() const { return samples_; }

 private:
  struct Weighted {
    Vec3 position{};
    float weight = 1.0F;
  };
  TraceClock clock(double start) const;
  std::vector<float> record(const std::vector<Weighted>& sources, double time, const Job& job) const;

  const WavePropagator& propagator_;
  WaveModel medium_;
  int samples_ = 0;
  std::vector<float> wavelet_;
  double data_step_ = 0.0;
  Band band_;
};

}  // namespace foldwave
