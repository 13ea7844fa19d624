#include "core/volume/tools/pack_forecast.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/volume/tools/volume_statistics.hpp"

namespace foldwave {

namespace {

constexpr std::size_t least_piece_bytes = std::size_t{4} << 20, most_bytes_held = std::size_t{192} << 20;
constexpr std::size_t least_pieces = 6;
constexpr double reading_seconds = 1.0;  // that the pieces may take
constexpr double in_90_percent = 1.72;   // standard deviations, of some twenty differences

// What a file has beside its bricks: its head, and a place and a checksum for each.
constexpr double head_bytes = 7e3, brick_entry_bytes = 45.0, coarse_value_bytes = 2.0;

struct Piece {
  NodeBox box;
  double stands_for = 0.0;  // nodes
  std::vector<float> values;
  double read_seconds = 0.0, bytes = 0.0, pack_seconds = 0.0;
};

// One of each of so many stretches of pieces, somewhere in it.
std::vector<Piece> drawn(const std::vector<NodeBox>& all, std::size_t count) {
  std::mt19937 random(1);
  std::vector<Piece> pieces;
  for (std::size_t s = 0; s < count; ++s) {
    const std::size_t first = s * all.size() / count, end = (s + 1) * all.size() / count;
    Piece piece;
    piece.box = all[first + random() % (end - first)];
    for (std::size_t p = first; p < end; ++p)
      piece.stands_for += static_cast<double>(all[p].size());
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

void read_piece(const VolumeSource& source, Piece& piece, Damage damage, const Job& job) {
  const Clock clock;
  piece.values.resize(static_cast<std::size_t>(piece.box.size()));
  const auto damaged = source.read(piece.box, piece.values, {nullptr, job.stop});
  if (!damaged.empty() && damage == Damage::refuse)
    throw InputError(source.name(), damage_text(damaged), "write it again, or go on without these bricks");
  piece.read_seconds = clock.seconds();
}

double bound_of_pieces(const std::vector<Piece>& pieces, const PackChoice& choice) {
  if (!choice.relative || choice.error == 0.0) return choice.error;
  double least = 0.0, largest = 0.0;
  bool any = false;
  for (const Piece& piece : pieces) {
    const VolumeStatistics there = statistics_of(piece.values);
    if (there.finite == 0) continue;
    least = any ? std::min(least, there.least) : there.least;
    largest = any ? std::max(largest, there.largest) : there.largest;
    any = true;
  }
  return choice.error * (largest - least);
}

// Of all nodes, from what each piece took; neighbours tell how much that scatters.
PackEstimate whole_of(const std::vector<Piece>& pieces, double Piece::*amount, bool all_taken) {
  PackEstimate whole;
  double nodes = 0.0, squares = 0.0, before = 0.0;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const double rate = pieces[p].*amount / static_cast<double>(pieces[p].box.size());
    whole.value += rate * pieces[p].stands_for;
    nodes += pieces[p].stands_for;
    if (p > 0) squares += (rate - before) * (rate - before);
    before = rate;
  }
  const auto count = static_cast<double>(pieces.size());
  const double apart = all_taken || pieces.size() < 2
                           ? 0.0
                           : in_90_percent * nodes * std::sqrt(squares / (2.0 * (count - 1.0) * count));
  whole.low = std::max(0.0, whole.value - apart);
  whole.high = whole.value + apart;
  return whole;
}

void add(PackEstimate& estimate, const PackEstimate& more) {
  estimate.value += more.value;
  estimate.low += more.low;
  estimate.high += more.high;
}

double bytes_beside(const BrickLayout& layout, const PackChoice& choice, Index nodes) {
  double bytes = head_bytes + brick_entry_bytes * static_cast<double>(layout.count());
  if (nodes < choice.coarse_from) return bytes;
  double coarse = coarse_value_bytes;
  for (const int n : coarse_shape(layout.nodes, coarse_side(layout.nodes)))
    coarse *= n;
  return bytes + coarse;
}

// The file of the pieces, gone again however this ends.
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
                           const PackChoice& choice, const Job& job, std::size_t most_pieces) {
  const BrickLayout layout = packed_layout(source, to, choice);
  const std::size_t brick_bytes = sizeof(float) * static_cast<std::size_t>(layout.brick_nodes());
  // As many bricks as there are threads, and whole columns where others cost as much.
  std::size_t piece_bytes =
      std::max(least_piece_bytes, static_cast<std::size_t>(thread_count()) * brick_bytes);
  if (source.by_columns()) piece_bytes = std::max(piece_bytes, column_bytes(layout));
  const std::vector<NodeBox> all = pieces_of(layout, source.by_columns(), piece_bytes);

  Piece first{all.front(), 0.0, {}};
  read_piece(source, first, choice.damage, job);
  const std::size_t in_time =
      static_cast<std::size_t>(std::min(1e3, reading_seconds / std::max(first.read_seconds, 1e-6)));
  const std::size_t count = std::min(
      all.size(), std::clamp(std::min(in_time, most_bytes_held / piece_bytes), least_pieces, most_pieces));
  std::vector<Piece> pieces = drawn(all, count);
  for (Piece& piece : pieces) {
    job.throw_if_stopped();
    read_piece(source, piece, choice.damage, job);
  }

  PackForecast foretold;
  foretold.error_bound = bound_of_pieces(pieces, choice);
  const VolumeFacts facts = packed_facts(source, choice, foretold.error_bound);
  const Sample sample(to.parent_path() / (to.stem().string() + ".foretold.hdf"));
  VolumeWriter writer(sample.file(), facts, layout, choice.coarse_from);
  double packed = 0.0;
  for (Piece& piece : pieces) {
    const Clock clock;
    piece.bytes = static_cast<double>(write_box(writer, layout, facts, piece.box, piece.values, job.stop));
    piece.pack_seconds = clock.seconds();
    packed += piece.bytes;
    foretold.looked_at += piece.box.size();
  }
  const Clock clock;
  writer.commit();
  const double flush_seconds = clock.seconds();

  const bool all_taken = count == all.size();
  foretold.nodes = source.grid().size();
  foretold.bytes = whole_of(pieces, &Piece::bytes, all_taken);
  const double flushed = flush_seconds * (packed > 0.0 ? foretold.bytes.value / packed : 1.0);
  if (all_taken) {
    const auto file = static_cast<double>(size_on_disk(sample.file()));
    foretold.bytes = {file, file, file};
  } else {
    const double beside = bytes_beside(layout, choice, foretold.nodes);
    add(foretold.bytes, {beside, beside, beside});
  }
  const PackEstimate reading = whole_of(pieces, &Piece::read_seconds, all_taken);
  foretold.seconds = whole_of(pieces, &Piece::pack_seconds, all_taken);
  add(foretold.seconds, reading);
  // The range of all values is looked for before the first is packed.
  if (choice.relative && choice.error > 0.0) add(foretold.seconds, reading);
  // Part of it goes on beside the packing.
  add(foretold.seconds, {flushed, 0.0, flushed});
  return foretold;
}

}  // namespace foldwave
