// What is written of a survey's image: image/image.hdf, image/image.sgy, image/illumination.hdf where
// it was asked for, and image/gathers.hdf where there are gathers (docs/formats.md).
#pragma once

#include "core/engine/survey/survey_run.hpp"
#include "core/engine/survey/variant_surveys.hpp"
#include "core/output/run_folder.hpp"

namespace foldwave {

// A trace a column of nodes, downwards; a metre of depth is a millisecond of the headers, or a tenth of one
// where the spacing asks for it. Gives a warning where depths had to be resampled or shifted, else nothing.
std::string write_image_segy(const std::filesystem::path& file, const Scenario& scenario,
                             const SurveyResult& survey);

// The image, or "illumination": the sum of the sources' waves squared. Losslessly packed, as .hdf.
void write_image_volume(const std::filesystem::path& file, const SurveyResult& survey,
                        const std::string& what);

// Where a run keeps the stack of a survey that was stopped.
inline constexpr const char* partial_stack_name = "image/partial.stack";

void write_survey(RunFolder& folder, const Scenario& scenario, const SurveyResult& survey,
                  StageReport& stage);

StageReport stage_report(const SurveyResult& survey);

// Where the run of variant `number`, from 1, lies in its scenario's folder.
std::string variant_folder(std::size_t number, const std::string& name);
// variants.csv: the images of variants, each of a folder, beside the scenario's own; no figures where grids
// differ.
void write_compared_images(RunFolder& folder, const std::string& own, const std::vector<std::string>& folders,
                           const std::vector<ComparedImage>& variants);

}  // namespace foldwave
