// The events: located in the traces of the wave that is shown, or of one that is run for it first, or of a
// file.
#include <algorithm>
#include <utility>

#include "core/base/error.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/location/image_run.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/same_results.hpp"
#include "ui/jobs/runs.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {

void Runs::run_image() {
  worker_.supersede(image_job_);
  if (traces_need_wave()) run_wave();
  auto image = std::make_shared<ImageOutcome>();
  image->scenario = results_.now();
  image->fold = results_.fold();
  Worker::Order order{image_name(), QString::fromStdString(image->scenario.name)};
  order.facts.where = QString::fromStdString(made_by_text(made_by(*backend_)));
  image_job_ = worker_.start(
      order, [this, image, wave = traces_of(image->scenario), backend = backend_, post = poster()](
                 const Job& job) { make_image(image, wave, *taken(backend, image->scenario), post, job); });
}

// On the worker's thread.
void Runs::make_image(const std::shared_ptr<ImageOutcome>& image, std::shared_ptr<const WaveOutcome> wave,
                      const Backend& backend, const Post& post, const Job& job) {
  const Scenario& scenario = image->scenario;
  if (!scenario.imaging)
    throw InputError("/imaging", "is not there", "switch on Locate events in the scenario's panel");
  if (const auto last = last_fold_.lock(); last && (!image->fold || !is_fold_of(*image->fold, scenario)))
    image->fold = last;
  if (!has_traces_of(wave, scenario)) wave = last_wave_.lock();
  const bool used = has_traces_of(wave, scenario);
  const bool is_folded = image->fold && is_fold_of(*image->fold, scenario);
  Stages stages = is_folded ? Stages{} : Stages{"fold"};
  if (!used && scenario.imaging->data.empty()) stages.emplace_back("wave");
  stages.emplace_back("image");
  foretell(scenario, backend, stages);
  if (is_folded)
    check_before(scenario, backend, post, job, false);
  else
    image->fold = make_fold(scenario, backend, post, job, true, false);
  image->result =
      foldwave::run_image(scenario, image->fold->result, used ? &wave->result : nullptr, backend, job);
  JobFacts facts{QString::fromStdString(made_by_text(image->result.made_by))};
  for (const std::string& warning : image->result.warnings)
    facts.warnings << said(warning);
  worker_.tell(facts);
  post([this, image] { results_.take_image(image); });
}

}  // namespace foldwave
