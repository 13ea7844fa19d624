#include "core/volume/tools/pack_forecast.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <limits>
#include <map>
#include <numeric>
#include <random>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/formats/read_file.hpp"
#include "core/volume/tools/volume_statistics.hpp"

namespace foldwave {

namespace {

constexpr std::size_t most_bytes_held = 192'000'000;
constexpr double in_90_percent = 1.66;  // standard deviations, of many differences
constexpr double flush_once = 0.02;     // seconds, however little there is to flush

// What a file has beside its bricks: its head, and a place and a checksum for each.
constexpr double head_bytes = 7e3, brick_entry_bytes = 45.0, coarse_value_bytes = 2.0;

struct Brick {
  Index number = 0;
  NodeBox box;
  double stands_for = 0.0;  // bricks
  std::vector<float> values{};
  PackedBrick packed{};
  double bytes = 0.0, pack_seconds = 0.0;
};

void read_into(const VolumeSource& source, const NodeBox& box, std::span<float> values, Damage damage,
               const Job& job) {
  const auto damaged = source.read(box, values, {nullptr, job.stop});
  if (!damaged.empty() && damage == Damage::refuse)
    throw InputError(source.name(), damage_text(damaged), "write it again, or go on without these bricks");
}

std::vector<float> read_box(const VolumeSource& source, const NodeBox& box, Damage damage, const Job& job) {
  std::vector<float> values(static_cast<std::size_t>(box.size()));
  read_into(source, box, values, damage, job);
  return values;
}

struct Range {
  double least = std::numeric_limits<double>::infinity(), largest = -least;
  void see(double value) {
    if (!std::isfinite(value)) return;
    least = std::min(least, value);
    largest = std::max(largest, value);
  }
  double width() const { return largest > least ? largest - least : 0.0; }
};

// How much there is in each brick, in no unit: the bytes that it has in a packed file of the same bricks (of
// others nothing is known), else how far neighbours along a few of its lines differ, as a logarithm. All
// alike where lines take too long.
std::vector<double> contents_of(const VolumeSource& source, const BrickLayout& layout,
                                const std::vector<NodeBox>& bricks, const PackChoice& choice,
                                double most_seconds, Range& range, const Job& job) {
  std::vector<double> contents(bricks.size(), 0.0);
  if (const VolumeIndex* const index = source.index()) {
    if (index->layout != layout) return contents;
    std::map<Index, double> stored;
    for (const StoredBrick& brick : index->bricks)
      stored[brick.number] = static_cast<double>(brick.bytes);
    for (std::size_t b = 0; b < bricks.size(); ++b)
      if (const auto found = stored.find(bricks_of(layout, bricks[b]).front()); found != stored.end())
        contents[b] = found->second;
    return contents;
  }
  const std::size_t along = source.by_columns() ? 2 : 0;
  std::vector<double> steps(bricks.size(), 0.0);
  double largest = 0.0;
  const Clock clock;
  for (const double part : {0.25, 0.5, 0.75}) {
    // One line through all bricks behind each other, read once.
    std::map<std::array<int, 2>, std::vector<float>> lines;
    for (std::size_t b = 0; b < bricks.size(); ++b) {
      job.throw_if_stopped();
      if (clock.seconds() > most_seconds) return contents;
      const NodeBox& box = bricks[b];
      NodeBox line;
      std::array<int, 2> place{};
      for (std::size_t a = 0, p = 0; a < 3; ++a) {
        if (a == along) continue;
        line.low[a] = place[p++] = box.low[a] + static_cast<int>(part * (box.n[a] - 1));
      }
      line.n[along] = layout.nodes[along];
      const auto [at, fresh] = lines.try_emplace(place);
      if (fresh) at->second = read_box(source, line, Damage::go_on, job);
      const auto first = at->second.begin() + box.low[along];
      range.see(static_cast<double>(*first));
      for (auto v = first + 1; v < first + box.n[along]; ++v)
        if (const double step = std::abs(static_cast<double>(*v) - static_cast<double>(v[-1]));
            std::isfinite(step)) {
          range.see(static_cast<double>(*v));
          steps[b] += step / (3.0 * box.n[along]);
          largest = std::max(largest, step);
        }
    }
  }
  const double unit = choice.error > 0.0 && !choice.relative ? choice.error : 1e-4 * largest;
  for (std::size_t b = 0; b < bricks.size(); ++b)
    contents[b] = unit > 0.0 ? std::log2(1.0 + steps[b] / unit) : 0.0;
  return contents;
}

// One of each of so many stretches of bricks that hold as much, somewhere in it.
std::vector<Brick> drawn(const BrickLayout& layout, const std::vector<NodeBox>& all,
                         const std::vector<double>& contents, std::size_t count) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t b) { return contents[b]; });
  std::mt19937 random(1);
  std::vector<Brick> bricks;
  for (std::size_t s = 0; s < count; ++s) {
    const std::size_t first = s * all.size() / count, end = (s + 1) * all.size() / count;
    Brick brick;
    // The brick of most contents is always there: the largest values are in it.
    const std::size_t taken = end == all.size() ? end - 1 : first + random() % (end - first);
    brick.box = all[order[taken]];
    brick.number = bricks_of(layout, brick.box).front();
    brick.stands_for = static_cast<double>(end - first);
    bricks.push_back(std::move(brick));
  }
  return bricks;
}

