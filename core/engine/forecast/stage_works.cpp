#include <algorithm>

#include "core/base/error.hpp"
#include "core/engine/forecast/expected_rates.hpp"
#include "core/engine/forecast/stage_work.hpp"
#include "core/engine/wave_setup.hpp"

namespace foldwave {

namespace {

// With the wave that is modelled for it, where none is run before.
StageWork lone_image_work(const Scenario& scenario, const Backend& backend, bool files) {
  StageWork image = image_work(scenario, backend, files);
  if (!scenario.imaging->data.empty()) return image;
  Scenario unseen = scenario;
  take_no_snapshots(unseen.outputs);
  StageWork wave = wave_work(unseen, backend, false);
  image.parts.insert(image.parts.begin(), wave.parts.begin(), wave.parts.end());
  return image;
}

// A process that is new loads a device's kernels, and asks for its first memory, as it comes to them.
void add_cold_starts(StageWork& stage) {
  for (StagePart& part : stage.parts) {
    const std::string& name = part.measured_as.empty() ? part.work.part : part.measured_as;
    if (std::ranges::find(device_cold_parts, name) != std::end(device_cold_parts))
      part.work.terms.push_back({1.0, {{device_cold_rate(name)}}});
  }
}

}  // namespace

std::vector<StageWork> stage_works(const Scenario& scenario, const Backend& backend,
                                   const ForecastOptions& options, Findings& findings) {
  const auto wanted = [&](const char* stage) {
    return options.stages.empty() ||
           std::find(options.stages.begin(), options.stages.end(), stage) != options.stages.end();
  };
  std::vector<StageWork> stages;
  const auto add = [&](StageWork (*work)(const Scenario&, const Backend&, bool)) {
    try {
      stages.push_back(work(scenario, backend, options.files));
      if (options.files && !backend.on_host()) add_cold_starts(stages.back());
    } catch (const Error& e) {
      findings.push_back({Severity::error, e.place(), e.problem(), e.remedy()});
    }
  };
  add(fold_work);
  if (!scenario.propagation.enabled) return stages;
  if (wanted("wave")) add(wave_work);
  if (!scenario.imaging || !wanted("image")) return stages;
  if (scenario.imaging->purpose != ImagingPurpose::image) add(wanted("wave") ? image_work : lone_image_work);
  if (scenario.imaging->survey) add(survey_work);
  return stages;
}

}  // namespace foldwave
