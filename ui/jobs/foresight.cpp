#include "ui/jobs/foresight.hpp"

#include <QDir>
#include <algorithm>
#include <utility>

#include "core/base/text.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/forecast/calibrate.hpp"
#include "core/engine/forecast/observe.hpp"
#include "core/model/same_results.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

constexpr int pause_ms = 250;  // after the last edit

// The window writes no files by itself; where they would go is told of an export beside the scenario.
ForecastOptions in_window(const Scenario& scenario) {
  return {{}, false, scenario.folder.empty() ? QDir::homePath().toStdString() : scenario.folder};
}

QString time_words(double seconds) {
  return QString::fromStdString(seconds_text(seconds));
}

QString stage_words(const StageForecast& stage) {
  QString text = Foresight::tr("%1: about %2 (%3 to %4)")
                     .arg(QString::fromStdString(stage.name), time_words(stage.time.seconds),
                          time_words(stage.time.low), time_words(stage.time.high));
  text += ", " + QString::fromStdString(bytes_text(stage.memory_bytes));
  if (stage.device_memory_bytes > 0.0)
    text += Foresight::tr(", %1 on the device")
                .arg(QString::fromStdString(bytes_text(stage.device_memory_bytes)));
  if (stage.disk_bytes > 0.0)
    text += Foresight::tr(", files of %1").arg(QString::fromStdString(bytes_text(stage.disk_bytes)));
  return text + Foresight::tr(", bound by %1").arg(QString::fromStdString(stage.bound_by));
}

}  // namespace

QString foresight_text(const Forecast& forecast) {
  for (const Finding& finding : forecast.findings)
    if (finding.severity == Severity::error) return Foresight::tr("cannot run");
  const auto longest = std::ranges::max_element(
      forecast.stages, {}, [](const StageForecast& stage) { return stage.time.seconds; });
  return longest == forecast.stages.end() ? QString() : stage_words(*longest);
}

QString foresight_tip(const Foretold& foretold) {
  const Forecast& forecast = foretold.forecast;
  QStringList lines;
  for (const StageForecast& stage : forecast.stages)
    lines << stage_words(stage);
  if (forecast.disk_free >= 0.0)
    lines
        << Foresight::tr("free on the disk: %1").arg(QString::fromStdString(bytes_text(forecast.disk_free)));
  if (const auto& n = forecast.largest_grid; n[0] > 0)
    lines << Foresight::tr("largest grid that fits: %1 x %2 x %3").arg(n[0]).arg(n[1]).arg(n[2]);
  for (const Finding& finding : forecast.findings)
    lines << said(finding.problem);
  if (!foretold.choice.reason.empty() && !foretold.choice.unmeasured) lines << said(foretold.choice.reason);
  lines << Foresight::tr("Run > Forecast... shows more");
  return lines.join('\n');
}

namespace {

// Least squares has ended, where it was asked for.
bool has_its_image(const SurveyResult& result) {
  const ImageSurvey& survey = result.survey;
  if (survey.iterations == 0) return true;
  return std::ssize(result.residuals) == survey.iterations + 1 ||
         (!result.residuals.empty() && result.residuals.back() < survey.stop_at);
}

}  // namespace

Foresight::Foresight(QObject* parent) : QObject(parent) {
  pause_.setSingleShot(true);
  pause_.setInterval(pause_ms);
  connect(&pause_, &QTimer::timeout, this, &Foresight::begin);
  connect(&worker_, &Worker::finished, this, [this] {
    if (waits_ && !worker_.busy()) begin();
  });
}

void Foresight::follow(const Scenario& scenario, std::shared_ptr<const Backend> backend) {
  if (backend != backend_) rates_ = host_rates_ = nullptr;
  wanted_ = scenario;
  backend_ = std::move(backend);
  pause_.start();
}

void Foresight::begin() {
  if (!backend_) return;
  waits_ = worker_.busy();
  if (waits_) return;
  worker_.start(QString(), [this, scenario = wanted_, backend = backend_, own = rates_,
                            host = host_rates_](const Job&) mutable {
    const auto known = [](Rates& rates, const Backend& of) {
      if (!rates) rates = std::make_shared<const MachineRates>(machine_rates(of));
    };
    known(own, without_fallback(*backend));
    if (backend->falls_back()) known(host, *cpu_backend());
    auto foretold = std::make_shared<Foretold>();
    foretold->scenario = scenario;
    foretold->asked = backend;
    foretold->choice = host ? choose_backend(scenario, backend, *own, *host) : BackendChoice{backend, ""};
    const Backend& taken = *foretold->choice.backend;
    foretold->machine = foretold->choice.backend == backend ? own : host;
    foretold->forecast = forecast(scenario, taken, *foretold->machine, in_window(scenario));
    foretold->curves = wave_curves(scenario, taken, *foretold->machine);
    try {
      foretold->storage = plan_storage(scenario, *foretold->machine);
    } catch (const Error&) {
      // What is wrong with the scenario is told by its forecast.
    }
    worker_.hand_over([this, foretold, own, host] {
      if (foretold->asked != backend_) return;
      rates_ = own;
      host_rates_ = host;
      now_ = foretold;
      emit changed();
    });
  });
}

