#include "ui/jobs/fold_preview.hpp"

#include <algorithm>
#include <utility>

#include "core/engine/backend.hpp"
#include "core/engine/horizon_setup.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/scenario_check.hpp"

namespace foldwave {
namespace {

constexpr SurfaceDetail detail{64, 64};
constexpr SurfaceDetail still_detail{160, 64};  // of a horizon that stays
constexpr int rest = 300;                       // ms that the pointer stands still before other folds go on

PreviewRefusal refused_with(const Error& error, const Scenario& scenario, std::size_t event, const Job& job) {
  PreviewRefusal refusal{{Severity::error, error.place(), error.words(), {}}, nullptr};
  try {
    refusal.horizon = horizon_surface(scenario, detail, job, event);
  } catch (const Error&) {
    // What keeps the horizon from being made is what the refusal says already.
  }
  return refusal;
}

}  // namespace

Scenario coarse_scenario(const Scenario& scenario, int most) {
  Scenario coarse = scenario;
  for (std::size_t a = 0; a < 3; ++a) {
    const int n = scenario.grid.n[a];
    if (n <= most) continue;
    coarse.grid.n[a] = most;
    coarse.grid.h[a] = scenario.grid.h[a] * (n - 1) / (most - 1);
  }
  coarse.propagation.enabled = false;
  coarse.variants.clear();
  return coarse;
}

FoldPreview::FoldPreview(std::shared_ptr<FoldTurns> turns, QObject* parent)
    : QObject(parent), turns_(std::move(turns)) {
  rest_.setSingleShot(true);
  rest_.setInterval(rest);
  connect(&rest_, &QTimer::timeout, this, [this] { turns_->release(); });
  connect(&worker_, &Worker::finished, this, [this] {
    running_ = false;
    if (wish_)
      start(*std::exchange(wish_, std::nullopt));
    else
      rest_.start();
  });
}

void FoldPreview::follow(const Scenario& scenario, std::size_t event) {
  rest_.stop();
  turns_->hold();
  take({scenario, event, true});
}

void FoldPreview::follow_horizon(const Scenario& scenario, std::size_t event) {
  take({scenario, event, false});
}

void FoldPreview::take(const Wish& wish) {
  if (running_)
    wish_ = wish;
  else
    start(wish);
}

void FoldPreview::start(const Wish& wish) {
  running_ = true;
  if (!wish.fold) {
    worker_.start("horizon", [this, wish, generation = generation_](const Job& job) {
      make_horizon(wish, generation, {nullptr, job.stop});
    });
    return;
  }
  worker_.start("preview", [this, wish, nodes = pace_.nodes(), generation = generation_](const Job& job) {
    if (wish.scenario.events.size() > 1) make_horizon(wish, generation, {nullptr, job.stop});
    // What a preview has to say of its progress would only flicker.
    turns_->run(FoldRank::preview, {nullptr, job.stop},
                [&](const Job& turn) { fold(wish, nodes, generation, turn); });
  });
}

FoldPreview::Tell FoldPreview::teller(int generation) {
  return [this, generation](std::function<void()> call) {
    worker_.hand_over([this, generation, call = std::move(call)] {
      if (generation == generation_) call();
    });
  };
}

// On the worker's thread. What is wrong with the horizon the checks say, or the fold that comes next.
void FoldPreview::make_horizon(const Wish& wish, int generation, const Job& job) {
  const Scenario& scenario = wish.scenario;
  if (has_errors(check_scenario(scenario))) return;
  HorizonPreview preview{scenario, wish.event, nullptr, nullptr};
  try {
    preview.horizon = build_horizon(scenario, nullptr, job, wish.event);
    preview.surface =
        preview.horizon ? horizon_surface(scenario.grid, *preview.horizon, wish.fold ? detail : still_detail)
                        : horizon_surface(scenario, detail, job, wish.event);
  } catch (const Stopped&) {
    throw;
  } catch (const Error&) {
    return;
  }
  teller(generation)([this, preview] { emit horizon_ready(preview); });
}

// On the worker's thread.
void FoldPreview::fold(const Wish& wish, int nodes, int generation, const Job& job) {
  const Scenario& scenario = wish.scenario;
  const Clock clock;
  const Tell tell = teller(generation);
  auto outcome = std::make_shared<FoldOutcome>();
  outcome->scenario = coarse_scenario(scenario, nodes);
  // A fold too fine for the coarse grid has no preview; that is no fault of the scenario.
  if (has_errors(check_scenario(outcome->scenario)) && !has_errors(check_scenario(scenario))) return;
  try {
    FoldOptions options;
    options.sketch = true;
    outcome->result = run_fold(outcome->scenario, *cpu_backend(), job, options);
    outcome->geometry = structure_geometry(outcome->result, job, detail);
  } catch (const Stopped&) {
    throw;
  } catch (const Error& error) {
    return tell(
        [this, refusal = refused_with(error, outcome->scenario, wish.event, job)] { emit refused(refusal); });
  }
  tell([this, outcome, took = 1e3 * clock.seconds()] {
    solving_ = took;
    ready_since_.emplace();
    emit ready(outcome);
  });
}

void FoldPreview::seen() {
  if (!ready_since_) return;
  pace_.took(solving_ + 1e3 * ready_since_->seconds());
  ready_since_.reset();
}

void FoldPreview::end() {
  ++generation_;
  ready_since_.reset();
  wish_.reset();
  worker_.stop();
  rest_.stop();
  turns_->release();
}

}  // namespace foldwave
