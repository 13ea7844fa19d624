#include <algorithm>
#include <cmath>

#include "core/engine/forecast/step_terms.hpp"
#include "core/wave/cpml_slabs.hpp"
#include "core/wave/tile_cut.hpp"

namespace foldwave {

namespace {

bool has_face(const PaddedGrid& padded, Boundary boundary) {
  return std::ranges::find(padded.boundaries, boundary) != padded.boundaries.end();
}
bool has_pads(const PaddedGrid& padded) {
  return !cpml_slab_layouts(padded).empty();
}

// As two_step_fits has it (gpu/wave/two_step.cu).
bool goes_in_pairs(const PaddedGrid& padded) {
  return !has_pads(padded) &&
         (padded.radius == 1 || (padded.radius == 2 && !has_face(padded, Boundary::free)));
}

std::string kind_of(const StepCount& count, const PaddedGrid& padded) {
  const WaveModel& model = count.model;
  const char* const of_general = count.density ? "density" : model.time_order == 4 ? "fourth" : nullptr;
  if (padded.section)
    return of_general != nullptr ? std::string("section.") + of_general
           : has_pads(padded)    ? "section.pads"
                                 : "section";
  if (of_general != nullptr) return of_general;
  if (model.precision == Precision::binary64) return "double";
  return goes_in_pairs(padded) ? "pairs" : "tiles";
}

// Axes along which a launch of its own makes the images behind free faces.
double image_launches(const std::string& kind, const PaddedGrid& padded, bool in_double) {
  const bool reflects = kind == "pairs" || kind == "tiles" || (kind == "section.pads" && !in_double);
  if (kind == "section" || (reflects && padded.radius <= 5)) return 0.0;
  double axes = 0.0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!(padded.section && axis == 1) &&
        (padded.boundaries[2 * axis] == Boundary::free || padded.boundaries[2 * axis + 1] == Boundary::free))
      axes += 1.0;
  return axes;
}

// Of a step: the kernel, images, pads, sources, receivers.
double launches(const StepCount& count, const std::string& kind, const PaddedGrid& padded) {
  if (kind == "section") return 1.0;
  std::array<double, 3> with_pads{};
  for (const CpmlSlab& slab : cpml_slab_layouts(padded))
    with_pads[static_cast<std::size_t>(slab.axis)] = 1.0;
  double all = with_pads[0] + with_pads[1] + with_pads[2] + 1.0 + (count.taps > 0.0 ? 1.0 : 0.0);
  const bool fourth = count.model.time_order == 4;
  const double passes = fourth ? 2.0 : 1.0;
  const bool general = fourth || count.density;
  all += passes *
         ((count.density ? 0.0 : image_launches(kind, padded, count.model.precision == Precision::binary64)) +
          (kind == "pairs" ? 0.5 : 1.0));
  return all + (general ? 1.0 : 0.0);
}

int whole(int nodes, int of) {
  return (nodes + of - 1) / of * of;
}

// With what tiles reach beyond the grid.
double worked_nodes(const std::string& kind, const PaddedGrid& padded) {
  std::array<int, 3> n = padded.n;
  if (kind == "tiles") n[0] = whole(n[0], device_tile_width(padded));
  if (kind == "tiles" || kind == "pairs") n[1] = whole(n[1], tile_height(padded.radius));
  return 1.0 * n[0] * n[1] * n[2];
}

// Of the device's processors that run tiles: those of a Hopper.
constexpr int tile_processors = 132;

// Blocks of tiles that a processor runs at once, by its shared memory and registers (a thread's by
// nvcc 13.0).
int tile_blocks(int radius, int width) {
  constexpr std::array registers{72, 120, 144, 152, 168, 216, 232, 168};
  const int threads = width / 4 * tile_height(radius) / tile_rows(radius);
  const int by_shared = static_cast<int>(std::size_t{228 * 1024} / (tile_shared_bytes(radius, width) + 1024));
  const int by_registers = 65536 / (whole(threads, 32) * registers[static_cast<std::size_t>(radius - 1)]);
  return std::max(1, std::min({by_shared, by_registers, 2048 / threads}));
}

// How many times as long the blocks are at work as their planes take: chunks begin with planes that only
// fill them, and the last round leaves processors idle.
double uneven_work(const std::string& kind, const PaddedGrid& padded) {
  const bool pairs = kind == "pairs";
  const int width = pairs ? 128 : device_tile_width(padded), height = tile_height(padded.radius);
  const int tiles = ((padded.n[0] + width - 1) / width) * ((padded.n[1] + height - 1) / height);
  const int slots = tile_processors * (pairs ? 1 : tile_blocks(padded.radius, width));
  return 1.0 / cut_planes(tiles, padded.n[2], slots, (pairs ? 3.0 : 1.5) * padded.radius).share;
}

// Where psi is updated, and where its term is added, along x and along the other axes.
struct PadNodes {
  double along_x = 0.0, along_others = 0.0;
};
PadNodes pad_nodes(const PaddedGrid& padded) {
  const auto box = [](const std::array<int, 3>& first, const std::array<int, 3>& last) {
    return 1.0 * (last[0] - first[0]) * (last[1] - first[1]) * (last[2] - first[2]);
  };
  PadNodes nodes;
  for (const CpmlSlab& slab : cpml_slab_layouts(padded))
    (slab.axis == 0 ? nodes.along_x : nodes.along_others) +=
        box(slab.first, slab.last) + box(slab.term_first, slab.term_last);
  return nodes;
}

// Of a slab: what devices wait for each other, and planes that travel, in single precision's: of tiles beside
// the inner step once no source sounds any more. How many: gpu/wave/slabs/device_plan.cu.
void add_cut(const StepCount& count, const std::string& kind, const PaddedGrid& padded,
             std::vector<WorkTerm>& terms) {
  const bool pairs = kind == "pairs", fourth = count.model.time_order == 4;
  const double a_step = pairs ? 0.5 : 1.0;
  const double halo =
      padded.radius * (pairs ? 2.0 : 1.0) * (fourth ? 2.0 : 1.0) * (count.density ? 2.0 : 1.0);
  const double levels = pairs ? 2.0 : 1.0, size = count.model.precision == Precision::binary64 ? 2.0 : 1.0;
  const double planes = a_step * levels * halo * size * count.cuts * padded.n[0] * padded.n[1];
  const double silent = kind == "tiles" ? count.silent : 0.0, sounding = count.steps - silent;
  terms.push_back({a_step * count.steps, {{"device.cut"}}});
  if (sounding > 0.0) terms.push_back({a_step * sounding, {{"device.cut.sounding"}}});
  if (sounding > 0.0) terms.push_back({planes * sounding, {{"device.cut.node"}}});
  if (silent > 0.0) terms.push_back({planes * silent, {{"device.cut.node"}, {"device.cut.hidden"}}});
}

}  // namespace

