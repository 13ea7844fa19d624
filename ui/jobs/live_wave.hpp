// The wave that runs, for the views: its newest frame and the gather as far as it has come, on the window's
// thread. A run hands over one frame at a time and waits with the next until that one has been drawn, and
// then for as long as the drawing must rest to take no more than its share of the time: a slow picture costs
// frames, not steps.
#pragma once

#include <QObject>
#include <functional>
#include <memory>

#include "core/base/clock.hpp"
#include "core/base/threads/thread_clock.hpp"
#include "core/wave/live_view.hpp"

namespace foldwave {

class LiveWave : public QObject {
  Q_OBJECT

 public:
  using Post = std::function<void(std::function<void()>)>;  // runs a call on this object's thread

  LiveWave();
  ~LiveWave() override;

  // For a run that is about to begin: what it is to be watched by. From any thread.
  std::shared_ptr<LiveView> watcher(const Post& post, bool on_device);
  void end();    // of the run; the last frame stays
  void clear();  // there is no run any more

  bool running() const { return feed_ != nullptr; }
  int steps() const { return steps_; }            // of the run
  const Vec3& source() const { return source_; }  // its first, local
  std::shared_ptr<const LiveFrame> frame() const { return frame_; }
  std::shared_ptr<const Gather> gather() const { return gather_; }  // zero from sample samples() on
  int samples() const { return samples_; }

  void set_wish(const LiveWish& wish);
  // The frame that came last has been drawn, or will not be; `alone`: by this object's thread and no other.
  void drawn(bool alone);

 signals:
  void changed();

 private:
  class Feed;
  void start(std::shared_ptr<Feed> feed, std::shared_ptr<Gather> gather, const Vec3& source);
  void take(const std::shared_ptr<Feed>& feed, std::shared_ptr<const LiveFrame> frame);

  LiveWish wish_;
  std::shared_ptr<Feed> feed_;  // of the run
  std::shared_ptr<const LiveFrame> frame_;
  std::shared_ptr<Gather> gather_;
  int samples_ = 0, steps_ = 0;
  Vec3 source_{};
  bool to_draw_ = false;
  Clock clock_;  // since the frame came
  ThreadClock work_;
};

}  // namespace foldwave
