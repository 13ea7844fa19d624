// An application that times every event of the window's thread, for tests of how live the window stays.
//
// Wall time says what a person feels, but grows with whatever else the machine does. `work` is what the event
// itself costs: the processor time of the window's thread, plus that of the busiest of the threads with which
// Mesa's software renderer draws for it. On a quiet machine it is close to the wall time, mostly a little
// above.
#pragma once

#include <QApplication>
#include <QEvent>
#include <QString>
#include <array>
#include <cstdint>
#include <ctime>
#include <vector>

namespace foldwave {

struct EventCost {
  double wall = 0.0, work = 0.0, own = 0.0;  // milliseconds; own: the window's thread alone
  QString what;
};

class EventClock : public QApplication {
 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override;

  void restart();
  const EventCost& longest_work() const { return longest_work_; }
  const EventCost& longest_own() const { return longest_own_; }
  const EventCost& longest_wall() const { return longest_wall_; }
  int over(double milliseconds) const;  // events whose wall time is longer

 private:
  struct Stamp {
    double wall = 0.0, own = 0.0;
    std::vector<double> drawing;  // of each thread of the software renderer
  };
  Stamp now();
  void find_drawing_threads();

  std::vector<clockid_t> drawing_threads_;
  int depth_ = 0;
  std::int64_t events_ = 0;
  EventCost longest_work_, longest_own_, longest_wall_;
  std::vector<double> walls_;
};

}  // namespace foldwave
