// Edits of the control points that fit a surface, on a thread of their own: a fit of hundreds of points takes
// longer than a window may stand still.
//
// An edit lands as one step when it is done, and never takes away what was edited meanwhile: where the
// horizon or the box has changed, it is made anew from what is there now. Edits land one after the other; a
// sketch, which follows the pointer, is replaced by a newer one.
#pragma once

#include <QObject>
#include <QString>
#include <deque>
#include <functional>
#include <optional>

#include "core/horizon/edit_points.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

struct HorizonEdit {
  // On the worker's thread: values only. May throw Error, which is told to the user.
  std::function<PointsEdit(const PointsHorizon&, const Grid3&, const Job&)> apply;
  QString text;           // of the step; empty: it names itself
  std::size_t event = 0;  // whose horizon
};

class HorizonEdits : public QObject {
  Q_OBJECT

 public:
  using Now = std::function<const Scenario&()>;
  using MayLand = std::function<bool()>;  // false while something is dragged: `land` comes after it

  HorizonEdits(Now now, MayLand may_land, QObject* parent = nullptr);

  void add(HorizonEdit edit);
  void sketch(HorizonEdit edit);
  void end_sketch();  // what is still under way will not be shown
  void land();        // what is done, if it may
  // The events changed their order: each edit stays with its own.
  void follow(const std::vector<FoldEvent>& before, const std::vector<FoldEvent>& after);
  bool take_back();  // the newest edit that has not landed; false when there is none
  void forget();     // another scenario is opened
  bool pending() const { return !edits_.empty(); }
  Worker& worker() { return worker_; }

 signals:
  void done(const foldwave::Scenario& next, const QString& text);
  void sketched(const foldwave::Scenario& next);
  void refused();  // an edit that changes nothing; `message` says why
  void message(const QString& words, bool is_error);

 private:
  void begin();
  void run(const HorizonEdit& edit, bool is_sketch);
  void ended(int run, const PointsEdit& result, const QString& error);
  void drop_run();
  void job_told(const JobRecord& job);

  Now now_;
  MayLand may_land_;
  std::deque<HorizonEdit> edits_;      // the first is under way or done
  std::optional<HorizonEdit> sketch_;  // the newest that waits
  std::optional<PointsEdit> result_;   // of the first edit
  std::size_t event_ = 0;              // that the work under way, or done, is about
  PointsHorizon base_;                 // that the work under way, or done, started from
  Grid3 base_grid_;
  bool sketching_ = false;  // a sketch is under way
  JobId job_ = 0;           // of the work under way; 0: none, or it was dropped
  int run_ = 0;             // counts: what an older one gives is dropped
  Worker worker_;
};

}  // namespace foldwave
