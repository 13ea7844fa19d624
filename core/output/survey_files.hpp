// What is written of a survey's image: image/image.hdf, image/image.sgy, image/image-illumination.hdf where
// it was asked for, and image/gathers.hdf where there are gathers (docs/formats.md).
#pragma once

#include "core/engine/survey/survey_run.hpp"
#include "core/output/run_folder.hpp"

namespace foldwave {

// A trace a column of nodes, downwards; a metre of depth is a millisecond of the headers, or a tenth of one
// where the spacing asks for it. Gives a warning where depths had to be resampled or shifted, else nothing.
std::string write_image_segy(const std::filesystem::path& file, const Scenario& scenario,
                             const SurveyResult& survey);

// Where a run keeps the stack of a survey that was stopped.
inline constexpr const char* partial_stack_name = "image/partial.stack";

void write_survey(RunFolder& folder, const Scenario& scenario, const SurveyResult& survey,
                  StageReport& stage);

StageReport stage_report(const SurveyResult& survey);

}  // namespace foldwave
