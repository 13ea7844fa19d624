#include "core/model/variants.hpp"

#include <algorithm>
#include <utility>

#include "core/model/scenario_files.hpp"

namespace foldwave {

namespace {

bool is_taken(const Scenario& scenario, const std::string& name) {
  return std::any_of(scenario.variants.begin(), scenario.variants.end(),
                     [&](const Scenario& v) { return v.name == name; });
}

// The name, with a number when a variant other than `index` has it.
std::string free_name(const Scenario& scenario, const std::string& name, std::size_t index) {
  const auto taken = [&](const std::string& wanted) {
    for (std::size_t i = 0; i < scenario.variants.size(); ++i)
      if (i != index && scenario.variants[i].name == wanted) return true;
    return false;
  };
  std::string free = name;
  for (int k = 2; taken(free); ++k)
    free = name + " " + std::to_string(k);
  return free;
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
  Scenario after = scenario;
  variant = stored(moved_to_folder(std::move(variant), scenario.folder));
  variant.name = free_name(scenario, variant.name, scenario.variants.size());
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
  after.variants[index].name = free_name(after, scenario.name, index);
  return after;
}

}  // namespace foldwave
