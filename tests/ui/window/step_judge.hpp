// Judges how long the window's thread was held by single events, for tests of what a person does in steps: in
// no step may one event cost more than 100 ms of work, on a machine of pace 1 (tests/machine_pace.hpp).
//
// What else a machine does lengthens an event too: a step fails that is too long in two runs of three.
#pragma once

#include <QMap>
#include <QStringList>
#include <functional>

#include "tests/ui/window/event_clock.hpp"

namespace foldwave {

class StepJudge {
 public:
  static constexpr double bound = 100.0;  // ms of work in one event at pace 1
  enum class Counted { all, own };        // own: without the threads of the software renderer

  // In a test whose application is an EventClock.
  explicit StepJudge(Counted counted = Counted::all);

  // Does the steps, and twice more where one was too long. The words on those that were so twice; a test that
  // failed otherwise is left at once.
  QString often_too_long(const std::function<void()>& steps);

  // Within these: a step begins, or ends and the next begins.
  void begin();
  void end(const QString& step);

 private:
  EventClock& clock_;
  const Counted counted_;
  double pace_ = 1.0;                    // when the step began
  QMap<QString, QStringList> too_long_;  // by step, one entry a run
};

}  // namespace foldwave
