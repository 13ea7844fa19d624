#include "core/engine/forecast/foretold_stretches.hpp"

#include <algorithm>

#include "core/engine/fallback_backend.hpp"

namespace foldwave {

namespace {

bool is_one_of(const std::string& name, std::initializer_list<const char*> beginnings) {
  return std::ranges::any_of(beginnings, [&](const char* begin) { return name.starts_with(begin); });
}

// Least squares count their rounds alone, and a location waves of an unknown number.
void add_stage(const StageForecast& stage, bool has_rounds, std::vector<ForetoldStretch>& all) {
  ForetoldStretch before, main, after;
  if (stage.name == "fold") main = {{"reading the horizon", "horizon", "fold"}, 0.0, true};
  if (stage.name == "wave") {
    before.steps = {"wave"};
    main = {{"wave: step"}, 0.0, true};
  }
  if (stage.name == "image") main.steps = {"imaging", "wave"};
  if (stage.name == "survey") main = {{"image", "imaging"}, 0.0, !has_rounds};
  for (const PartForecast& part : stage.parts) {
    const bool is_before = is_one_of(part.name, {"wave.model", "wave.set_up"});
    const bool is_after = part.name == "wave.rest" || part.name.ends_with(".file") ||
                          part.name.ends_with(".picture") || part.name.ends_with(".geometry");
    (is_before ? before : is_after ? after : main).seconds += part.time.seconds;
  }
  for (ForetoldStretch* const stretch : {&before, &main, &after})
    if (!stretch->steps.empty() || stretch->seconds > 0.0) all.push_back(std::move(*stretch));
}

}  // namespace

std::vector<ForetoldStretch> foretold_stretches(const Scenario& scenario, const Forecast& forecast) {
  const bool has_rounds =
      scenario.imaging && scenario.imaging->survey && scenario.imaging->survey->iterations > 0;
  std::vector<ForetoldStretch> all;
  for (const StageForecast& stage : forecast.stages)
    add_stage(stage, has_rounds, all);
  return all;
}

std::vector<ForetoldStretch> foretold_stretches(const Scenario& scenario, const Backend& backend,
                                                const std::vector<std::string>& stages) {
  const Backend& own = without_fallback(backend);
  Forecast foretold = forecast(scenario, own, machine_rates(own), {{}, false});
  std::erase_if(foretold.stages, [&](const StageForecast& stage) {
    return std::ranges::find(stages, stage.name) == stages.end();
  });
  return foretold_stretches(scenario, foretold);
}

}  // namespace foldwave
