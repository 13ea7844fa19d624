#include "core/engine/survey/variant_surveys.hpp"

#include <limits>

#include "core/model/variants.hpp"

namespace foldwave {

std::vector<Scenario> scenarios_to_image(const Scenario& scenario) {
  std::vector<Scenario> all{scenario};
  for (std::size_t v = 0; v < scenario.variants.size(); ++v) {
    Scenario variant = variant_to_run(scenario, v);
    if (!variant.imaging) variant.imaging.emplace();
    variant.imaging->purpose = ImagingPurpose::image;
    if (!variant.imaging->survey)
      variant.imaging->survey =
          scenario.imaging && scenario.imaging->survey ? scenario.imaging->survey : ImageSurvey{};
    all.push_back(std::move(variant));
  }
  return all;
}

ComparedImage compared_image(const SurveyResult& own, const std::string& name, const SurveyResult& other) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (own.grid != other.grid || !(own.line == other.line)) return {name, false, {none, none}};
  return {name, true, image_likeness(own, other)};
}

}  // namespace foldwave
