#include <algorithm>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/foldwave-cli/forecast/run_forecast.hpp"
#include "app/foldwave-cli/pictures.hpp"
#include "app/foldwave-cli/run_variants.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "app/foldwave-cli/terminal/terminal_progress.hpp"
#include "core/base/clock.hpp"
#include "core/base/text.hpp"
#include "core/engine/forecast/choose_backend.hpp"
#include "core/engine/location/image_run.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/engine/survey/variant_surveys.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/earlier_files.hpp"
#include "core/output/geometry_files.hpp"
#include "core/output/image_files.hpp"
#include "core/output/run_folder.hpp"
#include "core/output/snapshot_files.hpp"
#include "core/output/survey_files.hpp"

namespace foldwave::cli {

namespace {

struct RunOptions {
  std::string scenario;
  std::string out;
  std::vector<std::string> stages;  // empty: all that the scenario asks for
  std::string backend = "auto";
  bool variants = false;
  bool json = false;
  bool white = false;
  bool is_variant = false;  // it is one of those: the run that it is in tells of the files
};

using RunJson = nlohmann::ordered_json;

bool wants(const RunOptions& options, const std::string& stage) {
  return options.stages.empty() ||
         std::find(options.stages.begin(), options.stages.end(), stage) != options.stages.end();
}

// Whose stage tells it.
std::string stage_of(const Finding& finding) {
  const std::string& path = finding.path;
  if (path.starts_with("/imaging/survey")) return "survey";
  if (path.starts_with("/imaging")) return "image";
  return path.starts_with("/survey") || path.starts_with("/propagation") ? "wave" : "fold";
}

void tell_warnings(const StageReport& stage) {
  for (const std::string& warning : stage.warnings)
    std::cerr << "warning: " << warning << "\n";
}

class Run {
 public:
  Run(const RunOptions& options, Scenario scenario, BackendChoice choice, const Findings& findings,
      std::vector<VariantToRun> variants = {})
      : options_(options),
        scenario_(std::move(scenario)),
        backend_(std::move(choice.backend)),
        findings_(findings),
        variants_(std::move(variants)),
        folder_(options.out),
        forecast_(scenario_, *backend_, options.stages) {
    forecast_.expect(progress_);
    report_.scenario = options.scenario;
    report_.backend = backend_->name();
    report_.device = backend_->description();
    report_.backend_reason = choice.reason;
  }

  int stages(const StopSignal& signal) {
    const Job job{&progress_, signal.token()};
    std::string now = "fold";
    try {
      const FoldResult fold = fold_stage(job);
      std::optional<WaveResult> wave;
      if (scenario_.propagation.enabled && wants(options_, "wave")) wave = wave_stage(fold, job);
      const bool imaging = scenario_.imaging && scenario_.propagation.enabled && wants(options_, "image");
      now = "image";
      if (imaging && scenario_.imaging->purpose != ImagingPurpose::image)
        image_stage(fold, wave ? &*wave : nullptr, job);
      now = "survey";
      if (imaging && scenario_.imaging->survey) survey_stage(fold, job);
      now = "variants";
      if (!variants_.empty() && survey_ && !survey_->stopped) variants_stage(signal);
    } catch (const Stopped&) {
      report_.stages.push_back(
          {now, 0.0, true, {}, {"stopped before the " + now + " was whole: nothing is written of it"}});
    }
    progress_.finish();
    // What an earlier run had stacked stays until its survey is whole.
    std::vector<std::string> stacks;
    if (scenario_.imaging && scenario_.imaging->survey) stacks.emplace_back(partial_stack_name);
    for (std::size_t v = 0; v < variants_.size(); ++v)
      stacks.push_back(variant_folder(v + 1, variants_[v].scenario.name) + "/" + partial_stack_name);
    for (const std::string& stack : files_there(folder_.path(), stacks))
      folder_.add_output(stack);
    if (const auto removed = folder_.finish(report_); !removed.empty())
      std::cerr << removed_text(removed, "an earlier run") << "\n";
    const bool stopped = std::ranges::any_of(report_.stages, &StageReport::stopped);
    if (stopped) std::cerr << "stopped; what was done is in " << folder_.path().string() << "\n";
    forecast_.keep(!stopped && !options_.is_variant);
    if (options_.is_variant) return stopped ? 1 : 0;
    RunJson outcome = outcome_json(stopped);
    if (!stopped) forecast_.tell_whole(outcome);
    std::cout << (options_.json ? outcome.dump(2, ' ', false, RunJson::error_handler_t::replace)
                                : (folder_.path() / "report.json").string())
              << "\n";
    if (failed_) std::rethrow_exception(failed_);
    return stopped ? 1 : 0;
  }

