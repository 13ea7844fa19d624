#include "core/model/unknown_keys.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/model/scenario_json.hpp"

namespace foldwave {

namespace {

bool any(const ExtraKeys& extra) {
  return !extra.empty();
}

template <class Parts>
bool any_of(const Parts& parts) {
  return std::any_of(parts.begin(), parts.end(), [](const auto& part) { return any(part.extra); });
}

bool in_horizon(const HorizonSpec& spec) {
  const auto* const trains = std::get_if<TrainsHorizon>(&spec);
  return std::visit([](const auto& horizon) { return any(horizon.extra); }, spec) ||
         (trains != nullptr && any_of(trains->trains));
}

bool in_fold(const FoldSpec& fold) {
  if (any(fold.extra) || any(fold.line_extra)) return true;
  if (!fold.varies) return false;
  const auto& stations = fold.varies->stations;
  return any(fold.varies->extra) || any_of(stations) ||
         std::any_of(stations.begin(), stations.end(),
                     [](const SpeedStation& s) { return any(s.line_extra); });
}

bool in_survey(const Survey& survey) {
  const auto in_start = [](const auto& start) {
    if constexpr (requires { start.extra; }) return any(start.extra);
    return false;
  };
  return any(survey.extra) || any(survey.wavelet.extra) || any_of(survey.sources) ||
         std::any_of(survey.receivers.begin(), survey.receivers.end(),
                     [](const ReceiverSet& set) {
                       return std::visit([](const auto& s) { return any(s.extra); }, set);
                     }) ||
         std::visit(in_start, survey.start);
}

// Most scenarios have none: only another reading tells which, and what each was near.
bool has_unknown_keys(const Scenario& s) {
  const Propagation& p = s.propagation;
  const bool in_section =
      s.section && (any(s.section->extra) || (s.section->backdrop && any(s.section->backdrop->extra)));
  return any(s.extra) || any(s.grid_extra) || any(s.stack.extra) || any_of(s.stack.layers) ||
         std::any_of(
             s.events.begin(), s.events.end(),
             [](const FoldEvent& e) { return any(e.extra) || in_horizon(e.horizon) || in_fold(e.fold); }) ||
         in_survey(s.survey) || any(p.extra) || any(p.boundaries_extra) ||
         (p.window && any(p.window->extra)) || any(s.outputs.extra) || any(s.outputs.snapshots_extra) ||
         in_section || (s.velocity && any(s.velocity->extra));
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
