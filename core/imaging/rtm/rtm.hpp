// Reverse-time migration (Baysal, Kosloff and Sherwood 1983; McMechan 1983) of shots, by the stepping seam.
//
//   correlation         I(x) = sum over t of s(x, t) r(x, t)
//   gradient            I = (dt^2 / V) sum of s_t r_t = -(1 / v^2) sum of s_tt r: Born's adjoint in dt
//   inverse_scattering  I = 1/2 Laplacian of sum of s r, which is sum of (grad s . grad r - s_t r_t / v^2)
//   for
//                       two waves of one medium, as the rest is a derivative in time: what goes one way in
//                       both cancels (Op 't Root, Stolk and de Hoop 2012; Douma and others 2010)
//   opposed             s r where their energy flows part by more than a right angle (Yoon and Marfurt 2006)
//
// s is the source's wave, r the receivers' in reversed time, both in the migration velocity. Illumination is
// the sum of s^2; images are divided by it where it is asked for. Images are in the user's grid and stacked
// in the order of the shots, so that a sum does not depend on how many run at once.
// Errors: InputError for data that do not fit the steps, NumericError for a wave that grew without bound,
// Stopped.
#pragma once

#include <functional>
#include <vector>

#include "core/base/field.hpp"
#include "core/imaging/rtm/shots.hpp"
#include "core/imaging/rtm/source_history.hpp"

namespace foldwave {

enum class ImagingCondition { correlation, gradient, inverse_scattering, opposed };

struct RtmOptions {
  ImagingCondition condition = ImagingCondition::correlation;
  SourceField source_field = SourceField::strips;
  StripOptions strips;        // folder, and `every` of rounded ones
  FieldRecordOptions packed;  // kept at the steps that are correlated; not with `gradient` and `opposed`
  int correlate_every = 1;    // steps
  bool illumination = false;  // asked for, and divided by
  double damping = 1e-3;      // of the illumination, as a share of its largest value
  // Metres; 0: all. What lies farther across from the source is left out of its image and illumination, and
  // what is nearer fades out as 1/2 + 1/2 cos(pi distance / aperture): long offsets see depth badly. The
  // waves are made in that part of the model alone, and a fifth beyond, of the traces there
  // (rtm/shot_window.hpp).
  double aperture = 0.0;
};

struct ShotImage {
  Field<float> image;
  Field<float> illumination;      // empty: not asked for
  std::int64_t source_bytes = 0;  // what the source's wave took besides itself
};

// Before anything is divided or filtered.
ShotImage migrate_shot(const StepperMaker& make, const WaveModel& model, const Shot& shot,
                       const ShotData& data, const RtmOptions& options, const Job& job);

// The same, with data that are made of what the source's wave brings to the shot's receivers.
using ShotDataOf = std::function<ShotData(const Gather& direct)>;
ShotImage migrate_shot(const StepperMaker& make, const WaveModel& model, const Shot& shot,
                       const ShotDataOf& data_of, const RtmOptions& options, const Job& job);

// The sum over time under a condition that is a product of such sums: its weights and derivatives.
Field<float> conditioned(const WaveModel& model, Field<float> sum, ImagingCondition condition);

// The stack, divided by the illumination where that is asked for. `seen` may be null: the stack so far, after
// each shot, on the caller's thread.
ShotImage migrate(const StepperMaker& make, const WaveModel& model, const std::vector<Shot>& shots,
                  const std::vector<ShotData>& data, const RtmOptions& options, const Job& job,
                  const std::function<void(int shots, const ShotImage& stack)>& seen = nullptr);

}  // namespace foldwave
