#include <cmath>

#include "core/imaging/survey/survey_image.hpp"

namespace foldwave {

namespace {

std::vector<ImageGather> empty_gathers(const SurveySetup& setup, int classes) {
  std::vector<ImageGather> gathers;
  const Grid3& grid = setup.medium.grid;
  if (classes == 0) return gathers;
  for (const int column : gather_columns(grid, setup.gathers)) {
    ImageGather& gather = gathers.emplace_back();
    gather.column = column;
    gather.image = Field<float>({classes, 1, grid.n[2]});
    gather.illumination = Field<float>(gather.image.shape());
  }
  return gathers;
}

}  // namespace

std::vector<int> gather_columns(const Grid3& grid, int gathers) {
  std::vector<int> columns;
  for (int g = 0; g < gathers; ++g)
    columns.push_back(static_cast<int>(std::lround((g + 0.5) / gathers * (grid.n[0] - 1))));
  return columns;
}

SurveyStack empty_stack(const SurveySetup& setup) {
  SurveyStack stack;
  stack.sums.image = Field<float>(setup.medium.grid.n);
  if (setup.illumination) stack.sums.illumination = Field<float>(setup.medium.grid.n);
  stack.gathers = empty_gathers(setup, setup.offsets);
  stack.angle_gathers = empty_gathers(setup, setup.angles);
  return stack;
}

}  // namespace foldwave
