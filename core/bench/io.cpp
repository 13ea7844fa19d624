#include "core/bench/io.hpp"
#include "core/volume/codec/registry/codec_registry.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/field.hpp"
#include "core/base/stages/run_stages.hpp"
#include "core/base/system.hpp"
#include "core/base/worst.hpp"
#include "core/bench/brick_codec.hpp"
#include "core/bench/codec_cases.hpp"
#include "core/bench/io_disk.hpp"
#include "core/bench/median.hpp"
#include "core/forecast/io/io_model.hpp"
#include "core/forecast/io/pipeline_model.hpp"
#include "core/volume/store/bricks.hpp"
#include "core/volume/store/hdf_filters.hpp"

namespace foldwave {

namespace {

constexpr double fast_disk = 1e12;  // bytes a second: never waited for

struct IoBlock {
  std::vector<PackedBrick> packed;
};

// Where the bricks of a file lie.
struct FilePlace {
  std::uint64_t offset = 0;
  std::size_t bytes = 0;
  std::uint32_t skipped = 0;
};

// One volume, one codec.
class IoRun {
 public:
  IoRun(const Field<float>& field, const std::string& codec, double bound)
      : field_(field),
        layout_(brick_layout(field.shape())),
        codec_(codec, layout_.brick, bound),
        a_block_(thread_count()),
        blocks_((layout_.count() + a_block_ - 1) / a_block_),
        slots_(in_flight, IoBlock{std::vector<PackedBrick>(static_cast<std::size_t>(a_block_))}),
        out_(field.shape()) {}

  static constexpr int in_flight = 4;

  int blocks() const { return static_cast<int>(blocks_); }
  // Of a whole block over the whole volume.
  double block_share() const { return static_cast<double>(a_block_) / static_cast<double>(layout_.count()); }
  const Field<float>& out() const { return out_; }
  double packed_bytes() const { return static_cast<double>(packed_bytes_); }
  void forget_out() { std::ranges::fill(out_.values(), 0.0F); }

  // The whole packed into memory; seconds.
  double pack(const Job& job) {
    const Clock clock;
    all_.assign(static_cast<std::size_t>(layout_.count()), {});
    for (Index b = 0; b < blocks_; ++b) {
      job.throw_if_stopped();
      pack_block(b, 0);
      for (Index m = 0; m < bricks_of_block(b); ++m)
        all_[static_cast<std::size_t>(b * a_block_ + m)] =
            std::move(slots_[0].packed[static_cast<std::size_t>(m)]);
    }
    const double seconds = clock.seconds();
    places_.clear();
    packed_bytes_ = 0;
    for (const PackedBrick& brick : all_) {
      places_.push_back({packed_bytes_, brick.bytes.size(), brick.skipped});
      packed_bytes_ += brick.bytes.size();
    }
    return seconds;
  }

  // And out of it.
  double unpack(const Job& job) {
    const Clock clock;
    for (Index b = 0; b < blocks_; ++b) {
      job.throw_if_stopped();
      for (Index m = 0; m < bricks_of_block(b); ++m)
        slots_[0].packed[static_cast<std::size_t>(m)] = all_[static_cast<std::size_t>(b * a_block_ + m)];
      unpack_block(b, 0);
    }
    return clock.seconds();
  }

  void put(SlowFile& file) const {
    for (std::size_t b = 0; b < all_.size(); ++b)
      file.write(all_[b].bytes, places_[b].offset);
  }

  double read(SlowFile& file, StageOrder order, const Job& job) {
    file.begin();
    const Clock clock;
    run_stages(blocks_,
               {{"read", [&](Index b, int slot) { read_block(file, b, slot); }},
                {"unpack", [&](Index b, int slot) { unpack_block(b, slot); }, true}},
               order, in_flight, job);
    return clock.seconds();
  }

  double write(SlowFile& file, StageOrder order, const Job& job) {
    file.begin();
    const Clock clock;
    written_ = 0;
    run_stages(blocks_,
               {{"pack", [&](Index b, int slot) { pack_block(b, slot); }, true},
                {"write", [&](Index b, int slot) { write_block(file, b, slot); }}},
               order, in_flight, job);
    return clock.seconds();
  }

  // What the last `write` left.
  std::vector<std::byte> bytes_of(SlowFile& file) const {
    std::vector<std::byte> bytes(written_);
    const double rate = file.set_rate(fast_disk);
    file.read(bytes, 0);
    file.set_rate(rate);
    return bytes;
  }

