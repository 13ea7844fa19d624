#include "ui/jobs/results.hpp"

#include <utility>

#include "core/engine/pipeline.hpp"
#include "core/engine/recorded/file_stamps.hpp"
#include "core/model/same_results.hpp"

namespace foldwave {
namespace {

constexpr std::int64_t results_bound = 1'500'000'000;  // bytes

}  // namespace

bool is_fold_of(const FoldOutcome& fold, const Scenario& scenario) {
  return same_fold(fold.scenario, scenario) && fold.result.velocity_stamp == velocity_stamp(scenario);
}

Scenario survey_part(const Scenario& scenario) {
  Scenario part = scenario;
  part.survey = {};
  part.propagation = {};
  part.outputs = {};
  const auto survey = part.imaging ? part.imaging->survey : std::nullopt;
  part.imaging.emplace().survey = survey;
  return part;
}

bool has_traces_of(const std::shared_ptr<const WaveOutcome>& wave, const Scenario& scenario) {
  return wave && !wave->result.run.stopped && !wave->result.backward && same_wave(wave->scenario, scenario);
}

Results::Results(Now now, QObject* parent) : QObject(parent), now_(std::move(now)), kept_(results_bound) {}

std::vector<std::shared_ptr<const Snapshot>> Results::snapshots() const {
  return shown_.store ? shown_.store->all() : std::vector<std::shared_ptr<const Snapshot>>{};
}

int Results::snapshots_kept_every() const {
  return shown_.store ? shown_.store->kept_every() : 1;
}

bool Results::snapshots_are_packed() const {
  return shown_.store && shown_.store->any_packed();
}

bool Results::fold_is_stale() const {
  return fold_ && !is_fold_of(*fold_, now());
}

bool Results::wave_is_stale() const {
  if (!shown_.store) return false;
  return !(shown_.backward ? same_image : same_wave)(shown_.scenario, now());
}

bool Results::image_is_stale() const {
  return image_ && (!same_image(image_->scenario, now()) || image_->result.files != location_stamps(now()));
}

bool Results::survey_is_stale() const {
  return survey_ && (section_line(survey_->scenario) != section_line(now()) ||
                     !same_image(survey_part(survey_->scenario), survey_part(now())) ||
                     survey_->result.files != survey_stamps(now()));
}

// It has receivers of its own, and nothing that it writes hangs on the outputs.
bool Results::comparison_is_stale() const {
  if (!comparison_) return false;
  const auto own = [](Scenario scenario) {
    scenario.survey.receivers.clear();
    scenario.outputs = {};
    return scenario;
  };
  return !same_wave(own(comparison_->scenario), own(now()));
}

bool Results::is_shown(JobId id) const {
  const WaveShown* const result = kept_.find(id);
  return result != nullptr && result->store == shown_.store;
}

void Results::show_kept(JobId id) {
  const WaveShown* const result = kept_.find(id);
  if (result == nullptr) return;
  asked_after_ = newest_;
  if (is_shown(id)) return;
  live_.clear();  // a wave that runs goes on in the background
  former_ = {};
  shown_ = *result;
  if (fold_is_stale() && is_fold_of(*shown_.fold, now())) take_fold(shown_.fold);
  emit snapshots_changed();
  emit wave_changed();
  emit kept_changed();
}

void Results::clear() {
  fold_.reset();
  image_.reset();
  survey_.reset();
  comparison_.reset();
  shown_ = {};
  former_ = {};
  kept_.clear();
  live_.clear();
}

void Results::tell_all() {
  emit fold_changed();
  emit snapshots_changed();
  emit wave_changed();
  emit kept_changed();
  emit image_changed();
  emit survey_changed();
  emit comparison_changed();
}

void Results::take_comparison(std::shared_ptr<const ComparisonOutcome> comparison) {
  comparison_ = std::move(comparison);
  emit comparison_changed();
}

void Results::take_survey(std::shared_ptr<const SurveyOutcome> survey) {
  survey_ = std::move(survey);
  emit survey_changed();
}

void Results::take_image(std::shared_ptr<const ImageOutcome> image) {
  image_ = std::move(image);
  emit image_changed();
}

void Results::take_fold(std::shared_ptr<const FoldOutcome> fold) {
  fold_ = std::move(fold);
  emit fold_changed();
}

// A result that was asked for after this wave stays, while it is of the scenario that is edited.
bool Results::gives_way(JobId id) const {
  return id <= asked_after_ && !wave_is_stale();
}

void Results::begin_wave(JobId id, const WaveShown& wave, bool now_wanted) {
  if (gives_way(id) || (!now_wanted && !same_wave(wave.scenario, now()))) return;
  former_ = std::exchange(shown_, wave);
  emit snapshots_changed();
  emit wave_changed();
}

void Results::take_wave(JobId id, const WaveShown& wave) {
  kept_.add(id, wave, shown_.store.get());
  const bool was_shown = shown_.store == wave.store;
  if (was_shown || (!gives_way(id) && same_wave(wave.scenario, now()))) {
    live_.end();
    shown_ = wave;
    former_ = {};
    if (!was_shown) emit snapshots_changed();
    emit wave_changed();
  }
  emit kept_changed();
}

void Results::show_read(const WaveShown& wave) {
  live_.clear();
  former_ = {};
  shown_ = wave;
  asked_after_ = newest_;
  emit snapshots_changed();
  emit wave_changed();
  emit kept_changed();
}

void Results::give_back(const WaveShown& wave) {
  if (shown_.store != wave.store) return;
  live_.clear();
  shown_ = std::exchange(former_, {});
  emit snapshots_changed();
  emit wave_changed();
}

}  // namespace foldwave
