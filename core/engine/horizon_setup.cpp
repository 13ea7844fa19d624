#include "core/engine/horizon_setup.hpp"

#include <utility>

#include "core/base/file_stamp.hpp"
#include "core/base/last_made.hpp"
#include "core/base/text.hpp"
#include "core/engine/fold_check.hpp"

namespace foldwave {

namespace {

struct HorizonSource {
  HorizonSpec spec;
  Grid3 grid;
  FileStamp file, dips;
  bool operator==(const HorizonSource&) const = default;
};

HorizonSource source_of(const Scenario& scenario, std::size_t event) {
  HorizonSource source{scenario.events[event].horizon, scenario.grid, {}, {}};
  const auto* const picks = std::get_if<XyzHorizon>(&source.spec);
  const auto* const mesh = std::get_if<MeshHorizon>(&source.spec);
  const std::string file = picks != nullptr ? picks->file : mesh != nullptr ? mesh->file : std::string();
  if (!file.empty()) source.file = stamp_of(scenario.folder, file);
  if (picks != nullptr && !picks->dips.empty()) source.dips = stamp_of(scenario.folder, picks->dips);
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

Findings horizon_findings(const Scenario& scenario, std::size_t event, const HorizonReport& report) {
  Findings findings;
  const std::string path = event_path(event) + "/horizon";
  const bool picked = std::holds_alternative<XyzHorizon>(scenario.events[event].horizon);
  if (picked)
    findings.push_back({report.against_file ? Severity::warning : Severity::note, path + "/file", report.read,
                        report.against_file ? "leave \"z\" out to take the file at its word" : ""});
  if (report.dips > 0)
    findings.push_back({Severity::note, path + "/dips",
                        std::to_string(report.dips) + " dips guide the surface, which misses them by " +
                            number_text(report.rms_dip_misfit, 3) + " degrees (root mean square)",
                        ""});
  const bool off = report.largest_misfit > 0.1 * scenario.grid.h[2];
  if (picked || off)
    findings.push_back({off ? Severity::warning : Severity::note, path,
                        "the surface misses the picks by " + number_text(report.rms_misfit, 3) +
                            " m (root mean square), " + number_text(report.largest_misfit, 3) + " m at most",
                        ""});
  return findings;
}

Findings mesh_findings(const MeshReport& report) {
  Findings findings;
  const auto tell = [&](std::int64_t count, const char* what) {
    if (count > 0)
      findings.push_back({Severity::warning, "/events/0/horizon", std::to_string(count) + what, ""});
  };
  if (!report.read.empty()) findings.push_back({Severity::note, "/events/0/horizon/file", report.read, ""});
  const MeshRepairs& repairs = report.repairs;
  tell(repairs.merged, " vertices lay on others and were merged");
  tell(repairs.collapsed + repairs.repeated,
       " triangles had two corners in one place or stood there twice and were left out");
  tell(repairs.welded, " slivers, below a twentieth of a cell, were welded");
  tell(repairs.turned, " triangles were wound against the others and were turned");
  return findings;
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
