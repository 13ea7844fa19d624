#include "core/wave/ranks/ranked_propagator.hpp"

#include <string>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/volume/codec/byte_stream.hpp"
#include "core/wave/ranks/slab_run.hpp"
#include "core/wave/run_control.hpp"
#include "core/wave/wave_check.hpp"

namespace foldwave {

namespace {

// What stands before the model in a rank's task.
struct TaskHead {
  std::int32_t threads = 0, first = 0, last = 0, below = 0, above = 0, halo = 0, present_alone = 0,
               on_device = 0, snapshots = 0, bricks = 0, parts = 0, bounds = 0;
};

std::vector<std::byte> task_bytes(const SlabTask& task) {
  std::vector<std::byte> bytes;
  put(bytes,
      TaskHead{thread_count(), task.cut.first, task.cut.last, task.cut.below, task.cut.above, task.halo,
               task.present_alone ? 1 : 0, task.on_device ? 1 : 0, task.snapshots ? 1 : 0,
               task.bricks ? 1 : 0, task.parts ? 1 : 0, static_cast<std::int32_t>(task.bounds.size())});
  put_all(bytes, std::span<const std::int32_t>(task.bounds));
  put_all(bytes, std::span<const std::byte>(wave_model_bytes(task.model)));
  return bytes;
}

SlabTask parsed_task(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  const auto head = reader.take<TaskHead>();
  set_thread_count(head.threads);
  SlabTask task;
  task.cut.first = head.first;
  task.cut.last = head.last;
  task.cut.below = head.below;
  task.cut.above = head.above;
  task.halo = head.halo;
  task.present_alone = head.present_alone != 0;
  task.on_device = head.on_device != 0;
  task.snapshots = head.snapshots != 0;
  task.bricks = head.bricks != 0;
  task.parts = head.parts != 0;
  for (std::int32_t b = 0; b < head.bounds; ++b)
    task.bounds.push_back(reader.take<std::int32_t>());
  task.model = parse_wave_model(reader.take_bytes(reader.left()));
  return task;
}

class RankedPropagator final : public WavePropagator {
 public:
  RankedPropagator(Communicator& ranks, WriteFieldPart write_part, const RankEngine& engine)
      : ranks_(ranks), write_part_(std::move(write_part)), engine_(engine) {}

  std::string name() const override {
    return engine_.name() + ", " + std::to_string(ranks_.size()) + " ranks";
  }

  std::int64_t memory_bytes(const WaveModel& model) const override {
    return engine_.on_device() ? engine_.slab_bytes(model, ranks_.size()) : host_bytes(model);
  }

  WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const override {
    check_wave_model(model, job.stop);
    if (model.copy_every_step)
      throw InputError("kernel", "ranks copy no whole field every step",
                       "leave it out, or use one process with --backend cuda");
    const SlabPlan plan = engine_.plan(model, ranks_.size());
    if (plan.slabs.empty()) {
      WaveRun alone = engine_.make_lone_propagator()->run(model, watch, job);
      alone.warnings.push_back(too_thin_text(model, plan, "rank 0 steps alone"));
      return alone;
    }
    check_memory(host_bytes(model), available_memory_bytes());
    const bool snapshots = watch.snapshots != nullptr && takes_snapshots(model);
    const bool bricks = snapshots && watch.snapshots->bricks() != nullptr;
    const bool parts = snapshots && !bricks && write_part_ && watch.snapshots->parts() != nullptr;
    std::vector<std::int32_t> bounds{0};
    for (const SlabCut& cut : plan.slabs)
      bounds.push_back(cut.last);
    const auto task = [&](int rank) {
      const auto r = static_cast<std::size_t>(rank);
      return SlabTask{
          plan.slabs[r], plan.halo, plan.present_alone,        engine_.on_device(), snapshots, bricks,
          parts,         bounds,    slab_model(model, plan, r)};
    };
    for (int rank = 1; rank < ranks_.size(); ++rank)
      send_bytes(ranks_, rank, task_bytes(task(rank)));
    WaveRun result;
    const SlabRoot root{model, plan, watch.snapshots, job, result};
    run_slab(ranks_, task(0), &engine_, write_part_, &root);
    return result;
  }

 private:
  // Of rank 0: its slab, what it takes in for all, and a slab on its way.
  std::int64_t host_bytes(const WaveModel& model) const {
    const std::int64_t nodes = 4 * std::int64_t{model.grid.size()};
    return engine_.host_bytes(model, ranks_.size()) + 2 * nodes / ranks_.size() + 2 * gather_bytes(model) +
           (takes_snapshots(model) ? nodes : 0);
  }

  Communicator& ranks_;
  WriteFieldPart write_part_;
  const RankEngine& engine_;
};

}  // namespace

std::unique_ptr<WavePropagator> make_ranked_propagator(Communicator& ranks, WriteFieldPart write_part,
                                                       const RankEngine& engine) {
  return std::make_unique<RankedPropagator>(ranks, std::move(write_part), engine);
}

void serve_waves(Communicator& ranks, const WriteFieldPart& write_part, const RankEngine* device) {
  for (;;) {
    const std::vector<std::byte> bytes = receive_bytes(ranks, 0);
    if (bytes.empty()) return;
    SlabTask task = parsed_task(bytes);
    const RankEngine* const engine = task.on_device ? device : &cpu_rank_engine();
    run_slab(ranks, std::move(task), engine, write_part, nullptr);
  }
}

void end_serving(Communicator& ranks) {
  for (int rank = 1; rank < ranks.size(); ++rank)
    send_bytes(ranks, rank, {});
}

}  // namespace foldwave
