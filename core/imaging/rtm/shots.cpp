#include "core/imaging/rtm/shots.hpp"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <numbers>
#include <optional>
#include <string>
#include <thread>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"

namespace foldwave {

std::vector<Shot> line_of_shots(const Grid3& grid, const LineSurvey& line, const std::vector<float>& series) {
  const Vec3 end = grid.extent();
  std::vector<Vec3> receivers;
  for (int i = 0; i < grid.n[0]; i += std::max(1, line.receiver_every))
    receivers.push_back({i * grid.h[0], 0.5 * end.y, line.receiver_depth});
  std::vector<Shot> shots;
  for (int s = 0; s < line.shots; ++s) {
    const double at = (s + 0.5) / line.shots * end.x;
    // On a node, so that shots of equal spacing excite alike.
    const double x = std::round(at / grid.h[0]) * grid.h[0];
    shots.push_back({{{x, 0.5 * end.y, line.source_depth}, series}, receivers});
  }
  return shots;
}

WaveModel model_of_shot(const WaveModel& model, const Shot& shot, bool receivers) {
  WaveModel of_shot = model;
  of_shot.sources = {shot.source};
  of_shot.receivers = receivers ? shot.receivers : std::vector<Vec3>{};
  return of_shot;
}

int shots_at_once(Index nodes_of_one) {
  return nodes_of_one < large_shot ? thread_count() : 1;
}

int shots_at_once(Index nodes_of_one, const WorkDevices& devices) {
  return nodes_of_one < large_shot ? std::max(shots_at_once(nodes_of_one), devices.count)
                                   : devices.count * devices.together;
}

namespace {

// Shots that threads take in turn, and whose ends one thread tells in their order. No more than two for each
// thread are under way or wait for those before them.
class ShotsInTurn {
 public:
  ShotsInTurn(int shots, int threads) : ended_(static_cast<std::size_t>(shots)), ahead_(2 * threads) {}

  // The next shot; none where all are taken, or one has failed.
  std::optional<int> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return over() || next_ < told_ + ahead_; });
    if (over()) return {};
    return next_++;
  }
  void end(int shot, std::exception_ptr failure) {
    const std::scoped_lock lock(mutex_);
    ended_[static_cast<std::size_t>(shot)] = {true, failure};
    if (failure) ends_ = true;
    changed_.notify_all();
  }
  void end_all() {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
    changed_.notify_all();
  }
  // Throws what the shot threw. Those before a shot that failed were taken, so that each is waited for.
  void wait_for(int shot) {
    std::unique_lock lock(mutex_);
    const End& end = ended_[static_cast<std::size_t>(shot)];
    changed_.wait(lock, [&] { return end.is_so; });
    if (end.failure) std::rethrow_exception(end.failure);
  }
  void tell(int shots) {
    const std::scoped_lock lock(mutex_);
    told_ = shots;
    changed_.notify_all();
  }

 private:
  struct End {
    bool is_so = false;
    std::exception_ptr failure;
  };
  bool over() const { return ends_ || next_ == std::ssize(ended_); }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<End> ended_;
  int ahead_, next_ = 0, told_ = 0;
  bool ends_ = false;  // no shot is taken any more
};

}  // namespace

void for_each_shot(int shots, Index nodes_of_one, const Job& job, const std::function<void(int)>& work,
                   const std::function<void(int)>& done, const WorkDevices& devices) {
  const int together = std::min(shots, shots_at_once(nodes_of_one, devices));
  if (together <= 1) {
    const auto there = devices.on(0);
    for (int shot = 0; shot < shots; ++shot) {
      job.throw_if_stopped();
      work(shot);
      job.throw_if_stopped();
      done(shot);
    }
    return;
  }
  ShotsInTurn turns(shots, together);
  // Each with its share of the threads, as what the host does for a large shot takes them all.
  const int threads_each = std::max(1, thread_count() / together);
  const auto take_shots = [&](int part) {
    set_threads_of_this_thread(threads_each);
    while (const std::optional<int> shot = turns.take()) {
      std::exception_ptr failure;
      try {
        const auto there = devices.on(part);
        job.throw_if_stopped();
        work(*shot);
        job.throw_if_stopped();
      } catch (...) {
        failure = std::current_exception();
      }
      turns.end(*shot, failure);
    }
  };
  std::vector<std::jthread> threads;
  try {
    for (int part = 0; part < together; ++part)
      threads.emplace_back(take_shots, part);
    for (int shot = 0; shot < shots; ++shot) {
      turns.wait_for(shot);
      done(shot);
      turns.tell(shot + 1);
    }
  } catch (...) {
    turns.end_all();
    threads.clear();
    throw;
  }
}

std::vector<ShotData> model_shots(const StepperMaker& make, const WaveModel& model,
                                  const std::vector<Shot>& shots, const Job& job) {
  std::vector<ShotData> data(shots.size());
  const int count = static_cast<int>(shots.size());
  for_each_shot(
      count, PaddedGrid(model).nodes(), job,
      [&](int s) {
        const auto at = static_cast<std::size_t>(s);
        const auto wave = make({model_of_shot(model, shots[at], true), {}, false, nullptr});
        wave->advance(model.steps, job.stop);
        data[at] = std::make_shared<Gather>(wave->gather());
      },
      [&](int s) {
        job.report({"imaging: shots modelled", s + 1, count, 0.0, ""});
      });
  return data;
}

void check_shot_data(const WaveModel& model, const Gather& data) {
  if (data.samples != model.steps + 1)
    throw InputError("gather",
                     std::to_string(data.samples) + " samples a trace, and the wave has " +
                         std::to_string(model.steps) + " steps",
                     "give one sample a step and the first, or change the duration");
  if (!(std::abs(data.dt - model.dt) <= 1e-6 * model.dt))
    throw InputError("gather",
                     "a sample every " + number_text(data.dt) + " s, and the wave steps by " +
                         number_text(model.dt) + " s",
                     "resample the gather, or set dt");
  if (data.traces.size() != data.receivers.size() * static_cast<std::size_t>(data.samples))
    throw InputError("gather", "there is not one trace for each receiver", "look at its geometry");
  for (std::size_t r = 0; r < data.receivers.size(); ++r) {
    const float* const trace = data.trace(static_cast<int>(r));
    if (!std::all_of(trace, trace + data.samples, [](float v) { return std::isfinite(v); }))
      throw InputError("gather, trace " + std::to_string(r), "it holds what is not a number",
                       "silence it or leave it out");
  }
}

Gather without_direct_wave(const Gather& data, Vec3 source, const DirectMute& mute) {
  Gather left = data;
  for (std::size_t r = 0; r < left.receivers.size(); ++r) {
    const double arrival = norm(left.receivers[r] - source) / mute.velocity + mute.delay;
    float* const trace = left.traces.data() + r * static_cast<std::size_t>(left.samples);
    for (int n = 0; n < left.samples; ++n) {
      const double behind = (n * left.dt - arrival) / std::max(mute.taper, 1e-9);
      if (behind >= 1.0) break;
      const double share = behind <= 0.0 ? 0.0 : 0.5 - 0.5 * std::cos(std::numbers::pi * behind);
      trace[n] *= static_cast<float>(share);
    }
  }
  return left;
}

Gather difference_of(const Gather& data, const Gather& less) {
  if (data.traces.size() != less.traces.size())
    throw InputError("imaging", "two gathers differ in their traces or samples", "resample one of them");
  Gather left = data;
  for (std::size_t s = 0; s < left.traces.size(); ++s)
    left.traces[s] -= less.traces[s];
  return left;
}

}  // namespace foldwave
