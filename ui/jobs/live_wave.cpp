#include "ui/jobs/live_wave.hpp"

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

#include "core/wave/live_frames.hpp"
#include "core/wave/run_control.hpp"

namespace foldwave {
namespace {

constexpr double cost_memory = 8.0;          // frames
constexpr double most_beside_solver = 17.0;  // frames a second: more cost it steps that nobody sees

// A solver whose threads wait for each other at every step may lose all of the time that drawing takes from
// one of them: so much of a second's work may be drawing where two processors do both, and what is drawn
// beside a frame, as the gather, counts with it. A device loses nothing.
double drawing_share(bool on_device) {
  return on_device ? 0.5 : std::clamp(0.035 * std::thread::hardware_concurrency(), 0.035, 0.5);
}

}  // namespace

class LiveWave::Feed : public LiveView, public std::enable_shared_from_this<Feed> {
 public:
  Feed(LiveWave& wave, Post post, bool on_device)
      : wave_(wave),
        post_(std::move(post)),
        pace_(drawing_share(on_device), on_device ? most_live_frames : most_beside_solver) {}

  void begin(const WaveModel& model) override {
    auto gather = std::make_shared<Gather>(make_gather(model));
    const Vec3 source = model.sources.empty() ? Vec3{} : model.sources.front().position;
    {
      // A device that failed in mid-run may owe a frame; the CPU then begins anew.
      const std::lock_guard lock(mutex_);
      under_way_ = false;
    }
    post_([self = shared_from_this(), gather, source] { self->wave_.start(self, gather, source); });
  }

  std::optional<LiveWish> wish() override {
    const std::lock_guard lock(mutex_);
    const bool any =
        wish_.traces || std::any_of(wish_.node.begin(), wish_.node.end(), [](int n) { return n >= 0; });
    if (!any || under_way_ || !pace_.due(clock_.seconds())) return std::nullopt;
    under_way_ = true;
    return wish_;
  }

  void show(LiveFrame frame) override {
    auto shown = std::make_shared<const LiveFrame>(std::move(frame));
    post_([self = shared_from_this(), shown] { self->wave_.take(self, shown); });
  }

  // On the window's thread.
  void set_wish(const LiveWish& wish) {
    const std::lock_guard lock(mutex_);
    wish_ = wish;
  }
  void drawn(double wall, double work, bool alone) {
    const std::lock_guard lock(mutex_);
    under_way_ = false;
    // What a renderer's own threads do the clock on the wall knows alone, but it runs on while others have
    // the processor: they do at most twice as much again. A frame that costs more than most, as after a look
    // at the scene, is paid for by those that follow.
    const double taken = alone ? work : std::max(work, std::min(0.5 * wall, 3.0 * work));
    cost_ = cost_ > 0.0 ? cost_ + (taken - cost_) / cost_memory : taken;
    pace_.made(clock_.seconds() - wall, cost_);
  }

 private:
  LiveWave& wave_;  // only on its thread
  const Post post_;
  std::mutex mutex_;
  LiveWish wish_;
  bool under_way_ = false;
  FramePace pace_;
  double cost_ = 0.0;  // seconds, of a frame, as the last ones were
  Clock clock_;
};

LiveWave::LiveWave() = default;
LiveWave::~LiveWave() = default;

std::shared_ptr<LiveView> LiveWave::watcher(const Post& post, bool on_device) {
  return std::make_shared<Feed>(*this, post, on_device);
}

void LiveWave::start(std::shared_ptr<Feed> feed, std::shared_ptr<Gather> gather, const Vec3& source) {
  feed_ = std::move(feed);
  feed_->set_wish(wish_);
  gather_ = std::move(gather);
  steps_ = gather_->samples - 1;
  samples_ = 0;
  source_ = source;
  frame_.reset();
  emit changed();
}

void LiveWave::take(const std::shared_ptr<Feed>& feed, std::shared_ptr<const LiveFrame> frame) {
  if (feed != feed_) return;
  clock_ = Clock();
  work_ = ThreadClock();
  to_draw_ = true;
  frame_ = std::move(frame);
  for (std::size_t r = 0; frame_->samples > 0 && r < gather_->receivers.size(); ++r)
    std::copy_n(
        frame_->traces.begin() + static_cast<std::ptrdiff_t>(r) * frame_->samples, frame_->samples,
        gather_->traces.begin() + static_cast<std::ptrdiff_t>(r) * gather_->samples + frame_->first_sample);
  samples_ = std::max(samples_, frame_->first_sample + frame_->samples);
  emit changed();
}

void LiveWave::set_wish(const LiveWish& wish) {
  wish_ = wish;
  if (feed_) feed_->set_wish(wish);
}

void LiveWave::drawn(bool alone) {
  if (feed_ && std::exchange(to_draw_, false)) feed_->drawn(clock_.seconds(), work_.seconds(), alone);
}

void LiveWave::end() {
  if (!std::exchange(feed_, nullptr)) return;
  emit changed();
}

void LiveWave::clear() {
  feed_.reset();
  frame_.reset();
  gather_.reset();
  samples_ = steps_ = 0;
  emit changed();
}

}  // namespace foldwave
