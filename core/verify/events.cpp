#include <cmath>
#include <numbers>

#include "core/base/text.hpp"
#include "core/verify/fold_cases.hpp"

namespace foldwave {

namespace {

// Vertical shear along one axis of a box of 1000 m: depth - amplitude cos(2 pi s / wavelength).
struct Shear {
  double depth, amplitude, wavelength;
  bool along_x;

  double at(const Vec3& p) const {
    return depth - amplitude * std::cos(2.0 * std::numbers::pi * (along_x ? p.x : p.y) / wavelength);
  }
  FoldEvent event(double datum) const {
    FoldEvent event;
    FoldTrain train;
    train.amplitude = amplitude;
    train.wavelength = wavelength;
    train.azimuth = along_x ? 90.0 : 0.0;
    event.horizon = TrainsHorizon{depth, {train}};
    event.fold.parameters = FoldParameters::from_lambda(1.0);
    event.datum = datum;
    return event;
  }
};
constexpr Shear older{560.0, 70.0, 410.0, true}, younger{500.0, 45.0, 630.0, false};
constexpr double datum = 480.0, gap_depth = 430.0, land_depth = 140.0;

Scenario box_of_events(int n, std::vector<FoldEvent> events, const std::vector<double>& thick) {
  Scenario s;
  s.grid = verify_cube(n, 1000.0);
  s.events = std::move(events);
  for (const double thickness : thick)
    s.stack.layers.push_back({"", thickness, 2000.0});
  s.stack.horizon_is_top_of = static_cast<int>(thick.size()) - 1;
  s.propagation.enabled = false;
  return s;
}

FoldEvent level_cut(EventType type, double depth, double deposits_datum, int deposits) {
  FoldEvent event;
  event.type = type;
  event.horizon = PlaneHorizon{{0.0, 0.0, depth}, 0.0, 0.0, {}};
  event.datum = deposits_datum;
  event.deposits = deposits;
  return event;
}

template <class Use>
void at_nodes(const Grid3& grid, Use&& use) {
  Index m = 0;
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i, ++m)
        use(m, grid.local(i, j, k));
}

double depth_before(const Vec3& p) {
  return p.z + datum - younger.at(p);
}

double refold_error(const Verified& verified, int n, const Job& job) {
  const Scenario s = box_of_events(n, {older.event(0.0), younger.event(datum)}, {0.0, 0.0});
  const FoldResult fold = verified.folds_in_a_row(s, job);
  double error = 0.0, largest = 0.0;
  at_nodes(s.grid, [&](Index m, const Vec3& p) {
    const double T = older.at(p) - depth_before(p);
    error = worst_of(error, std::abs(static_cast<double>(fold.arrival[m]) - T));
    largest = worst_of(largest, std::abs(T));
  });
  return error / largest;
}

// The largest error of a field of the layering over the box; 1 if a node that is farther than the limit from
// every boundary has another layer than by hand.
double unconformity_error(const Verified& verified, int n, double limit, const Job& job) {
  // Land; two deposits, 60 m and more, on a level gap; three folded layers.
  const Scenario s =
      box_of_events(n,
                    {older.event(0.0), level_cut(EventType::unconformity, gap_depth, gap_depth, 2),
                     younger.event(datum), level_cut(EventType::erosion, land_depth, 0.0, 1)},
                    {0.0, 0.0, 60.0, 0.0, 90.0, 0.0});
  const FoldResult fold = verified.folds_in_a_row(s, job);
  double error = 0.0;
  at_nodes(s.grid, [&](Index m, const Vec3& p) {
    const double land = land_depth - p.z, z = depth_before(p);
    const double gap = gap_depth - z, T = older.at(p) - z;
    const int layer = land > 0.0 ? 0 : gap > 0.0 ? (gap > 60.0 ? 1 : 2) : (T > 90.0 ? 3 : T > 0.0 ? 4 : 5);
    for (const auto& [found, exact] : {std::pair{fold.arrival[m], T},
                                       {fold.cuts[0].height[m], land},
                                       {fold.cuts[1].height[m], gap},
                                       {fold.cuts[1].flat[m], gap}})
      error = worst_of(error, std::abs(static_cast<double>(found) - exact));
    double nearest = 1e300;
    for (const double off : {land, gap, gap - 60.0, T, T - 90.0})
      nearest = std::min(nearest, std::abs(off));
    if (static_cast<int>(fold.layer_index[m]) != layer && nearest > 1000.0 * limit) error = 1000.0;
  });
  return error / 1000.0;
}

constexpr double events_limit = 3e-7;

int nodes_aside(VerifyScope scope) {
  return scope == VerifyScope::quick ? 24 : 64;
}

}  // namespace

void check_refold(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  const int n = nodes_aside(scope);
  checks.push_back(
      {"fold.refold", refold_error(verified, n, job), events_limit, "of the largest T",
       "two vertical shears across each other against their closed form, " + std::to_string(n) + "^3"});
}

void check_unconformity(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  const int n = nodes_aside(scope);
  checks.push_back({"fold.unconformity", unconformity_error(verified, n, events_limit, job), events_limit,
                    "of the box",
                    "folded, cut, covered, folded again, eroded: every node's layer, T and heights over the "
                    "cuts against a walk back by hand, " +
                        std::to_string(n) + "^3"});
}

}  // namespace foldwave
