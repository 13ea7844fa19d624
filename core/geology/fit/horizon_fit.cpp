#include "core/geology/fit/horizon_fit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/angle.hpp"
#include "core/base/error.hpp"
#include "core/base/shown_text.hpp"
#include "core/base/text.hpp"
#include "core/base/vec3_product.hpp"
#include "core/geology/fit/level_fit.hpp"

namespace foldwave {

namespace {

constexpr std::size_t scan_picks = 100;
constexpr Vec3 upright{0.0, 0.0, -1.0};
constexpr double usual_lambda = 1.5;  // from the middle of class 1C
constexpr double most_lambda_error = 0.25, most_axis_error = radians(15.0),
                 most_out_of_profile = radians(10.0);

std::vector<double> depths_of(const std::vector<PickMisfit>& misfit) {
  std::vector<double> depth(misfit.size());
  std::transform(misfit.begin(), misfit.end(), depth.begin(), [](const PickMisfit& m) { return m.depth; });
  return depth;
}

double mean_size(const std::vector<PickMisfit>& misfit) {
  double sum = 0.0;
  for (const PickMisfit& m : misfit)
    sum += std::abs(m.depth);
  return sum / static_cast<double>(misfit.size());
}

// The same surface over a horizon that is cylindrical along `axis`: b without its part along it. With the
// thickness kept, or not known (0), F is not made up for what psi loses.
FoldedLevel in_plane(const FoldedLevel& level, const Vec3& axis, bool keep_thickness) {
  const Vec3 a = level.axis - dot(level.axis, axis) * axis;
  FoldedLevel flat = level;
  flat.axis = norm(a) > 1e-6 ? unit(a) : unit(upright - dot(upright, axis) * axis);
  if (flat.axis.z > 0.0) flat.axis = -1.0 * flat.axis;
  flat.lambda = dot(level.b(), flat.axis);
  const double sum = level.F() + flat.lambda;
  if (keep_thickness || !(sum > 0.0)) return flat;
  flat.lambda /= sum;
  flat.thickness *= sum;
  return flat;
}

FoldAxis axis_of(const Horizon& horizon, const Grid3& grid) {
  if (grid.is_section()) return {};
  constexpr int nodes = 64;
  std::vector<Vec3> normals;
  std::vector<double> weights;
  const Vec3 size = grid.extent();
  for (int j = 0; j < nodes; ++j)
    for (int i = 0; i < nodes; ++i) {
      normals.push_back(
          Horizon::upward_normal(horizon.at(i * size.x / (nodes - 1), j * size.y / (nodes - 1))));
      weights.push_back(-1.0 / normals.back().z);
    }
  return fold_axis(normals, weights);
}

[[noreturn]] void throw_cannot_be(double lambda) {
  throw InputError("lambda " + number_text(lambda),
                   "cannot be with this shear direction: F + psi a.n is not above 0 all over the horizon",
                   "free lambda or the shear direction, or hold others");
}

class Fitting {
 public:
  Fitting(const Horizon& horizon, const Grid3& grid, const HorizonFitOptions& options, const Job& job,
          HorizonFit& fit)
      : horizon_(horizon),
        grid_(grid),
        options_(options),
        job_(job),
        fit_(fit),
        all_(horizon, grid, fit.picks.used),
        few_(horizon, grid, spread_picks(fit.picks.used, scan_picks)) {
    fit_.fold_axis = axis_of(horizon, grid);
    if (grid.is_section()) fit_.start = in_plane(fit_.start, {0.0, 1.0, 0.0}, true);
    free_ = {options.lambda, options.thickness, {}};
    if (!options.axis)
      free_.along = {fit_.start.axis};
    else if (grid.is_section())
      free_.along = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}};
    else
      free_.along = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  }

  void run() {
    const std::vector<FoldedLevel> from = starts();
    if (!solve(from)) throw_cannot_be(from.front().lambda);
    hold_what_is_not_told();
    compare();
    tell();
  }

 private:
  // With the thickness that suits lambda and axis best, where it is free; nothing where they cannot be.
  std::optional<FoldedLevel> placed(FoldedLevel level, double* misfit = nullptr) const {
    const std::vector<PickMisfit> arrivals = few_.arrivals(level, job_);
    if (arrivals.empty()) return {};
    if (options_.thickness) {
      std::vector<double> T = depths_of(arrivals);
      std::nth_element(T.begin(), T.begin() + std::ssize(T) / 2, T.end());
      level.thickness = T[T.size() / 2];
    }
    const double side = fit_.picks.above ? 1.0 : -1.0;
    if (!(side * level.thickness > 0.0) && options_.thickness) return {};
    if (misfit != nullptr) {
      *misfit = 0.0;
      for (const PickMisfit& m : arrivals)
        *misfit +=
            std::abs((m.depth - level.thickness) * (level.F() + dot(level.b(), m.normal)) / m.normal.z);
    }
    return level;
  }

