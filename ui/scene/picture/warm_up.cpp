#include "ui/scene/picture/warm_up.hpp"

#include <algorithm>
#include <memory>

#include "core/engine/pipeline.hpp"
#include "core/wave/live_frames.hpp"
#include "ui/scene/flat/map_scene.hpp"
#include "ui/scene/flat/section_scene.hpp"
#include "ui/scene/gather/gather_scene.hpp"
#include "ui/scene/rock/slice.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/structure/structure_scene.hpp"
#include "ui/scene/wave/wave_scene.hpp"

namespace foldwave {
namespace {

constexpr int nodes = 16;                 // an axis
constexpr int width = 640, height = 400;  // pixels: so large that nothing is left out for want of room

Scenario on_few_nodes(Scenario s) {
  const Vec3 extent = s.grid.extent();
  for (int a = 0; a < 3; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    s.grid.n[axis] = std::min(s.grid.n[axis], nodes);
    if (s.grid.n[axis] > 1) s.grid.h[axis] = extent[a] / (s.grid.n[axis] - 1);
  }
  return s;
}

void draw_all_stages(Scene& scene) {
  scene.draw_for_software();
  OffscreenCanvas canvas(width, height);
  canvas.hold(scene);
  do {
    canvas.draw(scene, 1.0);
  } while (scene.next_stage());
  // As while something follows the pointer.
  scene.set_moving(true);
  canvas.draw(scene, 1.0);
}

}  // namespace

void warm_up_drawing(const Scenario& example) {
  const Scenario s = on_few_nodes(example);
  const auto fold = std::make_shared<const FoldResult>(run_fold(s, *cpu_backend(), {}));
  {
    StructureScene scene;
    scene.show_scenario(s, 0);
    scene.show_horizon(horizon_surface(s, software_detail, {}));
    scene.show_fold(fold, structure_geometry(*fold, {}), s.stack);
    draw_all_stages(scene);
    StructureOptions solid;
    solid.ghost = false;
    solid.cut.fill(CutAway::outside);
    scene.set_options(solid);
    draw_all_stages(scene);
  }
  {
    MapScene scene;
    scene.show_scenario(s);
    scene.show_horizon(fold->horizon);
    draw_all_stages(scene);
  }
  {
    SectionScene scene;
    scene.show_scenario(s);
    scene.show_fold(fold, s.stack, {});
    draw_all_stages(scene);
  }
  {
    const auto frame = std::make_shared<LiveFrame>();
    for (int a = 0; a < 3; ++a) {
      const auto axis = static_cast<std::size_t>(a);
      frame->node[axis] = s.grid.n[axis] / 2;
      frame->plane[axis].assign(static_cast<std::size_t>(s.grid.size() / s.grid.n[axis]), 0.0f);
    }
    WaveScene scene;
    scene.show_scenario(s);
    scene.show_fold(fold, s.stack);
    for (int axis = 0; axis < 3; ++axis)
      scene.set_slice(axis, frame->node[static_cast<std::size_t>(axis)]);
    scene.show_live(frame, true);
    draw_all_stages(scene);
    for (Slice* const slice : scene.quick_slices())
      slice->show_plain(std::uint8_t{0});
    draw_all_stages(scene);
  }
  {
    const auto gather = std::make_shared<Gather>();
    gather->dt = 0.001;
    gather->samples = 64;
    for (int receiver = 0; receiver < 8; ++receiver)
      gather->receivers.push_back({100.0 * receiver, 0.0, 0.0});
    gather->traces.assign(gather->receivers.size() * 64, 0.0f);
    GatherScene scene;
    scene.show_gather(gather, {});
    draw_all_stages(scene);
  }
}

}  // namespace foldwave
