#include "core/bench/process.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
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
#include "core/volume/filter/gaussian.hpp"
#include "core/volume/filter/hough/hough_lines.hpp"

namespace foldwave {

namespace {

constexpr double no_wait = 1e12;  // bytes a second
constexpr int blocks_under_way = 4, large_blocks = 4, small_brick = 32;

// Of the thesis, format 3: 25 and 19 for Hough, 16.5 and 13 for the convolution, on a hard disk and on an
// SSD.
std::optional<double> seed_process_gain(const std::string& filter, int format, double rate) {
  if (format != 3) return {};
  const bool ssd = std::abs(rate - 140.23e6) < 1e3;
  const bool disk = std::abs(rate - 34.76e6) < 1e3 || std::abs(rate - 69.32e6) < 1e3;
  if (!ssd && !disk) return {};
  return filter == "hough" ? (ssd ? 19.0 : 25.0) : (ssd ? 13.0 : 16.5);
}

GaussianFilter thesis_filter(GaussianMethod method) {
  GaussianFilter filter;
  filter.sigma = {3.0, 3.0, 3.0};
  filter.gain = GaussianGain::thesis;
  filter.method = method;
  return filter;
}

// Planes first to first + count of a volume of n x n.
struct ZSlab {
  int first = 0, count = 0;
};

// Lines of each plane; what is kept of them is the sum of the votes in magnitude, which any order gives.
void hough_planes_of(VolumeFilters& filters, std::span<const float> values, int n, const ZSlab& slab,
                     std::vector<double>& sums, const Job& job) {
  HoughLinesPlan plan;
  plan.slice.n = {n, n};
  const auto plane = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  for (int k = 0; k < slab.count; ++k) {
    const auto points =
        points_above(values.subspan(static_cast<std::size_t>(k) * plane, plane), plan.slice, 0.0F);
    const LineAccumulator votes = filters.hough_lines(points, plan, job);
    double sum = 0.0;
    for (const std::int32_t v : votes.votes)
      sum += std::abs(votes.unit * v);
    sums[static_cast<std::size_t>(slab.first + k)] = sum;
  }
}

class ProcessRun {
 public:
  ProcessRun(const Field<float>& field, const ProcessBenchPlan& plan, int format, double bound,
             VolumeFilters& filters)
      : filters_(filters),
        n_(field.shape()[0]),
        format_(format),
        out_(field.shape()),
        sums_(static_cast<std::size_t>(n_)) {
    const int side = format == 3 ? std::min(small_brick, n_) : std::min(usual_brick, n_);
    const int deep = format == 3 ? side : (n_ + large_blocks - 1) / large_blocks;
    for (int first = 0; first < n_; first += deep) {
      Block block;
      block.own = {first, std::min(deep, n_ - first)};
      const int halo = format == 2 ? process_halo : 0, from = std::max(first - halo, 0);
      block.stored = {from, std::min(first + block.own.count + halo, n_) - from};
      block.layout = brick_layout({n_, n_, block.stored.count}, side);
      blocks_.push_back(std::move(block));
    }
    for (Block& block : blocks_) {
      block.codec = std::make_unique<const BrickCodec>(plan.codec, block.layout.brick, bound);
      pack(field, block);
    }
    if (format == 2)
      for (std::vector<float>& own : slots_)
        own.resize(plane() * static_cast<std::size_t>(largest_stored()));
    else
      decoded_ = Field<float>(field.shape());
  }

  int blocks() const { return static_cast<int>(blocks_.size()); }
  double packed_bytes() const { return static_cast<double>(bytes_); }
  const Field<float>& filtered() const { return out_; }
  const std::vector<double>& votes() const { return sums_; }

  void put(SlowFile& file) const {
    for (const Block& block : blocks_) {
      std::uint64_t at = block.offset;
      for (const PackedBrick& brick : block.bricks) {
        file.write(brick.bytes, at);
        at += brick.bytes.size();
      }
    }
  }

  // Read, unpacked, filtered; seconds.
  double run(SlowFile& file, const std::string& filter, const Job& job) {
    done_ = 0;
    file.begin();
    const Clock clock;
    run_stages(blocks(),
               {{"read", [&](Index b, int slot) { read(file, b, slot); }},
                {"unpack", [&](Index b, int slot) { unpack(b, slot); }},
                {"filter",
                 [&](Index b, int slot) {
                   const Block& block = blocks_[static_cast<std::size_t>(b)];
                   if (filter == "hough")
                     hough_planes_of(filters_, own_values(block, slot), n_, block.own, sums_, job);
                   else
                     convolve_block(b, slot, job);
                 }}},
               StageOrder::overlapped, blocks_under_way, job);
    return clock.seconds();
  }

 private:
  struct Block {
    ZSlab own, stored;
    BrickLayout layout;
    std::unique_ptr<const BrickCodec> codec{};
    std::vector<PackedBrick> bricks{};
    std::uint64_t offset = 0, bytes = 0;
  };