  MisfitNumbers numbers(const std::vector<PickMisfit>& misfit) const {
    return misfit_numbers(all_.picks(), depths_of(misfit), grid_.h[2]);
  }

  std::vector<FoldedLevel> candidates() const {
    const FoldedLevel& start = fit_.start;
    std::vector<double> lambdas{start.lambda};
    if (options_.lambda) lambdas = {start.lambda, 0.0, -0.4, 0.5, 1.0, 1.3};
    std::vector<Vec3> axes{start.axis};
    if (options_.axis) {
      axes.push_back(upright);
      for (const double plunge : {65.0, 40.0})
        for (double trend = 0.0; trend < 360.0; trend += 45.0)
          if (!grid_.is_section() || trend == 90.0 || trend == 270.0)
            axes.push_back(AxialLine{trend, plunge}.upward());
    }
    std::vector<FoldedLevel> all;
    for (std::size_t l = 0; l < lambdas.size(); ++l)
      for (std::size_t a = 0; a < (lambdas[l] == 0.0 ? 1 : axes.size()); ++a)
        if (l == 0 || lambdas[l] != lambdas[0]) all.push_back({lambdas[l], axes[a], start.thickness});
    return all;
  }

  // Of a net of lambdas and axial lines the four that fit best, each fitted to a few picks, best first;
  // then the others.
  std::vector<FoldedLevel> starts() const {
    struct Tried {
      FoldedLevel level;
      double misfit;
    };
    std::vector<Tried> tried;
    const std::vector<FoldedLevel> all = candidates();
    for (std::size_t i = 0; i < all.size(); ++i) {
      job_.report({"fit: looking for a start", static_cast<std::int64_t>(i), std::ssize(all), 1.0, "starts"});
      double misfit = 0.0;
      if (const auto level = placed(all[i], &misfit)) tried.push_back({*level, misfit});
    }
    if (tried.empty()) throw_cannot_be(fit_.start.lambda);
    std::sort(tried.begin(), tried.end(), [](const Tried& a, const Tried& b) { return a.misfit < b.misfit; });
    const std::size_t kept = std::min<std::size_t>(4, tried.size());
    std::vector<Tried> best;
    for (std::size_t i = 0; i < kept; ++i) {
      job_.report({"fit: the best starts", static_cast<std::int64_t>(i), static_cast<std::int64_t>(kept), 1.0,
                   "starts"});
      if (const auto fit = fit_level(few_, tried[i].level, free_, 15, job_))
        best.push_back({fit->level, mean_size(fit->misfit)});
    }
    std::sort(best.begin(), best.end(), [](const Tried& a, const Tried& b) { return a.misfit < b.misfit; });
    best.insert(best.end(), tried.begin(), tried.end());
    std::vector<FoldedLevel> levels;
    for (const Tried& t : best)
      levels.push_back(t.level);
    return levels;
  }

  // From the first that reaches all picks; false, and all stays as it was, where none does.
  bool solve(const std::vector<FoldedLevel>& from) {
    job_.report({"fit: all picks", 0, 0, 1.0, "picks"});
    for (const FoldedLevel& level : from) {
      auto fit = fit_level(all_, level, free_, 30, job_);
      if (!fit) continue;
      found_ = std::move(*fit);
      errors_ = errors_of(all_, found_, free_, fit_.fold_axis.axis);
      return true;
    }
    return false;
  }

  void hold_what_is_not_told() {
    if (free_.axis() && !grid_.is_section() && errors_.out_of_profile > most_out_of_profile &&
        fit_.fold_axis.found()) {
      const Vec3 g = fit_.fold_axis.axis;
      const Vec3 level =
          unit(cross_product(g, std::abs(g.z) < 0.9 ? Vec3{0.0, 0.0, 1.0} : Vec3{1.0, 0.0, 0.0}));
      const std::vector<Vec3> anywhere = std::exchange(free_.along, {level, cross_product(g, level)});
      fit_.in_profile = true;
      FoldedLevel flat = in_plane(found_.level, g, !options_.thickness);
      if (!free_.lambda) flat.lambda = found_.level.lambda;
      if (!hold(flat)) {
        fit_.in_profile = false;
        free_.along = anywhere;
      }
    }
    hold_lambda();
    const double lambda = std::abs(found_.level.lambda);
    if (free_.axis() && (!(errors_.axis <= most_axis_error) || lambda < 3.0 * errors_.lambda)) {
      axis_known_ = Known::undetermined;
      fit_.in_profile = false;
      free_.along = {fit_.start.axis};
      hold({found_.level.lambda, fit_.start.axis, found_.level.thickness});
      fit_.remarks.push_back(
          "the shear direction is not determined" +
          std::string(std::abs(found_.level.lambda) < 0.1 ? " (a fold with lambda near 0 has none)" : "") +
          (found_.level.axis == fit_.start.axis ? ": the start's is held" : ": " + taken()));
      hold_lambda();
    }
  }

