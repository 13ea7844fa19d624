#include "core/fold/layers/cell_means.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

namespace {

// What stands for an infinite arrival: arithmetic with it stays finite.
constexpr double finite_most = 1e30;

// Part of a cell's octant, in spacings from the node towards the neighbours.
struct Box {
  std::array<double, 3> middle;
  double width;
};

struct Plane {
  double value;
  std::array<double, 3> slope;  // times the box's width
};

// The eight nodes around an octant: one's own first, then towards x, y and z by the bits of the place.
class Octant {
 public:
  Octant(const Field<float>& like, std::array<int, 3> node, std::array<int, 3> toward) {
    const auto n = like.shape();
    for (int c = 0; c < 8; ++c) {
      std::array<int, 3> at{};
      for (std::size_t a = 0; a < 3; ++a)
        at[a] = node[a] + ((c >> a & 1) != 0 ? toward[a] : 0);
      corners_[static_cast<std::size_t>(c)] = at[0] + n[0] * (at[1] + Index{1} * n[1] * at[2]);
    }
  }

  Plane plane(const Field<float>& field, const Box& box) const {
    std::array<double, 8> v;
    for (std::size_t c = 0; c < 8; ++c) {
      const double value = double{field[corners_[c]]};
      v[c] = value > -finite_most ? std::min(value, finite_most) : -finite_most;
    }
    const auto [x, y, z] = box.middle;
    const auto mean = [](double a, double b, double part) { return a + part * (b - a); };
    std::array<double, 4> along_x, slope_x;
    for (std::size_t c = 0; c < 4; ++c) {
      along_x[c] = mean(v[2 * c], v[2 * c + 1], x);
      slope_x[c] = v[2 * c + 1] - v[2 * c];
    }
    const double low = mean(along_x[0], along_x[1], y), high = mean(along_x[2], along_x[3], y);
    return {
        mean(low, high, z),
        {box.width * mean(mean(slope_x[0], slope_x[1], y), mean(slope_x[2], slope_x[3], y), z),
         box.width * mean(along_x[1] - along_x[0], along_x[3] - along_x[2], z), box.width * (high - low)}};
  }

 private:
  std::array<Index, 8> corners_{};
};

// A sum over the layers in a box, and how many fields have a boundary in it.
class Fill {
 public:
  Fill(const Layering& layering, const std::vector<LayerValues>& values)
      : layering_(layering), values_(values) {}

  void add(const Octant& octant, const Box& box, double weight) {
    for (const CutSurface& cut : layering_.cuts) {
      const Plane top = octant.plane(cut.height, box);
      const double above = share_above(top.value, top.slope);
      if (above > 0.0) add_bands(octant, box, cut.bedding(), cut.bands, cut.first, weight * above);
      crossing_ += above > 0.0 && above < 1.0 ? 1 : 0;
      weight *= 1.0 - above;
      if (weight == 0.0) return;
    }
    add_bands(octant, box, &layering_.arrival, layering_.bands, layering_.oldest(), weight);
  }

  int crossing() const { return crossing_; }
  LayerValues sum() const { return sum_; }

 private:
  void add_bands(const Octant& octant, const Box& box, const Field<float>* field, const LayerBands& bands,
                 int first, double weight) {
    auto layer = static_cast<std::size_t>(first);
    double before = 0.0;
    if (!bands.boundary.empty()) {
      const Plane plane = octant.plane(*field, box);
      for (const double level : bands.boundary) {
        const double above = share_above(plane.value - level, plane.slope);
        add_layer(layer++, weight * (above - before));
        before = above;
        if (above == 1.0) break;
      }
    }
    if (before < 1.0) add_layer(layer, weight * (1.0 - before));
    crossing_ += before > 0.0 && before < 1.0 ? 1 : 0;
  }

  void add_layer(std::size_t layer, double weight) {
    for (std::size_t q = 0; q < sum_.size(); ++q)
      sum_[q] += weight * values_[layer][q];
  }

  const Layering& layering_;
  const std::vector<LayerValues>& values_;
  LayerValues sum_{};
  int crossing_ = 0;
};

}  // namespace

