// The fold that takes one horizon to a second one: lambda, the axial line and the second horizon's layer
// thickness (its T), by least squares of the misfit up and down at its picks (level_misfit.hpp).
//
//   sum over picks of huber(misfit) -> least        by Levenberg and Marquardt in p = F T and q = psi a T
//
// p and q are what the picks tell of: the surface is y + p n(y) + q. From them  s = +-|q| (plus where q is
// upwards, T above 0),  T = p + s,  lambda = s / T,  a = q / s. Starts: the scenario's own, and a net of
// lambdas and axial lines. Outliers: Huber's loss, the scale from the median absolute misfit.
//
// Uncertainties are one standard error: the sandwich H^-1 M H^-1 of the last step, with M from misfits that
// are correlated as residuals.hpp finds them to be, so that a misfit with a pattern counts for what it is.
//
// What the picks do not determine is held and said, in this order:
//   q along the      a cylindrical fold does not show it: a is taken in the profile
//   fold axis
//   lambda           standard error above 0.25 (a quarter of lambda beyond 1): the start's is held, as
//                    gentle dips do not tell the classes apart
//   the axial line   more than 15 degrees uncertain, or lambda within three errors of 0: the start's is held
//
// Where the front cannot propagate with the start's values, an upright axial line or lambda 0 stands in.
//
// Units: metres, degrees. Errors: those of second_picks.hpp; InputError where the front cannot propagate with
// what the caller holds; Stopped within 0.1 s.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/geology/fit/level_misfit.hpp"
#include "core/geology/fit/residuals.hpp"
#include "core/geology/fit/second_picks.hpp"
#include "core/geology/profile.hpp"

namespace foldwave {

struct HorizonFitOptions {
  bool lambda = true, axis = true, thickness = true;  // free; else held at the start's
  std::size_t most_picks = 6000;
  std::string name = "the second horizon";  // in messages
};

enum class Known { fitted, held, undetermined };
struct Estimate {
  double value = 0.0;  // where undetermined: what was taken for it
  double error = 0.0;  // one standard error; 0 unless fitted
  Known known = Known::held;
};

struct RivalModel {
  FoldedLevel level;  // where it cannot be on the horizon: as it is made, and its misfit is not a number
  MisfitNumbers misfit;
};

struct HorizonFit {
  FoldedLevel start, level;
  Estimate lambda, trend, plunge, thickness;
  double axis_error = 0.0;  // degrees between axial lines; 0 unless the line is fitted
  bool in_profile = false;  // a was held in the plane normal to the fold axis
  FoldAxis fold_axis;       // of the first horizon
  SecondPicks picks;
  std::vector<double> misfit;    // of picks.used, predicted - measured depth
  MisfitNumbers before, after;   // with the start's values (not numbers where they cannot be), the fitted
  MisfitNumbers shift;           // with the first horizon, moved up or down alone
  RivalModel parallel, similar;  // the best of lambda 0 and of lambda 1
  Correlation correlation;
  double effective_picks = 0.0;
  std::vector<float> map;  // misfit at the grid's columns, x fastest; not a number outside the picks' hull
  std::vector<std::string> remarks;
  double seconds = 0.0;
};

// `picks`: x, y and depth in map coordinates. The start's thickness counts where it is held, and for
// `before`; 0: not known, then `before` has the one that suits its lambda and axis best.
HorizonFit fit_second_horizon(const Horizon& horizon, const Grid3& grid, std::span<const Vec3> picks,
                              const FoldedLevel& start, const HorizonFitOptions& options = {},
                              const Job& job = {});

// "lambda 0.42 +- 0.01", "lambda not determined (0.4 taken)", "lambda 0.4 (held)".
std::string estimate_text(const std::string& name, const Estimate& estimate, const std::string& unit = "");

}  // namespace foldwave
