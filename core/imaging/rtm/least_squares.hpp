// Least-squares migration: the m whose Born data fit the data best, by conjugate gradients on F' F m = F' d
// (Nemeth, Wu and Schuster 1999), preconditioned by a diagonal P: m = P x. With a mute and a taper M it is
// M F for F, and M d for d.
//
// The residual's norm follows from the recursion: |r_k+1|^2 = |r_k|^2 - alpha_k gamma_k.
#pragma once

#include <optional>

#include "core/imaging/rtm/born.hpp"

namespace foldwave {

struct LeastSquaresOptions {
  int iterations = 10;
  // Of data and Born data alike: the direct wave is no scattered one, and Born's wave does not fit it.
  std::optional<DirectMute> mute;
  double stop_at = 0.0;  // share of the data's norm: fewer iterations where it is reached
  // Metres from source to receiver; 0: all. Likewise: traces fade out as 1/2 + 1/2 cos(pi offset /
  // most_offset), as long offsets see what turned in the true velocity, which Born's wave in a smooth one
  // cannot.
  double most_offset = 0.0;
};

// A P: v^2 over the illumination, the largest 1: what the diagonal of F' F is nearly the inverse of, squared,
// as both ends of a ray see the medium from the same side. 0 within two nodes of the box's faces and above
// row `first_row`, where sources and receivers are. `illumination` empty: v^2 alone.
Field<float> least_squares_scale(const WaveModel& model, const Field<float>& illumination, double damping,
                                 int first_row);

struct LeastSquaresResult {
  Field<float> m;
  std::vector<double> residuals;  // |d - F m| / |d|, from iteration 0 on
};

// `scale` is P at each node, 0 where m is frozen; null: 1 everywhere. `seen` as in rtm.hpp, after each
// iteration.
LeastSquaresResult least_squares_migration(
    const StepperMaker& make, const WaveModel& model, const std::vector<Shot>& shots,
    const std::vector<ShotData>& data, const NodeField& scale, const LeastSquaresOptions& options,
    const Job& job,
    const std::function<void(int iteration, const LeastSquaresResult& so_far)>& seen = nullptr);

}  // namespace foldwave
