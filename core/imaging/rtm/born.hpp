// Born modelling and its adjoint over a survey (wave/stepper.hpp has both formulas), the pair that
// least-squares migration turns round in.
//
//   F: m -> data of the scattered wave,   m the relative change of 1 / v^2 (-2 ln of that of v)
//   F': the image whose sum with any m is that of the data with F m
//
// For the derivative of the wave m is to be zero on the outermost nodes.
#pragma once

#include "core/imaging/rtm/shots.hpp"

namespace foldwave {

Gather born_shot(const StepperMaker& make, const WaveModel& model, const Shot& shot, const NodeField& m,
                 const Job& job);

// The source's wave comes back by its strips.
Field<float> born_adjoint_shot(const StepperMaker& make, const WaveModel& model, const Shot& shot,
                               const ShotData& data, const Job& job);

// F' M M F m of a shot in four passes over its steps, and |M F m|^2; M is `mute`, null: all passes.
using DataMute = std::function<Gather(const Gather& data)>;
struct NormalShot {
  Field<float> image;
  double data_power = 0.0;
};
NormalShot born_normal_shot(const StepperMaker& make, const WaveModel& model, const Shot& shot,
                            const NodeField& m, const DataMute& mute, const Job& job);

}  // namespace foldwave
