#include <cmath>

#include "core/imaging/survey/survey_image.hpp"

namespace foldwave {

namespace {

// Half an interval from the ends, on nodes.
std::vector<ImageGather> empty_gathers(const SurveySetup& setup) {
  std::vector<ImageGather> gathers;
  const Grid3& grid = setup.medium.grid;
  for (int g = 0; g < setup.gathers; ++g) {
    ImageGather& gather = gathers.emplace_back();
    gather.column = static_cast<int>(std::lround((g + 0.5) / setup.gathers * (grid.n[0] - 1)));
    gather.image = Field<float>({setup.offsets, 1, grid.n[2]});
    gather.illumination = Field<float>(gather.image.shape());
  }
  return gathers;
}

}  // namespace

SurveyStack empty_stack(const SurveySetup& setup) {
  SurveyStack stack;
  stack.sums.image = Field<float>(setup.medium.grid.n);
  if (setup.illumination) stack.sums.illumination = Field<float>(setup.medium.grid.n);
  stack.gathers = empty_gathers(setup);
  return stack;
}

}  // namespace foldwave
