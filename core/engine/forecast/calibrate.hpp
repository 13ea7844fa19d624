// Measures this machine with a few short runs, of the stages themselves: folds by their methods, waves over
// orders, sizes, faces, precisions and receivers, snapshots packed and written, a shot's image; before them
// the memory's triad, arithmetic, an empty loop and the disk. At most `most_calibration_seconds`, and when
// time is left all but the shots once more: what time does not suffice for stays as it is expected, and
// unsure.
//
// One run is made again and again between the others. How its times scatter tells how sure a forecast can be,
// and whether somebody else was at work.
#pragma once

#include <filesystem>

#include "core/engine/backend.hpp"
#include "core/forecast/calibration/calibration.hpp"

namespace foldwave {

inline constexpr double most_calibration_seconds = 14.0;

// `folder`: where snapshots are written and the disk is measured; what is written is removed. Errors:
// Stopped; InputError for a folder that cannot be written. A run that fails is left out.
Calibration calibrate(const Backend& backend, const std::filesystem::path& folder, const Job& job);

}  // namespace foldwave
