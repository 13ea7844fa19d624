// What the fold's stage gives: T at the nodes, what its levels are, and what was said on the way.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/made_by.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/fold/layers/layering.hpp"
#include "core/geology/caustics.hpp"
#include "core/horizon/horizon.hpp"
#include "core/horizon/mesh/mesh_horizon.hpp"

namespace foldwave {

struct FoldResult {
  Grid3 grid;
  // The first event's horizon, T = 0; neither where later events have moved it or cut into it.
  std::shared_ptr<const Horizon> horizon;
  std::shared_ptr<const TriangulatedHorizon> mesh;
  Field<float> arrival;                 // T of the oldest sequence, as if nothing had been cut away
  LayerBands bands;                     // T between its layers
  std::vector<CutSurface> cuts;         // youngest first
  Field<std::uint8_t> layer_index;      // into the scenario's layers
  Field<float> velocity;                // m/s, of the layers or of the scenario's file
  std::string velocity_file;            // in words; empty: of the layers
  VelocityStamp velocity_stamp;         // of what that file held
  double slowest = 0.0, fastest = 0.0;  // of the velocity
  bool folded = true;                   // false: a flat horizon and its layers stand in
  std::string method;                   // the solver's name
  MadeBy made_by;
  int sweeps = 0;
  Index unreached = 0;
  double seconds = 0.0;
  double solve_seconds = 0.0;                              // of these, in the solver
  double start_seconds = 0.0;                              // of the solver's, on start values
  std::optional<double> device_seconds, transfer_seconds;  // on a device: kernels alone; to it and from it
  Caustics caustics;
  std::vector<std::string> warnings;

  Layering layering() const { return {arrival, bands, cuts}; }
};

}  // namespace foldwave
