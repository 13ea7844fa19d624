#include "core/engine/horizon_setup.hpp"

#include <utility>

#include "core/base/file_stamp.hpp"
#include "core/base/last_made.hpp"

namespace foldwave {

namespace {

struct HorizonSource {
  HorizonSpec spec;
  Grid3 grid;
  FileStamp file;
  bool operator==(const HorizonSource&) const = default;
};

HorizonSource source_of(const Scenario& scenario, std::size_t event) {
  HorizonSource source{scenario.events[event].horizon, scenario.grid, {}};
  const auto* const picks = std::get_if<XyzHorizon>(&source.spec);
  const auto* const mesh = std::get_if<MeshHorizon>(&source.spec);
  const std::string file = picks != nullptr ? picks->file : mesh != nullptr ? mesh->file : std::string();
  if (!file.empty()) source.file = stamp_of(scenario.folder, file);
  return source;
}

struct MadeHorizon {
  std::shared_ptr<const Horizon> horizon;
  HorizonReport report;
};
struct MadeMesh {
  std::shared_ptr<const TriangulatedHorizon> mesh;
  MeshReport report;
};

// The full grid and the preview's, each before and after an edit; a mesh may take hundreds of megabytes.
constexpr std::size_t kept_horizons = 2 * most_events, kept_meshes = 2;

}  // namespace

std::shared_ptr<const Horizon> build_horizon(const Scenario& scenario, HorizonReport* report, const Job& job,
                                             std::size_t event) {
  static LastMade<HorizonSource, MadeHorizon> last(kept_horizons);
  const HorizonSpec& spec = scenario.events[event].horizon;
  if (std::holds_alternative<MeshHorizon>(spec)) return nullptr;
  const auto made = last.get(source_of(scenario, event), [&] {
    MadeHorizon fresh;
    fresh.horizon = std::make_shared<const Horizon>(make_horizon(
        spec, scenario.grid, scenario.folder, "/events/" + std::to_string(event), &fresh.report, job));
    return fresh;
  });
  if (report != nullptr) *report = made->report;
  return made->horizon;
}

std::shared_ptr<const TriangulatedHorizon> build_mesh_horizon(const Scenario& scenario, MeshReport* report,
                                                              const Job& job) {
  static LastMade<HorizonSource, MadeMesh> last(kept_meshes);
  const auto* const spec = std::get_if<MeshHorizon>(&scenario.events.front().horizon);
  if (spec == nullptr) return nullptr;
  const auto made = last.get(source_of(scenario, 0), [&] {
    MadeMesh fresh;
    fresh.mesh = make_mesh_horizon(*spec, scenario.grid, scenario.folder, "/events/0", &fresh.report, job);
    return fresh;
  });
  if (report != nullptr) *report = made->report;
  return made->mesh;
}

}  // namespace foldwave
