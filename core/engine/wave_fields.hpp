// The fields that a wave takes from a folded model besides its velocity: density, a start, and half the
// velocity for exploding reflectors.
#pragma once

#include "core/engine/pipeline.hpp"
#include "core/wave/start_fields.hpp"

namespace foldwave {

struct WaveFields {
  Field<float> velocity;  // empty: the fold's own
  Field<float> density;
  StartFields start;

  // The model points into these fields, which must outlive it.
  void give_to(WaveModel& model, const Field<float>& fold_velocity) const;
};

WaveFields make_wave_fields(const Scenario& scenario, const FoldResult& fold, double dt);

}  // namespace foldwave
