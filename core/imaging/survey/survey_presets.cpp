#include "core/imaging/survey/survey_presets.hpp"

#include <algorithm>
#include <cmath>

#include "core/imaging/survey/survey_layout.hpp"

namespace foldwave {

namespace {

// What the presets set, as it is where nothing is typed.
ImageSurvey without_layout(ImageSurvey survey) {
  const ImageSurvey usual;
  survey.shots = usual.shots;
  survey.shot_spacing = usual.shot_spacing;
  survey.receiver_spacing = usual.receiver_spacing;
  survey.least_offset = usual.least_offset;
  survey.most_offset = usual.most_offset;
  survey.aperture = usual.aperture;
  survey.depth = usual.depth;
  survey.frequency = usual.frequency;
  survey.free_surface = usual.free_surface;
  survey.direct_wave = usual.direct_wave;
  return survey;
}

double automatic_frequency(const Scenario& scenario, const ImageSurvey& survey) {
  if (scenario.velocity || survey.velocity || scenario.stack.layers.empty()) return 0.0;
  double slowest = scenario.stack.layers.front().velocity;
  for (const Layer& layer : scenario.stack.layers)
    slowest = std::min(slowest, layer.velocity);
  slowest *= std::min(1.0, survey.velocity_scale);
  Grid3 grid = scenario.grid;
  if (survey.layout == SurveyLayout::section) grid.n[1] = 1;
  return whole_survey(survey, grid, {slowest, slowest}).frequency;
}

double whole_metres(double length) {
  return std::max(1.0, std::floor(length));
}

}  // namespace

ImageSurvey with_preset(const Scenario& scenario, SurveyPreset preset) {
  const bool asked = scenario.imaging && scenario.imaging->survey;
  ImageSurvey survey = without_layout(asked ? *scenario.imaging->survey : ImageSurvey{});
  const Vec3 size = scenario.grid.extent();
  const bool section = survey.layout == SurveyLayout::section;
  switch (preset) {
    case SurveyPreset::first_look:
      survey.shots = 12;
      survey.frequency = 0.5 * automatic_frequency(scenario, survey);
      break;
    case SurveyPreset::grid:
      survey.shots = 60;
      break;
    case SurveyPreset::land: {
      const double line = section ? std::max(size.x, size.y) : size.x;
      survey.shot_spacing = whole_metres(std::min(200.0, line / 10.0));
      survey.receiver_spacing = std::max(scenario.grid.h[0], whole_metres(std::min(50.0, line / 40.0)));
      break;
    }
    case SurveyPreset::recorded:
      survey.shots = 60;
      survey.free_surface = true;
      survey.direct_wave = DirectWave::mute;
      survey.most_offset = survey.aperture = whole_metres(1.5 * size.z);
      break;
  }
  return survey;
}

}  // namespace foldwave
