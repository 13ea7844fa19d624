#include "gpu/imaging/trace_tables.hpp"

#include <algorithm>
#include <utility>

#include "core/wave/density_line.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/stepper_check.hpp"
#include "core/wave/taps.hpp"

namespace foldwave {

namespace {

template <class Real>
struct PlacedTrace {
  Index node;
  TraceEntry<Real> entry;
};

// By node, each node's entries in the traces' order.
template <class Real>
void put_in_order(std::vector<PlacedTrace<Real>>& placed, TraceLists<Real>& lists) {
  std::ranges::stable_sort(placed, {}, &PlacedTrace<Real>::node);
  for (const PlacedTrace<Real>& one : placed) {
    if (lists.nodes.empty() || lists.nodes.back() != one.node) {
      lists.nodes.push_back(one.node);
      lists.start.push_back(static_cast<int>(lists.entries.size()));
    }
    lists.entries.push_back(one.entry);
  }
  lists.start.push_back(static_cast<int>(lists.entries.size()));
}

// Sources first, traces fastest.
std::vector<float> samples_by_step(const std::vector<std::vector<float>>& series, const SentTraces& sent,
                                   int& steps) {
  const std::size_t sources = series.size(), count = sources + sent.receivers.size();
  std::size_t longest = sent.receivers.empty() ? 0 : static_cast<std::size_t>(sent.steps);
  for (const auto& one : series)
    longest = std::max(longest, one.size());
  steps = static_cast<int>(longest);
  std::vector<float> samples(count * longest, 0.0F);
  for (std::size_t s = 0; s < sources; ++s)
    for (std::size_t n = 0; n < series[s].size(); ++n)
      samples[s + count * n] = series[s][n];
  const std::size_t each = sent.receivers.size();
  for (std::size_t n = 0; n < (each == 0 ? 0 : sent.samples.size() / each); ++n)
    std::copy_n(sent.samples.data() + each * n, each, samples.data() + count * n + sources);
  return samples;
}

}  // namespace

// Sources are traces that nothing weighs but the medium.
template <class Real>
TraceLists<Real> list_traces(const PaddedGrid& padded, const StepperSetup& setup,
                             const std::array<std::vector<double>, 3>& factors) {
  SentTraces sent;
  if (setup.traces) sent = sent_traces(*setup.traces);
  Field<Real> density;
  if (setup.adjoint && setup.model.density != nullptr)
    density = padded_density<Real>(padded, *setup.model.density);
  const auto place_of = [&](Index node) {
    return std::array{static_cast<int>(node % padded.row()) - padded.lead[0],
                      static_cast<int>(node % padded.plane() / padded.row()) - padded.lead[1],
                      static_cast<int>(node / padded.plane()) - padded.lead[2]};
  };
  const auto squared_step = [&](Index node) {
    std::array<int, 3> user = place_of(node);
    for (std::size_t a = 0; a < 3; ++a)
      user[a] = std::clamp(user[a] - padded.user[a], 0, padded.grid.n[a] - 1);
    const double v_dt = (*setup.model.velocity)(user[0], user[1], user[2]) * setup.model.dt;
    return static_cast<Real>(v_dt * v_dt);
  };
  // What a node makes of a trace of the adjoint, beside that: density and sponge.
  const auto adjoint_weight = [&](Index node) {
    if (!setup.adjoint) return Real(1);
    Real weight = density.empty() ? Real(1) : density[node];
    const std::array<int, 3> place = place_of(node);
    for (std::size_t a = 0; a < 3; ++a)
      weight *= static_cast<Real>(factors[a][static_cast<std::size_t>(place[a])]);
    return weight;
  };
  std::vector<PlacedTrace<Real>> placed;
  const double cell = 1.0 / padded.cell_measure();
  const auto place = [&](Vec3 position, double scale, int trace, const auto& weight) {
    for (const Tap& tap : source_taps(padded, position, setup.model.interpolation))
      placed.push_back(
          {tap.index,
           {static_cast<Real>(tap.weight * scale) * squared_step(tap.index) * weight(tap.index), trace}});
  };
  const auto& sources = setup.model.sources;
  std::vector<std::vector<float>> series;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    series.push_back(injected_series(sources[s].series, setup.model.time_order));
    place(sources[s].position, cell, static_cast<int>(s), [](Index) { return Real(1); });
  }
  for (std::size_t t = 0; t < sent.receivers.size(); ++t)
    place(setup.traces->gather->receivers[static_cast<std::size_t>(sent.receivers[t])],
          setup.traces->scale * cell, static_cast<int>(sources.size() + t), adjoint_weight);
  TraceLists<Real> lists;
  put_in_order(placed, lists);
  lists.traces = static_cast<int>(sources.size() + sent.receivers.size());
  lists.steps = sent.steps;
  lists.samples = sources.empty() ? std::move(sent.samples) : samples_by_step(series, sent, lists.steps);
  return lists;
}

template TraceLists<float> list_traces<float>(const PaddedGrid&, const StepperSetup&,
                                              const std::array<std::vector<double>, 3>&);
template TraceLists<double> list_traces<double>(const PaddedGrid&, const StepperSetup&,
                                                const std::array<std::vector<double>, 3>&);

}  // namespace foldwave
