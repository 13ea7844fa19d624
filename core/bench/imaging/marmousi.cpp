#include "core/bench/imaging/marmousi.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/error.hpp"
#include "core/formats/read_file.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

constexpr int marmousi_x = 1601, marmousi_z = 401;
constexpr double marmousi_h = 7.5;
constexpr double judged_from = 300.0;  // metres

Field<float> marmousi_velocity(const std::filesystem::path& file, int every) {
  const std::string bytes = read_whole_file(file, most_bytes::picture);
  if (bytes.size() != sizeof(float) * marmousi_x * marmousi_z)
    throw InputError(file.string(), "this is not the section of 1601 x 401 floats",
                     "give marmousi-vp-1601x401-7.5m-kmps.f32");
  Field<float> velocity({(marmousi_x - 1) / every + 1, 1, (marmousi_z - 1) / every + 1});
  for (int k = 0; k < velocity.shape()[2]; ++k)
    for (int i = 0; i < velocity.shape()[0]; ++i) {
      float value = 0.0F;
      const auto at = static_cast<std::size_t>(i * every * marmousi_z + k * every);
      std::memcpy(&value, bytes.data() + at * sizeof value, sizeof value);
      velocity(i, 0, k) = 1000.0F * value;
    }
  return velocity;
}

}  // namespace

MarmousiSurvey marmousi_survey(const std::filesystem::path& file, const MarmousiPlan& plan) {
  MarmousiSurvey survey;
  auto truth = std::make_shared<const Field<float>>(marmousi_velocity(file, plan.every));
  WaveModel& model = survey.model;
  const double h = marmousi_h * plan.every;
  model.grid = {truth->shape(), {h, h, h}, {}, {}, {}, 0};
  survey.smooth = std::make_shared<const Field<float>>(smoothed_slowness(model.grid, *truth, plan.smoothing));
  survey.truth = truth;
  model.boundaries.fill(Boundary::cpml);
  model.frequency = plan.frequency;
  model.velocity = survey.truth;
  model.dt = 0.9 * stable_dt(model);
  model.steps = static_cast<int>(plan.seconds / model.dt);
  model.velocity = survey.smooth;
  Wavelet wavelet;
  wavelet.frequency = plan.frequency;
  survey.shots = line_of_shots(model.grid, {plan.shots, h, h, 1},
                               wavelet_series(wavelet, 0.0, 1.0, model.dt, model.steps));
  Field<float> perturbation(model.grid.n);
  for (Index m = 0; m < perturbation.size(); ++m)
    perturbation[m] = std::log((*survey.truth)[m] / (*survey.smooth)[m]);
  survey.wanted = wavelet_band(model.grid, perturbation, *survey.smooth, plan.frequency);
  return survey;
}

std::vector<ShotData> MarmousiSurvey::data(const StepperMaker& make, const Job& job) const {
  WaveModel there = model;
  there.velocity = truth;
  auto data = model_shots(make, there, shots, job);
  const auto direct = model_shots(make, model, shots, job);
  for (std::size_t s = 0; s < data.size(); ++s)
    data[s] = std::make_shared<Gather>(difference_of(*data[s], *direct[s]));
  return data;
}

DirectMute MarmousiSurvey::mute() const {
  // The wavelet is over two periods after the arrival of its begin.
  return {1700.0, 2.5 / model.frequency, 1.0 / model.frequency};
}

double MarmousiSurvey::judged(const Field<float>& image) const {
  return correlation_below(model.grid, image, wanted, judged_from);
}

double MarmousiSurvey::judged_with_gain(const Field<float>& image) const {
  return correlation_below(model.grid, depth_agc(model.grid, image, judged_from),
                           depth_agc(model.grid, wanted, judged_from), judged_from);
}

}  // namespace foldwave
