// The wave view's pictures one after another, drawn with no window: a film of the snapshots as the view shows
// them. To be made and used on one thread, which may be any.
#pragma once

#include <memory>

#include "core/engine/fold_result.hpp"
#include "core/model/scenario.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/wave/wave_scene.hpp"

namespace foldwave {

struct WaveFilmPlan {
  Scenario scenario;
  std::shared_ptr<const FoldResult> fold;  // null: no layers
  LayerStack stack;
  WaveLook look;
  int width = 1280, height = 720;  // pixels
  const Look* background = &dark_look();
  double scale = 0.0;  // device pixels in one of the design; 0: by the height
};

class WaveFilm {
 public:
  explicit WaveFilm(const WaveFilmPlan& plan);  // throws ResourceError when nothing can draw here

  RgbPicture draw(std::shared_ptr<const Snapshot> snapshot);

 private:
  WaveScene scene_;
  OffscreenCanvas canvas_;  // goes before the scene that it holds
  const Look* background_;
  double scale_;
};

}  // namespace foldwave
