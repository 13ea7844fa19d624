// Bytes of the files that the stages of a run leave. Volumes of .vti are blocks of zlib in base64, gathers
// are SEG-Y and .vti, maps of images are deflated: how well these pack hangs on whether rows and traces
// repeat. The constants are those of 90 drawn jobs (bench/forecast.hpp) of seed 4; packed snapshots have a
// rule of their own (packed_bytes.hpp).
#pragma once

#include "core/engine/survey/survey_setup.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

bool writes_vtk();  // a build without VTK leaves out volumes, surfaces, pictures and the gather's .vti

double fold_disk_bytes(const Scenario& scenario);

// `packed_factor` is what runs have mended on packed snapshots. Errors: those of engine/velocity_setup.hpp.
double wave_disk_bytes(const Scenario& scenario, double packed_factor);
double image_disk_bytes(const Scenario& scenario, double packed_factor);

// Of the finished image, without strips that lie in a file meanwhile.
double survey_image_bytes(const ForetoldSurvey& survey);

// What a stage, as StageWork names it, draws where /outputs/pictures is on.
double picture_bytes(const std::string& stage, const Scenario& scenario);

inline constexpr double report_bytes = 5.5e3;

}  // namespace foldwave
