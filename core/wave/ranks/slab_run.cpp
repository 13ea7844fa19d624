#include "core/wave/ranks/slab_run.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/wave/ranks/rank_bricks.hpp"
#include "core/wave/run_control.hpp"

namespace foldwave {

namespace {

// False on all ranks where one of them has something wrong; rank 0 throws it with the rank's name.
bool all_well(Communicator& ranks, const std::string& wrong, const char* remedy) {
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

template <class Real>
class SlabRun {
 public:
  SlabRun(Communicator& ranks, const SlabTask& task)
      : ranks_(ranks),
        cut_(task.cut),
        halo_(task.halo),
        margin_(task.model.margin),
        present_alone_(task.present_alone),
        padded_(task.model),
        wave_(padded_, task.model) {}

  CpuWave<Real>& wave() { return wave_; }
  const PaddedGrid& padded() const { return padded_; }

  // Neighbours' copies of what a pass has made; `all`: of a start. By their distance from the cut: the
  // present is wanted up to the halo's end, the rest a radius less far; the past was made right a radius
  // beyond.
  void exchange(bool all) {
    const int radius = padded_.radius;
    const auto planes = wave_.planes();
    for (std::size_t p = 0; p < planes.size(); ++p) {
      if (all || p == 0)
        exchange_planes(planes[p], 0, halo_);
      else if (!present_alone_)
        exchange_planes(planes[p], p == 1 ? margin_ + radius : 0, halo_ - radius);
    }
    ranks_.wait_all();
  }

  PlaneRange own() const { return {cut_.first, cut_.last - cut_.first}; }
  PlaneRange part() const { return part_of(cut_); }
  Index values_in(PlaneRange planes) const {
    return Index{1} * padded_.grid.n[0] * padded_.grid.n[1] * planes.count;
  }

  // Planes of the user's grid to `to`, where they are wanted.
  void copy_planes(PlaneRange planes, float* to) const {
    const auto n = padded_.grid.n;
    const Field<Real>& p = wave_.present();
#pragma omp parallel for collapse(2) schedule(static)
    for (int k = planes.first; k < planes.first + planes.count; ++k)
      for (int j = 0; j < n[1]; ++j) {
        const Real* const from = p.data() + padded_.user_index(0, j, k - padded_.grid.offset[2]);
        float* const row = to + n[0] * (j + Index{1} * n[1] * (k - planes.first));
        for (int i = 0; i < n[0]; ++i)
          row[i] = static_cast<float>(from[i]);
      }
  }

  // Where the field is largest of all slabs; rank 0 throws it.
  void tell_overflow(int step, double mine, const SlabRoot* root) {
    const std::string place = place_of_largest(padded_, wave_.present());
    if (root == nullptr) {
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
    throw_overflowed(step, root->whole, worst);
  }

 private:
  using Planes = typename CpuWave<Real>::Planes;

  void exchange_planes(const Planes& planes, int near, int far) {
    if (near >= far) return;
    const auto of = [&](int first) {
      return std::as_writable_bytes(std::span(planes.first + first * planes.plane,
                                              static_cast<std::size_t>((far - near) * planes.plane)));
    };
    const int low = cut_.below, high = padded_.n[2] - cut_.above;
    if (cut_.below > 0) {
      ranks_.begin_receive(ranks_.rank() - 1, of(low - far));
      ranks_.begin_send(ranks_.rank() - 1, of(low + near));
    }
    if (cut_.above > 0) {
      ranks_.begin_receive(ranks_.rank() + 1, of(high + near));
      ranks_.begin_send(ranks_.rank() + 1, of(high - far));
    }
  }

  Communicator& ranks_;
  SlabCut cut_;
  int halo_, margin_;
  bool present_alone_;
  PaddedGrid padded_;
  CpuWave<Real> wave_;
};

// What follows the set-up; both sides of each message stand in one function.
template <class Real>
class Passes {
 public:
  Passes(Communicator& ranks, const SlabTask& task, SlabRun<Real>& slab, const WriteFieldPart& write_part,
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
      own_.resize(static_cast<std::size_t>(slab.values_in(slab.part())));
    else if (task.snapshots && root == nullptr)
      own_.resize(static_cast<std::size_t>(slab.values_in(slab.own())));
    else if (task.snapshots)
      picture_ = Field<float>(root->whole.grid.n);
  }

  void run() {
    const WaveModel& model = task_.model;
    slab_.exchange(true);
    slab_.wave().read_start(gather_);
    read_start_ = slab_.wave().gather_part().seconds;
    snapshot(0);
    while (goes_on()) {
      {
        const TimedScope timed(stepping_);
        step_ += slab_.wave().advance(step_, steps_at_once(), gather_, {});
        slab_.exchange(false);
        if (is_overflow_check(step_, model.steps)) look();
      }
      snapshot(step_);
      if (root_ != nullptr) {
        root_->result.steps_done = step_;
        if (reporter_) reporter_->done(step_);
      }
    }
  }

  // After the last pass, or what ended them.
  void collect() {
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
    root_->result.parts.step_seconds = stepping_ - (slab_.wave().gather_part().seconds - read_start_);
    root_->result.parts.gather = slab_.wave().gather_part();
  }

  // Rank 0 says it; after an error it says so once more.
  void end() {
    if (root_ == nullptr || ended_) return;
    ended_ = true;
    tell(0);
  }
  void report_to(StepReporter& reporter) { reporter_ = &reporter; }

 private:
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
    const auto mine = static_cast<double>(slab_.wave().largest());
    if (!(ranks_.largest(mine) <= static_cast<double>(largest_pressure)))
      slab_.tell_overflow(step_, mine, root_);
  }

  void snapshot(int step) {
    if (!task_.snapshots || !is_snapshot_step(task_.model, step)) return;
    if (root_ == nullptr) {
      if (bricks_) return packed_snapshot(step);
      if (task_.parts) return parted_snapshot(step);
      slab_.copy_planes(slab_.own(), own_.data());
      return ranks_.send(0, std::as_bytes(std::span(own_)));
    }
    const TimedScope timed(root_->result.parts.snapshots.seconds);
    if (bricks_) return packed_snapshot(step);
    if (task_.parts) return parted_snapshot(step);
    slab_.copy_planes(slab_.own(), picture_.data());
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
    slab_.copy_planes(slab_.own(), bricks_->own().data());
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
      slab_.copy_planes(slab_.part(), own_.data());
      Grid3 whole = slab_.padded().grid;
      whole.n[2] = task_.bounds.back();
      whole.offset = whole.whole = {};
      write_part_(file, {whole, slab_.part(), step * task_.model.dt, own_});
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
  SlabRun<Real>& slab_;
  const WriteFieldPart& write_part_;
  const SlabRoot* root_;
  Gather gather_;
  std::vector<float> own_;
  Field<float> picture_;
  std::optional<RankBricks> bricks_;  // in the place of both
  StepReporter* reporter_ = nullptr;
  int step_ = 0;
  double stepping_ = 0.0, read_start_ = 0.0;
  bool ended_ = false;
};

template <class Real>
void run_slab_in(Communicator& ranks, SlabTask& task, const WriteFieldPart& write_part,
                 const SlabRoot* root) {
  const Clock clock;
  std::unique_ptr<SlabRun<Real>> slab;
  std::unique_ptr<Passes<Real>> passes;
  std::string wrong;
  try {
    check_memory(CpuWave<Real>::memory_bytes(task.model), available_memory_bytes());
    slab = std::make_unique<SlabRun<Real>>(ranks, task);
    passes = std::make_unique<Passes<Real>>(ranks, task, *slab, write_part, root);
    task.model.velocity = task.model.density = task.model.start = task.model.start_past = nullptr;
  } catch (const std::exception& e) {
    wrong = e.what();
  }
  if (!all_well(ranks, wrong, "use more ranks on more hosts, or a smaller grid")) return;
  if (root == nullptr) {
    passes->run();
    return passes->collect();
  }
  const Index nodes = PaddedGrid(root->whole).nodes();
  StepReporter reporter(root->job, root->whole.steps, nodes);
  passes->report_to(reporter);
  root->result.gather = make_gather(root->whole);
  root->result.kernel = slab->wave().kernel();
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

}  // namespace

void run_slab(Communicator& ranks, SlabTask task, const WriteFieldPart& write_part, const SlabRoot* root) {
  if (task.model.precision == Precision::binary64) return run_slab_in<double>(ranks, task, write_part, root);
  run_slab_in<float>(ranks, task, write_part, root);
}

}  // namespace foldwave
