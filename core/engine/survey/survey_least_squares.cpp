#include "core/engine/survey/survey_least_squares.hpp"

#include <algorithm>
#include <cmath>

#include "core/imaging/rtm/image_filter.hpp"
#include "core/imaging/rtm/least_squares.hpp"

namespace foldwave {

namespace {

// P, the largest 1; 0 where m is still.
Field<float> least_squares_scale(const SurveySetup& setup, const SurveyStack& stack) {
  const Grid3& grid = setup.medium.grid;
  Field<float> scale(grid.n, 1.0F);
  if (setup.illumination) scale = illuminated(scale, stack.sums.illumination, setup.damping);
  const auto low = static_cast<int>(std::lround(setup.shots.front().source.position.z / grid.h[2])) + 3;
  const auto within = [&](int at, int n) { return n == 1 || (at >= 2 && at < n - 2); };
  float most = 0.0F;
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const bool moves = within(i, grid.n[0]) && within(j, grid.n[1]) && within(k, grid.n[2]) && k >= low;
        const float v = (*setup.medium.velocity)(i, j, k);
        scale(i, j, k) *= moves ? v * v : 0.0F;
        most = std::max(most, scale(i, j, k));
      }
  for (float& value : scale.values())
    value /= std::max(most, 1e-30F);
  return scale;
}

Field<float> image_of_change(const SurveySetup& setup, const Field<float>& m) {
  Field<float> faster = m.clone();
  for (float& value : faster.values())
    value = -value;
  return wavelet_band(setup.medium.grid, faster, *setup.medium.velocity, setup.medium.frequency);
}

}  // namespace

void improve_by_least_squares(const StepperMaker& make, const SurveySetup& setup, const SurveyStack& stack,
                              SurveyResult& result, const std::function<void()>& seen, const Job& job) {
  const std::vector<ShotData> data = reflected_data(make, setup, job);
  const Field<float> scale = least_squares_scale(setup, stack);
  LeastSquaresOptions options;
  options.iterations = setup.iterations;
  options.stop_at = setup.stop_at;
  options.most_offset = setup.gathers.most_offset;
  if (setup.direct == DirectWave::mute) options.mute = setup.mute;
  least_squares_migration(make, setup.medium, setup.shots, data, borrowed(scale), options, job,
                          [&](int, const LeastSquaresResult& so_far) {
                            result.residuals = so_far.residuals;
                            result.image = image_of_change(setup, so_far.m);
                            if (seen) seen();
                          });
}

}  // namespace foldwave
