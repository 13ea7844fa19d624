#include "core/model/same_results.hpp"

#include <charconv>
#include <cstdint>
#include <filesystem>

#include "core/model/fields.hpp"
#include "core/model/scenario_files.hpp"
#include "core/model/scenario_json.hpp"

namespace foldwave {

namespace {

// Takes away what nothing that becomes as stale as `least` hangs on. What is not taken away here counts.
template <Tabled Part>
void take_away(Part& part, Stale least) {
  each_row<Part>([&](const auto& row, const std::string&) {
    auto& value = std::invoke(row.at, part);
    if (row.field.stale < least)
      value = {};
    else
      each_part(value, {}, [&](auto& inner, const std::string&) { take_away(inner, least); });
  });
}

Scenario part_of(Scenario s, Stale least) {
  s.variants.clear();
  for (std::string* const file : files_of(s))
    *file = std::filesystem::absolute(std::filesystem::path(s.folder) / *file).lexically_normal().string();
  s.folder.clear();
  each_extra(s, [](ExtraKeys& extra) { extra.clear(); });
  take_away(s, least);
  // F and psi count, however they are written.
  for (FoldEvent& event : s.events) {
    event.fold.parameters.by_class = true;
    if (event.fold.varies)
      for (SpeedStation& station : event.fold.varies->stations)
        station.parameters.by_class = true;
  }
  return s;
}

Scenario wave_part(const Scenario& scenario) {
  return part_of(scenario, Stale::wave);
}

Scenario image_part(const Scenario& scenario) {
  return part_of(scenario, Stale::image);
}

Scenario fold_part(const Scenario& scenario) {
  return part_of(scenario, Stale::fold);
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

bool same_image(const Scenario& a, const Scenario& b) {
  return a == b || (a.grid == b.grid && has_fold(a) == has_fold(b) && image_part(a) == image_part(b));
}

std::string fold_key(const Scenario& scenario) {
  return key_of(fold_part(scenario), scenario);
}

std::string wave_key(const Scenario& scenario) {
  return key_of(wave_part(scenario), scenario);
}

std::string image_key(const Scenario& scenario) {
  return key_of(image_part(scenario), scenario);
}

}  // namespace foldwave