  void hold_lambda() {
    const double most = most_lambda_error * std::max(1.0, std::abs(found_.level.lambda));
    if (!free_.lambda || errors_.lambda <= most) return;
    std::string remark = "lambda is not determined";
    if (std::isfinite(errors_.lambda))
      remark += " (" + number_text(found_.level.lambda, 2) + " +- " + number_text(errors_.lambda, 2) +
                " fits best)";
    lambda_known_ = Known::undetermined;
    free_.lambda = false;
    hold({fit_.start.lambda, found_.level.axis, found_.level.thickness});
    fit_.remarks.push_back(remark +
                           ": the dips are too gentle, or cover too little, to tell the classes apart; " +
                           (found_.level.lambda == fit_.start.lambda
                                ? "the start's " + number_text(fit_.start.lambda, 4) + " is held"
                                : taken()));
  }

  // What stands in where the start's values cannot be.
  std::string taken() const {
    return "the start's cannot be on this horizon, lambda " + number_text(found_.level.lambda, 3) +
           " and the shear direction " + line_text(-1.0 * found_.level.axis) + " are taken";
  }

  // Solves with values that nobody asked for: where the front cannot propagate with them, with an upright
  // axial line; then with lambda 0, which always can. False, and all stays as it was, where none can.
  bool hold(const FoldedLevel& wanted) {
    std::vector<FoldedLevel> tries{wanted};
    if (options_.axis) {
      const FoldedLevel level{wanted.lambda, upright, wanted.thickness};
      tries.push_back(level);
      if (fit_.in_profile) tries.back().axis = in_plane(level, fit_.fold_axis.axis, true).axis;
    }
    if (options_.lambda) tries.push_back({0.0, wanted.axis, wanted.thickness});
    const std::vector<Vec3> along = free_.along;
    for (const FoldedLevel& at : tries) {
      if (along.size() == 1) free_.along = {at.axis};
      const auto level = placed(at);
      if (level && solve({*level})) return true;
    }
    free_.along = along;
    return false;
  }

  RivalModel rival(double lambda) const {
    LevelFreedom freedom{false, options_.thickness, lambda == 0.0 ? std::vector<Vec3>() : free_.along};
    RivalModel best;
    double least = std::numeric_limits<double>::infinity();
    for (const Vec3& axis : {found_.level.axis, upright}) {
      if (!freedom.axis() && !(axis == found_.level.axis)) continue;
      const auto start = placed({lambda, axis, fit_.start.thickness});
      const auto near = start ? fit_level(few_, *start, freedom, 15, job_) : std::nullopt;
      const auto fit = near ? fit_level(all_, near->level, freedom, 30, job_) : std::nullopt;
      if (!fit || mean_size(fit->misfit) >= least) continue;
      least = mean_size(fit->misfit);
      best = {fit->level, numbers(fit->misfit)};
    }
    return best;
  }

  void compare() {
    job_.report({"fit: the models to compare with", 0, 0, 1.0, "picks"});
    if (fit_.start.thickness == 0.0)
      if (const auto level = placed(fit_.start)) fit_.start = *level;
    if (fit_.start.thickness != 0.0)
      if (const auto before = all_.of(fit_.start, job_); !before.empty()) fit_.before = numbers(before);
    std::vector<double> off;
    double mean = 0.0;
    for (const Vec3& p : all_.picks()) {
      off.push_back(horizon_.depth(p.x, p.y) - p.z);
      mean += off.back() / static_cast<double>(all_.picks().size());
    }
    for (double& value : off)
      value -= options_.thickness ? mean : fit_.start.thickness;
    fit_.shift = misfit_numbers(all_.picks(), off, grid_.h[2]);
    fit_.parallel = rival(0.0);
    fit_.similar = rival(1.0);
  }

