#include "core/bench/wave_cases.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

constexpr double slow = 1500.0, middle = 3000.0, fast = 4700.0;  // m/s
constexpr int receivers_a_side = 100;

double velocity_at(const WaveBenchSetup& setup, double x, double z) {
  if (setup.salt) {
    // 675 x 210 cells of 20 m: water, a gradient, and a lens of salt at 4482 m/s.
    const double u = (x - 7000.0) / 3000.0, w = (z - 2000.0) / 700.0;
    if (u * u + w * w < 1.0) return 4482.0;
    return z < 400.0 ? slow : slow + 0.5 * (z - 400.0);
  }
  if (!setup.layered) return middle;
  const int nz = setup.model.grid.n[2];
  return z < 0.5 * nz * setup.model.grid.h[2] ? slow : fast;
}

double fastest(const WaveBenchSetup& setup) {
  return setup.salt ? 4482.0 : setup.layered ? fast : middle;
}

void set_boundary(WaveModel& model, BenchBoundary boundary) {
  model.boundaries.fill(boundary == BenchBoundary::bare     ? Boundary::free
                        : boundary == BenchBoundary::sponge ? Boundary::sponge
                                                            : Boundary::cpml);
}

std::string suffix(BenchBoundary boundary) {
  return boundary == BenchBoundary::bare ? "" : boundary == BenchBoundary::sponge ? "-sponge" : "-cpml";
}

void set_source(WaveModel& model, Vec3 position, double frequency) {
  model.frequency = frequency;
  PointSource source{position, {}};
  for (int n = 0; n < model.steps; ++n) {
    const double t = n * model.dt - 1.5 / frequency;
    if (t > 1.5 / frequency) break;
    source.series.push_back(static_cast<float>(ricker(frequency, t)));
  }
  model.sources = {source};
}

// A cube, or a section half as deep as it is wide.
WaveBenchSetup box(const std::string& stem, bool flat, int side, int order, BenchBoundary boundary,
                   bool layered, int steps) {
  WaveBenchSetup setup;
  const std::array<int, 3> n{side, flat ? 1 : side, flat ? side / 2 : side};
  setup.name = stem + "-" + std::to_string(side) + (layered ? "-layered" : "") + suffix(boundary);
  setup.layered = layered;
  setup.start = BenchStart::noise;
  setup.order = order;
  WaveModel& model = setup.model;
  model.grid = {n, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  model.stencil = taylor_stencil(order);
  model.dt = 0.9 * stable_dt(model.grid, model.stencil, fastest(setup));
  model.steps = steps;
  set_boundary(model, boundary);
  // Short enough to fill the first steps, on a node.
  set_source(model, {10.0 * (n[0] / 2), 10.0 * (n[1] / 2), 10.0 * (n[2] / 2)}, 0.05 / model.dt);
  if (boundary == BenchBoundary::bare) return setup;
  const int count = std::min(receivers_a_side, side);
  const double spacing = 10.0 * (count > 1 ? (side - 1) / (count - 1) : 0);
  for (int j = 0; j < (flat ? 1 : count); ++j)
    for (int i = 0; i < count; ++i)
      model.receivers.push_back({i * spacing, j * spacing, 10.0});
  return setup;
}

WaveBenchSetup seed001(int order, BenchBoundary boundary, int steps) {
  WaveBenchSetup setup;
  setup.name = "seed001";
  setup.salt = true;
  setup.order = order;
  WaveModel& model = setup.model;
  model.grid = {{675, 1, 210}, {20.0, 20.0, 20.0}, {}, {}, {}, 0};
  model.stencil = taylor_stencil(order);
  model.dt = 0.002;
  model.steps = steps;
  set_boundary(model, boundary);
  model.boundaries[z_min] = Boundary::free;
  if (boundary == BenchBoundary::sponge) model.pad_cells = 50;
  set_source(model, {6000.0, 0.0, 1000.0}, 10.0);
  for (int i = 0; i < model.grid.n[0]; ++i)
    model.receivers.push_back({20.0 * i, 0.0, 20.0});
  model.snapshot_steps = {50, 500, 1000, 1500, 1950};
  return setup;
}

WaveBenchSetup seed002(int order, BenchBoundary boundary, int steps) {
  WaveBenchSetup setup = box("seed002", false, 50, order, boundary, true, steps);
  setup.name = "seed002" + suffix(boundary);
  setup.start = BenchStart::rest;
  set_source(setup.model, {250.0, 250.0, 100.0}, 20.0);
  return setup;
}

// -1 to 1, by mixing the bits of the node's number.
float noise(Index node) {
  auto bits = static_cast<std::uint64_t>(node) * 0x9E3779B97F4A7C15U;
  bits = (bits ^ (bits >> 31U)) * 0xBF58476D1CE4E5B9U;
  return static_cast<float>(bits >> 40U) * 0x1p-23F - 1.0F;
}

int or_else(int asked, int own) {
  return asked > 0 ? asked : own;
}

}  // namespace

