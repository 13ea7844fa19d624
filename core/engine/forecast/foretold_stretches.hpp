// What is foretold of a job, by the words that its progress tells (core/forecast/cost/time_left.hpp).
#pragma once

#include <string>
#include <vector>

#include "core/engine/forecast/forecast.hpp"
#include "core/forecast/cost/time_left.hpp"

namespace foldwave {

// Of all stages of its forecast, in a row, with their files where these are foretold.
std::vector<ForetoldStretch> foretold_stretches(const Scenario& scenario, const Forecast& forecast);

// Of these of fold, wave, image, survey, without files, by the calibration in the cache. Empty: it cannot
// run.
std::vector<ForetoldStretch> foretold_stretches(const Scenario& scenario, const Backend& backend,
                                                const std::vector<std::string>& stages);

}  // namespace foldwave
