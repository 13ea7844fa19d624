#include "core/engine/survey/variant_surveys.hpp"

#include "core/base/error.hpp"
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
  ComparedImage compared{name, {}};
  try {
    compared.likeness = image_likeness(own, other);
  } catch (const InputError&) {
    // Told by what is not there.
  }
  return compared;
}

}  // namespace foldwave
