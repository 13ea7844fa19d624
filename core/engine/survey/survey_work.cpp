#include <chrono>
#include <exception>
#include <span>
#include <thread>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/survey/shared_survey.hpp"
#include "core/engine/survey/survey_begin.hpp"
#include "core/formats/read_file.hpp"
#include "core/imaging/survey/partial_stack.hpp"
#include "core/imaging/survey/shot_file.hpp"

namespace foldwave {

namespace {

// Who is told of a problem must know where it is.
[[noreturn]] void refuse_worker(const WorkerId& who, const SurveyPlan& plan, const std::string& problem,
                                const std::string& remedy) {
  throw InputError(plan.folder.string(), "worker " + worker_text(who) + ": " + problem, remedy);
}

void check_version(const SurveyPlan& plan, const WorkerId& who) {
  if (plan.program != program_version())
    refuse_worker(who, plan,
                  "this is Foldwave " + program_version() + ", and the survey was planned by " + plan.program,
                  "use one version on all hosts");
}

// As it was planned; the key says whether this process has the same numbers.
BegunSurvey begin_as_planned(const SurveyPlan& plan, const FoldResult& fold, const Backend& backend,
                             const WorkerId& who, const Job& job) {
  BegunSurvey begun = begin_survey(plan.scenario, fold, backend, job);
  begun.setup.source_field = begun.result.source_field = plan.source_field;
  if (begun.result.shots != plan.shots || survey_key(begun.setup) != plan.key)
    refuse_worker(who, plan,
                  "its model or its data are not those of the plan: the scenario's files, or what this "
                  "processor makes of them, differ",
                  "give all hosts the same files and instruction set, or plan anew");
  return begun;
}

class Hands {
 public:
  Hands(const SurveyPlan& plan, const SurveySetup& setup, const Backend& backend, TaskWorker& worker,
        const Job& job)
      : plan_(plan), setup_(setup), backend_(backend), worker_(worker), job_(job) {}

  // By as many threads at once as shots are; the first that fails ends the others.
  void work(int hands) {
    const std::stop_callback pass_on(job_.stop, [this] { stop_.request_stop(); });
    std::vector<std::exception_ptr> failures(static_cast<std::size_t>(hands));
    const WorkDevices devices = backend_.devices();
    const auto one = [&](int hand) {
      try {
        const auto there = devices.on(hand);
        work_on();
      } catch (...) {
        failures[static_cast<std::size_t>(hand)] = std::current_exception();
        stop_.request_stop();
      }
    };
    if (hands == 1) {
      one(0);
    } else {
#pragma omp parallel for schedule(static, 1) num_threads(hands)
      for (int hand = 0; hand < hands; ++hand)
        one(hand);
    }
    job_.throw_if_stopped();
    // What stopped the others is told, not that they were stopped.
    std::exception_ptr first;
    for (const auto& failure : failures) {
      if (!failure) continue;
      try {
        std::rethrow_exception(failure);
      } catch (const Stopped&) {
        continue;
      } catch (...) {
        if (!first) first = failure;
      }
    }
    if (first) std::rethrow_exception(first);
  }

 private:
  void work_on() {
    const std::stop_token stop = stop_.get_token();
    while (!stop.stop_requested()) {
      const std::optional<int> shot = worker_.claim(stop);
      if (shot) {
        image(*shot, stop);
        continue;
      }
      if (worker_.all_done()) return;
      worker_.set_state(WorkerState::waiting);
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  }

  void image(int shot, const std::stop_token& stop) {
    worker_.set_state(WorkerState::working);
    try {
      const ImagedShot one =
          image_shot([&](const StepperSetup& wave) { return backend_.make_wave_stepper(wave); }, setup_, shot,
                     {nullptr, stop});
      worker_.finish(shot, shot_file_bytes(plan_.key, shot, one), stop);
    } catch (...) {
      worker_.give_back(shot);
      throw;
    }
    const std::scoped_lock lock(mutex_);
    job_.report({"image: shots of this worker", worker_.done(), plan_.shots, 0.0, ""});
  }

  const SurveyPlan& plan_;
  const SurveySetup& setup_;
  const Backend& backend_;
  TaskWorker& worker_;
  const Job& job_;
  std::stop_source stop_;
  std::mutex mutex_;
};

std::string missing_text(const std::vector<int>& missing) {
  std::string text;
  for (std::size_t m = 0; m < missing.size() && m < 10; ++m)
    text += (m > 0 ? ", " : "") + std::to_string(missing[m] + 1);
  return text + (missing.size() > 10 ? ", .." : "");
}

}  // namespace

int work_on_survey(const SurveyPlan& plan, const Backend& backend, const WorkerOptions& options,
                   const Job& job) {
  check_version(plan, this_worker());
  TaskWorker worker(plan.tasks(), options);
  try {
    if (worker.all_done()) return 0;
    const FoldResult fold = run_fold(plan.scenario, backend, job);
    BegunSurvey begun = begin_as_planned(plan, fold, backend, worker.id(), job);
    keep_strips_in(plan.folder, begun.setup);
    Hands(plan, begun.setup, backend, worker, job)
        .work(shots_at_once(PaddedGrid(begun.setup.medium).nodes(), backend.devices()));
  } catch (const Stopped&) {
    throw;
  } catch (const std::exception& e) {
    worker.set_state(WorkerState::failed, e.what());
    throw;
  }
  return worker.done();
}

SurveyResult merge_survey(const SurveyPlan& plan, const FoldResult& fold, const Backend& backend,
                          const Job& job) {
  const Clock clock;
  const TaskFolder tasks = plan.tasks();
  check_version(plan, this_worker());
  std::vector<int> missing;
  for (int shot = 0; shot < plan.shots; ++shot) {
    std::error_code unseen;
    if (!std::filesystem::exists(tasks.result(shot), unseen)) missing.push_back(shot);
  }
  if (!missing.empty())
    throw InputError(plan.folder.string(),
                     std::to_string(missing.size()) + " of " + std::to_string(plan.shots) +
                         " shots are not there: " + missing_text(missing),
                     "start workers, and merge when they are done");
  BegunSurvey begun = begin_as_planned(plan, fold, backend, this_worker(), job);
  SurveyStack stack;
  for (int shot = 0; shot < plan.shots; ++shot) {
    job.throw_if_stopped();
    const auto file = tasks.result(shot);
    ImagedShot one;
    try {
      const std::string text = read_regular_file(file, shot_file_size(begun.setup), job);
      one = parse_shot_file(std::as_bytes(std::span(text)), plan.key, shot, begun.setup);
    } catch (const InputError& e) {
      throw InputError(file.string(), e.problem(), "remove it and start a worker: it is made anew");
    }
    add_shot(begun.setup, one, stack);
    job.report({"image: shots merged", stack.shots, plan.shots, 0.0, ""});
  }
  show_stack(begun.setup, stack, begun.result);
  begun.result.seconds = begun.result.first_seconds = clock.seconds();
  return std::move(begun.result);
}

}  // namespace foldwave
