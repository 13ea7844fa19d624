// The fit of a second horizon (core/geology/fit/horizon_fit.hpp) for a scenario: what it starts from, what
// becomes of the scenario, and the misfit as a map.
//
// Errors: InputError where the scenario has no fold of one event over a height field with F and psi a that
// are the same everywhere; those of the fit.
#pragma once

#include <filesystem>
#include <optional>

#include "core/geology/fit/horizon_fit.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

// `boundary` i is the top of layer i + 1 and gives the thickness that is held, and that of `before`.
HorizonFit fit_second_horizon(const Scenario& scenario, std::span<const Vec3> map_picks,
                              std::optional<std::size_t> boundary, const HorizonFitOptions& options,
                              const Job& job = {});

// With the lambda and axial line of the fit, and the fitted thickness as the place of `boundary`, where that
// was named: the layers on both sides of it give and take. F + psi stays, and what the fit holds at its
// start. InputError where the boundary would pass the next one.
Scenario with_fit(const Scenario& scenario, const HorizonFit& fit,
                  std::optional<std::size_t> boundary = std::nullopt);

// The layer that holds T = thickness (metres at the hinge, above 0 over the drawn horizon) is parted there in
// two; the lower one, whose top the second horizon is, takes `name`. InputError where a boundary is there
// already.
Scenario with_boundary(const Scenario& scenario, double thickness, const std::string& name);

// .csv: x_m, y_m, misfit_m of every column that has one. .cps3, .cps: a grid of it. Metres, predicted minus
// measured depth, so above 0 where the picks lie above the prediction.
void check_misfit_map(const std::filesystem::path& file, const Grid3& grid);  // InputError: another suffix
void write_misfit_map(const std::filesystem::path& file, const Grid3& grid, const HorizonFit& fit,
                      const Job& job = {});

}  // namespace foldwave
