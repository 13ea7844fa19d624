#include "core/wave/ranks/slab_run.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/wave/ranks/rank_bricks.hpp"
#include "core/wave/run_control.hpp"

namespace foldwave {

namespace {

// False on all ranks where one of them has something wrong; rank 0 throws it with the rank's name, of a
// device as one that the processor may stand in for.
bool all_well(Communicator& ranks, const std::string& wrong, const char* remedy, bool on_device = false) {
  if (!(ranks.largest(wrong.empty() ? 0.0 : 1.0) > 0.0)) return true;
  if (ranks.rank() > 0) {
    send_text(ranks, 0, wrong);
    return false;
  }
  std::string first = wrong.empty() ? "" : rank_text(ranks, 0) + ": " + wrong;
  for (int other = 1; other < ranks.size(); ++other) {
    const std::string text = receive_text(ranks, other);
    if (first.empty() && !text.empty()) first = rank_text(ranks, other) + ": " + text;
  }
  if (on_device) throw DeviceError("ranks", first, remedy);
  throw ResourceError("ranks", first, remedy);
}

template <class Value>
std::span<std::byte> bytes_of(Value& value) {
  return std::as_writable_bytes(std::span(&value, 1));
}

// Its own planes and the first of the next slab, which it has a copy of.
PlaneRange part_of(const SlabCut& cut) {
  return {cut.first, cut.last - cut.first + (cut.above > 0 ? 1 : 0)};
}

// What follows the set-up; both sides of each message stand in one function.
class Passes {
 public:
  Passes(Communicator& ranks, const SlabTask& task, RankSlab& slab, const WriteFieldPart& write_part,
         const SlabRoot* root)
      : ranks_(ranks),
        task_(task),
        slab_(slab),
        write_part_(write_part),
        root_(root),
        gather_(make_gather(task.model)) {
    if (task.bricks)
      bricks_.emplace(ranks, std::array{task.model.grid.n[0], task.model.grid.n[1], int{task.bounds.back()}},
                      task.bounds);
    else if (task.parts)
      own_.resize(static_cast<std::size_t>(values_in(part_of(task.cut))));
    else if (task.snapshots && root == nullptr)
      own_.resize(static_cast<std::size_t>(values_in(own())));
    else if (task.snapshots)
      picture_ = Field<float>(root->whole.grid.n);
  }

  void run() {
    const WaveModel& model = task_.model;
    of_slab([&] { slab_.begin(gather_); });
    if (root_ != nullptr)
      for (const std::string& warning : slab_.warnings())
        root_->result.warnings.push_back(warning);
    read_start_ = slab_.gather_part().seconds;
    snapshot(0);
    while (goes_on()) {
      const int asked = step_ + steps_at_once();
      {
        const TimedScope timed(stepping_);
        step_ += of_slab([&] { return slab_.advance(step_, asked - step_, gather_); });
        if (is_overflow_check(std::min(step_, asked), model.steps)) look();
      }
      if (step_ > asked) snapshot(asked);
      snapshot(step_);
      if (root_ != nullptr) {
        root_->result.steps_done = step_;
        if (reporter_) reporter_->done(step_);
      }
    }
    of_slab([&] { slab_.copy_traces(step_, gather_); });
  }

  // After the last pass, or what ended them.
  void collect() {
    if (abandoned_) return;
    if (root_ == nullptr) return ranks_.send(0, std::as_bytes(std::span(gather_.traces)));
    Gather& all = root_->result.gather;
    const auto samples = static_cast<std::size_t>(all.samples);
    for (int other = 0; other < ranks_.size(); ++other) {
      const auto& numbers = root_->plan.slabs[static_cast<std::size_t>(other)].receivers;
      std::vector<float> traces(numbers.size() * samples);
      if (other == 0)
        traces = gather_.traces;
      else
        ranks_.receive(other, std::as_writable_bytes(std::span(traces)));
      for (std::size_t r = 0; r < numbers.size(); ++r)
        std::copy_n(
            traces.begin() + static_cast<std::ptrdiff_t>(r * samples), samples,
            all.traces.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(numbers[r]) * samples));
    }
    root_->result.parts.step_seconds = stepping_ - (slab_.gather_part().seconds - read_start_);
    root_->result.parts.gather = slab_.gather_part();
  }

  // Rank 0 says it; after an error it says so once more.
  void end() {
    if (root_ == nullptr || ended_) return;
    ended_ = true;
    tell(0);
  }
  void report_to(StepReporter& reporter) { reporter_ = &reporter; }

