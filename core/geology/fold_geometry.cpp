#include "core/geology/fold_geometry.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/angle.hpp"
#include "core/base/text.hpp"
#include "core/base/vec3_product.hpp"
#include "core/fold/layers/layers.hpp"

namespace foldwave {

namespace {

// Farther off a fold's axis a profile shows other dips: at 5 degrees t' is off by some thousandths.
constexpr double farthest_off = radians(5.0);
// The normals of a less cylindrical fold leave the profile by more than a fifth of what they turn in it.
constexpr double least_cylindricity = 0.95;

// Every so many nodes along x and y: a hundred thousand columns tell the axis. What looks down them to
// `depth` nodes looks at twenty million at most.
int stride_of(const Grid3& g, int depth = 1) {
  const double most = std::min(1e5, 2e7 / depth);
  return std::max(1, static_cast<int>(std::ceil(std::sqrt(double(g.n[0]) * double(g.n[1]) / most))));
}

void mesh_normals(const SolvedFold& solved, std::vector<Vec3>& normals, std::vector<double>& areas) {
  const Vec3 size = solved.grid.extent();
  const PatchSurface& surface = solved.mesh->surface();
  for (std::size_t p = 0; p < surface.skirt; ++p)
    for (const auto& triangle : flat_triangles(surface.patches[p])) {
      const auto at = [&](std::size_t k) { return surface.nodes[static_cast<std::size_t>(triangle[k])]; };
      const Vec3 middle = (1.0 / 3.0) * (at(0) + at(1) + at(2));
      bool inside = true;
      for (int axis = 0; axis < 3; ++axis)
        inside = inside && middle[axis] >= 0.0 && middle[axis] <= size[axis];
      const Vec3 area = cross_product(at(1) - at(0), at(2) - at(0));
      if (!inside || !(norm(area) > 0.0)) continue;
      normals.push_back(unit(area));
      areas.push_back(norm(area));
    }
}

void map_normals(const SolvedFold& solved, std::vector<Vec3>& normals, std::vector<double>& areas) {
  const Grid3& g = solved.grid;
  const int stride = stride_of(g);
  for (int j = 0; j < g.n[1]; j += stride)
    for (int i = 0; i < g.n[0]; i += stride) {
      const Vec3 p = g.local(i, j, 0);
      const HeightJet jet = solved.horizon->at(p.x, p.y);
      if (jet.f < 0.0 || jet.f > g.extent().z) continue;
      normals.push_back(Horizon::upward_normal(jet));
      areas.push_back(std::sqrt(1.0 + jet.fx * jet.fx + jet.fy * jet.fy));
    }
}

// Of what later events have left of the horizon: at the nodes next to T = 0.
void volume_normals(const SolvedFold& solved, std::vector<Vec3>& normals, std::vector<double>& areas) {
  const Grid3& g = solved.grid;
  const int stride = stride_of(g, g.n[2]);
  const int edge = g.is_section() ? 0 : 1;
  for (int k = 1; k + 1 < g.n[2]; ++k)
    for (int j = edge; j + edge < g.n[1]; j += stride)
      for (int i = 1; i + 1 < g.n[0]; i += stride) {
        const auto node = [&](const Field<float>& field) { return field(i, j, k); };
        if (solved.layering.sequence_at(node) < solved.layering.cuts.size()) continue;
        const auto slope = [&](int di, int dj, int dk, double h) {
          return 0.5 *
                 (double{solved.layering.arrival(i + di, j + dj, k + dk)} -
                  solved.layering.arrival(i - di, j - dj, k - dk)) /
                 h;
        };
        const Vec3 gradient{slope(1, 0, 0, g.h[0]), edge == 1 ? slope(0, 1, 0, g.h[1]) : 0.0,
                            slope(0, 0, 1, g.h[2])};
        const double size = norm(gradient);
        if (!(std::abs(solved.layering.arrival(i, j, k)) < 0.5 * g.h[2] * size)) continue;
        normals.push_back((1.0 / size) * gradient);
        areas.push_back(1.0);
      }
}

}  // namespace

FoldAxis horizon_axis(const SolvedFold& solved) {
  std::vector<Vec3> normals;
  std::vector<double> areas;
  (solved.horizon != nullptr ? map_normals
   : solved.mesh != nullptr  ? mesh_normals
                             : volume_normals)(solved, normals, areas);
  FoldAxis axis = fold_axis(normals, areas);
  if (solved.grid.is_section()) axis.axis = {0.0, 1.0, 0.0};
  return axis;
}

namespace {

std::string doubt_of(const FoldAxis& fold, const Profile& profile, bool section) {
  if (section) return {};
  const double off = fold.found() ? std::acos(std::min(std::abs(dot(profile.axis, fold.axis)), 1.0))
                                  : std::asin(std::min(std::abs(dot(profile.axis, fold.normal)), 1.0));
  if (off > farthest_off)
    return "the axis of the profile lies " + number_text(degrees(off), 2) +
           " degrees off the fold's own: thickness and class are those of an oblique section";
  if (fold.found() && fold.cylindricity() < least_cylindricity)
    return "the fold is cylindrical to " + number_text(100.0 * std::max(fold.cylindricity(), 0.0), 2) +
           " % only: thickness and class hold for a cylindrical fold";
  return {};
}

}  // namespace

ChosenProfile choose_profile(const SolvedFold& solved, const Vec3* axis) {
  ChosenProfile chosen;
  chosen.axis = horizon_axis(solved);
  const Vec3 middle = 0.5 * solved.grid.extent();
  const Vec3 axial = solved.fold.axial_line.upward();
  Vec3 normal = chosen.axis.axis;
  if (solved.grid.is_section()) {
    normal = {0.0, 1.0, 0.0};
  } else if (axis != nullptr) {
    normal = *axis;
    chosen.remark = "normal to the axis that was typed";
  } else if (!chosen.axis.found()) {
    // Level in the layer: the profile then holds the dip.
    normal = cross_product(chosen.axis.normal, {0.0, 0.0, 1.0});
    if (norm(normal) < 1e-6) normal = {0.0, 1.0, 0.0};
    chosen.remark = "along the dip: the horizon is a plane and has no fold axis";
  }
  chosen.profile = make_profile(middle, normal, axial);
  chosen.doubt = doubt_of(chosen.axis, chosen.profile, solved.grid.is_section());
  return chosen;
}

std::optional<FoldParameters> foretold_parameters(const SolvedFold& solved, const ChosenProfile& chosen) {
  if (solved.fold.varies || solved.refolded || !chosen.doubt.empty()) return {};
  return profile_parameters(chosen.profile, solved.fold.parameters.F, solved.fold.advection());
}

std::vector<LevelCurves> boundary_curves(const ArrivalProbe& probe, const Profile& profile,
                                         const LayerBands& bands, const Job& job) {
  const ProfileSection section = sample_profile(probe, profile, job);
  std::vector<LevelCurves> curves;
  for (const double level : bands.boundary) {
    job.throw_if_stopped();
    curves.push_back(level_curves(probe, section, level));
  }
  return curves;
}

ClassFit common_class(std::span<const LayerGeometry> layers, const LayerBands& bands) {
  std::vector<DipThickness> points;
  for (std::size_t m = 1; m < bands.boundary.size(); ++m)
    for (const ThicknessPoint& p : layers[m].dips.points)
      points.push_back({p.alpha, p.orthogonal / (bands.boundary[m - 1] - bands.boundary[m])});
  return fit_class(points);
}

FoldGeometry measure_fold(const SolvedFold& solved, const std::vector<std::string>& names, const Vec3* axis,
                          const Job& job) {
  const ArrivalProbe probe = solved.probe();
  const LayerBands& bands = solved.layering.bands;
  const auto oldest = static_cast<std::size_t>(solved.layering.oldest());
  FoldGeometry found;
  found.chosen = choose_profile(solved, axis);
  const Profile& profile = found.chosen.profile;
  found.foretold = foretold_parameters(solved, found.chosen);
  if (!found.chosen.doubt.empty()) found.warnings.push_back("/events: " + found.chosen.doubt);
  if (const ProfileSection net = profile_net(solved.grid, profile); net.coarser > 1.0)
    found.warnings.push_back("/grid: the profile is sampled every " + number_text(net.step_s, 3) + " by " +
                             number_text(net.step_t, 3) + " m, " + number_text(net.coarser, 2) +
                             " times as coarsely as the grid");
  const LayerVolumes volumes = layer_volumes(solved.grid, solved.layering, job);
  found.unreached_volume = volumes.unreached;
  const auto maps = thickness_maps(solved.grid, solved.layering, job);
  const auto curves = boundary_curves(probe, profile, bands, job);
  const double cell = probe.finest();
  for (std::size_t m = 0; m < maps.size(); ++m) {
    LayerGeometry layer;
    layer.name = names[m];
    layer.volume = volumes.layer[m];
    layer.vertical = thickness_range(maps[m].vertical);
    layer.orthogonal = thickness_range(maps[m].orthogonal);
    if (const std::size_t b = m - oldest; m > oldest && b < bands.boundary.size())
      layer.dips = measure_thickness(probe, profile, curves[b], curves[b - 1], {}, job);
    const auto thin = std::count_if(maps[m].orthogonal.begin(), maps[m].orthogonal.end(),
                                    [&](float t) { return static_cast<double>(t) < cell; });
    const double shown = layer.orthogonal.share * static_cast<double>(maps[m].orthogonal.size());
    if (thin > 0) {
      layer.thin_share = static_cast<double>(thin) / shown;
      found.warnings.push_back("/layers/list/" + std::to_string(m) + ": \"" + names[m] +
                               "\" is thinner than a cell (" + number_text(cell, 3) + " m) in " +
                               number_text(100.0 * layer.thin_share, 2) + " % of its columns, " +
                               number_text(layer.orthogonal.least, 3) +
                               " m at the least: its nodes leave gaps there; its volume and thickness hold");
    }
    found.layers.push_back(std::move(layer));
  }
  found.measured = common_class(std::span(found.layers).subspan(oldest), bands);
  return found;
}

}  // namespace foldwave