 private:
  Index bricks_of_block(Index block) const { return std::min(a_block_, layout_.count() - block * a_block_); }

  void pack_block(Index block, int slot) {
    auto& packed = slots_[static_cast<std::size_t>(slot)].packed;
    each_brick(block, [&](Index m, Index brick, std::span<float> values) {
      gather_brick(field_.values(), layout_, brick, values);
      packed[static_cast<std::size_t>(m)] = codec_.pack(values);
    });
  }

  void unpack_block(Index block, int slot) {
    const auto& packed = slots_[static_cast<std::size_t>(slot)].packed;
    each_brick(block, [&](Index m, Index brick, std::span<float> values) {
      codec_.unpack(packed[static_cast<std::size_t>(m)], values);
      scatter_brick(values, layout_, brick, {{0, 0, 0}, layout_.nodes}, out_.values());
    });
  }

  template <class Work>
  void each_brick(Index block, const Work& work) {
    const Index count = bricks_of_block(block);
    std::exception_ptr failed;
#pragma omp parallel for schedule(static)
    for (Index m = 0; m < count; ++m) {
      thread_local std::vector<float> values;
      try {
        values.resize(static_cast<std::size_t>(layout_.brick_nodes()));
        work(m, block * a_block_ + m, values);
      } catch (...) {
#pragma omp critical(bench_io_failed)
        failed = std::current_exception();
      }
    }
    if (failed) std::rethrow_exception(failed);
  }

  // One request for a block, as a disk likes it.
  void read_block(SlowFile& file, Index block, int slot) {
    auto& packed = slots_[static_cast<std::size_t>(slot)].packed;
    const auto first = places_.begin() + block * a_block_;
    const Index count = bricks_of_block(block);
    std::size_t bytes = 0;
    for (Index m = 0; m < count; ++m)
      bytes += first[m].bytes;
    std::vector<std::byte> all(bytes);
    file.read(all, first->offset);
    auto from = all.begin();
    for (Index m = 0; m < count; ++m) {
      const auto end = from + static_cast<std::ptrdiff_t>(first[m].bytes);
      packed[static_cast<std::size_t>(m)] = {{from, end}, first[m].skipped};
      from = end;
    }
  }

  void write_block(SlowFile& file, Index block, int slot) {
    std::vector<std::byte> all;
    for (Index m = 0; m < bricks_of_block(block); ++m) {
      const auto& bytes = slots_[static_cast<std::size_t>(slot)].packed[static_cast<std::size_t>(m)].bytes;
      all.insert(all.end(), bytes.begin(), bytes.end());
    }
    file.write(all, written_);
    written_ += all.size();
  }

