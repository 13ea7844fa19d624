#include "core/model/variants.hpp"

#include <algorithm>
#include <utility>

namespace foldwave {

namespace {

bool is_taken(const Scenario& scenario, const std::string& name) {
  return std::any_of(scenario.variants.begin(), scenario.variants.end(),
                     [&](const Scenario& v) { return v.name == name; });
}

Scenario stored(Scenario scenario) {
  scenario.variants.clear();
  scenario.folder.clear();
  return scenario;
}

}  // namespace

std::string free_variant_name(const Scenario& scenario) {
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    const std::string name = std::string("Variant ") + letter;
    if (!is_taken(scenario, name) && scenario.name != name) return name;
  }
  return "Variant " + std::to_string(scenario.variants.size() + 1);
}

Scenario with_variant_added(const Scenario& scenario, Scenario variant) {
  variant = stored(std::move(variant));
  const std::string name = variant.name;
  for (int k = 2; is_taken(scenario, variant.name); ++k)
    variant.name = name + " " + std::to_string(k);
  Scenario after = scenario;
  after.variants.push_back(std::move(variant));
  return after;
}

Scenario with_variant_kept(const Scenario& scenario, const std::string& name) {
  Scenario variant = scenario;
  variant.name = name;
  return with_variant_added(scenario, std::move(variant));
}

Scenario with_variant_removed(Scenario scenario, std::size_t index) {
  scenario.variants.erase(scenario.variants.begin() + static_cast<std::ptrdiff_t>(index));
  return scenario;
}

Scenario variant_to_run(const Scenario& scenario, std::size_t index) {
  Scenario variant = scenario.variants.at(index);
  variant.folder = scenario.folder;
  return variant;
}

Scenario switched_to_variant(const Scenario& scenario, std::size_t index) {
  Scenario after = variant_to_run(scenario, index);
  after.variants = scenario.variants;
  after.variants[index] = stored(scenario);
  return after;
}

}  // namespace foldwave
