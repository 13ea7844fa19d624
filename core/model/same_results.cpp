#include "core/model/same_results.hpp"

#include <charconv>
#include <cstdint>
#include <filesystem>

#include "core/model/scenario_files.hpp"
#include "core/model/scenario_json.hpp"

namespace foldwave {

namespace {

void drop_extra(HorizonSpec& spec) {
  std::visit([](auto& horizon) { horizon.extra.clear(); }, spec);
  if (auto* const trains = std::get_if<TrainsHorizon>(&spec))
    for (FoldTrain& train : trains->trains)
      train.extra.clear();
}

// By F and psi, however they are written.
void drop_extra(FoldSpec& fold) {
  fold.parameters.by_class = true;
  fold.extra.clear();
  fold.line_extra.clear();
  if (!fold.varies) return;
  fold.varies->extra.clear();
  for (SpeedStation& station : fold.varies->stations) {
    station.parameters.by_class = true;
    station.extra.clear();
    station.line_extra.clear();
  }
}

void drop_extra(Survey& survey) {
  survey.extra.clear();
  survey.wavelet.extra.clear();
  for (Source& source : survey.sources)
    source.extra.clear();
  for (ReceiverSet& set : survey.receivers)
    std::visit([](auto& receivers) { receivers.extra.clear(); }, set);
  if (auto* const wave = std::get_if<PlaneWaveStart>(&survey.start)) wave->extra.clear();
  if (auto* const reflectors = std::get_if<ExplodingReflectors>(&survey.start)) reflectors->extra.clear();
}

// A scenario without what no result hangs on. What is not taken away here counts.
Scenario wave_part(Scenario s) {
  s.variants.clear();
  s.section.reset();
  for (std::string* const file : files_of(s))
    *file = std::filesystem::absolute(std::filesystem::path(s.folder) / *file).lexically_normal().string();
  s.folder.clear();
  s.name.clear();
  s.description.clear();
  s.extra.clear();
  s.grid_extra.clear();
  for (FoldEvent& event : s.events) {
    event.name.clear();
    event.extra.clear();
    drop_extra(event.horizon);
    drop_extra(event.fold);
  }
  s.stack.extra.clear();
  for (Layer& layer : s.stack.layers) {
    layer.name.clear();
    layer.color = {};
    layer.extra.clear();
  }
  if (s.velocity) s.velocity->extra.clear();
  drop_extra(s.survey);
  s.propagation.extra.clear();
  s.propagation.boundaries_extra.clear();
  if (s.propagation.window) s.propagation.window->extra.clear();
  s.outputs.snapshot_format = {};
  s.outputs.snapshot_error = 0.0;
  s.outputs.pictures = true;
  s.outputs.extra.clear();
  s.outputs.snapshots_extra.clear();
  return s;
}

Scenario fold_part(const Scenario& scenario) {
  Scenario s = wave_part(scenario);
  s.survey = {};
  s.propagation = {};
  s.outputs = {};
  for (Layer& layer : s.stack.layers)
    layer.density = 0.0;
  return s;
}

// FNV-1a, 64 bits, of what is written of a part of the scenario with its names.
std::string key_of(Scenario part, const Scenario& named) {
  for (std::size_t e = 0; e < part.events.size(); ++e)
    part.events[e].name = named.events[e].name;
  for (std::size_t i = 0; i < part.stack.layers.size(); ++i)
    part.stack.layers[i].name = named.stack.layers[i].name;
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : scenario_text(part))
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  char text[16];
  const auto end = std::to_chars(std::begin(text), std::end(text), hash, 16).ptr;
  return {text, end};
}

}  // namespace

// Whether there is a fold at all hangs on names, too.
bool same_fold(const Scenario& a, const Scenario& b) {
  return a == b || (a.grid == b.grid && has_fold(a) == has_fold(b) && fold_part(a) == fold_part(b));
}

bool same_wave(const Scenario& a, const Scenario& b) {
  return a == b || (a.grid == b.grid && has_fold(a) == has_fold(b) && wave_part(a) == wave_part(b));
}

std::string fold_key(const Scenario& scenario) {
  return key_of(fold_part(scenario), scenario);
}

std::string wave_key(const Scenario& scenario) {
  return key_of(wave_part(scenario), scenario);
}

}  // namespace foldwave
