// The variants of a scenario whose images `run --variants` makes beside its own.
#pragma once

#include <string>
#include <vector>

#include "core/engine/backend.hpp"
#include "core/model/findings.hpp"
#include "core/model/scenario.hpp"

namespace foldwave::cli {

struct VariantToRun {
  Scenario scenario;
  Findings findings;  // warnings, as of a run
};

// All of them before any work: what cannot be run is not found out after hours. `file` is the scenario's;
// `image`: its own image is made, which theirs are compared with. Throws InputError.
std::vector<VariantToRun> checked_variants(const std::string& file, const Scenario& scenario, bool image,
                                           const Backend& backend, const Job& job);

}  // namespace foldwave::cli