  std::size_t plane() const { return static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_); }
  int largest_stored() const {
    int most = 0;
    for (const Block& block : blocks_)
      most = std::max(most, block.stored.count);
    return most;
  }

  // The stored planes of a block: of a slot, or of the volume.
  std::span<float> stored_values(const Block& block, int slot) {
    const std::size_t size = plane() * static_cast<std::size_t>(block.stored.count);
    if (format_ == 2) return std::span(slots_[static_cast<std::size_t>(slot)]).first(size);
    return decoded_.values().subspan(plane() * static_cast<std::size_t>(block.stored.first), size);
  }
  std::span<const float> own_values(const Block& block, int slot) {
    return stored_values(block, slot)
        .subspan(plane() * static_cast<std::size_t>(block.own.first - block.stored.first),
                 plane() * static_cast<std::size_t>(block.own.count));
  }

  template <class Work>
  void each_brick(const Block& block, const Work& work) const {
    std::exception_ptr failed;
#pragma omp parallel for schedule(static)
    for (Index m = 0; m < block.layout.count(); ++m) {
      thread_local std::vector<float> values;
      try {
        values.resize(static_cast<std::size_t>(block.layout.brick_nodes()));
        work(m, std::span<float>(values));
      } catch (...) {
#pragma omp critical(bench_process_failed)
        failed = std::current_exception();
      }
    }
    if (failed) std::rethrow_exception(failed);
  }

  void pack(const Field<float>& field, Block& block) {
    const auto values = field.values().subspan(plane() * static_cast<std::size_t>(block.stored.first),
                                               plane() * static_cast<std::size_t>(block.stored.count));
    block.bricks.resize(static_cast<std::size_t>(block.layout.count()));
    each_brick(block, [&](Index m, std::span<float> brick) {
      gather_brick(values, block.layout, m, brick);
      block.bricks[static_cast<std::size_t>(m)] = block.codec->pack(brick);
    });
    block.offset = bytes_;
    for (const PackedBrick& brick : block.bricks)
      block.bytes += brick.bytes.size();
    bytes_ += block.bytes;
  }

  // One request for a block.
  void read(SlowFile& file, Index b, int slot) {
    const Block& block = blocks_[static_cast<std::size_t>(b)];
    auto& all = read_[static_cast<std::size_t>(slot)];
    all.resize(block.bytes);
    file.read(all, block.offset);
  }

  void unpack(Index b, int slot) {
    const Block& block = blocks_[static_cast<std::size_t>(b)];
    const auto& all = read_[static_cast<std::size_t>(slot)];
    std::vector<std::size_t> from{0};
    for (const PackedBrick& brick : block.bricks)
      from.push_back(from.back() + brick.bytes.size());
    const std::span<float> to = stored_values(block, slot);
    each_brick(block, [&](Index m, std::span<float> brick) {
      const auto at = static_cast<std::size_t>(m);
      const PackedBrick packed{{all.begin() + static_cast<std::ptrdiff_t>(from[at]),
                                all.begin() + static_cast<std::ptrdiff_t>(from[at + 1])},
                               block.bricks[at].skipped};
      block.codec->unpack(packed, brick);
      scatter_brick(brick, block.layout, m, {{0, 0, 0}, block.layout.nodes}, to);
    });
  }

  // What all needed planes are there of: of the block alone, or up to the halo of the next one.
  void convolve_block(Index b, int slot, const Job& job) {
    const Block& block = blocks_[static_cast<std::size_t>(b)];
    const int there = block.own.first + block.own.count;
    ZSlab wanted = block.own, wide = block.stored;
    if (format_ != 2) {
      const bool last = b + 1 == blocks();
      wanted = {done_, std::max((last ? n_ : there - process_halo) - done_, 0)};
      const int from = std::max(done_ - process_halo, 0);
      wide = {from, there - from};
    }
    if (wanted.count == 0) return;
    done_ = wanted.first + wanted.count;
    const std::span<const float> in =
        format_ == 2 ? std::span<const float>(stored_values(block, slot))
                     : decoded_.values().subspan(plane() * static_cast<std::size_t>(wide.first),
                                                 plane() * static_cast<std::size_t>(wide.count));
    Grid3 grid;
    grid.n = {n_, n_, wide.count};
    smooth_.resize(in.size());
    filters_.gaussian(in, grid, thesis_filter(GaussianMethod::separable), smooth_, job);
    const auto first = plane() * static_cast<std::size_t>(wanted.first - wide.first);
    std::copy_n(smooth_.begin() + static_cast<std::ptrdiff_t>(first),
                static_cast<std::ptrdiff_t>(plane() * static_cast<std::size_t>(wanted.count)),
                out_.values().begin() +
                    static_cast<std::ptrdiff_t>(plane() * static_cast<std::size_t>(wanted.first)));
  }

