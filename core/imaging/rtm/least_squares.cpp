#include "core/imaging/rtm/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/imaging/rtm/image_filter.hpp"

namespace foldwave {

namespace {

double inner_product(const Field<float>& a, const Field<float>& b) {
  double sum = 0.0;
  for (Index m = 0; m < a.size(); ++m)
    sum += static_cast<double>(a[m]) * static_cast<double>(b[m]);
  return sum;
}

// to = to * keep + share * from
void mix(Field<float>& to, double keep, double share, const Field<float>& from) {
  for (Index m = 0; m < to.size(); ++m)
    to[m] = static_cast<float>(keep * static_cast<double>(to[m]) + share * static_cast<double>(from[m]));
}

struct LeastSquaresProblem {
  const StepperMaker& make;
  const WaveModel& model;
  const std::vector<Shot>& shots;
  const std::vector<ShotData>& data;
  const NodeField& scale;
  const LeastSquaresOptions& options;
  const Job& job;

  Gather muted(const Gather& gather, std::size_t shot) const {
    const Vec3 source = shots[shot].source.position;
    Gather left = options.mute ? without_direct_wave(gather, source, *options.mute) : gather;
    if (!(options.most_offset > 0.0)) return left;
    for (std::size_t r = 0; r < left.receivers.size(); ++r) {
      const double away = norm(left.receivers[r] - source) / options.most_offset;
      const auto share =
          away < 1.0 ? static_cast<float>(0.5 + 0.5 * std::cos(std::numbers::pi * away)) : 0.0F;
      float* const trace = left.traces.data() + r * static_cast<std::size_t>(left.samples);
      for (int n = 0; n < left.samples; ++n)
        trace[n] *= share;
    }
    return left;
  }

  void scaled(Field<float>& field) const {
    if (scale == nullptr) return;
    for (Index m = 0; m < field.size(); ++m)
      field[m] *= (*scale)[m];
  }

  // The sum over shots of `one`, in their order; and of their data's power.
  NormalShot stacked(const std::function<NormalShot(std::size_t)>& one) const {
    std::vector<NormalShot> parts(shots.size());
    NormalShot sum;
    sum.image = Field<float>(model.grid.n);
    for_each_shot(
        static_cast<int>(shots.size()), PaddedGrid(model).nodes(), job,
        [&](int s) { parts[static_cast<std::size_t>(s)] = one(static_cast<std::size_t>(s)); },
        [&](int s) {
          NormalShot& part = parts[static_cast<std::size_t>(s)];
          mix(sum.image, 1.0, 1.0, part.image);
          sum.data_power += part.data_power;
          part = {};
        });
    return sum;
  }

  // F' M M d, and |M d|^2.
  NormalShot adjoint_of_data() const {
    return stacked([&](std::size_t s) {
      const Gather seen = muted(*data[s], s);
      NormalShot part;
      for (const float d : seen.traces)
        part.data_power += static_cast<double>(d) * static_cast<double>(d);
      const auto again = std::make_shared<Gather>(muted(seen, s));
      part.image = born_adjoint_shot(make, model, shots[s], again, job);
      return part;
    });
  }
  NormalShot normal_of(const Field<float>& m) const {
    return stacked([&](std::size_t s) {
      return born_normal_shot(
          make, model, shots[s], borrowed(m), [&](const Gather& gather) { return muted(gather, s); }, job);
    });
  }
};

}  // namespace

Field<float> least_squares_scale(const WaveModel& model, const Field<float>& illumination, double damping,
                                 int first_row) {
  const Grid3& grid = model.grid;
  Field<float> scale(grid.n, 1.0F);
  if (!illumination.empty()) scale = illuminated(scale, illumination, damping);
  const auto within = [&](int at, int n) { return n == 1 || (at >= 2 && at < n - 2); };
  float most = 0.0F;
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i) {
        const bool moves =
            within(i, grid.n[0]) && within(j, grid.n[1]) && within(k, grid.n[2]) && k >= first_row;
        const float v = (*model.velocity)(i, j, k);
        scale(i, j, k) *= moves ? v * v : 0.0F;
        most = std::max(most, scale(i, j, k));
      }
  for (float& value : scale.values())
    value /= std::max(most, 1e-30F);
  return scale;
}

LeastSquaresResult least_squares_migration(const StepperMaker& make, const WaveModel& model,
                                           const std::vector<Shot>& shots, const std::vector<ShotData>& data,
                                           const NodeField& scale, const LeastSquaresOptions& options,
                                           const Job& job,
                                           const std::function<void(int, const LeastSquaresResult&)>& seen) {
  const LeastSquaresProblem problem{make, model, shots, data, scale, options, job};
  LeastSquaresResult result;
  result.m = Field<float>(model.grid.n);
  NormalShot start = problem.adjoint_of_data();
  const double data_power = start.data_power;
  double power = data_power;  // of the residual
  Field<float> gradient = std::move(start.image);
  problem.scaled(gradient);
  Field<float> direction = gradient.clone();
  double gamma = inner_product(gradient, gradient);
  result.residuals.push_back(1.0);
  for (int k = 0; k < options.iterations && gamma > 0.0; ++k) {
    Field<float> step = direction.clone();
    problem.scaled(step);
    NormalShot normal = problem.normal_of(step);
    if (!(normal.data_power > 0.0)) break;
    const double alpha = gamma / normal.data_power;
    mix(result.m, 1.0, alpha, step);
    problem.scaled(normal.image);
    mix(gradient, 1.0, -alpha, normal.image);
    power -= alpha * gamma;
    const double next = inner_product(gradient, gradient);
    mix(direction, next / gamma, 1.0, gradient);
    gamma = next;
    result.residuals.push_back(std::sqrt(std::max(0.0, power) / data_power));
    job.report({"imaging: least squares", k + 1, options.iterations, 0.0, ""});
    if (seen) seen(k + 1, result);
    if (result.residuals.back() < options.stop_at) break;
  }
  return result;
}

}  // namespace foldwave
