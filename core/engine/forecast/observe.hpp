// What the parts of a run took, as observations that rates are fitted to.
#pragma once

#include <map>
#include <string>

#include "core/engine/fold_result.hpp"
#include "core/engine/forecast/stage_work.hpp"
#include "core/engine/location/image_result.hpp"
#include "core/engine/survey/survey_run.hpp"
#include "core/engine/wave_result.hpp"

namespace foldwave {

using PartSeconds = std::map<std::string, double>;  // by the part's name

PartSeconds part_seconds(const FoldResult& fold);
PartSeconds part_seconds(const WaveResult& wave);
PartSeconds part_seconds(const ImageResult& image);
PartSeconds part_seconds(const SurveyResult& survey);

// Of the parts that were measured.
std::vector<Observation> observed(const StageWork& stage, const PartSeconds& seconds);

}  // namespace foldwave
