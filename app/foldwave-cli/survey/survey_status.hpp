// What the folder of a shared survey shows, as lines, as JSON (docs/guide/command-line.md) and as a page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/engine/survey/shared_survey.hpp"

namespace foldwave::cli {

std::string survey_status_text(const SurveyPlan& plan, const TaskState& state);
nlohmann::ordered_json survey_status_json(const SurveyPlan& plan, const TaskState& state);

// HTML of its own, which a browser reads anew every few seconds until all shots are done.
std::string survey_status_page(const SurveyPlan& plan, const TaskState& state);

}  // namespace foldwave::cli
