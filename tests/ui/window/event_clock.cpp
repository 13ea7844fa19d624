#include "tests/ui/window/event_clock.hpp"

#include <QEvent>
#include <QMetaEnum>
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

namespace foldwave {
namespace {

double milliseconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

// Of a thread that somebody else made, what pthread_getcpuclockid gives of one's own: to open its schedstat
// in /proc twice an event took longer than most events.
clockid_t clock_of_thread(const std::string& id) {
  constexpr int of_one_thread = 4, scheduler = 2;
  return (~static_cast<clockid_t>(std::stoi(id)) << 3) | of_one_thread | scheduler;
}

}  // namespace

// They come and go with the views' contexts.
void EventClock::find_drawing_threads() {
  drawing_threads_.clear();
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string name;
    std::getline(std::ifstream(task.path() / "comm"), name);
    if (name.find("llvmpipe") != std::string::npos)
      drawing_threads_.push_back(clock_of_thread(task.path().filename().string()));
  }
}

EventClock::Stamp EventClock::now() {
  Stamp stamp;
  for (const clockid_t thread : drawing_threads_)
    stamp.drawing.push_back(milliseconds(thread));
  stamp.wall = milliseconds(CLOCK_MONOTONIC);
  stamp.own = milliseconds(CLOCK_THREAD_CPUTIME_ID);
  return stamp;
}

bool EventClock::notify(QObject* receiver, QEvent* event) {
  // Events inside an event belong to it.
  if (depth_ > 0) return QApplication::notify(receiver, event);
  if (events_++ % 256 == 0) find_drawing_threads();
  // The receiver may be gone afterwards.
  const auto type = event->type();
  const char* const receiver_class = receiver->metaObject()->className();
  ++depth_;
  const Stamp before = now();
  const bool done = QApplication::notify(receiver, event);
  const Stamp after = now();
  --depth_;

  EventCost cost;
  cost.wall = after.wall - before.wall;
  cost.own = after.own - before.own;
  double drawing = 0.0;
  for (std::size_t i = 0; i < before.drawing.size(); ++i)
    drawing = std::max(drawing, after.drawing[i] - before.drawing[i]);
  cost.work = cost.own + drawing;
  walls_.push_back(cost.wall);
  if (cost.work <= longest_work_.work && cost.own <= longest_own_.own && cost.wall <= longest_wall_.wall)
    return done;
  const char* const name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
  cost.what = QString("%1 to %2").arg(name != nullptr ? name : "event", receiver_class);
  if (cost.work > longest_work_.work) longest_work_ = cost;
  if (cost.own > longest_own_.own) longest_own_ = cost;
  if (cost.wall > longest_wall_.wall) longest_wall_ = cost;
  return done;
}

void EventClock::restart() {
  longest_work_ = longest_own_ = longest_wall_ = {};
  walls_.clear();
  find_drawing_threads();
}

int EventClock::over(double milliseconds) const {
  return static_cast<int>(
      std::count_if(walls_.begin(), walls_.end(), [=](double w) { return w > milliseconds; }));
}

}  // namespace foldwave
