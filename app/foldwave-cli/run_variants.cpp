#include "app/foldwave-cli/run_variants.hpp"

#include <utility>

#include "core/base/error.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/engine/survey/variant_surveys.hpp"

namespace foldwave::cli {

std::vector<VariantToRun> checked_variants(const std::string& file, const Scenario& scenario, bool image,
                                           const Backend& backend, const Job& job) {
  if (scenario.variants.empty())
    throw InputError(file + ": /variants", "there are none", "leave --variants out");
  const bool imaged = scenario.imaging && scenario.imaging->survey && scenario.propagation.enabled;
  if (!imaged || !image)
    throw InputError(file, "no image of it is made, which its variants' are compared with",
                     "give it /imaging/survey, and --stages image");
  std::vector<VariantToRun> variants;
  std::vector<Scenario> all = scenarios_to_image(scenario);
  for (std::size_t v = 1; v < all.size(); ++v) {
    const std::string who = file + ": /variants/" + std::to_string(v - 1) + " (" + all[v].name + ")";
    if (!all[v].propagation.enabled)
      throw InputError(who, "has no wave, as /propagation/enabled is false, and so no image",
                       "set it to true, or take the variant away");
    Findings findings = preflight(all[v], backend, job);
    throw_first_error(findings, who);
    variants.push_back({std::move(all[v]), std::move(findings)});
  }
  return variants;
}

}  // namespace foldwave::cli
