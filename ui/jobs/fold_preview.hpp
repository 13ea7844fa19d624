// A coarse fold that follows the mouse while a horizon or a parameter is being dragged. One at a time, on a
// thread of its own; a wish that waits is replaced by a newer one, so what comes is never far behind.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "core/base/clock.hpp"
#include "core/model/findings.hpp"
#include "ui/jobs/fold_turns.hpp"
#include "ui/jobs/outcomes.hpp"
#include "ui/jobs/preview_pace.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

// The same box with at most `most` nodes along each side, and the fold alone.
Scenario coarse_scenario(const Scenario& scenario, int most);

// Why there is no preview, and the horizon alone (null where there is none either).
struct PreviewRefusal {
  Finding finding;
  vtkSmartPointer<vtkPolyData> horizon;
};

// The horizon of one of a scenario's events, without a fold.
struct HorizonPreview {
  Scenario scenario;
  std::size_t event = 0;
  std::shared_ptr<const Horizon> horizon;  // null for a mesh
  vtkSmartPointer<vtkPolyData> surface;
};

class FoldPreview : public QObject {
  Q_OBJECT

 public:
  explicit FoldPreview(std::shared_ptr<FoldTurns> turns = std::make_shared<FoldTurns>(),
                       QObject* parent = nullptr);

  // Among several events the horizon of this one comes before the fold.
  void follow(const Scenario& scenario, std::size_t event = 0);
  void follow_horizon(const Scenario& scenario, std::size_t event = 0);  // it alone, without a fold
  void end();   // what is still under way will not be shown
  void seen();  // the last one is on the screen

 signals:
  void ready(std::shared_ptr<const FoldOutcome> outcome);
  void horizon_ready(const foldwave::HorizonPreview& preview);
  void refused(const foldwave::PreviewRefusal& refusal);  // this one cannot be folded

 private:
  struct Wish {
    Scenario scenario;
    std::size_t event = 0;
    bool fold = true;
  };
  using Tell = std::function<void(std::function<void()>)>;  // to this thread, unless the preview has ended
  void take(const Wish& wish);
  void start(const Wish& wish);
  Tell teller(int generation);
  void make_horizon(const Wish& wish, int generation, const Job& job);
  void fold(const Wish& wish, int nodes, int generation, const Job& job);

  std::shared_ptr<FoldTurns> turns_;
  QTimer rest_;  // without a preview: then other folds may go on
  std::optional<Wish> wish_;
  bool running_ = false;
  int generation_ = 0;  // counts `end`
  PreviewPace pace_;
  double solving_ = 0.0;              // ms that the last one took before it was ready
  std::optional<Clock> ready_since_;  // empty: it was seen
  Worker worker_;
};

}  // namespace foldwave