  const Field<float>& field_;
  BrickLayout layout_;
  BrickCodec codec_;
  Index a_block_, blocks_;
  std::vector<IoBlock> slots_;
  std::vector<PackedBrick> all_;
  std::vector<FilePlace> places_;
  std::uint64_t packed_bytes_ = 0;
  Field<float> out_;
  std::uint64_t written_ = 0;
};

// The values as they are, in blocks as large as those of a codec.
double plain(const Field<float>& field, double rate, const std::string& folder, IoDirection direction,
             int blocks, const Job& job) {
  SlowFile file(folder, direction == IoDirection::writing ? rate : fast_disk);
  const auto bytes = std::as_bytes(field.values());
  const std::size_t block =
      (bytes.size() + static_cast<std::size_t>(blocks) - 1) / static_cast<std::size_t>(blocks);
  const auto pass = [&](auto&& work) {
    for (std::size_t at = 0; at < bytes.size(); at += block) {
      job.throw_if_stopped();
      work(at, std::min(block, bytes.size() - at));
    }
  };
  const Clock writing;
  pass([&](std::size_t at, std::size_t size) { file.write(bytes.subspan(at, size), at); });
  if (direction == IoDirection::writing) return writing.seconds();
  file.set_rate(rate);
  std::vector<std::byte> to(block);
  const Clock reading;
  pass([&](std::size_t at, std::size_t size) { file.read(std::span(to).first(size), at); });
  return reading.seconds();
}

// The stages of `read` or `write`.
PipelinePlan pipeline_of(const IoCase& model, const IoRun& run, bool reading) {
  PipelinePlan plan{model.bytes,
                    model.bytes * std::min(1.0, run.block_share()),
                    IoRun::in_flight,
                    0.0,
                    {{"disk", model.disk_rate, 1.0 / model.ratio}, {"codec", model.codec_rate}}};
  if (!reading) std::ranges::reverse(plan.stages);
  return plan;
}

double largest_difference(std::span<const float> a, std::span<const float> b) {
  double worst = 0.0;
  for (std::size_t m = 0; m < a.size(); ++m)
    worst = worst_of(worst, std::abs(static_cast<double>(a[m]) - b[m]));
  return worst;
}

bool same_bits(std::span<const float> a, std::span<const float> b) {
  return std::ranges::equal(std::as_bytes(a), std::as_bytes(b));
}

// In turns, so that what others do on the machine meanwhile falls on all three.
template <class Alone, class Through>
void measure_in_turns(int repeat, IoBenchRow& row, const Alone& alone, const Through& through) {
  std::vector<double> codec, one_by_one, overlapped;
  for (int r = 0; r < repeat; ++r) {
    codec.push_back(alone());
    one_by_one.push_back(through(StageOrder::one_by_one));
    overlapped.push_back(through(StageOrder::overlapped));
  }
  row.codec_seconds = median(std::move(codec));
  row.one_by_one_seconds = median(std::move(one_by_one));
  row.overlapped_seconds = median(std::move(overlapped));
}

void measure_reading(IoRun& run, double rate, const std::string& folder, int repeat, IoBenchRow& row,
                     const Job& job) {
  SlowFile file(folder, fast_disk);
  run.put(file);
  file.set_rate(rate);
  run.read(file, StageOrder::one_by_one, job);
  const Field<float> first = run.out().clone();
  measure_in_turns(
      repeat, row, [&] { return run.unpack(job); },
      [&](StageOrder order) {
        run.forget_out();
        return run.read(file, order, job);
      });
  row.same_bytes = same_bits(first.values(), run.out().values());
}

void measure_writing(IoRun& run, double rate, const std::string& folder, int repeat, IoBenchRow& row,
                     const Job& job) {
  SlowFile file(folder, rate);
  run.write(file, StageOrder::one_by_one, job);
  const auto first = run.bytes_of(file);
  measure_in_turns(
      repeat, row, [&] { return run.pack(job); },
      [&](StageOrder order) { return run.write(file, order, job); });
  row.same_bytes = first == run.bytes_of(file);
}

}  // namespace

std::vector<std::string> io_bench_codecs() {
  std::vector<std::string> names = hdf_codecs();
  for (const std::string& name : codec_names())
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

std::vector<IoBenchRow> bench_io(const IoBenchPlan& plan, const std::string& folder,
                                 const std::function<void(const IoBenchRow&)>& done, const Job& job) {
  std::vector<IoBenchRow> rows;
  for (const int n : plan.sizes) {
    const Field<float> field = codec_case(CodecBenchCase::filled, n);
    double largest = 0.0;
    for (const float v : field.values())
      largest = std::max(largest, static_cast<double>(std::abs(v)));
    for (const std::string& codec : plan.codecs.empty() ? io_bench_codecs() : plan.codecs) {
      IoRun run(field, codec, plan.error * largest);
      run.pack(job);
      run.unpack(job);
      const double error = largest_difference(field.values(), run.out().values());
      for (const IoDirection direction : plan.directions)
        for (const double rate : plan.disks) {
          const bool reading = direction == IoDirection::reading;
          IoBenchRow row;
          row.codec = codec;
          row.direction = direction;
          row.n = n;
          row.disk_rate = rate;
          row.blocks = run.blocks();
          row.largest_error = error;
          row.error_bound = plan.error * largest;
          const auto bytes = static_cast<double>(std::as_bytes(field.values()).size());
          row.ratio = bytes / run.packed_bytes();
          row.plain_seconds = plain(field, rate, folder, direction, run.blocks(), job);
          (reading ? measure_reading : measure_writing)(run, rate, folder, plan.repeat, row, job);
          row.codec_rate = bytes / row.codec_seconds;
          const IoCase model{bytes, row.ratio, rate, row.codec_rate, 1.0 * run.blocks()};
          row.one_by_one_model = one_by_one_seconds(model);
          row.overlapped_model = overlapped_seconds(model);
          row.gain_limit = gain_limit(model);
          const PipelineTime pipeline = pipeline_time(pipeline_of(model, run, reading));
          row.pipeline_model = pipeline.seconds;
          row.limit = pipeline.limit;
          rows.push_back(row);
          done(row);
        }
    }
  }
  return rows;
}

}  // namespace foldwave
