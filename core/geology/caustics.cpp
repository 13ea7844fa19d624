#include "core/geology/caustics.hpp"

#include <algorithm>
#include <cmath>

#include "core/geology/caustic_marks.hpp"

namespace foldwave {

namespace {

// Principal curvatures from the first and second fundamental forms, greater first.
std::array<double, 2> principal(double E, double F, double G, double e, double f, double g) {
  const double metric = E * G - F * F;
  if (!(metric > 0.0)) return {0.0, 0.0};
  const double mean = 0.5 * (e * G - 2.0 * f * F + g * E) / metric;
  const double root = std::sqrt(std::max(0.0, mean * mean - (e * g - f * f) / metric));
  return {mean + root, mean - root};
}

// The patch's quadratic in its middle; its normal points to the younger side, from which a bend towards it
// falls away.
BendSample bend_sample(const Patch& patch) {
  constexpr double middle = 1.0 / 3.0;
  const Vec3 u = patch.along_u(middle, middle), v = patch.along_v(middle, middle);
  const Vec3 n = unit(cross_product(u, v));
  return {patch.at(middle, middle), n,
          principal(dot(u, u), dot(u, v), dot(v, v), -2.0 * dot(patch.C, n), -dot(patch.D, n),
                    -2.0 * dot(patch.E, n))};
}

bool is_fold(const PastEvent& event) {
  return std::holds_alternative<PastFold>(event);
}

// `each`(x, y) at the box's columns, or at every half of one, and `reach` metres beside them, at most the
// box's own width.
template <class Each>
void over_map(const Grid3& grid, double reach, bool halves, const Job& job, const Each& each) {
  const int parts = halves ? 2 : 1;
  const auto range = [&](std::size_t a) {
    if (grid.n[a] == 1) return std::pair(0, 1);
    const int margin = static_cast<int>(std::min<double>(grid.n[a], std::ceil(reach / grid.h[a])));
    return std::pair(-parts * margin, parts * (grid.n[a] - 1 + margin) + 1);
  };
  const auto [x0, x1] = range(0);
  const auto [y0, y1] = range(1);
  for (int j = y0; j < y1; ++j)
    for (int i = x0; i < x1; ++i) {
      if ((i - x0) % 64 == 0) job.throw_if_stopped();
      each(i * grid.h[0] / parts, j * grid.h[1] / parts);
    }
}

}  // namespace

BendSample bend_sample(const Horizon& horizon, double x, double y) {
  const HeightJet s = horizon.at(x, y);
  const double length = std::sqrt(1.0 + s.fx * s.fx + s.fy * s.fy);
  return {{x, y, s.f},
          Horizon::upward_normal(s),
          principal(1.0 + s.fx * s.fx, s.fx * s.fy, 1.0 + s.fy * s.fy, s.fxx / length, s.fxy / length,
                    s.fyy / length)};
}

bool Caustics::at_place(const Grid3& grid, const Vec3& local) const {
  if (crossed.empty()) return false;
  std::array<int, 3> node{};
  for (int a = 0; a < 3; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    node[axis] = static_cast<int>(std::lround(std::clamp(local[a] / grid.h[axis], 0.0, grid.n[axis] - 1.0)));
  }
  return crossed(node[0], node[1], node[2]) != 0;
}

Caustics find_caustics(const Grid3& grid, const Horizon& horizon, const RockHistory& history, double F,
                       Vec3 b, const Job& job) {
  CausticMarks marks(grid, history);
  if (grid.is_section()) b.y = 0.0;
  const double infinite = std::numeric_limits<double>::infinity();
  const bool moved = std::ranges::any_of(history.later, is_fold);
  const double reach =
      moved ? infinite
            : (F == 0.0 ? 0.0 : std::max(marks.youngest(), -marks.oldest()) * (std::abs(F) + norm(b)));
  over_map(grid, reach, moved, job,
           [&](double x, double y) { marks.add(bend_sample(horizon, x, y), 1.0, F, b); });
  for (const CutBoundary& made : history.cuts) {
    const auto after = history.later.begin() + static_cast<std::ptrdiff_t>(made.event) + 1;
    if (std::none_of(after, history.later.end(), is_fold)) continue;
    const auto& cut = std::get<PastCut>(history.later[made.event]);
    over_map(grid, infinite, true, job, [&](double x, double y) {
      const double surface = cut.surface->depth(x, y);
      const double depth = made.flat ? cut.datum.value_or(0.0) - made.level : surface - made.level;
      if (depth <= surface) marks.follow(made.boundary, 1.0, {x, y, depth}, made.event + 1, false);
    });
  }
  return marks.take();
}

Caustics find_caustics(const Grid3& grid, const TriangulatedHorizon& mesh, const RockHistory& history,
                       double F, Vec3 b, const Job& job) {
  CausticMarks marks(grid, history);
  const PatchSurface& surface = mesh.surface();
  for (std::size_t t = 0; t < surface.skirt; ++t) {
    if (t % 64 == 0) job.throw_if_stopped();
    const auto hull = hull_of(surface, t);
    marks.add(bend_sample(patch_of(surface, t)), norm(cross_product(hull[1] - hull[0], hull[2] - hull[0])), F,
              b);
  }
  return marks.take();
}

}  // namespace foldwave
