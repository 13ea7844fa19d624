#include "core/engine/forecast/observe.hpp"

#include <algorithm>

namespace foldwave {

PartSeconds part_seconds(const FoldResult& fold) {
  return {{"fold.solve", fold.solve_seconds}, {"fold.rest", fold.seconds - fold.solve_seconds}};
}

PartSeconds part_seconds(const WaveResult& wave) {
  const WaveParts& parts = wave.run.parts;
  const double named = wave.model_seconds + parts.set_up_seconds + parts.step_seconds + parts.gather.seconds +
                       parts.snapshots.seconds;
  return {{"wave.model", wave.model_seconds},          {"wave.set_up", parts.set_up_seconds},
          {"wave.steps", parts.step_seconds},          {"wave.gather", parts.gather.seconds},
          {"wave.snapshots", parts.snapshots.seconds}, {"wave.rest", std::max(0.0, wave.seconds - named)}};
}

PartSeconds part_seconds(const ImageResult& image) {
  return {{"image.passes", image.seconds - image.modelled_seconds}};
}

PartSeconds part_seconds(const SurveyResult& survey) {
  return {{"survey.shots", survey.seconds}};
}

std::vector<Observation> observed(const StageWork& stage, const PartSeconds& seconds) {
  std::vector<Observation> all;
  for (const StagePart& part : stage.parts) {
    const auto found = seconds.find(part.measured_as.empty() ? part.work.part : part.measured_as);
    if (found != seconds.end() && found->second > 0.0) all.push_back({part.work, found->second});
  }
  return all;
}

}  // namespace foldwave
