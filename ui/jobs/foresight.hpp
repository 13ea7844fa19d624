// What the scenario that is edited will cost, told beside it: foretold on a thread of its own, a moment after
// the last edit, by what was measured of this machine. Runs that end are kept beside what was foretold of
// them and mend it.
#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <memory>

#include "core/engine/forecast/choose_backend.hpp"
#include "core/engine/forecast/forecast_curve.hpp"
#include "core/engine/forecast/storage.hpp"
#include "ui/jobs/outcomes.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

struct Foretold {
  Scenario scenario;
  std::shared_ptr<const Backend> asked;         // for
  BackendChoice choice;                         // that jobs will take, and why
  std::shared_ptr<const MachineRates> machine;  // of what was chosen
  Forecast forecast;
  std::vector<ForecastCurve> curves;
  ScenarioStorage storage;  // no choices where it cannot be planned
};

// What a stage took that was run here, of a grid of so many nodes.
struct StageTook {
  double seconds = 0.0, nodes = 0.0;
  int order = 0;          // of a wave's stencil
  TimeEstimate foretold;  // before it ran; zeros: it was not
};

class Foresight : public QObject {
  Q_OBJECT

 public:
  explicit Foresight(QObject* parent = nullptr);

  void follow(const Scenario& scenario, std::shared_ptr<const Backend> backend);  // soon
  void calibrate();  // as a job with a name; then foretells again
  // Stages of `scenario` that have ended; what was foretold of another scenario counts for nothing.
  void fold_took(std::shared_ptr<const FoldOutcome> fold);
  void wave_took(std::shared_ptr<const WaveOutcome> wave);
  void location_took(std::shared_ptr<const ImageOutcome> image);
  void survey_took(std::shared_ptr<const SurveyOutcome> survey);  // counts when it is whole

  std::shared_ptr<const Foretold> now() const { return now_; }
  const std::map<QString, StageTook>& took() const { return took_; }  // by the stage's name; the last run
  Worker& worker() { return worker_; }

 signals:
  void changed();  // what is foretold, or what was taken

 private:
  using Rates = std::shared_ptr<const MachineRates>;
  void begin();
  void mend(std::shared_ptr<const Backend> backend, std::vector<Observation> parts);
  std::shared_ptr<const Backend> maker(const MadeBy& made) const;  // null: none of those that are foretold
  TimeEstimate foretold_of(const char* stage, const Scenario& scenario) const;

  Scenario wanted_;
  std::shared_ptr<const Backend> backend_;
  Rates rates_, host_rates_;  // of the back end; of the processor that it may fall back on
  std::shared_ptr<const Foretold> now_;
  std::map<QString, StageTook> took_;
  std::weak_ptr<const FoldOutcome> last_fold_;
  std::weak_ptr<const WaveOutcome> last_wave_;
  std::weak_ptr<const ImageOutcome> last_image_;
  std::weak_ptr<const SurveyOutcome> last_survey_;
  QTimer pause_;
  bool waits_ = false;
  Worker worker_;
};

// "wave: about 12 s (10 to 15), 1.2 GB, bound by memory": of the longest stage; why not, where it cannot run.
QString foresight_text(const Forecast& forecast);
// Each stage on a line, what is missing, the largest grid, where it will run where there is a choice.
QString foresight_tip(const Foretold& foretold);

}  // namespace foldwave