Field<float> WaveBenchSetup::velocity() const {
  const Grid3& grid = model.grid;
  Field<float> field(grid.n);
#pragma omp parallel for collapse(2) schedule(static)
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        field(i, j, k) = static_cast<float>(velocity_at(*this, i * grid.h[0], k * grid.h[2]));
  return field;
}

Field<float> WaveBenchSetup::start_field() const {
  if (start == BenchStart::rest) return {};
  const std::array<int, 3> n = model.grid.n;
  Field<float> field(n);
  const auto inside = [&n](std::size_t axis, int i) { return n[axis] == 1 || (i > 0 && i < n[axis] - 1); };
#pragma omp parallel for collapse(2) schedule(static)
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i)
        field(i, j, k) =
            inside(0, i) && inside(1, j) && inside(2, k) ? noise(model.grid.index(i, j, k)) : 0.0F;
  return field;
}

std::vector<WaveBenchSetup> wave_bench_setups(WaveBenchCase which, const WaveBenchPlan& plan,
                                              bool on_device) {
  const auto orders = [&plan](std::vector<int> own) { return plan.orders.empty() ? own : plan.orders; };
  const std::vector<int> sizes = !plan.sizes.empty()              ? plan.sizes
                                 : !on_device                     ? std::vector<int>{384}
                                 : which == WaveBenchCase::ladder ? std::vector<int>{512}
                                                                  : std::vector<int>{512, 1024};
  std::vector<WaveBenchSetup> setups;
  switch (which) {
    case WaveBenchCase::cube:
    case WaveBenchCase::section: {
      const bool flat = which == WaveBenchCase::section;
      const std::vector<BenchBoundary> boundaries =
          plan.boundary ? std::vector<BenchBoundary>{*plan.boundary}
                        : std::vector<BenchBoundary>{BenchBoundary::bare, BenchBoundary::cpml};
      for (const int n : flat&& plan.sizes.empty() ? std::vector<int>{800, 3200} : sizes)
        for (const int order : orders({8}))
          for (const BenchBoundary boundary : boundaries)
            for (const bool layered : {false, true})
              setups.push_back(box(flat ? "section" : "cube", flat, n, order, boundary, layered,
                                   or_else(plan.steps, flat || on_device ? 200 : 20)));
      break;
    }
    case WaveBenchCase::ladder:
      for (const int n : sizes)
        for (const int order : orders({8}))
          setups.push_back(box("ladder", false, n, order, plan.boundary.value_or(BenchBoundary::bare), false,
                               or_else(plan.steps, on_device ? 100 : 20)));
      break;
    case WaveBenchCase::seed001:
      for (const int order : orders({16}))
        setups.push_back(
            seed001(order, plan.boundary.value_or(BenchBoundary::sponge), or_else(plan.steps, 2000)));
      break;
    case WaveBenchCase::seed002:
      for (const int order : orders({2, 4, 8}))
        setups.push_back(
            seed002(order, plan.boundary.value_or(BenchBoundary::bare), or_else(plan.steps, 1000)));
      break;
  }
  if (plan.start)
    for (WaveBenchSetup& setup : setups)
      setup.start = *plan.start;
  return setups;
}

}  // namespace foldwave
