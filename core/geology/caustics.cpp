#include "core/geology/caustics.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

namespace {

// Principal curvatures from the first and second fundamental forms, greater first.
std::array<double, 2> principal(double E, double F, double G, double e, double f, double g) {
  const double metric = E * G - F * F;
  if (!(metric > 0.0)) return {0.0, 0.0};
  const double mean = 0.5 * (e * G - 2.0 * f * F + g * E) / metric;
  const double root = std::sqrt(std::max(0.0, mean * mean - (e * g - f * f) / metric));
  return {mean + root, mean - root};
}

// A place of the horizon.
struct Sample {
  Vec3 at, normal;
  std::array<double, 2> bend;
};

Sample sample_of(const Horizon& horizon, double x, double y) {
  const HeightJet s = horizon.at(x, y);
  const double length = std::sqrt(1.0 + s.fx * s.fx + s.fy * s.fy);
  return {{x, y, s.f},
          Horizon::upward_normal(s),
          principal(1.0 + s.fx * s.fx, s.fx * s.fy, 1.0 + s.fy * s.fy, s.fxx / length, s.fxy / length,
                    s.fyy / length)};
}

// The patch's quadratic in its middle; its normal points to the younger side, from which a bend towards it
// falls away.
Sample sample_of(const Patch& patch) {
  constexpr double middle = 1.0 / 3.0;
  const Vec3 u = patch.along_u(middle, middle), v = patch.along_v(middle, middle);
  const Vec3 n = unit(cross_product(u, v));
  return {patch.at(middle, middle), n,
          principal(dot(u, u), dot(u, v), dot(v, v), -2.0 * dot(patch.C, n), -dot(patch.D, n),
                    -2.0 * dot(patch.E, n))};
}

class Collector {
 public:
  Collector(const Grid3& grid, const LayerBands& bands, double F, Vec3 b)
      : grid_(grid), bands_(bands), F_(F), b_(b), lost_(bands.boundary.size(), 0.0) {
    if (grid.is_section()) b_.y = 0.0;
    for (const double T : bands.boundary) {
      youngest_ = std::max(youngest_, T);
      oldest_ = std::min(oldest_, T);
    }
  }

  // How far along the map a characteristic may come.
  double reach() const { return std::max(youngest_, -oldest_) * (std::abs(F_) + norm(b_)); }

  // `weight`: of the sample among those of the horizon in the box; 0: outside.
  void add(const Sample& s, double weight) {
    all_ += weight;
    const Vec3 way = F_ * s.normal + b_;
    for (const double end : {youngest_, oldest_}) {
      // The sharper of the two bends meets its caustic first.
      const double least = std::min(1.0 + end * F_ * s.bend[0], 1.0 + end * F_ * s.bend[1]);
      if (!(least <= 0.0)) continue;
      const double caustic = end / (1.0 - least);
      if (!mark(s.at, way, caustic, end)) continue;
      for (std::size_t i = 0; i < lost_.size(); ++i) {
        const double T = bands_.boundary[i];
        if (T * end > 0.0 && std::abs(T) >= std::abs(caustic) && node_at(s.at + T * way) >= 0)
          lost_[i] += weight;
      }
      if (least < worst_) {
        worst_ = least;
        found_.at = s.at;
        found_.distance = std::abs(F_ * end);
        found_.radius = found_.distance / (1.0 - least);
      }
    }
  }

  Caustics take() {
    if (found_.crossed.empty()) return {};
    const auto& n = grid_.n;
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) {
        Index here = 0;
        for (int k = 0; k < n[2]; ++k)
          here += found_.crossed(i, j, k);
        found_.nodes += here;
        found_.columns += here > 0 ? 1 : 0;
        found_.map.push_back(here > 0 ? 1 : 0);
      }
    for (std::size_t i = 0; i < lost_.size(); ++i)
      if (lost_[i] > 0.0) found_.boundaries.push_back({i, lost_[i] / all_});
    return std::move(found_);
  }