void Foresight::calibrate() {
  if (!backend_) return;
  worker_.start(tr("Calibrate"), [this, backend = backend_](const Job& job) {
    // Where there is a choice between two, both are measured.
    std::vector<const Backend*> all{&without_fallback(*backend)};
    if (backend->falls_back()) all.push_back(cpu_backend().get());
    worker_.foretell({{{"calibrate"}, most_calibration_seconds * static_cast<double>(all.size()), false}});
    JobFacts facts;
    for (const Backend* const one : all) {
      const std::filesystem::path before =
          replace_calibration(foldwave::calibrate(*one, QDir::tempPath().toStdString(), job));
      if (!before.empty())
        facts.warnings << tr("The calibration from before is damaged or of another machine: it is kept as %1")
                              .arg(QString::fromStdString(before.string()));
    }
    if (!facts.warnings.empty()) worker_.tell(facts);
    worker_.hand_over([this] {
      rates_ = host_rates_ = nullptr;
      pause_.start();
    });
  });
}

TimeEstimate Foresight::foretold_of(const char* stage, const Scenario& scenario) const {
  const std::string name = stage;
  const auto same = name == "fold" ? same_fold : name == "wave" ? same_wave : same_image;
  if (!now_ || !same(now_->scenario, scenario)) return {};
  for (const StageForecast& one : now_->forecast.stages)
    if (one.name == stage) return one.time;
  return {};
}

std::shared_ptr<const Backend> Foresight::maker(const MadeBy& made) const {
  if (made.backend == backend_->name()) return backend_;
  return made.backend == cpu_backend()->name() ? cpu_backend() : nullptr;
}

void Foresight::fold_took(std::shared_ptr<const FoldOutcome> fold) {
  if (!fold || last_fold_.lock() == fold || !backend_) return;
  last_fold_ = fold;
  took_["fold"] = {fold->result.seconds, static_cast<double>(fold->result.grid.size()), 0,
                   foretold_of("fold", fold->scenario)};
  emit changed();
  const auto backend = maker(fold->result.made_by);
  if (backend)
    mend(backend, observed(fold_work(fold->scenario, *backend, false), part_seconds(fold->result)));
}

void Foresight::wave_took(std::shared_ptr<const WaveOutcome> wave) {
  if (!wave || last_wave_.lock() == wave || !backend_) return;
  last_wave_ = wave;
  if (wave->result.run.stopped) return;
  took_["wave"] = {wave->result.seconds, static_cast<double>(wave->result.grid.size()),
                   wave->scenario.propagation.order, foretold_of("wave", wave->scenario)};
  emit changed();
  const auto backend = maker(wave->result.made_by);
  if (!backend) return;
  try {
    mend(backend, observed(wave_work(wave->scenario, *backend, false), part_seconds(wave->result)));
  } catch (const Error&) {
    // Its velocity file is gone: what was foretold of it cannot be told again.
  }
}

void Foresight::location_took(std::shared_ptr<const ImageOutcome> image) {
  if (!image || last_image_.lock() == image || !backend_) return;
  last_image_ = image;
  const ImageResult& result = image->result;
  took_["image"] = {result.seconds, static_cast<double>(result.grid.size()), 0,
                    foretold_of("image", image->scenario)};
  emit changed();
  if (const auto backend = maker(result.made_by))
    mend(backend, observed(image_work(image->scenario, *backend, false), part_seconds(result)));
}

void Foresight::survey_took(std::shared_ptr<const SurveyOutcome> survey) {
  if (!survey || last_survey_.lock() == survey || !backend_) return;
  last_survey_ = survey;
  const SurveyResult& result = survey->result;
  const bool is_whole = !result.stopped && result.shots_done == result.shots && result.shots_before == 0 &&
                        has_its_image(result);
  if (!is_whole) return;
  took_["survey"] = {result.seconds, static_cast<double>(result.grid.size()), 0,
                     foretold_of("survey", survey->scenario)};
  emit changed();
  const auto backend = maker(result.made_by);
  if (!backend) return;
  Scenario as_run = survey->scenario;
  if (result.source_field == SourceField::strip_file && as_run.imaging && as_run.imaging->survey)
    as_run.imaging->survey->source_field = SourceFieldKey::file;
  try {
    mend(backend, observed(survey_work(as_run, *backend, false), part_seconds(result)));
  } catch (const Error&) {
    // As of a wave.
  }
}

void Foresight::mend(std::shared_ptr<const Backend> backend, std::vector<Observation> parts) {
  worker_.start(QString(),
                [this, backend = std::move(backend), parts = std::move(parts)](const Job&) mutable {
                  const MachineStamp here = stamp_of_backend(without_fallback(*backend));
                  if (!mend_calibration(here, [&](Calibration& there) { there.add_run(std::move(parts)); }))
                    return;
                  worker_.hand_over([this] {
                    rates_ = host_rates_ = nullptr;
                    pause_.start();
                  });
                });
}

}  // namespace foldwave
