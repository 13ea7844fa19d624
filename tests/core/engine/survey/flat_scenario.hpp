// A plane at 345 m of depth, between nodes; a line of few shots over it.
#pragma once

#include "core/engine/pipeline.hpp"
#include "core/engine/survey/survey_run.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"

namespace foldwave {

inline Scenario flat_scenario(std::array<int, 3> nodes = {101, 1, 61}) {
  Scenario s = parse_scenario(R"({
    "format": "foldwave-scenario", "version": 1, "name": "flat",
    "grid": {"nodes": [101, 1, 61], "spacing": [10, 10, 10], "origin": [2000, 300, 100]},
    "events": [{"type": "fold", "name": "flat",
                "horizon": {"type": "plane", "point": [2500, 300, 445], "dip": 0, "dip_direction": 90},
                "fold": {"lambda": 0, "axial_line": {"trend": 0, "plunge": 90}}}],
    "layers": {"horizon_is_top_of": 1, "list": [{"name": "a", "velocity": 2000}, {"name": "b", "velocity": 2200}]},
    "survey": {"wavelet": {"type": "ricker", "frequency": 10}, "sources": [{"position": [2500, 300, 200]}],
               "receivers": []},
    "propagation": {"duration": 0.3},
    "imaging": {"purpose": "image", "survey": {"shots": 5}}
  })",
                              "s");
  s.grid.n = nodes;
  return s;
}

inline SurveyResult surveyed(const Scenario& s, const SurveyRunOptions& options = {}, const Job& job = {}) {
  return run_survey(s, run_fold(s, *cpu_backend(), {}), *cpu_backend(), options, job);
}

inline std::string refused_at(const Findings& findings) {
  for (const Finding& f : findings)
    if (f.severity == Severity::error) return f.path;
  return {};
}

}  // namespace foldwave
