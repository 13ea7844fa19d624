// A shot over a small layered section, and its record as SEG-Y: of the scenario as it is or of one with
// another velocity; whole, or spoiled as files of the field are.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/run_folder.hpp"

namespace foldwave {

inline Scenario shot_section(double upper_velocity = 2000.0, double duration = 0.4) {
  Scenario s = parse_scenario(R"({
    "format": "foldwave-scenario", "version": 1, "name": "layered",
    "grid": {"nodes": [48, 1, 48], "spacing": [10, 10, 10], "origin": [1000, 0, 300]},
    "events": [{"type": "fold", "name": "flat",
                "horizon": {"type": "plane", "point": [1235, 0, 560], "dip": 0, "dip_direction": 90},
                "fold": {"lambda": 0, "axial_line": {"trend": 0, "plunge": 90}}}],
    "layers": {"horizon_is_top_of": 1, "list": [{"name": "a", "velocity": 2000}, {"name": "b", "velocity": 2600}]},
    "survey": {"wavelet": {"type": "ricker", "frequency": 25}, "sources": [{"position": [1100, 0, 350]}],
               "receivers": [{"type": "line", "from": [1150, 0, 320], "to": [1450, 0, 320], "count": 13}]},
    "propagation": {"duration": 0.4, "boundaries": {"x_min": "cpml", "x_max": "cpml", "y_min": "cpml",
                                                    "y_max": "cpml", "z_min": "cpml", "z_max": "cpml"}}
  })",
                              "layered");
  s.stack.layers.front().velocity = upper_velocity;
  s.propagation.duration = duration;
  return s;
}

inline void write_record(const std::string& file, const Scenario& scenario,
                         const std::function<void(Gather&)>& spoil = {}) {
  const auto backend = cpu_backend();
  const FoldResult fold = run_fold(scenario, *backend, {});
  WaveResult wave = run_wave(scenario, fold, *backend, {}, {});
  if (spoil) spoil(wave.run.gather);
  write_gather_segy(file, scenario, wave);
}

}  // namespace foldwave
