#include <algorithm>
#include <cmath>

#include "core/base/system.hpp"
#include "core/engine/forecast/step_terms.hpp"
#include "core/wave/cpml_slabs.hpp"
#include "core/wave/cpu/cpu_wave.hpp"
#include "core/wave/cpu/row_kernels.hpp"

namespace foldwave {

namespace {

double value_bytes(const WaveModel& model) {
  return model.precision == Precision::binary64 ? sizeof(double) : sizeof(float);
}

// Where psi is updated, and where its term is added, R nodes further in.
double cpml_nodes(const PaddedGrid& padded) {
  const auto box = [&](const std::array<int, 3>& first, const std::array<int, 3>& last) {
    return 1.0 * whole_lanes(last[0] - first[0]) * (last[1] - first[1]) * (last[2] - first[2]);
  };
  double nodes = 0.0;
  for (const CpmlSlab& slab : cpml_slab_layouts(padded))
    nodes += box(slab.first, slab.last) + box(slab.term_first, slab.term_last);
  return nodes;
}

int threads_of(const StepCount& count) {
  return std::max(1, thread_count() / count.side_by_side);
}

// The processor goes several steps on in a pass over what its caches do not hold.
bool lies_in_caches(const PaddedGrid& padded, const StepCount& count) {
  return field_bytes(padded, count.model) <=
         cached_wave_bytes(padded, count.density, count.model.time_order, threads_of(count));
}

std::string host_step_kind(const StepCount& count) {
  const PaddedGrid padded(count.model);
  return padded.section ? "section" : lies_in_caches(padded, count) ? "cached" : "volume";
}

std::vector<WorkTerm> host_step_terms(const StepCount& count) {
  const WaveModel& model = count.model;
  const PaddedGrid padded(model);
  const double bytes = field_bytes(padded, model);
  const std::string kind = "wave." + host_step_kind(count);
  std::vector<RateShare> factors;
  if (model.precision == Precision::binary64) factors.push_back({kind + ".double"});
  if (count.density) share_radius(kind + ".density", padded.radius, few_radii, factors);
  if (model.time_order == 4) share_radius(kind + ".fourth", padded.radius, few_radii, factors);

  std::vector<RateShare> of_node = factors;
  share_radius(kind, padded.radius, few_radii, of_node);
  // How far the fields are from filling the memory's bandwidth, 0 to 1, as sizes double.
  const double large = std::clamp(std::log2(bytes / 2e6) / 6.0, 0.0, 1.0);
  if (large > 0.0) of_node.push_back({kind + ".large", large});
  // Rows of a section's stencil that the first cache, of 32 or 48 KB, does not hold.
  const double row_bytes = value_bytes(model) * whole_lanes(padded.n[0]);
  const double overfull = std::clamp(std::log2((2.0 * padded.radius + 2.0) * row_bytes / 24e3), 0.0, 1.0);
  if (padded.section && overfull > 0.0) of_node.push_back({"wave.section.rows", overfull});
  if (padded.section && !lies_in_caches(padded, count)) of_node.push_back({"wave.section.blocked"});
  for (const Boundary boundary : model.boundaries)
    if (boundary == Boundary::sponge) {
      of_node.push_back({"wave.sponge"});
      break;
    }
  const double rows = 1.0 * padded.n[1] * padded.n[2];
  const double nodes = rows * whole_lanes(padded.n[0]);
  std::vector<WorkTerm> terms{{nodes * count.steps, std::move(of_node)}};
  if (const double slabs = cpml_nodes(padded); slabs > 0.0) {
    std::vector<RateShare> of_slab{{"wave.cpml"}, {kind + ".cpml"}};
    share_radius("wave.cpml", padded.radius, few_radii, of_slab);
    // Of stages that are taken one by one the CPML's own part grows less than the rest.
    if (model.precision == Precision::binary64) of_slab.push_back({kind + ".double"});
    if (count.density) of_slab.push_back({"wave.cpml.density"});
    if (model.time_order == 4) share_radius(kind + ".fourth", padded.radius, few_radii, of_slab, 0.5);
    terms.push_back({slabs * count.steps, std::move(of_slab)});
  }
  terms.push_back({rows * count.steps, {{"wave.row"}}});
  // Threads wait for each other, which one alone does not.
  if (count.side_by_side == 1 || threads_of(count) > 1)
    terms.push_back({count.steps / count.side_by_side, {{"wave.step"}}});
  // The first pass finds nothing in the caches and pages that nobody has touched.
  terms.push_back({1.0, {{"wave.begin"}}});
  terms.push_back({nodes, {{"wave.first"}}});
  if (count.taps > 0.0)
    terms.push_back({count.taps * count.steps, {{padded.section ? "wave.section.tap" : "wave.volume.tap"}}});
  return terms;
}

}  // namespace

void share_radius(const std::string& stem, int radius, std::span<const int> known,
                  std::vector<RateShare>& rates, double weight) {
  const int r = std::clamp(radius, known.front(), known.back());
  for (std::size_t i = 0; i + 1 < known.size(); ++i) {
    if (r > known[i + 1]) continue;
    const double part = 1.0 * (r - known[i]) / (known[i + 1] - known[i]);
    if (part < 1.0) rates.push_back({stem + ".radius" + std::to_string(known[i]), weight * (1.0 - part)});
    if (part > 0.0) rates.push_back({stem + ".radius" + std::to_string(known[i + 1]), weight * part});
    return;
  }
}

double field_bytes(const PaddedGrid& padded, const WaveModel& model) {
  return 3.0 * static_cast<double>(padded.size()) * value_bytes(model);
}

std::string step_kind(const StepCount& count, const Backend& backend) {
  return backend.on_host() ? host_step_kind(count) : device_step_kind(count);
}

std::vector<WorkTerm> step_terms(const StepCount& count, const Backend& backend) {
  return backend.on_host() ? host_step_terms(count) : device_step_terms(count);
}

void add_step_bounds(const StepCount& count, StagePart& part) {
  const PaddedGrid padded(count.model);
  const double nodes = static_cast<double>(padded.nodes()) * count.steps;
  const double axes = padded.section ? 2.0 : 3.0;
  // Three levels in and one out, and what a density and a fourth order take again.
  const double passes = (count.density ? 1.5 : 1.0) * (count.model.time_order == 4 ? 2.0 : 1.0);
  part.bytes += passes * nodes * 4.0 * value_bytes(count.model);
  part.operations += passes * nodes * (3.0 * axes * padded.radius + 4.0);
  part.loops += count.steps;
}

}  // namespace foldwave
