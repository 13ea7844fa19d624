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
const ForecastOptions in_window{{}, false};

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
    text += Foresight::tr(", %1 on disk").arg(QString::fromStdString(bytes_text(stage.disk_bytes)));
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

QString foresight_tip(const Forecast& forecast) {
  QStringList lines;
  for (const StageForecast& stage : forecast.stages)
    lines << stage_words(stage);
  if (const auto& n = forecast.largest_grid; n[0] > 0)
    lines << Foresight::tr("largest grid that fits: %1 x %2 x %3").arg(n[0]).arg(n[1]).arg(n[2]);
  for (const Finding& finding : forecast.findings)
    lines << said(finding.problem);
  lines << Foresight::tr("Run > Forecast... shows more");
  return lines.join('\n');
}

Foresight::Foresight(QObject* parent) : QObject(parent) {
  pause_.setSingleShot(true);
  pause_.setInterval(pause_ms);
  connect(&pause_, &QTimer::timeout, this, &Foresight::begin);
  connect(&worker_, &Worker::finished, this, [this] {
    if (waits_ && !worker_.busy()) begin();
  });
}

void Foresight::follow(const Scenario& scenario, std::shared_ptr<const Backend> backend) {
  if (backend != backend_) rates_ = nullptr;
  wanted_ = scenario;
  backend_ = std::move(backend);
  pause_.start();
}

void Foresight::begin() {
  if (!backend_) return;
  waits_ = worker_.busy();
  if (waits_) return;
  worker_.start(QString(), [this, scenario = wanted_, backend = backend_, rates = rates_](const Job&) {
    auto foretold = std::make_shared<Foretold>();
    foretold->scenario = scenario;
    foretold->backend = backend;
    foretold->machine =
        rates ? rates : std::make_shared<const MachineRates>(machine_rates(without_fallback(*backend)));
    foretold->forecast = forecast(scenario, *backend, *foretold->machine, in_window);
    foretold->curves = wave_curves(scenario, *backend, *foretold->machine);
    try {
      foretold->storage = plan_storage(scenario, *foretold->machine);
    } catch (const Error&) {
      // What is wrong with the scenario is told by its forecast.
    }
    worker_.hand_over([this, foretold] {
      if (foretold->backend != backend_) return;
      rates_ = foretold->machine;
      now_ = foretold;
      emit changed();
    });
  });
}

void Foresight::calibrate() {
  if (!backend_) return;
  worker_.start(tr("Calibrate"), [this, backend = backend_](const Job& job) {
    const Backend& own = without_fallback(*backend);
    const std::filesystem::path before =
        replace_calibration(foldwave::calibrate(own, QDir::tempPath().toStdString(), job));
    if (!before.empty()) {
      JobFacts facts;
      facts.warnings << tr("The calibration from before is damaged or of another machine: it is kept as %1")
                            .arg(QString::fromStdString(before.string()));
      worker_.tell(facts);
    }
    worker_.hand_over([this] {
      rates_ = nullptr;
      pause_.start();
    });
  });
}

TimeEstimate Foresight::foretold_of(const char* stage, const Scenario& scenario) const {
  const bool is_of = now_ && (std::string(stage) == "fold" ? same_fold(now_->scenario, scenario)
                                                           : same_wave(now_->scenario, scenario));
  if (!is_of) return {};
  for (const StageForecast& one : now_->forecast.stages)
    if (one.name == stage) return one.time;
  return {};
}

void Foresight::fold_took(std::shared_ptr<const FoldOutcome> fold) {
  if (!fold || last_fold_.lock() == fold || !backend_) return;
  last_fold_ = fold;
  took_["fold"] = {fold->result.seconds, static_cast<double>(fold->result.grid.size()), 0,
                   foretold_of("fold", fold->scenario)};
  emit changed();
  mend(observed(fold_work(fold->scenario, *backend_, false), part_seconds(fold->result)));
}

void Foresight::wave_took(std::shared_ptr<const WaveOutcome> wave) {
  if (!wave || last_wave_.lock() == wave || !backend_) return;
  last_wave_ = wave;
  if (wave->result.run.stopped) return;
  took_["wave"] = {wave->result.seconds, static_cast<double>(wave->result.grid.size()),
                   wave->scenario.propagation.order, foretold_of("wave", wave->scenario)};
  emit changed();
  if (wave->result.made_by.backend != backend_->name()) return;
  try {
    mend(observed(wave_work(wave->scenario, *backend_, false), part_seconds(wave->result)));
  } catch (const Error&) {
    // Its velocity file is gone: what was foretold of it cannot be told again.
  }
}

void Foresight::mend(std::vector<Observation> parts) {
  worker_.start(QString(), [this, backend = backend_, parts = std::move(parts)](const Job&) mutable {
    const MachineStamp here = stamp_of_backend(without_fallback(*backend));
    if (!mend_calibration(here, [&](Calibration& there) { there.add_run(std::move(parts)); })) return;
    worker_.hand_over([this] {
      rates_ = nullptr;
      pause_.start();
    });
  });
}

double Foresight::wave_steps_seconds(const Scenario& scenario) const {
  if (!now_ || !same_wave(now_->scenario, scenario)) return 0.0;
  double seconds = 0.0;
  for (const StageForecast& stage : now_->forecast.stages)
    for (const PartForecast& part : stage.parts)
      if (part.name.starts_with("wave.steps") || part.name == "wave.gather" || part.name == "wave.kept")
        seconds += part.time.seconds;
  return seconds;
}

}  // namespace foldwave
