#include "core/engine/survey/survey_run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/memory/freed_memory.hpp"
#include "core/base/text.hpp"
#include "core/engine/survey/survey_begin.hpp"
#include "core/engine/survey/survey_least_squares.hpp"
#include "core/engine/survey/survey_setup.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "core/imaging/survey/partial_stack.hpp"
#include "core/imaging/survey/resolution.hpp"
#include "core/imaging/survey/survey_layout.hpp"

namespace foldwave {

namespace {

// A stack that a crash may take away is at most so many seconds of work.
constexpr double seconds_between_partials = 20.0;

// Keeps the stack where a stopped survey goes on from.
class PartialStack {
 public:
  PartialStack(std::filesystem::path file, const SurveySetup& setup) : file_(std::move(file)), setup_(setup) {
    if (!file_.empty()) key_ = survey_key(setup);
  }

  SurveyStack begin(SurveyResult& result) {
    std::string why;
    std::optional<SurveyStack> kept;
    if (!file_.empty()) kept = read_partial_stack(file_, setup_, why);
    if (!why.empty())
      result.warnings.push_back("image: " + file_.filename().string() + " is not gone on from: " + why);
    written_ = result.shots_before = kept ? kept->shots : 0;
    return kept ? std::move(*kept) : SurveyStack{};
  }

  void after_shot(const SurveyStack& stack, SurveyResult& result) {
    if (stack.shots < result.shots && since_.seconds() > seconds_between_partials) keep(stack, result);
  }

  // A disk that is full is no reason to lose the run.
  void keep(const SurveyStack& stack, SurveyResult& result) {
    since_ = Clock();
    if (file_.empty() || stack.shots <= written_) return;
    try {
      require_folder(file_.parent_path());
      write_partial_stack(file_, key_, stack);
      written_ = stack.shots;
    } catch (const Error& e) {
      const std::string text = std::string("image: what was stacked is not kept: ") + e.what();
      if (std::ranges::find(result.warnings, text) == result.warnings.end()) result.warnings.push_back(text);
    }
  }

  void remove() const {
    std::error_code none;
    if (!file_.empty()) std::filesystem::remove(file_, none);
  }