 private:
  // What `--json` tells: the stages with their seconds and warnings, and the files that were written.
  RunJson outcome_json(bool stopped) const {
    RunJson stages = RunJson::array();
    RunJson warnings = RunJson::array();
    for (const StageReport& stage : report_.stages) {
      stages.push_back({{"name", stage.name},
                        {"seconds", stage.seconds},
                        {"stopped", stage.stopped},
                        {"warnings", stage.warnings}});
      for (const std::string& warning : stage.warnings)
        warnings.push_back(warning);
    }
    RunJson files = RunJson::array();
    for (const std::string& file : folder_.outputs())
      files.push_back((folder_.path() / file).string());
    RunJson outcome{{"report", (folder_.path() / "report.json").string()},
                    {"stopped", stopped},
                    {"seconds", clock_.seconds()},
                    {"backend", report_.backend},
                    {"stages", stages},
                    {"files", files},
                    {"warnings", warnings}};
    if (!variants_.empty()) outcome["variants"] = told_variants_;
    return outcome;
  }

  FoldResult fold_stage(const Job& job) {
    const Clock whole;
    FoldResult fold = run_fold(scenario_, *backend_, job);
    StageReport stage = stage_report(fold);
    if (has_fold(scenario_)) {
      const Clock measuring;
      report_.geometry = measure_fold(scenario_, fold, {}, job);
      for (const std::string& warning : report_.geometry->warnings)
        stage.warnings.push_back(warning);
      stage.figures.push_back({"geometry_seconds", measuring.seconds()});
    }
    timed("file", stage, [&] { folder_.write_fold(scenario_, fold, stage); });
    timed("picture", stage, [&] {
      if (scenario_.outputs.pictures) draw_fold(folder_, scenario_, fold, stage);
    });
    forecast_.ended(stage, part_seconds(fold), whole.seconds(), true);
    done(std::move(stage));
    return fold;
  }

  WaveResult wave_stage(const FoldResult& fold, const Job& job) {
    const Clock whole;
    const std::size_t first = folder_.output_count();
    const auto files = make_snapshot_files(folder_, scenario_, job.stop);
    // A little past the middle a picture shows most: reflections on their way back.
    const double shown = 0.55 * scenario_.propagation.duration;
    KeepSnapshot kept(files.get(), shown);
    WaveResult wave = run_wave(scenario_, fold, *backend_, &kept, job);
    const Clock waited;
    const std::string dropped = files ? files->finish(job.stop) : "";
    wave.run.parts.snapshots.seconds += waited.seconds();
    wave.seconds += waited.seconds();
    StageReport stage = stage_report(wave);
    if (!dropped.empty()) stage.warnings.push_back(dropped);
    if (files) {
      if (files->format() !=
          snapshot_format_names[static_cast<std::size_t>(scenario_.outputs.snapshot_format)])
        stage.warnings.push_back("/outputs/snapshots/format: this build has no HDF5: they are ." +
                                 files->format() + " files");
      stage.figures.push_back({"snapshot_format", files->format()});
      stage.figures.push_back({"snapshot_error_bound", files->error_bound()});
      const auto spans = files->log().spans();
      for (const std::string part : {"pack", "wait", "write"})
        stage.figures.push_back({"snapshot_" + part + "_seconds", busy_seconds(spans, part)});
    } else if (takes_snapshots(scenario_.outputs)) {
      stage.warnings.push_back("/outputs/snapshots: this build has neither HDF5 nor VTK: they are left out");
    }
    stage.figures.push_back({"snapshot_file_bytes", folder_.output_bytes(first)});
    timed("file", stage, [&] { folder_.write_wave(scenario_, wave, stage); });
    timed("picture", stage, [&] {
      if (scenario_.outputs.pictures) draw_wave(folder_, scenario_, fold, wave, kept, stage);
    });
    forecast_.ended(stage, part_seconds(wave), whole.seconds(), is_own(wave.made_by));
    done(std::move(stage));
    return wave;
  }

