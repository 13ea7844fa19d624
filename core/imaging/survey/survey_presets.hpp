// Surveys that are often wanted, as several keys at once. Data with their headers, layout, lines, velocities,
// smoothing, condition, gathers and iterations stay as they were.
//
//   first look   12 shots of a line, half the automatic frequency
//   grid         60 shots of a line, all else automatic: as fine as the grid carries
//   land         shots 200 m apart, receivers 50 m; of a short line a tenth and a 40th of it
//   recorded     a free surface, the direct wave muted, offsets and aperture of one and a half times the
//   depth
#pragma once

#include <array>

#include "core/model/scenario.hpp"

namespace foldwave {

enum class SurveyPreset { first_look, grid, land, recorded };
struct SurveyPresetWords {
  const char *name, *tip;
};
inline constexpr std::array<SurveyPresetWords, 4> survey_preset_words{{
    {"First look", "12 shots at half the frequency that the grid carries: the large features, soon"},
    {"As fine as the grid",
     "60 shots of a line, a receiver a cell, the highest frequency that the grid carries"},
    {"Sparse, as on land",
     "A shot every 200 m and a receiver every 50 m; of a short line a tenth and a 40th"},
    {"As recorded: free surface, aperture",
     "Multiples from a free surface, a muted direct wave, offsets and aperture as the depth allows"},
}};

// The scenario's survey, or one of which nothing is typed, by a preset. Of a velocity from a file, which is
// not looked at, the frequency stays automatic.
ImageSurvey with_preset(const Scenario& scenario, SurveyPreset preset);

}  // namespace foldwave