 private:
  std::filesystem::path file_;
  const SurveySetup& setup_;
  std::uint64_t key_ = 0;
  int written_ = 0;
  Clock since_;
};

}  // namespace

SurveyResult run_survey(const Scenario& scenario, const FoldResult& fold, const Backend& backend,
                        const SurveyRunOptions& options, const Job& job) {
  const Clock clock;
  give_back_freed_memory(scenario.grid.size());
  BegunSurvey begun = begin_survey(scenario, fold, backend, job);
  if (!options.partial.empty() && asked_survey(scenario).source_field == SourceFieldKey::automatic) {
    prefer_strip_file(options.partial, backend, begun.setup);
    begun.result.source_field = begun.setup.source_field;
  }
  keep_strips_in(
      options.partial.empty() ? std::filesystem::temp_directory_path() : options.partial.parent_path(),
      begun.setup);
  const SurveySetup& setup = begun.setup;
  SurveyResult& result = begun.result;
  PartialStack partial(options.partial, setup);
  SurveyStack stack = partial.begin(result);
  const auto seen = [&](const SurveyStack& so_far) {
    partial.after_shot(so_far, result);
    result.seconds = clock.seconds();
    if (!(result.first_seconds > 0.0)) result.first_seconds = result.seconds;
    if (!options.seen) return;
    show_stack(setup, so_far, result);
    options.seen(result);
  };
  const auto shots_by = [&](const Backend& who) {
    const StepperMaker make = [&](const StepperSetup& wave) { return who.make_wave_stepper(wave); };
    stack_survey(make, setup, stack, seen, job, survey_devices(setup, who));
    if (setup.iterations == 0) return;
    show_stack(setup, stack, result);
    const auto better = [&] {
      result.seconds = clock.seconds();
      if (options.seen) options.seen(result);
    };
    improve_by_least_squares(make, setup, stack, result, better, job);
  };
  try {
    try {
      shots_by(backend);
    } catch (const DeviceError& error) {
      if (!backend.falls_back()) throw;
      result.warnings.push_back(std::string("image: the other shots run on the CPU: ") + error.what());
      result.made_by = made_by(*cpu_backend());
      shots_by(*cpu_backend());
    }
    partial.remove();
  } catch (const Stopped&) {
    partial.keep(stack, result);
    if (stack.shots == 0) throw;
    result.stopped = true;
  } catch (const Error&) {
    partial.keep(stack, result);
    throw;
  }
  if (result.residuals.empty()) show_stack(setup, stack, result);
  result.seconds = clock.seconds();
  return std::move(result);
}

Field<float> image_difference(const SurveyResult& a, const SurveyResult& b) {
  if (a.grid != b.grid || !(a.line == b.line))
    throw InputError("image", "two images are of different grids or lines", "make both on one");
  Field<float> difference = a.image.clone();
  for (Index m = 0; m < difference.size(); ++m)
    difference[m] -= b.image[m];
  return difference;
}

namespace {

double usual_wavelength(const SurveyResult& result) {
  double mean = 0.0;
  for (const float v : result.velocity->values())
    mean += static_cast<double>(v) / static_cast<double>(result.velocity->size());
  return mean / result.survey.frequency;
}

}  // namespace

ImageLikeness image_likeness(const SurveyResult& a, const SurveyResult& b) {
  const Field<float> difference = image_difference(a, b);
  double apart = 0.0, size = 0.0;
  for (Index m = 0; m < difference.size(); ++m) {
    apart += static_cast<double>(difference[m]) * static_cast<double>(difference[m]);
    size += static_cast<double>(a.image[m]) * static_cast<double>(a.image[m]);
  }
  return {correlation_below(a.grid, a.image, b.image, usual_wavelength(a)), std::sqrt(apart / size)};
}

namespace {

std::vector<Vec3> local_sources(const SurveyResult& result) {
  std::vector<Vec3> sources;
  for (const Vec3& map : result.sources)
    if (const Vec3 local = map - result.grid.origin; result.grid.is_section())
      sources.push_back({result.line.station(map.x, map.y).along, 0.0, local.z});
    else
      sources.push_back(local);
  return sources;
}

}  // namespace

LateralResolution resolution_of(const SurveyResult& result) {
  return {result.grid, local_sources(result), result.survey.frequency, result.survey.most_offset};
}

Field<float> image_resolution(const SurveyResult& result) {
  return lateral_resolution(result.grid, *result.velocity, local_sources(result), result.survey.frequency,
                            result.survey.most_offset);
}

double image_correlation(const SurveyResult& result) {
  if (!result.truth) return std::numeric_limits<double>::quiet_NaN();
  const Field<float>&v = *result.truth, &smooth = *result.velocity;
  Field<float> wanted(result.grid.n);
  double mean = 0.0;
  for (Index m = 0; m < wanted.size(); ++m) {
    wanted[m] = std::log(v[m] / smooth[m]);
    mean += static_cast<double>(v[m]) / static_cast<double>(wanted.size());
  }
  wanted = wavelet_band(result.grid, wanted, smooth, result.survey.frequency);
  return correlation_below(result.grid, result.image, wanted, mean / result.survey.frequency);
}

namespace {

void check_survey_data(const Scenario& scenario, const ForetoldSurvey& foretold, const Job& job,
                       Findings& findings) {
  const std::string path = "/imaging/survey/data";
  try {
    const RecordedShots recorded = read_survey_data(scenario, foretold.medium, foretold.survey, job);
    for (const std::string& trace : recorded.left_out)
      findings.push_back({Severity::warning, path, trace + " and is left out", ""});
    const Gather& first = recorded.gathers.front();
    const double end = recorded.delay + (first.samples - 1) * first.dt,
                 asked = asked_survey(scenario).duration;
    if (asked > end + first.dt)
      findings.push_back({Severity::warning, "/imaging/survey/duration",
                          "is " + number_text(asked) + " s, and the traces end at " + number_text(end, 4) +
                              " s: silence stands for the rest",
                          "leave it out to image what was recorded"});
    for (const std::string& warning : recorded.warnings)
      findings.push_back({Severity::warning, path, warning, ""});
  } catch (const Stopped&) {
    throw;
  } catch (const Error& e) {
    findings.push_back({Severity::error, path, e.what(), ""});
  }
}

}  // namespace

Findings check_survey_setup(const Scenario& scenario, const Backend& backend, const Job& job) {
  const std::string path = "/imaging/survey";
  Findings findings = check_migration_velocity(scenario, job);
  if (has_errors(findings)) return findings;
  try {
    const VelocityRange range = survey_velocity_range(scenario, job);
    const ForetoldSurvey foretold = foretold_survey(scenario, range.slowest, range.fastest);
    // T, layer, velocity and what is crossed of the fold stay beside it.
    const double kept = static_cast<double>(scenario.grid.size()) * (2 * sizeof(float) + 2);
    const double need = foretold_bytes(foretold, backend) + kept;
    const auto have =
        static_cast<double>(backend.on_host() || backend.falls_back() ? cpu_backend()->free_memory_bytes()
                                                                      : backend.free_memory_bytes());
    if (need > have)
      findings.push_back(
          {Severity::error, path,
           "the image needs " + bytes_text(need) + " of memory, but " + bytes_text(have) + " are free",
           std::string("use fewer nodes, a shorter duration, or the layout \"section\"") +
               (foretold.survey.source_field == SourceFieldKey::automatic ? ""
                                                                          : ", or leave source_field out")});
    if (!foretold.survey.data.empty()) check_survey_data(scenario, foretold, job, findings);
  } catch (const Stopped&) {
    throw;
  } catch (const Error& e) {
    const bool of_path = e.place().starts_with("/");
    findings.push_back({Severity::error, of_path ? e.place() : path, of_path ? e.problem() : e.what(),
                        of_path ? e.remedy() : ""});
  }
  return findings;
}

}  // namespace foldwave
