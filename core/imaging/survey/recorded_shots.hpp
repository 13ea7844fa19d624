// Recorded shots of a SEG-Y file, as a survey migrates them: its shots (formats/segy_shots.hpp) as the
// mapping reads their geometry. `place` turns map coordinates into the image's grid, none where the place
// is beside it.
//
// Refused always: an interval too long for the wavelet's band, traces shorter than the wavelet (its sample
// interval is often wrong then), headers without geometry, and a file of which nothing can be used. Of one
// trace: a receiver off the grid or on a free face, samples that are no number, a dead trace; of a shot: its
// source off the grid. These are refused or left out, as is asked; either way they are named.
// Errors: InputError at the file's name, its shot and its trace, counted from 1.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/formats/shots/segy_shots.hpp"
#include "core/imaging/locate/gather_check.hpp"
#include "core/imaging/rtm/shots.hpp"

namespace foldwave {

struct RecordedShots {
  std::vector<Shot> shots;      // without a wavelet
  std::vector<Gather> gathers;  // of the shots' receivers, on the file's clock
  double delay = 0.0;           // seconds, of the first sample
  std::vector<std::string> left_out, warnings;
};

using PlaceInGrid = std::function<std::optional<Vec3>(const Vec3& map)>;

// How much of a survey lies beside the grid.
struct ShotsBeside {
  std::size_t shots = 0, receivers = 0;
};
ShotsBeside shots_beside(const SegyShots& shots, const PlaceInGrid& place, const Grid3& grid);

// `model` has the grid and its boundaries; `wavelet_seconds`: how long the wavelet lasts.
RecordedShots read_recorded_shots(const std::filesystem::path& file, const SegyMapping& mapping,
                                  const PlaceInGrid& place, const WaveModel& model, const Band& band,
                                  double wavelet_seconds, BadTraces bad, const Job& job);

// The gathers on the leapfrog's own clock of this step (locate/scheme_time.hpp), one sample a step.
std::vector<ShotData> on_scheme_clock(const RecordedShots& recorded, double dt, int steps, const Band& band,
                                      const Job& job);

}  // namespace foldwave
