// The images of a scenario and of its variants, which alternative fits the data being asked: one survey over
// each of them.
#pragma once

#include <string>
#include <vector>

#include "core/engine/survey/survey_run.hpp"

namespace foldwave {

// The scenario, then its variants as they can be run, for their images alone. A variant without
// /imaging/survey takes the scenario's.
std::vector<Scenario> scenarios_to_image(const Scenario& scenario);

// An image beside the scenario's own.
struct ComparedImage {
  std::string name;
  bool same_grid = false;    // and line; else there is no likeness
  ImageLikeness likeness{};  // not numbers there
};
ComparedImage compared_image(const SurveyResult& own, const std::string& name, const SurveyResult& other);

}  // namespace foldwave
