#include "core/engine/horizon_fit_setup.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/engine/horizon_setup.hpp"
#include "core/fold/layers/layers.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/grids/cps3_write.hpp"

namespace foldwave {

namespace {

void require_one_fold(const Scenario& scenario) {
  if (!has_fold(scenario)) throw InputError("/events", "holds no fold to fit", "give a fold and its horizon");
  if (scenario.events.size() > 1)
    throw InputError("/events", std::to_string(scenario.events.size()) + " events: a fit is of one fold",
                     "fit the oldest fold alone, then add the others");
  const FoldEvent& event = scenario.events.front();
  if (event.fold.varies)
    throw InputError("/events/0/fold/varies", "F and psi a vary in space: a fit is of one value each",
                     "leave it out for the fit");
  if (std::holds_alternative<MeshHorizon>(event.horizon))
    throw InputError("/events/0/horizon", "is a surface of triangles: a fit needs one depth a map position",
                     "give the horizon as points, picks, trains or a plane");
  const FoldParameters& p = event.fold.parameters;
  if (!(p.F + p.psi > 0.0))
    throw InputError("/events/0/fold", "F + psi is " + number_text(p.F + p.psi), "give a sum above 0");
}

}  // namespace

HorizonFit fit_second_horizon(const Scenario& scenario, std::span<const Vec3> map_picks,
                              std::optional<std::size_t> boundary, const HorizonFitOptions& options,
                              const Job& job) {
  require_one_fold(scenario);
  const FoldSpec& fold = scenario.events.front().fold;
  FoldedLevel start{fold.parameters.lambda(), fold.axial_line.upward(), 0.0};
  if (boundary)
    start.thickness = layer_bands(scenario.stack, FoldParameters::from_lambda(0.0)).boundary[*boundary];
  if (start.thickness == 0.0 && !options.thickness)
    throw InputError("the held thickness", "is 0: that of the drawn horizon itself",
                     "name the layer whose top the second horizon is");
  const auto horizon = build_horizon(scenario, nullptr, job);
  return fit_second_horizon(*horizon, scenario.grid, map_picks, start, options, job);
}

namespace {

void move_boundary(LayerStack& stack, std::size_t boundary, double to) {
  const std::vector<double> edges = layer_bands(stack, FoldParameters::from_lambda(0.0)).boundary;
  const bool passes = (boundary > 0 && !(edges[boundary - 1] > to)) ||
                      (boundary + 1 < edges.size() && !(edges[boundary + 1] < to)) || edges[boundary] == 0.0;
  if (passes)
    throw InputError("/layers/list/" + std::to_string(boundary + 1),
                     "cannot have its top at " + number_text(to) + " m" + ": another boundary is in the way",
                     "hold the thickness, or fit to another layer's top");
  // The outermost layers have no other side.
  if (boundary > 0) stack.layers[boundary].thickness = edges[boundary - 1] - to;
  if (boundary + 1 < edges.size()) stack.layers[boundary + 1].thickness = to - edges[boundary + 1];
}

}  // namespace

Scenario with_fit(const Scenario& scenario, const HorizonFit& fit, std::optional<std::size_t> boundary) {
  Scenario next = scenario;
  FoldSpec& fold = next.events.front().fold;
  FoldParameters& p = fold.parameters;
  const double sum = p.F + p.psi;
  p.F = sum * fit.level.F();
  p.psi = sum * fit.level.lambda;
  // Held, it is as it was; where the front cannot propagate with that, an upright one may stand in.
  if (!(fit.level.axis == fit.start.axis))
    fold.axial_line = AxialLine::from_upward(fit.level.axis, fold.axial_line.trend).rounded(0.01);
  if (boundary && fit.thickness.known == Known::fitted)
    move_boundary(next.stack, *boundary, fit.level.thickness);
  return next;
}

Scenario with_boundary(const Scenario& scenario, double thickness, const std::string& name) {
  Scenario next = scenario;
  LayerStack& stack = next.stack;
  const LayerBands bands = layer_bands(stack, FoldParameters::from_lambda(0.0));
  const std::vector<double>& edges = bands.boundary;  // metres at the hinge
  const auto held = static_cast<std::size_t>(bands.layer_at(thickness));
  for (std::size_t i = 0; i < edges.size(); ++i)
    if (std::abs(edges[i] - thickness) < 1e-3)
      throw InputError("/layers/list/" + std::to_string(i + 1), "has its top at this thickness already",
                       "leave the layers as they are");
  Layer lower = stack.layers[held];
  lower.name = name;
  lower.extra = {};
  for (int& part : lower.color)
    part = part * 4 / 5;
  lower.thickness = held < edges.size() ? thickness - edges[held] : 0.0;
  stack.layers[held].thickness = held > 0 ? edges[held - 1] - thickness : 0.0;
  stack.layers.insert(stack.layers.begin() + static_cast<std::ptrdiff_t>(held) + 1, std::move(lower));
  if (thickness > 0.0) ++stack.horizon_is_top_of;
  return next;
}

void check_misfit_map(const std::filesystem::path& file, const Grid3& grid) {
  const std::string suffix = file.extension().string();
  if (suffix == ".csv") return;
  if (suffix != ".cps3" && suffix != ".cps")
    throw InputError(file.string(), "the suffix \"" + suffix + "\" cannot hold a misfit map",
                     "use .csv or .cps3");
  if (grid.is_section())
    throw InputError(file.string(), "a section's misfit is a line, which " + suffix + " cannot hold",
                     "write .csv");
}

void write_misfit_map(const std::filesystem::path& file, const Grid3& grid, const HorizonFit& fit,
                      const Job& job) {
  check_misfit_map(file, grid);
  if (file.extension() != ".csv") {
    const std::vector<double> values(fit.map.begin(), fit.map.end());
    return write_cps3(file, "misfit",
                      {{grid.n[0], grid.n[1]}, {grid.origin.x, grid.origin.y}, {grid.h[0], grid.h[1]}},
                      values, job);
  }
  std::string text = "x_m,y_m,misfit_m\n";
  for (int j = 0, column = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i, ++column) {
      const auto value = static_cast<double>(fit.map[static_cast<std::size_t>(column)]);
      if (std::isnan(value)) continue;
      const Vec3 place = grid.origin + grid.local(i, j, 0);
      text += number_text(place.x, 10) + ',' + number_text(place.y, 10) + ',' + number_text(value, 6) + '\n';
    }
  write_file_atomically(file, text);
}

}  // namespace foldwave
