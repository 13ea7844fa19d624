#include "core/model/unknown_keys.hpp"

#include "core/base/error.hpp"
#include "core/model/fields.hpp"
#include "core/model/scenario_json.hpp"

namespace foldwave {

namespace {

// Most scenarios have none: only another reading tells which, and what each was near.
bool has_unknown_keys(const Scenario& scenario) {
  bool any = false;
  each_extra(scenario, [&](const ExtraKeys& extra) { any = any || !extra.empty(); });
  return any;
}

}  // namespace

Findings unknown_keys(const Scenario& scenario) {
  Findings findings;
  if (!has_unknown_keys(scenario)) return findings;
  // Coordinates have no keys, and may be a million.
  Scenario keys = scenario;
  keys.variants.clear();
  for (FoldEvent& event : keys.events) {
    if (auto* const points = std::get_if<PointsHorizon>(&event.horizon)) points->points.clear();
    if (auto* const mesh = std::get_if<MeshHorizon>(&event.horizon)) {
      mesh->vertices.clear();
      mesh->triangles.clear();
    }
  }
  try {
    parse_scenario(scenario_text(keys), {}, &findings);
  } catch (const Error&) {
    // A value that no file can hold is told by the checks.
  }
  return findings;
}

}  // namespace foldwave
