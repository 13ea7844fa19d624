#include "tests/ui/window/step_judge.hpp"

#include <QTest>
#include <algorithm>

#include "tests/machine_pace.hpp"

namespace foldwave {

StepJudge::StepJudge(Counted counted) : clock_(*static_cast<EventClock*>(qApp)), counted_(counted) {
  begin();
}

void StepJudge::begin() {
  pace_ = machine_pace();
  clock_.restart();
}

void StepJudge::end(const QString& step) {
  const EventCost wall = clock_.longest_wall();
  const EventCost& most = counted_ == Counted::own ? clock_.longest_own() : clock_.longest_work();
  const double taken = counted_ == Counted::own ? most.own : most.work;
  const double pace = std::max(pace_, machine_pace());
  const QString words = QString(
                            "%1: most work %2 ms (own %3, wall %4, %5); longest wall %6 ms (work %7, %8); %9 "
                            "events over 100 ms "
                            "of wall; ")
                            .arg(step)
                            .arg(most.work, 0, 'f', 0)
                            .arg(most.own, 0, 'f', 0)
                            .arg(most.wall, 0, 'f', 0)
                            .arg(most.what)
                            .arg(wall.wall, 0, 'f', 0)
                            .arg(wall.work, 0, 'f', 0)
                            .arg(wall.what)
                            .arg(clock_.over(bound)) +
                        QString("pace %1").arg(pace, 0, 'f', 2);
  qInfo("%s", qPrintable(words));
  if (taken > bound * pace) too_long_[step] << words;
  begin();
}

QString StepJudge::often_too_long(const std::function<void()>& steps) {
  too_long_.clear();
  for (int run = 0; run < 3 && (run == 0 || !too_long_.isEmpty()); ++run) {
    begin();
    steps();
    if (QTest::currentTestFailed()) return {};
  }
  QStringList often;
  for (const QStringList& words : std::as_const(too_long_))
    if (words.size() > 1) often += words;
  return often.join('\n');
}

}  // namespace foldwave
