#include "ui/jobs/fold_preview.hpp"

#include <algorithm>
#include <utility>

namespace foldwave {
namespace {

constexpr int most_nodes = 48;
constexpr SurfaceDetail detail{64, 64};

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
  return coarse;
}

FoldPreview::FoldPreview(QObject* parent) : QObject(parent) {
  connect(&worker_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& message) {
    running_ = false;
    if (outcome == Outcome::failed) emit refused(message);
    if (wish_) start(*std::exchange(wish_, std::nullopt));
  });
}

void FoldPreview::follow(const Scenario& scenario) {
  if (running_)
    wish_ = scenario;
  else
    start(scenario);
}

void FoldPreview::start(const Scenario& scenario) {
  running_ = true;
  worker_.start("preview", [this, scenario, generation = generation_](const Job& job) {
    auto outcome = std::make_shared<FoldOutcome>();
    outcome->scenario = coarse_scenario(scenario, most_nodes);
    // What a preview has to say of its progress would only flicker.
    const Job quiet{nullptr, job.stop};
    outcome->result = run_fold(outcome->scenario, *cpu_backend(), quiet);
    outcome->geometry = structure_geometry(outcome->result, quiet, detail);
    worker_.hand_over([this, generation, outcome] {
      if (generation == generation_) emit ready(outcome);
    });
  });
}

void FoldPreview::end() {
  ++generation_;
  wish_.reset();
}

}  // namespace foldwave