  void image_stage(const FoldResult& fold, const WaveResult* wave, const Job& job) {
    const Clock whole;
    std::unique_ptr<SnapshotFiles> files;
    if (scenario_.imaging->snapshots)
      files = make_snapshot_files(folder_, scenario_, job.stop, "image/reversed");
    const ImageResult image = run_image(scenario_, fold, wave, *backend_, job, {files.get()});
    const std::string dropped = files ? files->finish(job.stop) : "";
    StageReport stage = stage_report(image);
    if (!dropped.empty()) stage.warnings.push_back(dropped);
    timed("file", stage, [&] { write_image(folder_, scenario_, image, stage); });
    timed("picture", stage, [&] {
      if (scenario_.outputs.pictures) draw_located(folder_, scenario_, fold, image, stage);
    });
    forecast_.ended(stage, part_seconds(image), whole.seconds(), is_own(image.made_by));
    done(std::move(stage));
  }

  void survey_stage(const FoldResult& fold, const Job& job) {
    const Clock whole;
    survey_ = run_survey(scenario_, fold, *backend_, {nullptr, folder_.path() / partial_stack_name}, job);
    const SurveyResult& survey = *survey_;
    StageReport stage = stage_report(survey);
    if (survey.stopped)
      stage.warnings.push_back("survey: stopped after " + std::to_string(survey.shots_done) + " of " +
                               std::to_string(survey.shots) + " shots; the same run goes on from there");
    timed("file", stage, [&] { write_survey(folder_, scenario_, survey, stage); });
    timed("picture", stage, [&] {
      if (scenario_.outputs.pictures) draw_survey(folder_, scenario_, fold, survey, stage);
    });
    const bool is_whole = !survey.stopped && survey.shots_before == 0;
    forecast_.ended(stage, part_seconds(survey), whole.seconds(), is_whole && is_own(survey.made_by));
    done(std::move(stage));
  }

  // Each in a folder of its own, and its image beside this one's. One that fails costs no other.
  void variants_stage(const StopSignal& signal) {
    StageReport stage;
    stage.name = "variants";
    const Clock clock;
    std::vector<ComparedImage> compared;
    std::vector<std::string> folders;
    for (std::size_t v = 0; v < variants_.size() && !stage.stopped; ++v) {
      const std::string& name = variants_[v].scenario.name;
      const std::string where = variant_folder(v + 1, name);
      progress_.finish();
      std::cerr << "variant " << name << "\n";
      try {
        if (std::optional<ComparedImage> image = run_variant(variants_[v], where, signal)) {
          compared.push_back(std::move(*image));
          folders.push_back(where);
        } else {
          stage.stopped = true;
          stage.warnings.push_back("variants: stopped in " + name);
        }
      } catch (const std::exception& e) {
        if (!failed_) failed_ = std::current_exception();
        stage.warnings.push_back("variants: " + name + " failed: " + e.what());
      }
      // They are this run's: told with its files, and removed when a later run makes others.
      for (const std::string& file :
           files_there(folder_.path() / where, files_of_run(folder_.path() / where)))
        folder_.add_output(std::filesystem::path(where) / file);
      if (!files_there(folder_.path() / where, {"report.json"}).empty())
        folder_.add_output(std::filesystem::path(where) / "report.json");
    }
    write_compared_images(folder_, scenario_.name, folders, compared);
    stage.seconds = clock.seconds();
    stage.figures.push_back({"variants", static_cast<std::int64_t>(compared.size())});
    for (const ComparedImage& one : compared)
      if (!one.same_grid)
        stage.warnings.push_back("variants: the image of " + one.name +
                                 " is of another grid or line: they are not compared");
    forecast_.beside_stages(stage.seconds);
    done(std::move(stage));
  }

