#include "ui/scene/picture/picture.hpp"

#include "ui/scene/gather/gather_scene.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/structure/structure_scene.hpp"
#include "ui/scene/wave/wave_scene.hpp"

namespace foldwave {
namespace {

// The scenes share what they show; a caller's value is lent to them for the time of the picture.
template <class T>
std::shared_ptr<const T> lent(const T& value) {
  return {std::shared_ptr<const T>{}, &value};
}

}  // namespace

bool picture_available(std::string& why_not) {
  try {
    const OffscreenCanvas canvas(16, 16);
    return true;
  } catch (const Error& error) {
    why_not = error.what();
    return false;
  }
}

void write_structure_picture(const Scenario& scenario, const FoldResult& fold, const std::string& png,
                             int width, int height) {
  OffscreenCanvas canvas(width, height);
  StructureScene scene;
  StructureOptions options;
  options.ghost = false;
  scene.set_options(options);
  scene.show_scenario(scenario);
  scene.show_fold(lent(fold), structure_geometry(fold, {}), scenario.stack);
  canvas.write(scene, png);
}

void write_wave_picture(const Scenario& scenario, const FoldResult& fold, const Field<float>& pressure,
                        double time, double peak, const std::string& png, int width, int height) {
  OffscreenCanvas canvas(width, height);
  Snapshot snapshot;
  snapshot.time = time;
  snapshot.pressure = pressure.clone();
  snapshot.limit = peak > 0.0 ? peak : clip_limit(pressure.values(), 99.5);
  WaveScene scene;
  scene.show_scenario(scenario);
  scene.show_fold(lent(fold), scenario.stack);
  scene.show_snapshot(lent(snapshot));
  canvas.write(scene, png);
}

void write_gather_picture(const Scenario& scenario, const Gather& gather, const std::string& png, int width,
                          int height) {
  OffscreenCanvas canvas(width, height);
  GatherScene scene;
  const Vec3 source =
      scenario.survey.sources.empty() ? scenario.grid.origin : scenario.survey.sources.front().position;
  scene.show_gather(lent(gather), source - scenario.grid.origin);
  scene.set_note(scenario.name, theme::quiet_text);
  canvas.write(scene, png);
}

}  // namespace foldwave