double share_above(double value, std::array<double, 3> slope) {
  for (double& s : slope)
    s = std::abs(s);
  std::sort(slope.begin(), slope.end());
  const double all = slope[0] + slope[1] + slope[2];
  if (value >= 0.5 * all) return value > 0.0 ? 1.0 : 0.0;
  if (value <= -0.5 * all) return 0.0;
  // Slopes along an edge are not quite zero: the formulas divide by them.
  constexpr double least = 1e-5;
  const double m1 = std::max(slope[0] / all, least), m2 = std::max(slope[1] / all, least);
  const double m3 = slope[2] / all, m12 = m1 + m2;
  const double total = m12 + m3;
  const double filled = std::clamp(value / all + 0.5 * total, 0.0, total);
  const double d = std::min(filled, total - filled);
  const auto cube = [](double x) { return x * x * x; };
  double share = 0.0;
  if (d < m1)
    share = cube(d) / (6.0 * m1 * m2 * m3);
  else if (d < m2)
    share = d * (d - m1) / (2.0 * m2 * m3) + m1 * m1 / (6.0 * m2 * m3);
  else if (d < std::min(m12, m3))
    share = (cube(d) - cube(d - m1) - cube(d - m2)) / (6.0 * m1 * m2 * m3);
  else if (m12 <= m3)
    share = (2.0 * d - m12) / (2.0 * m3);
  else
    share = (cube(d) - cube(d - m1) - cube(d - m2) - cube(d - m3)) / (6.0 * m1 * m2 * m3);
  return filled <= 0.5 * total ? share : 1.0 - share;
}

CellMeans::CellMeans(const Layering& layering, std::vector<LayerValues> values)
    : layering_(layering), values_(std::move(values)) {}

LayerValues CellMeans::at(int i, int j, int k) const {
  constexpr int parts = 4;  // a side, of an octant in which boundaries of two fields cross
  const auto n = layering_.arrival.shape();
  const std::array<int, 3> node{i, j, k};
  LayerValues mean{};
  int octants = 0;
  for (int o = 0; o < 8; ++o) {
    std::array<int, 3> toward{};
    bool inside = true;
    for (std::size_t a = 0; a < 3; ++a) {
      const bool down = (o >> a & 1) != 0;
      if (n[a] > 1) toward[a] = down ? -1 : 1;
      const int next = node[a] + toward[a];
      // Along an axis of one node one octant stands for both.
      inside = inside && next >= 0 && next < n[a] && !(n[a] == 1 && down);
    }
    if (!inside) continue;
    ++octants;
    const Octant octant(layering_.arrival, node, toward);
    Fill whole(layering_, values_);
    whole.add(octant, {{0.25, 0.25, 0.25}, 0.5}, 1.0);
    LayerValues sum = whole.sum();
    if (whole.crossing() > 1) {
      Fill fine(layering_, values_);
      const auto middle = [](int part) { return (part + 0.5) * 0.5 / parts; };
      for (int c = 0; c < parts; ++c)
        for (int b = 0; b < parts; ++b)
          for (int a = 0; a < parts; ++a)
            fine.add(octant, {{middle(a), middle(b), middle(c)}, 0.5 / parts}, 1.0 / (parts * parts * parts));
      sum = fine.sum();
    }
    for (std::size_t q = 0; q < mean.size(); ++q)
      mean[q] += sum[q];
  }
  for (double& m : mean)
    m /= octants;
  return mean;
}

std::vector<std::uint8_t> beside_boundaries(const Field<std::uint8_t>& layers, int j, int k) {
  const auto n = layers.shape();
  const std::uint8_t* const own = &layers(0, j, k);
  std::vector<std::uint8_t> beside(static_cast<std::size_t>(n[0]));
  for (int c = std::max(k - 1, 0); c <= std::min(k + 1, n[2] - 1); ++c)
    for (int b = std::max(j - 1, 0); b <= std::min(j + 1, n[1] - 1); ++b) {
      const std::uint8_t* const row = &layers(0, b, c);
      for (int shift = -1; shift <= 1; ++shift)
        for (int i = std::max(-shift, 0); i < n[0] - std::max(shift, 0); ++i)
          beside[static_cast<std::size_t>(i)] |= static_cast<std::uint8_t>(row[i + shift] ^ own[i]);
    }
  return beside;
}

}  // namespace foldwave
