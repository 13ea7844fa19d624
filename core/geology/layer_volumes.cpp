#include "core/geology/layer_volumes.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace foldwave {

double share_below(std::array<double, 4> f, double level) {
  std::sort(f.begin(), f.end());
  if (level <= f[0]) return 0.0;
  if (level >= f[3]) return 1.0;
  // Where the level cuts the edge from corner a to corner b.
  const auto cut = [&](std::size_t a, std::size_t b) { return (level - f[a]) / (f[b] - f[a]); };
  if (level <= f[1]) return cut(0, 1) * cut(0, 2) * cut(0, 3);
  if (level >= f[2]) return 1.0 - (1.0 - cut(0, 3)) * (1.0 - cut(1, 3)) * (1.0 - cut(2, 3));
  // A wedge of three tetrahedra.
  const double a = cut(0, 2), b = cut(0, 3), c = cut(1, 2), d = cut(1, 3);
  return a * b + c * b * (1.0 - a) + c * d * (1.0 - b);
}

double share_below(std::array<double, 3> f, double level) {
  std::sort(f.begin(), f.end());
  if (level <= f[0]) return 0.0;
  if (level >= f[2]) return 1.0;
  const auto cut = [&](std::size_t a, std::size_t b) { return (level - f[a]) / (f[b] - f[a]); };
  return level <= f[1] ? cut(0, 1) * cut(0, 2) : 1.0 - (1.0 - cut(0, 2)) * (1.0 - cut(1, 2));
}

namespace {

// Fields of which a layering is made: T first, then of each cut its height and what its deposits' bands go
// by.
constexpr std::size_t most_fields = 1 + 2 * most_events;

// A corner of a cell, or of a piece of one: the fields there.
using Corner = std::array<double, most_fields>;
template <std::size_t N>  // 4 in a volume, 3 in a section
using Simplex = std::array<Corner, N>;

class CellShares {
 public:
  explicit CellShares(const Layering& layering) : layering_(layering) {
    fields_.push_back(&layering.arrival);
    for (const CutSurface& cut : layering.cuts) {
      fields_.push_back(&cut.height);
      fields_.push_back(cut.bands.boundary.empty() ? &cut.height : cut.bedding());
    }
  }

  // Whether all fields are known at the node.
  bool read(Index node, Corner& corner) const {
    bool finite = true;
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      corner[f] = static_cast<double>((*fields_[f])[node]);
      finite = finite && std::isfinite(corner[f]);
    }
    return finite;
  }

  // Whether its layer is known: what is older than the rock there does not matter.
  bool is_known(const Corner& corner) const {
    for (std::size_t c = 0; c < layering_.cuts.size(); ++c) {
      if (!std::isfinite(corner[1 + 2 * c])) return false;
      if (corner[1 + 2 * c] > 0.0) return std::isfinite(corner[2 + 2 * c]);
    }
    return std::isfinite(corner[0]);
  }

  int layer_at(const Corner& corner) const {
    const auto& cuts = layering_.cuts;
    for (std::size_t c = 0; c < cuts.size(); ++c)
      if (corner[1 + 2 * c] > 0.0) return cuts[c].first + cuts[c].bands.layer_at(corner[2 + 2 * c]);
    return layering_.oldest() + layering_.bands.layer_at(corner[0]);
  }

  // Adds a piece to the layers it is of, beginning with what cut number `cut` laid down.
  template <std::size_t N>
  void share_out(const Simplex<N>& piece, double share, std::size_t cut, std::vector<double>& sum) const {
    if (cut == layering_.cuts.size())
      return to_bands(piece, share, 0, layering_.bands, layering_.oldest(), sum);
    const std::size_t field = 1 + 2 * cut;
    std::size_t low = 0, high = 0;
    for (std::size_t c = 1; c < N; ++c) {
      if (piece[c][field] < piece[low][field]) low = c;
      if (piece[c][field] > piece[high][field]) high = c;
    }
    const double least = piece[low][field], greatest = piece[high][field];
    if (!(greatest > 0.0)) return share_out(piece, share, cut + 1, sum);
    if (!(least < 0.0)) {
      const CutSurface& laid = layering_.cuts[cut];
      return to_bands(piece, share, field + 1, laid.bands, laid.first, sum);
    }
    // The edge from the lowest to the highest corner parts the piece in two, each with one corner less to
    // part.
    const double part = least / (least - greatest);
    Corner between{};
    for (std::size_t f = 0; f < fields_.size(); ++f)
      between[f] = std::lerp(piece[low][f], piece[high][f], part);
    between[field] = 0.0;
    Simplex<N> below = piece, above = piece;
    below[high] = between;
    above[low] = between;
    share_out(below, share * part, cut, sum);
    share_out(above, share * (1.0 - part), cut, sum);
  }