 private:
  PlaneRange own() const { return {task_.cut.first, task_.cut.last - task_.cut.first}; }
  Index values_in(PlaneRange planes) const {
    return Index{1} * task_.model.grid.n[0] * task_.model.grid.n[1] * planes.count;
  }

  // What the others would wait for in vain, where it fails.
  template <class Work>
  std::invoke_result_t<Work> of_slab(const Work& work) {
    try {
      return work();
    } catch (const std::exception& e) {
      ended_ = abandoned_ = true;
      ranks_.abandon(e.what());
      throw;
    }
  }

  void tell(std::int32_t go) {
    for (int other = 1; other < ranks_.size(); ++other)
      ranks_.send(other, bytes_of(go));
  }

  bool goes_on() {
    if (root_ == nullptr) {
      std::int32_t go = 0;
      ranks_.receive(0, bytes_of(go));
      return go != 0;
    }
    const bool left = step_ < task_.model.steps, stopped = root_->job.stop.stop_requested();
    root_->result.stopped = left && stopped;
    if (left && !stopped) {
      tell(1);
      return true;
    }
    end();
    return false;
  }

  int steps_at_once() const {
    const WaveModel& model = task_.model;
    int steps = 1;
    while (step_ + steps < model.steps && !is_overflow_check(step_ + steps, model.steps) &&
           !(task_.snapshots && is_snapshot_step(model, step_ + steps)))
      ++steps;
    return steps;
  }

  void look() {
    const double mine = of_slab([&] { return slab_.largest(); });
    if (!(ranks_.largest(mine) <= static_cast<double>(largest_pressure))) tell_overflow(mine);
  }

  // Where the field is largest of all slabs; rank 0 throws it.
  void tell_overflow(double mine) {
    const std::string place = of_slab([&] { return slab_.place_of_largest(); });
    if (root_ == nullptr) {
      ranks_.send(0, bytes_of(mine));
      return send_text(ranks_, 0, place);
    }
    std::string worst = place;
    for (int other = 1; other < ranks_.size(); ++other) {
      double his = 0.0;
      ranks_.receive(other, bytes_of(his));
      const std::string there = receive_text(ranks_, other);
      if (his > mine) worst = there;
      mine = std::max(mine, his);
    }
    throw_overflowed(step_, root_->whole, worst);
  }

  void snapshot(int step) {
    if (!task_.snapshots || !is_snapshot_step(task_.model, step)) return;
    if (root_ == nullptr) {
      if (bricks_) return packed_snapshot(step);
      if (task_.parts) return parted_snapshot(step);
      of_slab([&] { slab_.copy_planes(own(), step < step_, own_.data()); });
      return ranks_.send(0, std::as_bytes(std::span(own_)));
    }
    const TimedScope timed(root_->result.parts.snapshots.seconds);
    if (bricks_) return packed_snapshot(step);
    if (task_.parts) return parted_snapshot(step);
    of_slab([&] { slab_.copy_planes(own(), step < step_, picture_.data()); });
    const Index plane = Index{1} * root_->whole.grid.n[0] * root_->whole.grid.n[1];
    for (int other = 1; other < ranks_.size(); ++other) {
      const SlabCut& his = root_->plan.slabs[static_cast<std::size_t>(other)];
      ranks_.receive(
          other, std::as_writable_bytes(std::span(picture_.data() + plane * his.first,
                                                  static_cast<std::size_t>(plane * (his.last - his.first)))));
    }
    hand_over([&] { root_->snapshots->snapshot(step, step * root_->whole.dt, picture_); });
  }

  void packed_snapshot(int step) {
    of_slab([&] { slab_.copy_planes(own(), step < step_, bricks_->own().data()); });
    const auto largest =
        static_cast<float>(ranks_.largest(static_cast<double>(largest_magnitude(bricks_->own()))));
    VolumeFacts facts;
    if (root_ != nullptr)
      facts = root_->snapshots->bricks()->brick_facts(step, step * root_->whole.dt, largest);
    PackedVolume packed = bricks_->pack(facts);
    if (root_ != nullptr) hand_over([&] { root_->snapshots->bricks()->brick_snapshot(std::move(packed)); });
  }

