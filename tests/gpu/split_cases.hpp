// Waves that are cut into slabs, for the tests that hold slabs' bits against those of one device.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/wave/propagator.hpp"
#include "core/wave/run_control.hpp"

namespace foldwave {

class SplitSnapshots final : public SnapshotSink {
 public:
  void snapshot(int step, double, const Field<float>& pressure) override {
    values.push_back(static_cast<float>(step));
    values.insert(values.end(), pressure.values().begin(), pressure.values().end());
  }
  std::vector<float> values;
};

struct SplitCase {
  int order = 8, time_order = 2;
  Boundary faces = Boundary::free;
  bool density = false, start = false;
  Precision precision = Precision::binary32;
  std::array<int, 3> n{70, 45, 130};
};

inline WaveModel split_model(const SplitCase& c) {
  WaveModel model;
  model.grid.n = c.n;
  model.grid.h = {10.0, 11.0, 9.0};
  auto velocity = std::make_shared<Field<float>>(c.n), other = std::make_shared<Field<float>>(c.n);
  for (Index m = 0; m < velocity->size(); ++m) {
    (*velocity)[m] = 2500.0F + 700.0F * static_cast<float>(std::sin(0.01 * static_cast<double>(m % 4001)));
    (*other)[m] = 2200.0F + 300.0F * static_cast<float>(std::cos(0.013 * static_cast<double>(m % 3001)));
  }
  model.velocity = velocity;
  if (c.density) model.density = other;
  if (c.start) model.start = other;
  model.stencil = taylor_stencil(c.order);
  model.time_order = c.time_order;
  model.precision = c.precision;
  model.boundaries.fill(c.faces);
  model.pad_cells = 8;
  model.frequency = 20.0;
  model.dt = 1.0;
  model.dt = 0.9 * stable_dt(model);
  model.steps = 121;
  model.snapshot_every = 17;
  const Vec3 end = model.grid.extent();
  std::vector<float> series;
  for (int s = 0; s < 50; ++s)
    series.push_back(static_cast<float>(1e3 * std::sin(0.3 * s) * std::exp(-0.005 * s * s)));
  for (int s = 0; s < 9; ++s)
    model.sources.push_back({{0.4 * end.x + 3.3 * s, 0.5 * end.y, end.z * s / 8.0}, series});
  for (int r = 0; r < 90; ++r)
    model.receivers.push_back({0.6 * end.x + 0.7 * r, 0.4 * end.y, end.z * r / 89.0});
  return model;
}

inline std::vector<SplitCase> split_cases() {
  std::vector<SplitCase> cases;
  for (const int order : {2, 4, 8, 16})
    for (const Boundary faces : {Boundary::free, Boundary::sponge, Boundary::cpml})
      cases.push_back({order, 2, faces});
  cases.push_back({8, 4, Boundary::cpml});
  cases.push_back({8, 2, Boundary::cpml, true});
  cases.push_back({4, 4, Boundary::free, true});
  cases.push_back({8, 2, Boundary::free, false, true});
  cases.push_back({8, 2, Boundary::cpml, false, false, Precision::binary64});
  cases.push_back({8, 2, Boundary::cpml, false, false, Precision::binary32, {70, 1, 130}});
  return cases;
}

inline std::string split_case_text(const SplitCase& c) {
  return "order " + std::to_string(c.order) + ", faces " + std::to_string(static_cast<int>(c.faces)) +
         ", time order " + std::to_string(c.time_order) + (c.density ? ", density" : "") +
         (c.n[1] == 1 ? ", section" : "");
}

}  // namespace foldwave