int device_tile_width(const PaddedGrid& padded) {
  return even_width(padded.n[0], widest_tile(padded.radius));
}

std::string device_step_kind(const StepCount& count) {
  return kind_of(count, PaddedGrid(count.model));
}

std::vector<WorkTerm> device_step_terms(const StepCount& count) {
  const WaveModel& model = count.model;
  const PaddedGrid padded(model);
  const std::string kind = kind_of(count, padded), stem = "device." + kind;
  std::vector<RateShare> factors;
  const bool in_double = model.precision == Precision::binary64;
  if (in_double && kind != "double") factors.push_back({stem + ".double"});
  if (count.density && model.time_order == 4) factors.push_back({"device.density.fourth"});

  std::vector<RateShare> of_node = factors;
  share_radius(stem, padded.radius, kind == "tiles" ? std::span<const int>(all_radii) : some_radii, of_node);
  // From the second-level cache to memory, which tiles of few operations feel more.
  const double large = std::clamp(std::log2(field_bytes(padded, model) / 25e6) / 3.0, 0.0, 1.0);
  if (large > 0.0 && kind == "tiles")
    share_radius(stem + ".large", padded.radius, large_radii, of_node, large);
  else if (large > 0.0)
    of_node.push_back({stem + ".large", large});
  if (kind == "tiles")
    share_radius(stem + ".uneven", padded.radius, large_radii, of_node, std::log(uneven_work(kind, padded)));
  if (kind == "pairs") of_node.push_back({stem + ".uneven", std::log(uneven_work(kind, padded))});
  if (kind == "tiles") of_node.push_back({stem + ".narrow", std::log2(128.0 / device_tile_width(padded))});
  if (has_face(padded, Boundary::sponge)) of_node.push_back({"wave.sponge"});
  const double nodes = worked_nodes(kind, padded);
  std::vector<WorkTerm> terms{{nodes * count.steps, std::move(of_node)}};
  const PadNodes pads = pad_nodes(padded);
  const auto add_pads = [&](double amount, const char* axes) {
    if (!(amount > 0.0)) return;
    std::vector<RateShare> rates;
    share_radius(std::string("device.pads.") + axes, padded.radius, some_radii, rates);
    if (in_double) rates.push_back({"device.pads.double"});
    terms.push_back({amount * count.steps, std::move(rates)});
  };
  add_pads(pads.along_x, padded.section ? "section" : "x");
  add_pads(pads.along_others, padded.section ? "section" : "yz");
  // Sources are a launch of their own, but in a section's one.
  const double all = launches(count, kind, padded) * count.steps - (kind == "section" ? 0.0 : count.silent);
  terms.push_back({all / count.side_by_side, {{padded.section ? "device.section.launch" : "device.launch"}}});
  if (count.taps > 0.0) terms.push_back({count.taps * count.steps, {{"device.tap"}}});
  terms.push_back({1.0, {{"device.steps.once"}}});
  if (count.cuts > 0) add_cut(count, kind, padded, terms);
  return terms;
}

}  // namespace foldwave