  // Trend and plunge of what points down.
  static std::string line_text(const Vec3& g) {
    const double trend = degrees(std::atan2(g.x, g.y));
    return azimuth_text(trend) + "/" + number_text(std::round(degrees(std::asin(std::min(g.z, 1.0)))), 2);
  }

  void tell() {
    const FoldedLevel& level = fit_.level = found_.level;
    fit_.misfit = depths_of(found_.misfit);
    fit_.after = numbers(found_.misfit);
    fit_.correlation = errors_.correlation;
    fit_.effective_picks = errors_.effective_picks;
    const auto known = [](bool free, Known otherwise) { return free ? Known::fitted : otherwise; };
    fit_.lambda = {level.lambda, errors_.lambda, known(free_.lambda, lambda_known_)};
    fit_.thickness = {level.thickness, errors_.thickness, known(free_.thickness, Known::held)};
    const AxialLine line = AxialLine::from_upward(level.axis, 0.0);
    const Known axis = known(free_.axis() && level.lambda != 0.0, axis_known_);
    fit_.plunge = {line.plunge, degrees(errors_.plunge), axis};
    fit_.trend = {line.trend, degrees(errors_.trend),
                  axis == Known::fitted && !(errors_.trend < radians(45.0)) ? Known::undetermined : axis};
    // In the profile of a level fold axis.
    if (fit_.in_profile && errors_.trend < 1e-6) fit_.trend.known = Known::held;
    fit_.axis_error = axis == Known::fitted ? degrees(errors_.axis) : 0.0;
    for (Estimate* e : {&fit_.lambda, &fit_.thickness, &fit_.plunge, &fit_.trend})
      if (e->known != Known::fitted) e->error = 0.0;

    if (free_.lambda && std::abs(level.lambda - 0.5) > usual_lambda)
      fit_.remarks.push_back(
          "lambda " + number_text(level.lambda, 3) +
          " is beyond what folded layers show (-1 to 2): the layer's thickness changes in a way "
          "that a fold class does not explain");
    if (fit_.in_profile)
      fit_.remarks.push_back("the part of psi a along the fold axis (" + line_text(fit_.fold_axis.axis) +
                             ") does not show in the picks: the shear direction is taken in the profile, and "
                             "lambda is the profile's");
    const double cell = std::min(grid_.h[0], grid_.h[2]);
    if (std::abs(level.thickness) < cell)
      fit_.remarks.push_back("the layer is " + number_text(std::abs(level.thickness), 3) +
                             " m thick at the hinge, thinner than a cell (" + number_text(cell, 3) +
                             " m): it is fitted, but the volume will not show it");
    const double apart =
        std::sqrt(std::max(fit_.after.rms * fit_.after.rms - fit_.after.mean * fit_.after.mean, 0.0));
    if (!options_.thickness && std::abs(fit_.after.mean) > 3.0 * apart)
      fit_.remarks.push_back("the picks lie " + number_text(std::abs(fit_.after.mean), 3) + " m " +
                             (fit_.after.mean > 0.0 ? "above" : "below") + " the layer and vary by " +
                             number_text(apart, 3) +
                             " m about that: free the thickness, or is the datum another?");
    fit_.map = misfit_map(grid_, all_.picks(), fit_.misfit, job_);
  }

  const Horizon& horizon_;
  const Grid3& grid_;
  const HorizonFitOptions& options_;
  const Job& job_;
  HorizonFit& fit_;
  LevelMisfit all_, few_;
  LevelFreedom free_;
  LevelFit found_;
  LevelErrors errors_;
  Known lambda_known_ = Known::held, axis_known_ = Known::held;
};

}  // namespace

HorizonFit fit_second_horizon(const Horizon& horizon, const Grid3& grid, std::span<const Vec3> picks,
                              const FoldedLevel& start, const HorizonFitOptions& options, const Job& job) {
  const auto begun = std::chrono::steady_clock::now();
  HorizonFit fit;
  fit.start = start;
  fit.picks = choose_second_picks(picks, horizon, grid, options.most_picks, options.name, job);
  fit.remarks = fit.picks.remarks;
  Fitting(horizon, grid, options, job, fit).run();
  fit.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return fit;
}

std::string estimate_text(const std::string& name, const Estimate& e, const std::string& unit) {
  const bool azimuth = name.starts_with("trend");
  const std::string number = number_text(e.value, 4),
                    value = (azimuth ? three_digits(number) : number) + unit;
  if (e.known == Known::undetermined) return name + " not determined (" + value + " taken)";
  if (e.known == Known::held) return name + " " + value + " (held)";
  return name + " " + value + " +- " + number_text(e.error, 2) + unit;
}

}  // namespace foldwave
