// What is written of an imaging: image/events.csv, image/events.xml (QuakeML), image/focus.hdf,
// image/focus-illumination.hdf, and image/scan.csv where velocities were scanned (docs/formats.md). Map
// coordinates.
#pragma once

#include "core/engine/location/image_result.hpp"
#include "core/output/run_folder.hpp"

namespace foldwave {

// One row an event, strongest first.
std::string events_csv(const ImageResult& image);
std::string scan_csv(const ImageResult& image);
std::string events_quakeml(const ImageResult& image, const std::string& author);

void write_image(RunFolder& folder, const Scenario& scenario, const ImageResult& image, StageReport& stage);

StageReport stage_report(const ImageResult& image);

}  // namespace foldwave
