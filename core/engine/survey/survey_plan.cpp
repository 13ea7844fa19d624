#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/survey/shared_survey.hpp"
#include "core/engine/survey/survey_begin.hpp"
#include "core/engine/survey/survey_setup.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/read_file.hpp"
#include "core/imaging/survey/partial_stack.hpp"
#include "core/model/scenario_json.hpp"

namespace foldwave {

namespace fs = std::filesystem;

namespace {

constexpr int plan_version = 1;

std::string hexadecimal(std::uint64_t key) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(key));
  return text;
}

[[noreturn]] void refuse_plan(const fs::path& file, const std::string& problem) {
  throw InputError(file.string(), problem, "plan the survey anew, in another folder");
}

std::string plan_text(const SurveyPlan& plan) {
  return nlohmann::ordered_json{{"format", "foldwave-survey"},
                                {"version", plan_version},
                                {"program", plan.program},
                                {"backend", plan.backend},
                                {"shots", plan.shots},
                                {"key", hexadecimal(plan.key)},
                                {"source_field", static_cast<int>(plan.source_field)},
                                {"lease", plan.lease},
                                {"files_from", plan.scenario.folder}}
             .dump(2) +
         "\n";
}

// The plan but for its scenario.
SurveyPlan parsed_plan(const fs::path& file, const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("format", "") != "foldwave-survey")
    refuse_plan(file, "is no plan of a survey");
  SurveyPlan plan;
  try {
    if (json.at("version").get<int>() != plan_version) refuse_plan(file, "is of a newer Foldwave");
    plan.program = json.at("program").get<std::string>();
    plan.backend = json.at("backend").get<std::string>();
    plan.shots = json.at("shots").get<int>();
    const auto key = json.at("key").get<std::string>();
    if (std::from_chars(key.data(), key.data() + key.size(), plan.key, 16).ptr != key.data() + key.size())
      refuse_plan(file, "its key is no number");
    const int field = json.at("source_field").get<int>();
    plan.source_field = static_cast<SourceField>(field);
    plan.lease = json.at("lease").get<double>();
    plan.scenario.folder = json.at("files_from").get<std::string>();
    if (plan.shots < 1 || plan.shots > 100'000'000 || !(plan.lease > 0.0) || field < 0 ||
        field >= std::ssize(source_field_words))
      refuse_plan(file, "holds a number that cannot be");
  } catch (const nlohmann::json::exception&) {
    refuse_plan(file, "lacks a part, or has one of another kind");
  }
  return plan;
}

}  // namespace

TaskFolder SurveyPlan::tasks() const {
  return {folder, shots, "shot", lease};
}

SurveyPlan plan_survey(const Scenario& scenario, const Backend& backend, const fs::path& folder, double lease,
                       const Job& job) {
  if (asked_survey(scenario).iterations > 0)
    throw InputError("/imaging/survey/iterations", "least squares needs the data of all shots at once",
                     "set it to 0, or run the image in one process");
  SurveyPlan plan;
  plan.folder = fs::absolute(folder);
  plan.scenario = scenario;
  plan.scenario.folder = fs::absolute(scenario.folder.empty() ? "." : scenario.folder).string();
  plan.program = program_version();
  const Backend& device = without_fallback(backend);
  plan.backend = device.name();
  plan.lease = lease;
  {
    const FoldResult fold = run_fold(plan.scenario, device, job);
    const BegunSurvey begun = begin_survey(plan.scenario, fold, device, job);
    plan.shots = begun.result.shots;
    plan.source_field = begun.setup.source_field;
    plan.key = survey_key(begun.setup);
  }
  require_folder(plan.folder);
  const fs::path file = plan.folder / "plan.json";
  std::error_code unseen;
  if (fs::exists(file, unseen)) {
    const SurveyPlan there = read_survey_plan(plan.folder, job);
    if (there.key != plan.key || there.source_field != plan.source_field || there.backend != plan.backend ||
        there.program != plan.program)
      refuse_plan(file, "is of another survey");
    return there;
  }
  make_task_folder(plan.tasks());
  write_file_atomically(plan.folder / "scenario.json", scenario_text(plan.scenario));
  write_file_atomically(file, plan_text(plan));
  return plan;
}

SurveyPlan read_survey_plan(const fs::path& folder, const Job& job) {
  const fs::path file = fs::absolute(folder) / "plan.json";
  SurveyPlan plan = parsed_plan(file, read_regular_file(file, most_bytes::small, job));
  plan.folder = fs::absolute(folder);
  const std::string files_from = plan.scenario.folder;
  plan.scenario = load_scenario((plan.folder / "scenario.json").string(), job);
  plan.scenario.folder = files_from;
  return plan;
}

}  // namespace foldwave
