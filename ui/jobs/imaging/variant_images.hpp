// The images of a scenario and of all its variants, as one job of the runs' worker: each is handed over as
// soon as it is whole. Where one fails or is stopped, those before it stay.
#pragma once

#include <functional>
#include <memory>

#include "ui/jobs/runs.hpp"

namespace foldwave {

using ImageCame = std::function<void(const std::shared_ptr<const SurveyOutcome>& image)>;

// `came` is called on the runs' own thread, which outlives what it needs. The scenario's image comes last.
void run_variant_images(Runs& runs, const Scenario& scenario, ImageCame came);

}  // namespace foldwave