double bound_of(const std::vector<Brick>& bricks, const PackChoice& choice, Range range) {
  if (!choice.relative || choice.error == 0.0) return choice.error;
  for (const Brick& brick : bricks)
    if (const VolumeStatistics there = statistics_of(brick.values); there.finite > 0) {
      range.see(there.least);
      range.see(there.largest);
    }
  return choice.error * range.width();
}

void pack(std::vector<Brick>& bricks, const BrickLayout& layout, const VolumeFacts& facts,
          const std::stop_token& stop) {
  std::exception_ptr failed;
  const int threads =
      static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(thread_count()), bricks.size()));
#pragma omp parallel num_threads(threads)
  {
    std::vector<float> values;
#pragma omp for schedule(dynamic)
    for (std::size_t b = 0; b < bricks.size(); ++b) {
      if (stop.stop_requested()) continue;
      Brick& brick = bricks[b];
      try {
        values.resize(static_cast<std::size_t>(layout.brick_nodes()));
        const Clock clock;
        gather_brick(brick.values, brick.box, layout, brick.number, values);
        brick.packed = pack_brick(facts.codec, layout.brick, facts.error_bound, values);
        brick.bytes = static_cast<double>(brick.packed.bytes.size());
        brick.pack_seconds = clock.seconds();
      } catch (...) {
#pragma omp critical(pack_forecast_failed)
        failed = std::current_exception();
      }
    }
  }
  if (failed) std::rethrow_exception(failed);
  if (stop.stop_requested()) throw Stopped();
}

// Of all bricks, from what each took; neighbours tell how much that scatters.
PackEstimate whole_of(const std::vector<Brick>& bricks, double Brick::*amount, bool all_taken) {
  PackEstimate whole;
  double count = 0.0, squares = 0.0;
  for (std::size_t b = 0; b < bricks.size(); ++b) {
    whole.value += bricks[b].*amount * bricks[b].stands_for;
    count += bricks[b].stands_for;
    if (b > 0) squares += std::pow(bricks[b].*amount - bricks[b - 1].*amount, 2);
  }
  const auto taken = static_cast<double>(bricks.size());
  const double apart = all_taken || bricks.size() < 2
                           ? 0.0
                           : in_90_percent * count * std::sqrt(squares / (2.0 * (taken - 1.0) * taken));
  whole.low = std::max(0.0, whole.value - apart);
  whole.high = whole.value + apart;
  return whole;
}

void add(PackEstimate& estimate, double low, double value, double high) {
  estimate.low += low;
  estimate.value += value;
  estimate.high += high;
}

double bytes_beside(const BrickLayout& layout, const PackChoice& choice, Index nodes) {
  const double bytes = head_bytes + brick_entry_bytes * static_cast<double>(layout.count());
  if (nodes < choice.coarse_from) return bytes;
  double coarse = coarse_value_bytes;
  for (const int n : coarse_shape(layout.nodes, coarse_side(layout.nodes)))
    coarse *= n;
  return bytes + coarse;
}

// Of the pieces that packing goes by, two of the largest: the second tells, of memory that is there.
struct PieceTime {
  double seconds = 0.0;  // to read all values, once more and summed where their range is asked for
  double bricks = 1.0;   // that a piece packs at once
};
PieceTime time_of_pieces(const VolumeSource& source, const BrickLayout& layout, const PackChoice& choice,
                         const Job& job) {
  std::vector<NodeBox> pieces = pieces_of(layout, source.by_columns(), most_piece_bytes);
  const Index most = std::ranges::max_element(pieces, {}, &NodeBox::size)->size();
  std::erase_if(pieces, [&](const NodeBox& piece) { return piece.size() < most; });
  const std::size_t middle = pieces.size() / 2;
  PieceTime time;
  time.bricks = static_cast<double>(bricks_of(layout, pieces[middle]).size());
  std::vector<float> values(static_cast<std::size_t>(most));
  for (const NodeBox& piece : {pieces[middle], pieces[std::min(middle + 1, pieces.size() - 1)]}) {
    const Clock reading;
    read_into(source, piece, values, choice.damage, job);
    time.seconds = reading.seconds();
    if (choice.relative && choice.error > 0.0) {
      const Clock summing;
      statistics_of(values);
      time.seconds += time.seconds + summing.seconds() / thread_count();
    }
  }
  time.seconds *= static_cast<double>(source.grid().size()) / static_cast<double>(most);
  return time;
}

