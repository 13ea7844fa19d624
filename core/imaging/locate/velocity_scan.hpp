// One gather located in many velocities: where the event goes when the velocity is wrong, and which one fits.
//
// Each factor scales the whole velocity. The traces are explained best near the right factor; the places
// along the list foretell how far an event moves by an error of the velocity. Small models are tried side by
// side, one a thread, which also fills a device. The medium's step must be
// stable for the largest factor. Errors: InputError for a factor that is not positive, those of locate.hpp;
// Stopped.
#pragma once

#include <span>
#include <vector>

#include "core/imaging/locate/locate.hpp"

namespace foldwave {

struct ScannedVelocity {
  double factor = 1.0;
  bool found = false;
  EventState state{};      // of the strongest event
  double z = 0.0;          // of its focus
  double explained = 0.0;  // share of the traces' energy; 0 where nothing was refined
};

std::vector<ScannedVelocity> scan_velocity(const LocateWaves& waves, const Gather& gather,
                                           const LocateSetup& setup, LocateOptions options,
                                           std::span<const double> factors, const Job& job);

// The factor that explains most, between the scan's by a parabola; 1 where nothing was found.
double best_factor(std::span<const ScannedVelocity> scan);

// Where the event would lie at a factor within the scan: between its places by straight lines.
Vec3 place_at_factor(std::span<const ScannedVelocity> scan, double factor);

}  // namespace foldwave
