#include "core/engine/survey/survey_begin.hpp"

#include <algorithm>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/engine/recorded/file_stamps.hpp"
#include "core/engine/survey/survey_setup.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/imaging/survey/partial_stack.hpp"
#include "core/model/scenario_check.hpp"

namespace foldwave {

namespace {

SurveyResult survey_result(const Scenario& scenario, const PreparedSurvey& prepared, const Backend& backend) {
  SurveyResult result;
  const SurveySetup& setup = prepared.setup;
  result.grid = setup.medium.grid;
  result.line = prepared.line;
  result.survey = prepared.survey;
  result.shots = static_cast<int>(setup.shots.size());
  result.velocity = setup.medium.velocity;
  result.truth = setup.truth;
  result.data = setup.recorded.empty() ? "modelled" : prepared.survey.data;
  result.dt = setup.medium.dt;
  result.steps = setup.medium.steps;
  result.source_field = setup.source_field;
  result.left_out = prepared.left_out;
  for (const std::string& trace : result.left_out)
    result.warnings.push_back("/imaging/survey/data: " + trace + " and is left out");
  for (const std::string& warning : prepared.warnings)
    result.warnings.push_back("/imaging/survey/data: " + warning);
  result.made_by = made_by(backend);
  const bool along = result.grid.is_section() && !scenario.grid.is_section();
  for (const Shot& shot : setup.shots) {
    const Vec3 at = shot.source.position;
    const auto map = result.line.at(at.x);
    result.sources.push_back(along ? Vec3{map[0], map[1], result.grid.origin.z + at.z}
                                   : result.grid.origin + at);
  }
  return result;
}

// The shots' series then is what was found.
SourceEstimate estimated_by(const Backend& backend, PreparedSurvey& prepared, const Job& job) {
  SurveySetup& setup = prepared.setup;
  const auto by = [&](const Backend& who) {
    return estimate_source([&](const StepperSetup& wave) { return who.make_wave_stepper(wave); }, setup,
                           prepared.survey.frequency, job);
  };
  SourceEstimate found;
  try {
    found = by(backend);
  } catch (const DeviceError&) {
    if (!backend.falls_back()) throw;
    found = by(*cpu_backend());
  }
  for (Shot& shot : setup.shots)
    shot.source.series = found.series;
  setup.mute.delay = std::max(setup.mute.delay, found.peak_time + 1.0 / found.frequency);
  return found;
}

}  // namespace

BegunSurvey begin_survey(const Scenario& scenario, const FoldResult& fold, const Backend& backend,
                         const Job& job) {
  throw_first_error(check_scenario(scenario));
  std::vector<FileStamp> files = survey_stamps(scenario);
  PreparedSurvey prepared = prepare_survey(scenario, fold, job);
  SourceEstimate source;
  if (prepared.survey.wavelet == SurveyWavelet::estimated && !prepared.setup.recorded.empty())
    source = estimated_by(backend, prepared, job);
  BegunSurvey begun;
  begun.result = survey_result(scenario, prepared, backend);
  begun.result.files = std::move(files);
  begun.result.source = std::move(source);
  begun.setup = std::move(prepared.setup);
  return begun;
}

SourceField or_strip_file(SourceField found, const WaveModel& medium, const Backend& backend,
                          const std::filesystem::path& folder) {
  const bool is_short = found == SourceField::packed || found == SourceField::checkpoints;
  if (!is_short || !backend.on_host()) return found;
  const double need = survey_disk_bytes(medium, SourceField::strip_file);
  return free_disk_bytes(folder) > 2.0 * need ? SourceField::strip_file : found;
}

void prefer_strip_file(const std::filesystem::path& partial, const Backend& backend, SurveySetup& setup) {
  const SourceField found = setup.source_field;
  const auto kept = partial_stack_key(partial);
  if (kept && *kept == survey_key(setup)) return;
  const std::filesystem::path folder = partial.parent_path();
  setup.source_field = or_strip_file(found, setup.medium, backend, folder);
  if (!kept || setup.source_field == SourceField::strip_file) return;
  // What is begun in strips goes on in strips.
  setup.source_field = SourceField::strip_file;
  const double need = survey_disk_bytes(setup.medium, SourceField::strip_file);
  if (*kept != survey_key(setup) || !(free_disk_bytes(folder) > need)) setup.source_field = found;
}

void keep_strips_in(const std::filesystem::path& folder, SurveySetup& setup) {
  if (setup.source_field != SourceField::strip_file) return;
  require_folder(folder);
  const double need = survey_disk_bytes(setup.medium, setup.source_field), have = free_disk_bytes(folder);
  if (have >= 0.0 && have < need)
    throw ResourceError(
        folder.string(),
        "strips of the sources' waves need " + bytes_text(need) + ", and " + bytes_text(have) + " are free",
        "make room there, or leave /imaging/survey/source_field out");
  setup.strip_folder = folder.string();
}

void show_stack(const SurveySetup& setup, const SurveyStack& stack, SurveyResult& result) {
  result.shots_done = stack.shots;
  result.image = image_of(setup, stack);
  result.illumination = stack.sums.illumination.clone();
  result.gathers = gathers_of(setup, stack.gathers);
  result.angle_gathers = gathers_of(setup, stack.angle_gathers);
}

}  // namespace foldwave