  VolumeFilters& filters_;
  int n_, format_;
  std::vector<Block> blocks_;
  std::uint64_t bytes_ = 0;
  std::array<std::vector<std::byte>, blocks_under_way> read_;
  std::array<std::vector<float>, blocks_under_way> slots_;  // of format 2
  Field<float> decoded_;                                    // of the others
  std::vector<float> smooth_;
  int done_ = 0;  // planes that are filtered
  Field<float> out_;
  std::vector<double> sums_;
};

// By so many threads, given back as they were.
template <class Work>
double seconds_by(int threads, const Work& work) {
  const int before = thread_count();
  set_thread_count(threads);
  const Clock clock;
  work();
  const double seconds = clock.seconds();
  set_thread_count(before);
  return seconds;
}

double read_plainly(const Field<float>& field, double rate, const std::string& folder, const Job& job) {
  SlowFile file(folder, no_wait);
  const auto bytes = std::as_bytes(field.values());
  file.write(bytes, 0);
  file.set_rate(rate);
  const std::size_t part = (bytes.size() + 15) / 16;
  std::vector<std::byte> to(part);
  const Clock clock;
  for (std::size_t at = 0; at < bytes.size(); at += part) {
    job.throw_if_stopped();
    file.read(std::span(to).first(std::min(part, bytes.size() - at)), at);
  }
  return clock.seconds();
}

bool is_within(std::span<const double> a, std::span<const double> b, double allowed) {
  double worst = 0.0, largest = 0.0;
  for (std::size_t m = 0; m < a.size(); ++m) {
    worst = worst_of(worst, std::abs(a[m] - b[m]));
    largest = std::max(largest, std::abs(b[m]));
  }
  return worst <= allowed + 1e-5 * largest;
}

// The filter of the whole at once, and how long it takes by one thread.
struct WholeFilter {
  double plain_seconds = 0.0, quick_seconds = 0.0;
  std::vector<double> result;
  double allowed = 0.0;  // that it may change where each value does by as much as the bound
};

WholeFilter filter_whole(const std::string& name, const Field<float>& field, double bound, const Job& job) {
  WholeFilter whole;
  const int n = field.shape()[0];
  const auto filters = make_cpu_filters();
  if (name == "hough") {
    std::vector<double> sums(static_cast<std::size_t>(n));
    whole.plain_seconds = whole.quick_seconds = seconds_by(1, [&] {
      hough_planes_of(*filters, field.values(), n, {0, n}, sums, job);
    });
    whole.result = sums;
    whole.allowed = bound * 180.0 * n * n;
    return whole;
  }
  Grid3 grid;
  grid.n = field.shape();
  Field<float> out(grid.n);
  const auto by = [&](GaussianMethod method) {
    return seconds_by(
        1, [&] { filters->gaussian(field.values(), grid, thesis_filter(method), out.values(), job); });
  };
  whole.quick_seconds = by(GaussianMethod::separable);
  whole.plain_seconds = by(GaussianMethod::direct);
  whole.result.assign(out.values().begin(), out.values().end());
  whole.allowed = bound;  // its weights sum up to less than 1
  return whole;
}

}  // namespace

std::vector<ProcessBenchRow> bench_process(const Backend& backend, const ProcessBenchPlan& plan,
                                           const std::string& folder,
                                           const std::function<void(const ProcessBenchRow&)>& done,
                                           const Job& job) {
  const auto filters = backend.make_volume_filters();
  std::vector<ProcessBenchRow> rows;
  for (const int n : plan.sizes) {
    const Field<float> field = codec_case(CodecBenchCase::filled, n);
    double largest = 0.0;
    for (const float v : field.values())
      largest = std::max(largest, static_cast<double>(std::abs(v)));
    const double bound = plan.error * largest;
    for (const std::string& filter : plan.filters) {
      const WholeFilter whole = filter_whole(filter, field, bound, job);
      for (const int format : plan.formats) {
        ProcessRun run(field, plan, format, bound, *filters);
        for (const double rate : plan.disks) {
          ProcessBenchRow row{filter, format, n, rate, run.blocks()};
          row.ratio = static_cast<double>(std::as_bytes(field.values()).size()) / run.packed_bytes();
          row.plain_read_seconds = read_plainly(field, rate, folder, job);
          row.plain_filter_seconds = whole.plain_seconds;
          row.quick_filter_seconds = whole.quick_seconds;
          SlowFile file(folder, no_wait);
          run.put(file);
          file.set_rate(rate);
          std::vector<double> seconds;
          for (int r = 0; r < plan.repeat; ++r)
            seconds.push_back(run.run(file, filter, job));
          row.overlapped_seconds = median(seconds);
          const std::vector<double> made =
              filter == "hough"
                  ? run.votes()
                  : std::vector<double>(run.filtered().values().begin(), run.filtered().values().end());
          row.same_result = is_within(made, whole.result, whole.allowed);
          row.seed_gain = seed_process_gain(filter, format, rate);
          rows.push_back(row);
          done(row);
        }
      }
    }
  }
  return rows;
}

}  // namespace foldwave
