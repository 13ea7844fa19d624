#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/engine/fold_check.hpp"
#include "core/engine/forecast/bytes/disk_bytes.hpp"
#include "core/engine/forecast/stage_work.hpp"
#include "core/model/layer_sequence.hpp"

namespace foldwave {

namespace {

// Columns of nodes over the crests of a train, or, half a wavelength on, over its troughs.
double columns_of_hinges(const FoldTrain& train, const Grid3& grid, bool troughs) {
  const double azimuth = train.azimuth * std::numbers::pi / 180.0;
  const double east = std::sin(azimuth), north = std::cos(azimuth);
  const Vec3 extent = grid.extent();
  // Wavelengths from a hinge, whole numbers on one.
  const auto phase = [&](double x, double y) {
    const double along = (x - train.crest[0]) * east + (y - train.crest[1]) * north;
    return along / train.wavelength - (troughs ? 0.5 : 0.0);
  };
  const bool by_rows = std::abs(east) >= std::abs(north);
  const int lines = grid.n[by_rows ? 1 : 0];
  const double step = grid.h[by_rows ? 1 : 0];
  double columns = 0.0;
  for (int i = 0; i < lines; ++i) {
    const double at = grid.origin[by_rows ? 1 : 0] + i * step;
    const double from = by_rows ? phase(grid.origin.x, at) : phase(at, grid.origin.y);
    const double to = by_rows ? phase(grid.origin.x + extent.x, at) : phase(at, grid.origin.y + extent.y);
    columns += std::abs(std::floor(to) - std::floor(from));
  }
  return columns;
}

// Nodes at which fronts of two limbs of a train meet. A front closes above a trough and below a crest once it
// has gone 1 / (F kappa), kappa being the hinge's curvature; from there on a sheet follows the hinge.
double nodes_of_shocks(const Scenario& scenario) {
  const FoldEvent& event = scenario.events.front();
  const auto* const trains = std::get_if<TrainsHorizon>(&event.horizon);
  if (trains == nullptr) return 0.0;
  const Grid3& grid = scenario.grid;
  const double parallel = std::abs(event.fold.parameters.F);
  double nodes = 0.0;
  for (const FoldTrain& train : trains->trains) {
    const double k = 2.0 * std::numbers::pi / train.wavelength;
    const double sharp =
        train.shape == FoldShape::chevron || train.shape == FoldShape::box ? 1.0 / train.roundness : 1.0;
    const double curvature = std::abs(train.amplitude) * k * k * sharp * parallel;
    if (!(curvature > 0.0)) continue;
    // A trough lies an amplitude deeper than the train, a crest as much higher.
    const double above = trains->depth - grid.origin.z, below = grid.extent().z - above;
    for (const bool troughs : {true, false}) {
      const double room = (troughs ? above : below) + std::abs(train.amplitude);
      nodes += columns_of_hinges(train, grid, troughs) * std::max(0.0, room - 1.0 / curvature) / grid.h[2];
    }
  }
  return nodes;
}

double control_points(const HorizonSpec& horizon) {
  const auto* const points = std::get_if<PointsHorizon>(&horizon);
  return points == nullptr ? 0.0 : static_cast<double>(points->points.size());
}

StagePart rest_part(const Scenario& scenario) {
  const Grid3& grid = scenario.grid;
  const double nodes = static_cast<double>(grid.size());
  const double columns = 1.0 * grid.n[0] * grid.n[1];
  StagePart part{{"fold.rest", {{1.0, {{"fold.once"}}}, {nodes, {{"fold.layers"}}}}}};
  double surfaces = 0.0;
  for (const FoldEvent& event : scenario.events) {
    surfaces += 1.0;
    if (const double points = control_points(event.horizon); points > 0.0)
      part.work.terms.push_back({points * points * points, {{"fold.points"}}});
    if (std::holds_alternative<XyzHorizon>(event.horizon)) part.work.terms.push_back({1.0, {{"fold.picks"}}});
    if (std::holds_alternative<MeshHorizon>(event.horizon)) part.work.terms.push_back({1.0, {{"fold.mesh"}}});
  }
  part.work.terms.push_back({surfaces * columns, {{"fold.column"}}});
  part.work.terms.push_back({nodes_of_shocks(scenario), {{"fold.rest.shock"}}});
  if (scenario.velocity) part.work.terms.push_back({nodes, {{"fold.velocity"}}});
  part.bytes = nodes * 20.0;
  return part;
}

FoldMethod method_of(const Scenario& scenario, const Backend& backend) {
  const FoldMethod asked = scenario.events.front().fold.method;
  return asked == FoldMethod::automatic ? backend.fold_methods().front() : asked;
}

// As the parts of its solve are told apart.
std::string fold_kernel(const Scenario& scenario, const Backend& backend) {
  const FoldEvent& event = scenario.events.front();
  if (fold_count(scenario) > 1) return "undo";
  if (std::holds_alternative<MeshHorizon>(event.horizon)) return "mesh";
  return event.fold.varies ? "marching of varying speeds" : fold_method_name(method_of(scenario, backend));
}

StagePart solve_part(const Scenario& scenario, const Backend& backend) {
  const Grid3& grid = scenario.grid;
  const double nodes = static_cast<double>(grid.size());
  const double columns = 1.0 * grid.n[0] * grid.n[1];
  const FoldEvent& event = scenario.events.front();
  const FoldSpec& fold = event.fold;
  const std::string kind = grid.is_section() ? "section" : "volume";
  StagePart part{{"fold.solve", {{1.0, {{"fold.solve.once"}}}}}};
  part.measured_as = "fold.solve";
  auto& terms = part.work.terms;
  const FoldMethod method = method_of(scenario, backend);
  if (fold_count(scenario) > 1 || scenario.events.size() > 1) {
    part.work.part = "fold.undo";
    terms.push_back({nodes * static_cast<double>(scenario.events.size()), {{"fold.undo." + kind}}});
  }
  if (fold_count(scenario) > 1) return part;
  if (std::holds_alternative<MeshHorizon>(event.horizon)) {
    part.work.part = "fold.mesh";
    terms.push_back({nodes, {{"fold.mesh.node"}}});
  } else if (fold.varies) {
    part.work.part = "fold.varying";
    terms.push_back({nodes, {{"fold.varying"}}});
    part.loops = 12.0 * (grid.n[0] + grid.n[1] + grid.n[2]);
  } else if (method == FoldMethod::foot_point) {
    terms.push_back({nodes, {{"fold.foot." + kind}}});
    terms.push_back({columns, {{"fold.foot.column"}}});
    // The lattice of feet goes down to the nodes themselves on a coarse grid alone
    // (fold/foot/foot_point.cpp).
    const bool fine = grid.size() <= Index{1} << 17;
    terms.push_back({nodes_of_shocks(scenario), {{fine ? "fold.foot.shock.fine" : "fold.foot.shock"}}});
    part.operations = 30.0 * nodes;
  } else {
    part.work.part = "fold.march";
    terms.push_back({nodes, {{method == FoldMethod::pmm ? "fold.pmm." + kind : "fold.reference"}}});
    terms.push_back({columns, {{"fold.start.column"}}});
    // On the faces along y alone, which a section has not: start values are feet.
    if (!grid.is_section())
      terms.push_back({2.0 / grid.n[1] * nodes_of_shocks(scenario), {{"fold.march.shock"}}});
    part.loops = 12.0 * (grid.n[0] + grid.n[1] + grid.n[2]);
    part.operations = 12.0 * 200.0 * nodes;
  }
  part.bytes = 10.0 * nodes;
  return part;
}

}  // namespace

PartWork program_work(const Scenario& scenario) {
  const double columns = 1.0 * scenario.grid.n[0] * scenario.grid.n[1];
  return {"program", {{1.0, {{"program.once"}}}, {columns, {{"program.column"}}}}};
}

StageWork fold_work(const Scenario& scenario, const Backend& backend, bool files) {
  StageWork stage{"fold", {rest_part(scenario), solve_part(scenario, backend)}};
  stage.kernel = fold_kernel(scenario, backend);
  if (!files || !writes_vtk()) return stage;
  const double nodes = static_cast<double>(scenario.grid.size());
  const double columns = 1.0 * scenario.grid.n[0] * scenario.grid.n[1];
  const double layers = static_cast<double>(scenario.stack.layers.size());
  if (has_fold(scenario))
    stage.parts.push_back({{"fold.geometry",
                            {{1.0, {{"fold.geometry.once"}}},
                             {nodes, {{"fold.geometry.node"}}},
                             {layers * columns, {{"fold.geometry.column"}}}}}});
  // Packed by zlib: T, velocity and layers.
  stage.parts.push_back({{"fold.file",
                          {{1.0, {{"file.once"}}},
                           {nodes, {{"file.vti.smooth"}}},
                           {2.0 * nodes, {{"file.vti.layers"}}},
                           {layers * columns, {{"file.surface"}}}}}});
  if (scenario.outputs.pictures)
    stage.parts.push_back(
        {{"fold.picture", {{1.0, {{"fold.picture.once"}}}, {nodes, {{"fold.picture.node"}}}}}});
  return stage;
}

}  // namespace foldwave
