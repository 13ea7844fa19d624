// The fields that a wave takes from a folded model besides its velocity: density, a start, half the velocity
// for exploding reflectors, and, where cells hold several layers, what the wave feels of them:
//
//   rho = <rho>,   v = 1 / sqrt(<rho> <1 / (rho v^2)>)
//
// with < > over the cell (fold/layers/cell_means.hpp): what a fluid's bulk modulus and density are to long
// waves that run across the layers (Backus 1962; Moczo and others 2002). v is never above the fastest in the
// cell.
#pragma once

#include "core/engine/fold_result.hpp"
#include "core/wave/source/start_fields.hpp"
#include "core/wave/wave_model.hpp"

namespace foldwave {

struct WaveFields {
  Field<float> velocity;  // empty: the fold's own
  Field<float> density;
  StartFields start;

  // The model takes them over; the fold's velocity, where it is the wave's, must outlive the model.
  void give_to(WaveModel& model, const Field<float>& fold_velocity) &&;
};

// Whether the wave has a velocity of its own, of means over cells.
bool averages_interfaces(const Scenario& scenario);

// Velocity and density. Throws Stopped within 0.1 s.
WaveFields make_wave_media(const Scenario& scenario, const FoldResult& fold, const Job& job = {});

// Adds the start, of two levels dt apart. Throws Stopped within 0.1 s.
void add_start(WaveFields& fields, const Scenario& scenario, const FoldResult& fold, double dt,
               const Job& job = {});

// The largest stable step: the scenario's, or with a density that of these fields. Errors: those of
// velocity_setup.hpp.
double stable_dt(const WaveFields& fields, const Scenario& scenario, const FoldResult& fold, const Job& job);

}  // namespace foldwave
