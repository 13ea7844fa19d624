// Fields to start a wave from instead of sources.
//
// Plane wave: p(x, t) = s(t - n . (x - x_0) / v) near t = 0, exact in a uniform medium as far as the grid's
// edges are out of reach.
//
// Exploding reflectors (Loewenthal and others 1976): at t = 0 every interface lets go of its reflectivity,
// and with half the velocity what arrives at the surface is the zero-offset section, in two-way time. The
// start is at rest and band-limited along depth:
//
//   p(x, y, z) = sum over interfaces z_i below (x, y) of r_i s(tau(z) - tau(z_i)),
//   tau(z) = INTEGRAL from 0 to z of dz / v,   r = (Z2 - Z1) / (Z2 + Z1)
//
// with v the half velocity, z_i midway between two nodes, up to where each node's velocity holds, Z the
// impedance and s a Ricker wavelet about its peak. Work: nodes times those within a wavelet. Metres, seconds,
// hertz; local coordinates. Throws Stopped within 0.1 s.
#pragma once

#include "core/base/field.hpp"
#include "core/base/progress.hpp"
#include "core/wave/analytic.hpp"

namespace foldwave {

struct StartFields {
  Field<float> start, past;  // p(0) and p(-dt); an empty past: at rest
};

// `direction` is a unit vector; s is called from several threads at once.
StartFields plane_wave_start(const Grid3& grid, const TimeFunction& s, double velocity, Vec3 direction,
                             Vec3 at, double dt, const Job& job = {});

// `velocity` is the one that the wave runs at, half the rock's; `density` may be null.
StartFields exploding_reflector_start(const Grid3& grid, const Field<float>& velocity,
                                      const Field<float>* density, double frequency, const Job& job = {});

}  // namespace foldwave