  // Nothing where it was stopped.
  std::optional<ComparedImage> run_variant(const VariantToRun& variant, const std::string& where,
                                           const StopSignal& signal) {
    RunOptions own;
    own.scenario = options_.scenario;
    own.out = (folder_.path() / where).string();
    own.stages = {"image"};
    own.backend = options_.backend;
    own.is_variant = true;
    Run run(own, variant.scenario, {backend_, report_.backend_reason}, variant.findings);
    const bool stopped = run.stages(signal) != 0;
    RunJson told{{"name", variant.scenario.name}};
    told.update(run.outcome_json(stopped));
    told_variants_.push_back(std::move(told));
    if (stopped) return {};
    return compared_image(*survey_, variant.scenario.name, *run.survey_);
  }

  // The CPU may have taken over what was foretold of a device.
  bool is_own(const MadeBy& made) const { return made.backend == backend_->name(); }

  // What files or pictures after a stage took, by the clock and in bytes.
  template <class Write>
  void timed(const std::string& what, StageReport& stage, const Write& write) {
    const Clock clock;
    const std::size_t first = folder_.output_count();
    write();
    stage.figures.push_back({what + "_seconds", clock.seconds()});
    stage.figures.push_back({what + "_bytes", folder_.output_bytes(first)});
  }

  void done(StageReport stage) {
    progress_.finish();
    // The fold itself tells some of what was found before it.
    for (const Finding& f : findings_)
      if (f.severity == Severity::warning && stage_of(f) == stage.name &&
          std::ranges::find(stage.warnings, f.text()) == stage.warnings.end())
        stage.warnings.push_back(f.text());
    std::cerr << stage.name << ": " << seconds_text(stage.seconds) << (stage.stopped ? " (stopped)" : "")
              << "\n";
    tell_warnings(stage);
    report_.stages.push_back(std::move(stage));
    folder_.write_report(report_);
  }

  Clock clock_;
  const RunOptions& options_;
  Scenario scenario_;
  std::shared_ptr<const Backend> backend_;
  const Findings& findings_;  // warnings: errors have ended the run before
  std::vector<VariantToRun> variants_;
  RunJson told_variants_ = RunJson::array();
  std::exception_ptr failed_;  // the first variant's that did
  RunFolder folder_;
  RunReport report_;
  RunForecast forecast_;
  std::optional<SurveyResult> survey_;
  TerminalProgress progress_;
};

int run(const RunOptions& options) {
  const StopSignal signal;
  const Job quiet{nullptr, signal.token()};
  if (options.white) draw_on_white();
  const Scenario scenario = load_scenario(options.scenario, quiet);
  BackendChoice choice{select_backend(options.backend), ""};
  if (options.backend == "auto") choice = choose_backend(scenario, choice.backend, options.stages);
  if (!choice.reason.empty()) std::cerr << choice_text(choice) << "\n";
  const Findings findings = preflight(scenario, *choice.backend, quiet);
  throw_first_error(findings, options.scenario);
  std::vector<VariantToRun> variants;
  if (options.variants)
    variants = checked_variants(options.scenario, scenario, wants(options, "image"), *choice.backend, quiet);
  for (const Finding& f : findings)
    if (f.severity == Severity::note) std::cerr << f.line() << "\n";
  return Run(options, scenario, std::move(choice), findings, std::move(variants)).stages(signal);
}

}  // namespace

void add_run(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* const command = app.add_subcommand("run", "the stages of a scenario, in order");
  command->add_option("scenario", options->scenario, "the scenario file")->required();
  command->add_option("--out", options->out, "folder for the results")->required();
  command
      ->add_option("--stages", options->stages,
                   "of fold, wave, image; all need the fold, which is always run")
      ->delimiter(',')
      ->check(CLI::IsMember({"fold", "wave", "image"}));
  command->add_flag("--variants", options->variants,
                    "the seismic images of its variants too, each in a folder variants/N-NAME");
  add_backend_option(*command, options->backend);
  command->add_flag("--white", options->white, "pictures on white, for print");
  command->add_flag("--json", options->json, "what was done, as one JSON object");
  command->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

}  // namespace foldwave::cli
