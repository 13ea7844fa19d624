// Variants: whole scenarios kept beside the one that is edited, to be compared with it. A stored variant has
// no variants of its own, and no folder: it looks for files where its owner does.
#pragma once

#include <cstddef>
#include <string>

#include "core/model/scenario.hpp"

namespace foldwave {

// "Variant A", "Variant B", ...: the first that none has.
std::string free_variant_name(const Scenario& scenario);

// The scenario with a copy of itself among its variants, the last one. A name that is taken gets a number.
Scenario with_variant_kept(const Scenario& scenario, const std::string& name);
Scenario with_variant_added(const Scenario& scenario, Scenario variant);
Scenario with_variant_removed(Scenario scenario, std::size_t index);

// The variant in the scenario's place, and the scenario in the variant's.
Scenario switched_to_variant(const Scenario& scenario, std::size_t index);

// Variant `index` as a scenario that can be run.
Scenario variant_to_run(const Scenario& scenario, std::size_t index);

}  // namespace foldwave
