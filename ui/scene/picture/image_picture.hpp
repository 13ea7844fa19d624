// The seismic image along a section with the drawn boundaries over it, as a PNG file; of a volume's image
// along the scenario's section line.
#pragma once

#include <string>

#include "core/engine/survey/survey_run.hpp"

namespace foldwave {

// Width and height in pixels. Throws ResourceError when nothing can draw or the file cannot be written.
void write_image_picture(const Scenario& scenario, const FoldResult& fold, const SurveyResult& survey,
                         const std::string& png, int width, int height);

}  // namespace foldwave