  // Each rank writes its part; one that cannot is named by rank 0.
  void parted_snapshot(int step) {
    const std::string file = root_ != nullptr ? hand_out_files(step) : receive_text(ranks_, 0);
    if (file.empty()) return;
    std::string wrong;
    try {
      slab_.copy_planes(part_of(task_.cut), step < step_, own_.data());
      Grid3 whole = slab_.padded().grid;
      whole.n[2] = task_.bounds.back();
      whole.offset = whole.whole = {};
      write_part_(file, {whole, part_of(task_.cut), step * task_.model.dt, own_});
    } catch (const std::exception& e) {
      wrong = e.what();
    }
    if (!all_well(ranks_, wrong, "free space there, or write .hdf snapshots") || root_ == nullptr) return;
    std::vector<PlaneRange> parts;
    for (const SlabCut& cut : root_->plan.slabs)
      parts.push_back(part_of(cut));
    hand_over([&] { root_->snapshots->parts()->parts_written(step, step * root_->whole.dt, parts); });
  }

  // Tells the others where theirs go, and gives that of rank 0; nothing where there is to be none.
  std::string hand_out_files(int step) {
    std::vector<std::string> files(static_cast<std::size_t>(ranks_.size()));
    std::exception_ptr failed;
    try {
      files = root_->snapshots->parts()->part_files(step, files.size());
    } catch (const Stopped&) {
      if (!root_->job.stop.stop_requested()) failed = std::current_exception();
    } catch (...) {
      failed = std::current_exception();
    }
    for (int other = 1; other < ranks_.size(); ++other)
      send_text(ranks_, other, files[static_cast<std::size_t>(other)]);
    if (failed) std::rethrow_exception(failed);
    return files.front();
  }

  template <class Take>
  void hand_over(const Take& take) {
    try {
      take();
      root_->result.parts.snapshots.bytes += 4 * std::int64_t{root_->whole.grid.size()};
      ++root_->result.snapshots;
    } catch (const Stopped&) {
      if (!root_->job.stop.stop_requested()) throw;
    }
  }

  Communicator& ranks_;
  const SlabTask& task_;
  RankSlab& slab_;
  const WriteFieldPart& write_part_;
  const SlabRoot* root_;
  Gather gather_;
  std::vector<float> own_;
  Field<float> picture_;
  std::optional<RankBricks> bricks_;  // in the place of both
  StepReporter* reporter_ = nullptr;
  int step_ = 0;
  double stepping_ = 0.0, read_start_ = 0.0;
  bool ended_ = false, abandoned_ = false;
};

// Devices that two ranks share are slower than each rank's own.
void warn_of_shared_devices(Communicator& ranks, const RankSlab& slab, const SlabRoot* root) {
  if (root == nullptr) return send_text(ranks, 0, slab.device());
  std::vector<std::string> devices{ranks.host(0) + ": " + slab.device()};
  for (int other = 1; other < ranks.size(); ++other) {
    const std::string device = ranks.host(other) + ": " + receive_text(ranks, other);
    const auto same = std::ranges::find(devices, device);
    if (same != devices.end())
      root->result.warnings.push_back("wave: rank " + std::to_string(same - devices.begin()) + " and " +
                                      rank_text(ranks, other) + " share " + slab.device() +
                                      ": start a rank for each device");
    devices.push_back(device);
  }
}

}  // namespace

void run_slab(Communicator& ranks, SlabTask task, const RankEngine* engine, const WriteFieldPart& write_part,
              const SlabRoot* root) {
  const Clock clock;
  std::unique_ptr<RankSlab> slab;
  std::unique_ptr<Passes> passes;
  std::string wrong;
  try {
    if (engine == nullptr) throw DeviceError("cuda", "this build has no CUDA", "use one build on all ranks");
    slab = engine->make(ranks, task);
    passes = std::make_unique<Passes>(ranks, task, *slab, write_part, root);
    task.model.velocity = task.model.density = task.model.start = task.model.start_past = nullptr;
  } catch (const std::exception& e) {
    wrong = e.what();
  }
  const char* const remedy = "use more ranks on more hosts, or a smaller grid";
  if (!all_well(ranks, wrong, remedy, task.on_device)) return;
  if (task.on_device) warn_of_shared_devices(ranks, *slab, root);
  if (root == nullptr) {
    passes->run();
    return passes->collect();
  }
  const Index nodes = PaddedGrid(root->whole).nodes();
  StepReporter reporter(root->job, root->whole.steps, nodes);
  passes->report_to(reporter);
  root->result.gather = make_gather(root->whole);
  root->result.kernel = slab->kernel();
  root->result.parts.set_up_seconds = clock.seconds();
  try {
    passes->run();
  } catch (...) {
    // The others wait for what comes next; what they have is no longer wanted.
    passes->end();
    passes->collect();
    throw;
  }
  passes->collect();
  finish_run(root->result, nodes, clock.seconds());
}

}  // namespace foldwave
