#include "core/engine/fold_check.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/angle.hpp"
#include "core/base/text.hpp"
#include "core/engine/volume_cover.hpp"
#include "core/fold/mesh_fold.hpp"
#include "core/fold/normal_speed.hpp"
#include "core/model/layer_sequence.hpp"

namespace foldwave {

std::string event_path(std::size_t event) {
  return "/events/" + std::to_string(event);
}

void add_cut_finding(const std::string& path, bool above, bool below, Findings& findings) {
  if (above)
    findings.push_back({Severity::warning, path,
                        "the surface lies above all rock in the box: it cuts nothing",
                        "make it deeper, or take the event out"});
  if (below)
    findings.push_back({Severity::warning, path,
                        "the surface lies below the box: it leaves nothing of what is older",
                        "make it shallower, or the box deeper"});
}

namespace {

// Errors and warnings of a normal speed that is not, or hardly, positive.
void add_speed_findings(const Scenario& scenario, std::size_t event, const NormalSpeedCheck& speed,
                        Findings& findings) {
  const FoldSpec& fold = scenario.events[event].fold;
  const double F = fold.parameters.F;
  const double psi = fold.parameters.psi;
  const Grid3& grid = scenario.grid;
  const std::string place = number_text(speed.at.x + grid.origin.x, 8) + ", " +
                            number_text(speed.at.y + grid.origin.y, 8) + ", depth " +
                            number_text(speed.at.z + grid.origin.z, 6);
  const std::string path = event_path(event) + (fold.varies                ? "/fold/varies"
                                                : fold.parameters.by_class ? "/fold/lambda"
                                                                           : "/fold/psi");
  // V fails where the angle between a and the normal is wider than this; psi is positive then.
  const double widest = degrees(std::acos(std::clamp(-F / std::max(psi, 1e-300), -1.0, 1.0)));
  if (speed.share_bad > 0.0)
    findings.push_back(
        {Severity::error, path,
         "the fold cannot propagate on " + number_text(100.0 * speed.share_bad, 2) +
             " % of the horizon: the normal speed F + psi a.n is " + number_text(speed.least, 3) + " at (" +
             place + ")",
         fold.varies
             ? "bring lambda nearer to 0 there, turn the shear direction, or make the horizon gentler"
             : "class " + std::string(fold_class(fold.parameters)) + " needs the horizon's normal within " +
                   number_text(widest, 3) +
                   " degrees of the shear direction: bring lambda nearer to 0, turn the shear direction, "
                   "or make the horizon gentler"});
  else if (speed.least_part < 0.05)
    findings.push_back({Severity::warning, path,
                        "the normal speed is only " + number_text(speed.least, 3) + " at (" + place +
                            "): layers are thin and inexact there",
                        "bring lambda nearer to 0"});
}

}  // namespace

Findings check_fold_setup(const Scenario& scenario, const Horizon& horizon, const SpeedModel* speeds,
                          std::size_t event) {
  Findings findings;
  if (!has_fold(scenario)) return findings;
  const Grid3& grid = scenario.grid;
  const double deepest = grid.extent().z;
  bool above = true;
  bool below = true;
  bool finite = true;
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i) {
      const double f = horizon.depth(i * grid.h[0], j * grid.h[1]);
      finite = finite && std::abs(f) < 1e9;
      above = above && f < 0.0;
      below = below && f > deepest;
    }
  if (!finite) {
    findings.push_back({Severity::error, event_path(event) + "/horizon",
                        "the surface through these values runs out of all bounds",
                        "check for points close together with very different depths"});
    return findings;
  }
  if (scenario.events[event].cuts()) {
    // Where the rock is folded later, only the run knows.
    const auto younger = scenario.events.begin() + static_cast<std::ptrdiff_t>(event);
    if (std::all_of(younger, scenario.events.end(), [](const FoldEvent& e) { return e.cuts(); }))
      add_cut_finding(event_path(event) + "/horizon", above, below, findings);
    return findings;
  }
  // Among several events a horizon stands as it did at its time, which may be outside the box.
  if ((above || below) && scenario.events.size() == 1)
    findings.push_back(
        {Severity::error, "/events/0/horizon",
         std::string("the horizon misses the box: it lies wholly ") + (above ? "above" : "below") + " it",
         "bring it to depths of " + number_text(grid.origin.z, 8) + " to " +
             number_text(grid.origin.z + deepest, 8) + " m, or move /grid/origin"});

  const FoldSpec& fold = scenario.events[event].fold;
  if (speeds != nullptr && speeds->volume() != nullptr)
    add_cover_findings(speeds->volume()->grid, grid, "/events/0/fold/varies/file", findings);
  add_speed_findings(scenario, event,
                     speeds != nullptr
                         ? check_normal_speed(horizon, grid, *speeds)
                         : check_normal_speed(horizon, grid, fold.parameters.F, fold.advection()),
                     findings);
  return findings;
}

Findings check_fold_setup(const Scenario& scenario, const TriangulatedHorizon& mesh) {
  Findings findings;
  const Grid3& grid = scenario.grid;
  const MeshExtent extent = mesh_extent(mesh, grid);
  const auto range = [](double a, double b) { return number_text(a, 10) + " to " + number_text(b, 10); };
  if (!extent.meets_box) {
    const Vec3 lo = extent.low + grid.origin;
    const Vec3 hi = extent.high + grid.origin;
    findings.push_back({Severity::error, "/events/0/horizon",
                        "the mesh misses the box: it lies at x " + range(lo.x, hi.x) + ", y " +
                            range(lo.y, hi.y) + ", depth " + range(lo.z, hi.z),
                        "check the mesh's coordinates and its sense of z, or move /grid/origin"});
    return findings;
  }
  if (extent.rim_inside)
    findings.push_back({Severity::warning, "/events/0/horizon",
                        "the mesh ends inside the box, at (" +
                            number_text(extent.rim_at.x + grid.origin.x, 8) + ", " +
                            number_text(extent.rim_at.y + grid.origin.y, 8) + ", depth " +
                            number_text(extent.rim_at.z + grid.origin.z, 6) +
                            ") for one: it is continued straight on along its slope",
                        "give a mesh that goes through the box from side to side"});
  const FoldSpec& fold = scenario.events.front().fold;
  add_speed_findings(scenario, 0, check_normal_speed(mesh, grid, fold.parameters.F, fold.advection()),
                     findings);
  return findings;
}

}  // namespace foldwave
