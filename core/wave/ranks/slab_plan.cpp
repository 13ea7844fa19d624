#include "core/wave/ranks/slab_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string>

#include "core/wave/cpu/cpu_wave.hpp"
#include "core/wave/padded_grid.hpp"

namespace foldwave {

namespace {

// Planes on either side of the one below it that a place between nodes takes part in.
int tap_reach(const WaveModel& model) {
  return model.interpolation == Interpolation::sinc ? 4 : 1;
}

double plane_of(const WaveModel& model, const Vec3& place) {
  return std::clamp(place.z / model.grid.h[2], 0.0, model.grid.n[2] - 1.0);
}

// Evenly by planes of the padded grid: pads are work, too.
std::vector<SlabCut> even_cuts(const PaddedGrid& padded, int slabs) {
  std::vector<SlabCut> cuts(static_cast<std::size_t>(slabs));
  const int nodes = padded.grid.n[2];
  for (int s = 0; s < slabs; ++s) {
    const auto bound = [&](int at) {
      const auto plane = static_cast<int>(std::int64_t{padded.n[2]} * at / slabs) - padded.pad[4];
      return at == 0 ? 0 : at == slabs ? nodes : std::clamp(plane, 0, nodes);
    };
    cuts[static_cast<std::size_t>(s)].first = bound(s);
    cuts[static_cast<std::size_t>(s)].last = bound(s + 1);
  }
  return cuts;
}

int margin_of(const WaveModel& model, std::vector<SlabCut>& cuts) {
  const int reach = tap_reach(model);
  int margin = 0;
  for (std::size_t r = 0; r < model.receivers.size(); ++r) {
    const double at = plane_of(model, model.receivers[r]);
    const bool on_node = std::abs(at - std::round(at)) < 1e-9;
    const int base = static_cast<int>(on_node ? std::round(at) : std::floor(at));
    for (SlabCut& cut : cuts) {
      if (base < cut.first || base >= cut.last) continue;
      cut.receivers.push_back(static_cast<std::int32_t>(r));
      const bool crosses = (cut.first > 0 && base - reach + 1 < cut.first) ||
                           (cut.last < model.grid.n[2] && base + reach >= cut.last);
      if (!on_node && crosses) margin = reach;
    }
  }
  return margin;
}

Grid3 slab_grid(const Grid3& whole, const SlabCut& cut, int halo) {
  Grid3 grid = whole;
  grid.whole = whole.n;
  grid.offset = {0, 0, cut.first - cut.below};
  grid.n[2] = cut.above + cut.last - cut.first + cut.below;
  grid.halo = halo;
  return grid;
}

bool thick_enough(const SlabPlan& plan) {
  return std::ranges::all_of(plan.slabs, [&](const SlabCut& c) { return c.last - c.first >= plan.halo; });
}

// Halo and stages of these cuts for a kernel; false where a slab is thinner than its halo.
bool fits(const WaveModel& model, WaveKernel kernel, SlabPlan& plan) {
  WaveModel of_kernel = model;
  of_kernel.kernel = kernel;
  // The first slab is as thick as any, give or take a plane.
  of_kernel.grid = slab_grid(model.grid, plan.slabs.front(), 0);
  const PaddedGrid padded(of_kernel);
  // Ranks may have threads of different number, and need one kernel.
  plan.kernel = cpu_wave_kernel(padded, of_kernel, 2);
  of_kernel.kernel = plan.kernel;
  plan.stages = model.precision == Precision::binary64 ? CpuWave<double>::stages_of_pass(padded, of_kernel)
                                                       : CpuWave<float>::stages_of_pass(padded, of_kernel);
  plan.halo = plan.stages * model.stencil.radius + plan.margin;
  plan.present_alone = plan.stages == 1 && plan.margin == 0;
  return thick_enough(plan);
}

void settle(bool good, SlabPlan& plan) {
  if (!good) plan.slabs.clear();
  for (std::size_t s = 0; s < plan.slabs.size(); ++s) {
    plan.slabs[s].below = s > 0 ? plan.halo : 0;
    plan.slabs[s].above = s + 1 < plan.slabs.size() ? plan.halo : 0;
  }
}

NodeField slab_field(const NodeField& field, const Grid3& grid) {
  if (field == nullptr) return nullptr;
  auto part = std::make_shared<Field<float>>(grid.n);
  const Index plane = Index{1} * grid.n[0] * grid.n[1];
  std::memcpy(part->data(), field->data() + plane * grid.offset[2], part->values().size_bytes());
  return part;
}

}  // namespace

std::string too_thin_text(const WaveModel& model, const SlabPlan& plan, const std::string& instead) {
  return "wave: " + std::to_string(model.grid.n[2]) +
         " planes of nodes are too few to share, as each slab needs " + std::to_string(plan.halo) +
         " of its own at " + model.stencil.name + ": " + instead;
}

SlabPlan plan_slabs(const WaveModel& model, int slabs) {
  SlabPlan plan;
  plan.slabs = even_cuts(PaddedGrid(model), slabs);
  plan.margin = slabs > 1 ? margin_of(model, plan.slabs) : 0;
  bool good = fits(model, model.kernel, plan);
  if (!good && model.kernel == WaveKernel::automatic) good = fits(model, WaveKernel::one_step, plan);
  settle(good, plan);
  return plan;
}

SlabPlan plan_device_slabs(const WaveModel& model, int slabs, int stages) {
  SlabPlan plan;
  plan.slabs = even_cuts(PaddedGrid(model), slabs);
  plan.stages = stages;
  plan.halo = std::max(stages * model.stencil.radius, margin_of(model, plan.slabs));
  plan.kernel = model.kernel;
  settle(thick_enough(plan), plan);
  return plan;
}

WaveModel slab_model(const WaveModel& model, const SlabPlan& plan, std::size_t slab) {
  const SlabCut& cut = plan.slabs[slab];
  WaveModel part = model;
  part.grid = slab_grid(model.grid, cut, plan.halo);
  part.kernel = plan.kernel;
  part.margin = plan.margin;
  part.check_stability = false;
  for (int face = 0; face < 6; ++face)
    part.face_speed[static_cast<std::size_t>(face)] =
        fastest_on_face(PaddedGrid(model), *model.velocity, face);
  for (NodeField* const field : {&part.velocity, &part.density, &part.start, &part.start_past})
    *field = slab_field(*field, part.grid);
  const int reach = tap_reach(model);
  std::erase_if(part.sources, [&](const PointSource& source) {
    const double at = plane_of(model, source.position);
    return at < part.grid.offset[2] - reach || at > part.grid.offset[2] + part.grid.n[2] - 1 + reach;
  });
  part.receivers.clear();
  for (const std::int32_t r : cut.receivers)
    part.receivers.push_back(model.receivers[static_cast<std::size_t>(r)]);
  return part;
}

}  // namespace foldwave
