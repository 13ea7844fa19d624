// Bytes that stages take at their peak, and that they leave on the disk.
#pragma once

#include "core/engine/forecast/stage_work.hpp"
#include "core/forecast/calibration/calibration.hpp"

namespace foldwave {

struct StageBytes {
  double memory = 0.0, device = 0.0, disk = 0.0;
};

// With what runs have mended in the calibration.
StageBytes stage_bytes(const std::string& stage, const Scenario& scenario, const Backend& backend,
                       const ForecastOptions& options, const Calibration& calibration);

// Of a run's peak, where its pictures made it, what is theirs beside their nodes.
double drawing_bytes_of(double peak, Index nodes, bool on_host);

// Nodes of the same box, with spacings of one ratio, that fit in this machine's memory and the device's.
std::array<int, 3> largest_grid(const Scenario& scenario, const Backend& backend);

}  // namespace foldwave