 private:
  // The nearest node, or -1 outside the box.
  Index node_at(const Vec3& p) const {
    std::array<int, 3> node{};
    for (int a = 0; a < 3; ++a) {
      const auto axis = static_cast<std::size_t>(a);
      if (grid_.n[axis] == 1) continue;
      const double at = p[a] / grid_.h[axis];
      if (!(at >= 0.0 && at <= grid_.n[axis] - 1.0)) return -1;
      node[axis] = static_cast<int>(std::lround(at));
    }
    return grid_.index(node[0], node[1], node[2]);
  }

  // Marks the nodes along a characteristic from its caustic on; false when it is outside the box there.
  bool mark(const Vec3& from, const Vec3& way, double caustic, double end) {
    const double length = std::abs(end - caustic) * norm(way);
    const int steps = 1 + static_cast<int>(2.0 * length / std::ranges::min(grid_.h));
    bool any = false;
    for (int q = 0; q <= steps; ++q) {
      const Index node = node_at(from + (caustic + (end - caustic) * q / steps) * way);
      if (node < 0) continue;
      if (found_.crossed.empty()) found_.crossed = Field<std::uint8_t>(grid_.n);
      found_.crossed[node] = 1;
      any = true;
    }
    return any;
  }

  const Grid3& grid_;
  const LayerBands& bands_;
  double F_;
  Vec3 b_;
  double youngest_ = 0.0, oldest_ = 0.0;  // the farthest boundaries
  std::vector<double> lost_;
  double all_ = 0.0, worst_ = 1.0;
  Caustics found_;
};

}  // namespace

bool Caustics::at_place(const Grid3& grid, const Vec3& local) const {
  if (crossed.empty()) return false;
  std::array<int, 3> node{};
  for (int a = 0; a < 3; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    node[axis] = static_cast<int>(std::lround(std::clamp(local[a] / grid.h[axis], 0.0, grid.n[axis] - 1.0)));
  }
  return crossed(node[0], node[1], node[2]) != 0;
}

Caustics find_caustics(const Grid3& grid, const Horizon& horizon, const LayerBands& bands, double F, Vec3 b,
                       const Job& job) {
  Collector found(grid, bands, F, b);
  const Vec3 box = grid.extent();
  // Beside the box as far as a characteristic comes from, at most its own width.
  const auto margin = [&](int axis) {
    const auto a = static_cast<std::size_t>(axis);
    if (grid.n[a] == 1) return 0;
    return std::min(grid.n[a], static_cast<int>(std::ceil(found.reach() / grid.h[a])));
  };
  const int mx = F == 0.0 ? 0 : margin(0), my = F == 0.0 ? 0 : margin(1);
  for (int j = -my; j < grid.n[1] + my; ++j) {
    job.throw_if_stopped();
    for (int i = -mx; i < grid.n[0] + mx; ++i) {
      const bool over = i >= 0 && j >= 0 && i < grid.n[0] && j < grid.n[1];
      const Sample s = sample_of(horizon, i * grid.h[0], j * grid.h[1]);
      found.add(s, over && s.at.z >= 0.0 && s.at.z <= box.z ? 1.0 : 0.0);
    }
  }
  return found.take();
}

Caustics find_caustics(const Grid3& grid, const TriangulatedHorizon& mesh, const LayerBands& bands, double F,
                       Vec3 b, const Job& job) {
  Collector found(grid, bands, F, b);
  const Vec3 box = grid.extent();
  const PatchSurface& surface = mesh.surface();
  for (std::size_t t = 0; t < surface.skirt; ++t) {
    if (t % 4096 == 0) job.throw_if_stopped();
    const Sample s = sample_of(patch_of(surface, t));
    bool inside = true;
    for (int a = 0; a < 3; ++a)
      inside = inside && s.at[a] >= 0.0 && s.at[a] <= box[a];
    const auto hull = hull_of(surface, t);
    found.add(s, inside ? norm(cross_product(hull[1] - hull[0], hull[2] - hull[0])) : 0.0);
  }
  return found.take();
}

}  // namespace foldwave
