#include "ui/jobs/horizon_edits.hpp"

#include <utility>

#include "core/model/event_edits.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

const PointsHorizon* control_points_of(const Scenario& scenario, std::size_t event) {
  return event < scenario.events.size() ? std::get_if<PointsHorizon>(&scenario.events[event].horizon)
                                        : nullptr;
}

Scenario with_points(Scenario scenario, std::size_t event, PointsHorizon horizon) {
  scenario.events[event].horizon = std::move(horizon);
  return scenario;
}

}  // namespace

HorizonEdits::HorizonEdits(Now now, MayLand may_land, QObject* parent)
    : QObject(parent), now_(std::move(now)), may_land_(std::move(may_land)) {
  connect(&worker_, &Worker::told, this, &HorizonEdits::job_told);
  connect(&worker_, &Worker::finished, this, &HorizonEdits::begin);
}

// One that nobody here has dropped was stopped by the user, or ended in what no edit tells of: it is taken
// back.
void HorizonEdits::job_told(const JobRecord& job) {
  if (job.id != job_ || !job.ended()) return;
  job_ = 0;
  if (job.stage == JobStage::done || std::exchange(sketching_, false) || edits_.empty()) return;
  edits_.pop_front();
  emit message(job.stage == JobStage::failed ? job.message : tr("The edit of the horizon was stopped"), true);
  emit refused();
}

void HorizonEdits::add(HorizonEdit edit) {
  end_sketch();
  edits_.push_back(std::move(edit));
  begin();
}

void HorizonEdits::sketch(HorizonEdit edit) {
  sketch_ = std::move(edit);
  begin();
}

void HorizonEdits::end_sketch() {
  sketch_.reset();
  if (std::exchange(sketching_, false)) drop_run();
}

void HorizonEdits::drop_run() {
  ++run_;
  result_.reset();
  worker_.supersede(std::exchange(job_, 0));
}

void HorizonEdits::begin() {
  if (worker_.busy() || result_) return;
  if (!edits_.empty()) return run(edits_.front(), false);
  if (sketch_) run(*std::exchange(sketch_, std::nullopt), true);
}

void HorizonEdits::run(const HorizonEdit& edit, bool is_sketch) {
  const int number = ++run_;
  sketching_ = is_sketch;
  event_ = edit.event;
  const PointsHorizon* const points = control_points_of(now_(), edit.event);
  if (points == nullptr)
    return ended(
        number, {},
        !has_fold(now_())
            ? tr("There is no fold to draw on: add one in the panel first")
            : tr("Only a horizon of control points can be edited like this: choose that kind first"));
  base_ = *points;
  base_grid_ = now_().grid;
  if (!is_sketch) emit message(tr("fitting the surface"), false);
  // A sketch follows the pointer: nobody wants to read of it.
  job_ = worker_.start(is_sketch ? QString() : tr("Edit of the horizon"),
                       [this, number, apply = edit.apply, points = base_, grid = base_grid_](const Job& job) {
                         PointsEdit result;
                         QString error;
                         try {
                           result = apply(points, grid, job);
                         } catch (const Stopped&) {
                           throw;
                         } catch (const Error& why) {
                           error = said(why.what());
                         }
                         worker_.hand_over([this, number, result = std::move(result), error] {
                           ended(number, result, error);
                         });
                       });
}

void HorizonEdits::ended(int run, const PointsEdit& result, const QString& error) {
  if (run != run_) return;
  if (std::exchange(sketching_, false)) {
    // What a stroke that has only begun has to say is not worth telling.
    if (error.isEmpty()) emit sketched(with_points(now_(), event_, result.horizon));
    return;
  }
  if (error.isEmpty()) {
    result_ = result;
    return land();
  }
  edits_.pop_front();
  emit message(error, true);
  emit refused();
  begin();
}

void HorizonEdits::land() {
  if (!result_ || !may_land_()) return;
  const PointsEdit result = *std::exchange(result_, std::nullopt);
  const Scenario& now = now_();
  if (const auto* const points = control_points_of(now, event_);
      points == nullptr || *points != base_ || !(now.grid == base_grid_))
    return begin();
  const QString text = edits_.front().text;
  edits_.pop_front();
  emit message(QString::fromStdString(result.message), false);
  emit done(with_points(now, event_, result.horizon), text);
  begin();
}

void HorizonEdits::follow(const std::vector<FoldEvent>& before, const std::vector<FoldEvent>& after) {
  const auto is_gone = [&](std::size_t& event) {
    const auto place = followed_event(before, after, event);
    event = place.value_or(event);
    return !place;
  };
  if (sketch_ && is_gone(sketch_->event)) sketch_.reset();
  if (is_gone(event_)) {
    sketching_ = false;
    drop_run();
  }
  const std::deque<HorizonEdit> pending = std::exchange(edits_, {});
  for (HorizonEdit edit : pending)
    if (!is_gone(edit.event)) edits_.push_back(std::move(edit));
  if (edits_.size() == pending.size()) return;
  emit message(tr("The edit of the horizon was dropped: its event is no longer there"), true);
  begin();
}

bool HorizonEdits::take_back() {
  if (edits_.empty()) return false;
  edits_.pop_back();
  if (!edits_.empty()) return true;
  drop_run();
  emit refused();
  return true;
}

void HorizonEdits::forget() {
  edits_.clear();
  sketch_.reset();
  sketching_ = false;
  drop_run();
}

}  // namespace foldwave
