// The focus of a located gather in the velocity times any factor, coarse enough to follow a slider.
//
// The grid is c times as coarse, c the least whole number that brings a reversal below `most_updates`
// (padded nodes aside): grid spacing, time step, band and the traces' distance go with c, so points a
// wavelength and the stability number stay as they were. The slowness is smoothed over the coarse cells, and
// a density is left out where c > 1. The first time a factor takes two reversals, as its illumination is
// found, later ones one. Maps: |R| over noise and illumination (core/imaging/locate/locate.hpp), on grid().
// Errors: those of locate.hpp; Stopped.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/backend.hpp"
#include "core/engine/fold_result.hpp"
#include "core/engine/location/image_result.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

struct QuickFocusLimits {
  double most_updates = 4e7;  // nodes times steps of a reversal
  double fastest = 1.1;       // the largest factor that will be asked for
};

struct FocusFrame {
  double factor = 1.0;
  Grid3 grid;
  Field<float> focus;
  bool found = false;       // something stands out of the noise
  bool taken_over = false;  // by the processor, in place of a device
  Vec3 place{};             // local; of the largest value
  double time = 0.0, z = 0.0;
};

class QuickFocus {
 public:
  // `image` was made of the scenario's imaging and this fold; all but the back end, which must live on, are
  // read here alone.
  QuickFocus(const Scenario& scenario, const FoldResult& fold, const ImageResult& image,
             const Backend& backend, const QuickFocusLimits& limits, const Job& job);

  int coarser() const { return coarser_; }  // c
  const Grid3& grid() const { return setup_.medium.grid; }
  // Not from two threads at once.
  FocusFrame at(double factor, const Job& job);
  // Of several factors side by side, which one alone does not fill a device with.
  std::vector<FocusFrame> at(std::span<const double> factors, const Job& job);

 private:
  using Gain = std::shared_ptr<const Field<float>>;
  // `gain`: the factor's, or null, and found then.
  FocusFrame frame_of(double factor, Gain& gain, const Job& job) const;

  std::unique_ptr<WavePropagator> propagator_;
  LocateWaves waves_;
  LocateSetup setup_;
  LocateOptions options_;
  Gather gather_;
  std::map<double, Gain> gains_;  // by factor
  int coarser_ = 1;
};

}  // namespace foldwave