 private:
  template <std::size_t N>
  static void to_bands(const Simplex<N>& piece, double share, std::size_t field, const LayerBands& bands,
                       int first, std::vector<double>& sum) {
    std::array<double, N> value{};
    for (std::size_t c = 0; c < N; ++c)
      value[c] = piece[c][field];
    const auto [least, greatest] = std::minmax_element(value.begin(), value.end());
    const int top = bands.layer_at(*greatest), base = bands.layer_at(*least);
    double above = 1.0;  // what is not yet given to a layer: the share below the layer's top
    for (int m = top; m <= base; ++m) {
      const double below = m == base ? 0.0 : share_below(value, bands.boundary[static_cast<std::size_t>(m)]);
      sum[static_cast<std::size_t>(first + m)] += share * (above - below);
      above = below;
    }
  }

  const Layering& layering_;
  std::vector<const Field<float>*> fields_;
};

// The six tetrahedra along a cell's diagonal, one for each order of the axes; corners x fastest.
constexpr std::array<std::array<std::size_t, 2>, 6> diagonal_ends{
    {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}}};

void share_cell(const CellShares& shares, const std::array<Corner, 8>& corners, std::vector<double>& sum) {
  for (const auto& [a, b] : diagonal_ends)
    shares.share_out(Simplex<4>{corners[0], corners[a], corners[b], corners[7]}, 1.0 / 6.0, 0, sum);
}

// A section's cell has corners 0, 1, 4, 5.
void share_section(const CellShares& shares, const std::array<Corner, 8>& corners, std::vector<double>& sum) {
  for (const std::size_t a : {std::size_t{1}, std::size_t{4}})
    shares.share_out(Simplex<3>{corners[0], corners[a], corners[5]}, 0.5, 0, sum);
}

}  // namespace

LayerVolumes layer_volumes(const Grid3& grid, const Layering& layering, const Job& job) {
  const bool section = grid.is_section();
  const auto layers = static_cast<std::size_t>(layering.count());
  const int rows = section ? 1 : grid.n[1] - 1;
  const int slabs = grid.n[2] - 1;
  const double cell = grid.h[0] * (section ? 1.0 : grid.h[1]) * grid.h[2];
  const CellShares shares(layering);
  // One sum a slab, put together in order: what the threads do does not show.
  std::vector<std::vector<double>> sums(static_cast<std::size_t>(slabs),
                                        std::vector<double>(layers + 1, 0.0));
  std::atomic<bool> stopped{false};
#pragma omp parallel for schedule(dynamic, 1)
  for (int k = 0; k < slabs; ++k) {
    if (stopped || job.stop.stop_requested()) {
      stopped = true;
      continue;
    }
    auto& sum = sums[static_cast<std::size_t>(k)];
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i + 1 < grid.n[0]; ++i) {
        std::array<Corner, 8> corners;
        bool finite = true;
        for (std::size_t c = 0; c < 8; ++c) {
          const auto across = static_cast<int>(c);
          const Index node =
              i + (across & 1) +
              Index{1} * grid.n[0] *
                  ((section ? 0 : j + ((across >> 1) & 1)) + Index{1} * grid.n[1] * (k + (across >> 2)));
          finite = shares.read(node, corners[c]) && finite;
        }
        // Where all corners are of one layer so is the cell, as its fields are linear.
        const bool known = finite || std::all_of(corners.begin(), corners.end(),
                                                 [&](const Corner& c) { return shares.is_known(c); });
        const int layer = known ? shares.layer_at(corners[0]) : -1;
        if (known && std::all_of(corners.begin(), corners.end(),
                                 [&](const Corner& c) { return shares.layer_at(c) == layer; }))
          sum[static_cast<std::size_t>(layer)] += 1.0;
        else if (!finite)
          sum[layers] += 1.0;
        else if (section)
          share_section(shares, corners, sum);
        else
          share_cell(shares, corners, sum);
      }
  }
  job.throw_if_stopped();
  LayerVolumes volumes{std::vector<double>(layers, 0.0), 0.0};
  for (const auto& sum : sums) {
    for (std::size_t m = 0; m < layers; ++m)
      volumes.layer[m] += cell * sum[m];
    volumes.unreached += cell * sum[layers];
  }
  return volumes;
}

}  // namespace foldwave
