#include <algorithm>
#include <string>
#include <string_view>

#include "core/engine/forecast/calibration_cases.hpp"

namespace foldwave {

namespace {

// No powers of 2, and few of them: waves of one grid share their fold, which the processor makes.
constexpr std::array<int, 3> middle{201, 226, 187}, small{118, 131, 109}, large{358, 330, 371},
    flat{1012, 1, 690}, short_flat{460, 1, 370}, wide_flat{2300, 1, 1900};

// For the cases that are drawn: tiles are cut by the width.
constexpr std::array<std::array<int, 3>, 8> boxes{{{97, 214, 161},
                                                   {113, 147, 240},
                                                   {139, 118, 205},
                                                   {157, 262, 119},
                                                   {188, 131, 277},
                                                   {233, 170, 146},
                                                   {259, 226, 187},
                                                   {286, 241, 263}}};
constexpr std::array<std::array<int, 3>, 4> flats{
    {{412, 1, 530}, {700, 1, 330}, {1012, 1, 690}, {560, 1, 850}}};
constexpr int drawn_cases = 48;
constexpr double most_dense = 5e6;  // nodes: the processor looks for the stability limit of a density

struct DeviceCase {
  std::array<int, 3> n;
  int order;
  std::string_view what{};  // words of what it has: pads, two, sponge, double, density, fourth, receivers
};

// A kernel of its own for each order of tiles; pads by their axes; then what is rarer.
constexpr DeviceCase cases_of_steps[]{{middle, 8},
                                      {middle, 8, "pads"},
                                      {small, 8},
                                      {flat, 8},
                                      {flat, 8, "pads"},
                                      {large, 8},
                                      {large, 4},
                                      {large, 16},
                                      {middle, 2},
                                      {large, 2},
                                      {middle, 16},
                                      {middle, 4},
                                      {middle, 12},
                                      {middle, 10},
                                      {middle, 6},
                                      {middle, 14},
                                      {small, 2, "pads"},
                                      {middle, 16, "pads"},
                                      {middle, 4, "pads"},
                                      {middle, 12, "two"},
                                      {middle, 8, "receivers"},
                                      {middle, 8, "double"},
                                      {middle, 8, "fourth"},
                                      {small, 8, "density"},
                                      {flat, 2},
                                      {flat, 16},
                                      {flat, 16, "pads"},
                                      {flat, 2, "pads"},
                                      {short_flat, 8, "pads"},
                                      {short_flat, 8},
                                      {flat, 8, "receivers"},
                                      {small, 16},
                                      {small, 2},
                                      {small, 8, "pads"},
                                      {large, 4, "pads"},
                                      {large, 10, "pads"},
                                      {middle, 2, "pads"},
                                      {middle, 6, "pads"},
                                      {middle, 10, "two"},
                                      {small, 4, "two"},
                                      {large, 6, "two"},
                                      {small, 14, "pads"},
                                      {small, 2, "density"},
                                      {small, 16, "density"},
                                      {middle, 2, "fourth"},
                                      {middle, 16, "fourth"},
                                      {small, 8, "fourth pads"},
                                      {middle, 2, "double"},
                                      {middle, 16, "double"},
                                      {small, 8, "double pads"},
                                      {large, 4, "double pads"},
                                      {middle, 4, "sponge"},
                                      {flat, 8, "double"},
                                      {flat, 8, "double pads"},
                                      {short_flat, 2, "density"},
                                      {flat, 8, "density"},
                                      {short_flat, 16, "density pads"},
                                      {short_flat, 2, "fourth"},
                                      {flat, 8, "fourth"},
                                      {short_flat, 16, "fourth pads"},
                                      {wide_flat, 8},
                                      {wide_flat, 8, "pads"},
                                      {short_flat, 12, "two"},
                                      {short_flat, 4, "pads"},
                                      {large, 8, "receivers"},
                                      {small, 4, "receivers pads"},
                                      {middle, 8, "fourth double"},
                                      {short_flat, 8, "fourth double"},
                                      {small, 4, "density pads"},
                                      {small, 12, "density two"},
                                      {short_flat, 4, "density"},
                                      {short_flat, 12, "density pads"},
                                      {short_flat, 12, "fourth two"},
                                      {small, 12, "double two"},
                                      {middle, 4, "double"},
                                      {large, 2, "sponge"},
                                      {middle, 8, "density"},
                                      {small, 8, "double density"},
                                      {small, 8, "density fourth"},
                                      {short_flat, 8, "double density"}};

Scenario scenario_of(const DeviceCase& one) {
  const double nodes = 1.0 * one.n[0] * one.n[1] * one.n[2];
  const auto has = [&](std::string_view word) { return one.what.find(word) != std::string_view::npos; };
  const int steps = static_cast<int>(std::clamp((has("density") ? 3e8 : 1.2e9) / nodes, 12.0, 1200.0));
  Scenario s = short_wave(one.n, one.order, steps);
  if (has("pads")) s.propagation.boundaries.fill(Boundary::cpml);
  if (has("two")) s.propagation.boundaries[x_min] = s.propagation.boundaries[z_max] = Boundary::cpml;
  if (has("sponge")) s.propagation.boundaries.fill(Boundary::sponge);
  if (has("double")) s.propagation.precision = Precision::binary64;
  if (has("density")) set_densities(s);
  if (has("fourth")) s.propagation.time_order = 4;
  if (has("receivers")) add_receivers(s);
  return s;
}

// Shapes, orders and what else there is, each in its own turn.
Scenario drawn_case(std::size_t i) {
  const bool section = i % 4 == 3;
  const std::array<int, 3>& n = section ? flats[i / 4 % flats.size()] : boxes[5 * i % boxes.size()];
  std::string what;
  const auto add = [&](bool has, const char* word) {
    if (has) what += word;
  };
  add(i % 3 == 0, "pads ");
  add(i % 3 == 1, "two ");
  add(i % 5 == 2, "double ");
  add(i % 7 == 3, "fourth ");
  add(i % 7 == 5 && 1.0 * n[0] * n[1] * n[2] < most_dense, "density ");
  add(i % 2 == 1, "receivers ");
  return scenario_of({n, 2 + 2 * static_cast<int>(3 * i % 8), what});
}

}  // namespace

std::vector<Scenario> device_wave_cases() {
  std::vector<Scenario> cases;
  for (const DeviceCase& one : cases_of_steps)
    cases.push_back(scenario_of(one));
  for (std::size_t i = 0; i < drawn_cases; ++i)
    cases.push_back(drawn_case(i));
  // Of each second the source soon ends, as in most steps of a long run.
  for (std::size_t i = 0; i < cases.size(); i += 2)
    cases[i].survey.wavelet.frequency = 1.0 / cases[i].propagation.dt;
  // Means over cells, which the processor makes.
  for (const std::array<int, 3>& n : {small, middle}) {
    cases.push_back(short_wave(n, 8, 12));
    cases.back().propagation.interfaces = Interfaces::cell_average;
  }
  // Snapshots: packed and written.
  for (const std::array<int, 3>& n : {small, middle}) {
    cases.push_back(short_wave(n, 8, 12));
    cases.back().outputs.snapshot_steps = 6;
  }
  return cases;
}

}  // namespace foldwave
