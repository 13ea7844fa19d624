#include "core/volume/tools/pack_forecast.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
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

constexpr std::size_t most_bytes_held = std::size_t{192} << 20, piece_bytes = std::size_t{16} << 20;
constexpr std::size_t least_bricks = 8;
constexpr double reading_seconds = 1.0;  // that the bricks may take
constexpr double in_90_percent = 1.66;   // standard deviations, of many differences

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

// How much there is in each brick, in no unit: as many bytes as it has in a packed file, else how far
// neighbours along a few of its lines differ, as a logarithm.
std::vector<double> contents_of(const VolumeSource& source, const BrickLayout& layout,
                                const std::vector<NodeBox>& bricks, const PackChoice& choice,
                                const Job& job) {
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
  for (const double part : {0.25, 0.5, 0.75}) {
    // One line through all bricks behind each other, read once.
    std::map<std::array<int, 2>, std::vector<float>> lines;
    for (std::size_t b = 0; b < bricks.size(); ++b) {
      job.throw_if_stopped();
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
      for (auto v = first + 1; v < first + box.n[along]; ++v)
        if (const double step = std::abs(static_cast<double>(*v) - static_cast<double>(v[-1]));
            std::isfinite(step)) {
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
    brick.box = all[order[first + random() % (end - first)]];
    brick.number = bricks_of(layout, brick.box).front();
    brick.stands_for = static_cast<double>(end - first);
    bricks.push_back(std::move(brick));
  }
  return bricks;
}

double bound_of_bricks(const std::vector<Brick>& bricks, const PackChoice& choice) {
  if (!choice.relative || choice.error == 0.0) return choice.error;
  double least = 0.0, largest = 0.0;
  bool any = false;
  for (const Brick& brick : bricks) {
    const VolumeStatistics there = statistics_of(brick.values);
    if (there.finite == 0) continue;
    least = any ? std::min(least, there.least) : there.least;
    largest = any ? std::max(largest, there.largest) : there.largest;
    any = true;
  }
  return choice.error * (largest - least);
}

void pack(std::vector<Brick>& bricks, const BrickLayout& layout, const VolumeFacts& facts,
          const std::stop_token& stop) {
  std::exception_ptr failed;
#pragma omp parallel
  {
    std::vector<float> values(static_cast<std::size_t>(layout.brick_nodes()));
#pragma omp for schedule(dynamic)
    for (std::size_t b = 0; b < bricks.size(); ++b) {
      if (stop.stop_requested()) continue;
      Brick& brick = bricks[b];
      try {
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

// Seconds that all values take to be read in pieces, as packing does, once more and summed where their range
// is asked for; of one piece, after another.
double seconds_to_read(const VolumeSource& source, const BrickLayout& layout, const PackChoice& choice,
                       const Job& job) {
  const std::vector<NodeBox> pieces = pieces_of(layout, source.by_columns(), piece_bytes);
  const std::size_t middle = pieces.size() / 2;
  std::vector<float> values;
  double seconds = 0.0;
  for (const NodeBox& some : {pieces[middle], pieces[std::min(middle + 1, pieces.size() - 1)]}) {
    values.resize(static_cast<std::size_t>(some.size()));
    const Clock reading;
    read_into(source, some, values, choice.damage, job);
    seconds = reading.seconds();
    if (choice.relative && choice.error > 0.0) {
      const Clock summing;
      statistics_of(values);
      seconds += seconds + summing.seconds() / thread_count();
    }
    seconds *= static_cast<double>(source.grid().size()) / static_cast<double>(some.size());
  }
  return seconds;
}

// The file of the bricks, gone again however this ends.
class Sample {
 public:
  explicit Sample(std::filesystem::path file) : file_(std::move(file)) {}
  ~Sample() {
    std::error_code none;
    std::filesystem::remove(file_, none);
  }
  Sample(const Sample&) = delete;
  Sample& operator=(const Sample&) = delete;
  const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
};

}  // namespace

PackForecast foretell_pack(const VolumeSource& source, const std::filesystem::path& to,
                           const PackChoice& choice, const Job& job, std::size_t most_bricks) {
  const BrickLayout layout = packed_layout(source, to, choice);
  const std::size_t brick_bytes = sizeof(float) * static_cast<std::size_t>(layout.brick_nodes());
  const std::vector<NodeBox> all = pieces_of(layout, false, brick_bytes);
  const Clock first;
  read_box(source, all[all.size() / 2], choice.damage, job);
  const auto in_time = static_cast<std::size_t>(reading_seconds / std::max(first.seconds(), 1e-6));
  const std::size_t count = std::min(
      {all.size(), most_bricks, std::max(least_bricks, std::min(in_time, most_bytes_held / brick_bytes))});
  const bool all_taken = count == all.size();
  std::vector<Brick> bricks = drawn(
      layout, all,
      all_taken ? std::vector<double>(all.size()) : contents_of(source, layout, all, choice, job), count);
  for (Brick& brick : bricks) {
    job.throw_if_stopped();
    brick.values = read_box(source, brick.box, choice.damage, job);
  }

  PackForecast foretold;
  foretold.error_bound = bound_of_bricks(bricks, choice);
  const VolumeFacts facts = packed_facts(source, choice, foretold.error_bound);
  const Sample sample(to.parent_path() / (to.stem().string() + ".foretold.hdf"));
  VolumeWriter writer(sample.file(), facts, layout, choice.coarse_from);
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
    const auto file = static_cast<double>(size_on_disk(sample.file()));
    foretold.bytes = {file, file, file};
  } else {
    const double beside = bytes_beside(layout, choice, foretold.nodes);
    add(foretold.bytes, beside, beside, beside);
  }
  foretold.seconds = whole_of(bricks, &Brick::pack_seconds, all_taken);
  for (double* const seconds : {&foretold.seconds.value, &foretold.seconds.low, &foretold.seconds.high})
    *seconds /=
        static_cast<double>(std::min<std::size_t>(static_cast<std::size_t>(thread_count()), all.size()));
  const double reading = seconds_to_read(source, layout, choice, job);
  add(foretold.seconds, reading, reading, reading);
  // Part of what goes to the disk does so beside the packing.
  add(foretold.seconds, scale * write_seconds, scale * (write_seconds + 0.5 * flush_seconds),
      scale * (write_seconds + flush_seconds));
  // So much do such runs scatter about what parts of them take.
  foretold.seconds.low *= 0.7;
  foretold.seconds.high *= 1.5;
  return foretold;
}

}  // namespace foldwave
