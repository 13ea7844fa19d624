#include "core/engine/survey/survey_least_squares.hpp"

#include <cmath>

#include "core/imaging/rtm/image_filter.hpp"
#include "core/imaging/rtm/least_squares.hpp"

namespace foldwave {

namespace {

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
  const double depth = setup.shots.front().source.position.z / setup.medium.grid.h[2];
  const Field<float> scale = least_squares_scale(setup.medium, stack.sums.illumination, setup.damping,
                                                 static_cast<int>(std::lround(depth)) + 3);
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
