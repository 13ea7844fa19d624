#include "ui/scene/wave/wave_film.hpp"

#include <utility>

namespace foldwave {

WaveFilm::WaveFilm(const WaveFilmPlan& plan)
    : canvas_(plan.width, plan.height), background_(plan.background), scale_(plan.scale) {
  scene_.show_scenario(plan.scenario);
  scene_.show_fold(plan.fold, plan.stack);
  scene_.set_look(plan.look, static_cast<double>(plan.width) / plan.height);
  canvas_.hold(scene_);
}

RgbPicture WaveFilm::draw(std::shared_ptr<const Snapshot> snapshot) {
  const LookScope look(*background_);
  scene_.show_snapshot(std::move(snapshot));
  return canvas_.draw(scene_, scale_);
}

}  // namespace foldwave
