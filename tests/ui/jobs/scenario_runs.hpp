// What the tests of runs share: a scenario, its results, and the runs that make them, without an editor.
#pragma once

#include <memory>
#include <utility>

#include "ui/jobs/runs.hpp"

namespace foldwave {

struct ScenarioRuns {
  explicit ScenarioRuns(std::shared_ptr<const Backend> backend,
                        std::shared_ptr<FoldTurns> turns = std::make_shared<FoldTurns>())
      : results([this]() -> const Scenario& { return now; }),
        runs(results, std::move(backend), std::move(turns)) {}

  void open(const Scenario& scenario) {
    runs.drop_all();
    now = scenario;
    results.tell_all();
    runs.follow();
  }
  void edit(const Scenario& scenario) {
    now = scenario;
    runs.follow();
  }

  Scenario now;
  Results results;
  Runs runs;
};

}  // namespace foldwave