// A file of the bricks beside the one that is asked for, of a name that nobody has; gone again however this
// ends.
class SampleFile {
 public:
  explicit SampleFile(const std::filesystem::path& beside) {
    std::string name = (beside.parent_path() / ("." + beside.stem().string() + "-XXXXXX.hdf")).string();
    const int file = mkstemps(name.data(), 4);
    if (file < 0)
      throw InputError(beside.string(), "cannot be written there",
                       "choose a folder that is there and can be written");
    ::close(file);
    file_ = name;
  }
  ~SampleFile() {
    std::error_code none;
    std::filesystem::remove(file_, none);
  }
  SampleFile(const SampleFile&) = delete;
  SampleFile& operator=(const SampleFile&) = delete;
  const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
};

}  // namespace

PackForecast foretell_pack(const VolumeSource& source, const std::filesystem::path& to,
                           const PackChoice& choice, const Job& job, const PackSample& sample) {
  const BrickLayout layout = packed_layout(source, to, choice);
  const std::size_t brick_bytes = sizeof(float) * static_cast<std::size_t>(layout.brick_nodes());
  const std::vector<NodeBox> all = pieces_of(layout, false, brick_bytes);
  const SampleFile written(to);
  const Clock first;
  read_box(source, all[all.size() / 2], choice.damage, job);
  const auto in_time =
      static_cast<std::size_t>(std::min(1e9, sample.seconds / std::max(first.seconds(), 1e-6)));
  const std::size_t count =
      std::min({all.size(), std::max<std::size_t>(sample.bricks, 1), std::max<std::size_t>(in_time, 8),
                std::max<std::size_t>(most_bytes_held / brick_bytes, 2)});
  const bool all_taken = count == all.size();
  Range range;
  std::vector<double> contents(all.size(), 0.0);
  if (!all_taken) contents = contents_of(source, layout, all, choice, sample.seconds, range, job);
  std::vector<Brick> bricks = drawn(layout, all, contents, count);
  for (Brick& brick : bricks) {
    job.throw_if_stopped();
    brick.values = read_box(source, brick.box, choice.damage, job);
  }

  PackForecast foretold;
  foretold.error_bound = bound_of(bricks, choice, range);
  const VolumeFacts facts = packed_facts(source, choice, foretold.error_bound);
  VolumeWriter writer(written.file(), facts, layout, choice.coarse_from);
  pack(bricks, layout, facts, job.stop);
  double packed = 0.0;
  const Clock writing;
  for (const Brick& brick : bricks) {
    writer.write(brick.number, brick.packed);
    writer.see(brick.box, brick.values);
    packed += brick.bytes;
    foretold.looked_at += brick.box.size();
  }
  const double write_seconds = writing.seconds();
  const Clock flushing;
  writer.commit();
  const double flush_seconds = flushing.seconds();

  foretold.nodes = source.grid().size();
  foretold.bytes = whole_of(bricks, &Brick::bytes, all_taken);
  const double scale = packed > 0.0 ? foretold.bytes.value / packed : 1.0;
  if (all_taken) {
    const auto file = static_cast<double>(size_on_disk(written.file()));
    foretold.bytes = {file, file, file};
  } else {
    const double beside = bytes_beside(layout, choice, foretold.nodes);
    add(foretold.bytes, beside, beside, beside);
  }
  const PieceTime pieces = time_of_pieces(source, layout, choice, job);
  foretold.seconds = whole_of(bricks, &Brick::pack_seconds, all_taken);
  for (double* const seconds : {&foretold.seconds.value, &foretold.seconds.low, &foretold.seconds.high})
    *seconds /= std::min<double>(thread_count(), pieces.bricks);
  add(foretold.seconds, pieces.seconds, pieces.seconds, pieces.seconds);
  // Part of what goes to the disk does so beside the packing.
  const double once = std::min(flush_seconds, flush_once), flushed = once + scale * (flush_seconds - once);
  add(foretold.seconds, scale * write_seconds, scale * write_seconds + 0.5 * flushed,
      scale * write_seconds + flushed);
  // So much do such runs scatter about what parts of them take.
  foretold.seconds.low *= 0.7;
  foretold.seconds.high *= 1.5;
  return foretold;
}

}  // namespace foldwave
