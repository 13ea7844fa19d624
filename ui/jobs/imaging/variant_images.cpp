#include "ui/jobs/imaging/variant_images.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/engine/forecast/foretold_stretches.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/engine/survey/variant_surveys.hpp"
#include "core/model/scenario_check.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

// On the worker's thread.
std::shared_ptr<const SurveyOutcome> image_alone(const Scenario& scenario, const Backend& backend,
                                                 const Job& job) {
  throw_first_error(check_scenario(scenario));
  throw_first_error(check_survey_setup(scenario, backend, job));
  auto fold = std::make_shared<FoldOutcome>();
  fold->scenario = scenario;
  fold->result = run_fold(scenario, backend, job);
  auto made = std::make_shared<SurveyOutcome>();
  made->scenario = scenario;
  made->result = run_survey(scenario, fold->result, backend, {}, job);
  made->fold = std::move(fold);
  return made;
}

}  // namespace

void run_variant_images(Runs& runs, const Scenario& scenario, ImageCame came) {
  Worker::Order order{Runs::tr("Images of variants"), QString::fromStdString(scenario.name)};
  order.facts.where = QString::fromStdString(made_by_text(made_by(runs.backend())));
  Worker* const worker = &runs.worker();
  worker->start(
      order, [worker, scenario, backend = runs.shared_backend(), came = std::move(came)](const Job& job) {
        std::vector<Scenario> all = scenarios_to_image(scenario);
        // The newest image stands first.
        std::ranges::reverse(all);
        std::vector<ForetoldStretch> row;
        for (const Scenario& one : all)
          std::ranges::move(foretold_stretches(one, *backend, {"fold", "survey"}), std::back_inserter(row));
        worker->foretell(std::move(row));
        JobFacts facts{QString::fromStdString(made_by_text(made_by(*backend)))};
        for (const Scenario& one : all) {
          const auto made = image_alone(one, *backend, job);
          if (made->result.stopped) throw Stopped();
          for (const std::string& warning : made->result.warnings)
            facts.warnings << said(one.name + ": " + warning);
          worker->hand_over([came, made] { came(made); });
        }
        worker->tell(facts);
      });
}

}  // namespace foldwave
