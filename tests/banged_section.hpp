// A small section with one event in two layers, and receivers along its top: a second or two to locate.
#pragma once

#include "core/model/scenario_json.hpp"

namespace foldwave {

inline Scenario banged_section() {
  return parse_scenario(R"({
    "format": "foldwave-scenario", "version": 1, "name": "bang",
    "grid": {"nodes": [90, 1, 50], "spacing": [20, 20, 20], "origin": [1000, 0, 300]},
    "events": [{"type": "fold", "name": "flat",
                "horizon": {"type": "plane", "point": [1900, 0, 910], "dip": 8, "dip_direction": 90},
                "fold": {"lambda": 0, "axial_line": {"trend": 0, "plunge": 90}}}],
    "layers": {"horizon_is_top_of": 1, "list": [{"name": "a", "velocity": 2200}, {"name": "b", "velocity": 2700}]},
    "survey": {"wavelet": {"type": "ricker", "frequency": 10},
               "sources": [{"position": [1873, 0, 947], "delay": 0.0737, "amplitude": 3}],
               "receivers": [{"type": "line", "from": [1040, 0, 320], "to": [2740, 0, 320], "count": 18}]},
    "propagation": {"duration": 0.9, "dt": 0.002},
    "imaging": {"most_events": 2, "noise": 0.02}
  })",
                        "bang");
}

}  // namespace foldwave
