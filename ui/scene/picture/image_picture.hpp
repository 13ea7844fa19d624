// What imaging gives, in the section with the drawn boundaries, as PNG files: the seismic image along its
// line or, of a volume's, along the scenario's section line; the focus of located events with their ellipses,
// or the image of exploding reflectors.
#pragma once

#include <string>

#include "core/engine/location/image_result.hpp"
#include "core/engine/survey/survey_run.hpp"

namespace foldwave {

// Width and height in pixels. Throws ResourceError when nothing can draw or the file cannot be written.
void write_image_picture(const Scenario& scenario, const FoldResult& fold, const SurveyResult& survey,
                         const std::string& png, int width, int height);

void write_located_picture(const Scenario& scenario, const FoldResult& fold, const ImageResult& located,
                           const std::string& png, int width, int height);

}  // namespace foldwave
