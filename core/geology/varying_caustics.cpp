// Caustics where F and b = psi a vary in space. Characteristics are shot from a lattice of places of the
// horizon, one a column, with the slowness p = n / (F + b.n) there:
//
//   dx/dT = F p/|p| + b,    dp/dT = -( |p| grad F + sum over c of p_c grad b_c ),    F |p| + b.p = 1,
//
// T itself counting the steps, downwards below 0. The front's patch around one is what its four neighbours
// span, against what they spanned on the horizon, turned with the normal: a matrix whose eigenvalues are 1 +
// T F k where F and b are constant. The caustic is where the lesser one comes to 0, between two steps by a
// straight line. What is found by sampling: bends narrower than two columns are seen as wide as these;
// gradients are differences over a cell of the grid, or of the speeds' file where its cells are larger, as
// the kinks of what is linear between nodes are none of the rock; steps are of up to two of the finest
// spacing, by the midpoint. Against the lens of a cosh profile and a fold in a turning flow:
// tests/core/geology/test_varying_caustics.cpp.
//
// Source: Cerveny 2001, ray tracing in Hamiltonian form.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "core/base/vec3_product.hpp"
#include "core/fold/pmm/varying_start.hpp"
#include "core/geology/caustic_marks.hpp"

namespace foldwave {

namespace {

constexpr double not_yet = std::numeric_limits<double>::infinity();

struct FrontRay {
  Vec3 start, normal;               // on the horizon
  Vec3 at, slowness;                // now
  FoldSpeeds speeds;                // there
  Vec3 turn{};                      // dp/dT halfway through the last step
  Vec3 before{};                    // a step ago
  double gone = 0.0;                // along the normal: the sum of F dT,
  double gone_before = 0.0;         // and that a step ago
  double least = 1.0;               // of the patch's two eigenvalues
  double caustic = not_yet;         // |T| where that came to 0
  double radius = 0.0;              // and `gone` there
  bool alive = true, seen = false;  // seen: some of what is crossed is in the box
};

// F and b with their gradients.
class SpeedSlopes {
 public:
  SpeedSlopes(const SpeedModel& speeds, const Grid3& grid) : speeds_(speeds), section_(grid.is_section()) {
    for (std::size_t a = 0; a < 3; ++a) {
      half_[a] = 0.5 * grid.h[a];
      if (const SpeedVolume* const volume = speeds.volume())
        half_[a] = std::max(half_[a], 0.5 * volume->grid.h[a]);
    }
  }

  FoldSpeeds at(const Vec3& x) const {
    FoldSpeeds s = speeds_.at(x);
    if (section_) s.b.y = 0.0;
    return s;
  }

  // dp/dT.
  Vec3 turn(const Vec3& x, const Vec3& p) const {
    const double length = norm(p);
    Vec3 turn{};
    for (int a = 0; a < 3; ++a) {
      if (section_ && a == 1) continue;
      const double half = half_[static_cast<std::size_t>(a)];
      Vec3 step{};
      step[a] = half;
      const FoldSpeeds more = at(x + step), less = at(x - step);
      turn[a] = -(length * (more.F - less.F) + dot(p, more.b - less.b)) / (2.0 * half);
    }
    return turn;
  }

 private:
  const SpeedModel& speeds_;
  bool section_;
  std::array<double, 3> half_{};
};

// The lattice of characteristics: the columns that the front comes from and one more around them.
class RayFront {
 public:
  RayFront(const Grid3& grid, const Horizon& horizon, const SpeedModel& speeds, const EnlargedBox& box)
      : grid_(grid), slopes_(speeds, grid), rim_y_(grid.is_section() ? 0 : 1) {
    nx_ = box.grid.n[0] + 2;
    ny_ = box.grid.n[1] + 2 * rim_y_;
    const SpeedModel::Range range = speeds.range();
    step_ = 2.0 * std::min({grid.h[0], grid.is_section() ? grid.h[0] : grid.h[1], grid.h[2]}) /
            (range.greatest_F + range.greatest_b);
    rays_.resize(static_cast<std::size_t>(nx_) * static_cast<std::size_t>(ny_));
    for (int j = 0; j < ny_; ++j)
      for (int i = 0; i < nx_; ++i) {
        const double x = (i - 1 - box.before[0]) * grid.h[0];
        const double y = (j - rim_y_ - box.before[1]) * grid.h[1];
        const HeightJet s = horizon.at(x, y);
        FrontRay& ray = rays_[static_cast<std::size_t>(i + nx_ * j)];
        ray.start = {x, y, s.f};
        ray.normal = Horizon::upward_normal(s);
      }
  }

  // Moves on to T = end, level by level of those between; what is crossed goes to `marks`.
  void run(double end, const RockHistory& history, CausticMarks& marks, const Job& job) {
    start_anew();
    const double sense = end < 0.0 ? -1.0 : 1.0;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < history.bands.boundary.size(); ++i)
      if (sense * history.bands.boundary[i] > 0.0) order.push_back(i);
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::abs(history.bands.boundary[i]); });
    double T = 0.0;
    for (const std::size_t i : order) {
      const double level = std::abs(history.bands.boundary[i]);
      while (T < level && any_alive_) {
        // No sliver of a step is left at the end.
        const double left = level - T, step = left > 1.000001 * step_ ? step_ : left;
        move(sense * step, job);
        look(T, T + step, marks, job);
        T = step == left ? level : T + step;
      }
      if (!any_alive_) break;
      for_inner([&](FrontRay& ray) {
        if (ray.alive) marks.follow(history.first + i, 1.0, ray.at, 0, ray.caustic <= level);
      });
    }
    for_inner([&](FrontRay& ray) {
      if (ray.seen) marks.tell(0, ray.start, ray.radius, std::max(ray.gone, ray.radius), 1.0);
    });
  }

 private:
  template <class Do>
  void for_inner(const Do& act) {
    for (int j = rim_y_; j < ny_ - rim_y_; ++j)
      for (int i = 1; i < nx_ - 1; ++i)
        act(rays_[static_cast<std::size_t>(i + nx_ * j)]);
  }

  void start_anew() {
    any_alive_ = true;
    for (FrontRay& ray : rays_) {
      const FoldSpeeds s = slopes_.at(ray.start);
      const double V = s.F + dot(s.b, ray.normal);
      const FrontRay fresh{ray.start, ray.normal, ray.start, (1.0 / V) * ray.normal, s};
      ray = fresh;
      ray.alive = V > 0.0;
    }
  }

  // A step of the midpoint for all.
  void move(double dT, const Job& job) {
    std::atomic<bool> stopped = false;
    bool alive = false;
    const auto count = static_cast<Index>(rays_.size());
#pragma omp parallel for schedule(dynamic, 64) reduction(|| : alive)
    for (Index m = 0; m < count; ++m) {
      if (m % 64 == 0 && job.stop.stop_requested()) stopped = true;
      FrontRay& ray = rays_[static_cast<std::size_t>(m)];
      if (!ray.alive || stopped) continue;
      ray.before = ray.at;
      const auto way = [](const FoldSpeeds& at, const Vec3& p) { return (at.F / norm(p)) * p + at.b; };
      const Vec3 half = ray.at + 0.5 * dT * way(ray.speeds, ray.slowness);
      const Vec3 p_half = ray.slowness + 0.5 * dT * ray.turn;
      const FoldSpeeds middle = slopes_.at(half);
      ray.turn = slopes_.turn(half, p_half);
      ray.at = ray.at + dT * way(middle, p_half);
      ray.gone_before = ray.gone;
      ray.gone += std::abs(dT) * middle.F;
      const Vec3 p = ray.slowness + dT * ray.turn;
      ray.speeds = slopes_.at(ray.at);
      const double one = ray.speeds.F * norm(p) + dot(ray.speeds.b, p);
      ray.slowness = (1.0 / one) * p;
      ray.alive = one > 0.0 && std::isfinite(norm(ray.slowness)) && is_near(ray.at);
      alive = alive || ray.alive;
    }
    if (stopped) throw Stopped();
    any_alive_ = alive;
  }

  // One that is a box away from the box does not come back.
  bool is_near(const Vec3& x) const {
    const Vec3 box = grid_.extent();
    const double far = norm(box);
    return x.x > -far && x.x < box.x + far && x.y > -far && x.y < box.y + far && x.z > -far &&
           x.z < box.z + far;
  }

  // After a step from |T| = before to now.
  void look(double before, double now, CausticMarks& marks, const Job& job) {
    for (int j = rim_y_; j < ny_ - rim_y_; ++j) {
      job.throw_if_stopped();
      for (int i = 1; i < nx_ - 1; ++i) {
        FrontRay& ray = rays_[static_cast<std::size_t>(i + nx_ * j)];
        if (!ray.alive) continue;
        double from = 0.0;
        if (ray.caustic == not_yet) {
          const double last = ray.least;
          ray.least = least_of(i, j);
          if (!(ray.least <= 0.0)) continue;
          from = last / (last - ray.least);
          ray.caustic = before + from * (now - before);
          ray.radius = ray.gone_before + from * (ray.gone - ray.gone_before);
        }
        const Vec3 at = ray.before + from * (ray.at - ray.before);
        ray.seen = marks.cross(at, ray.at, 0) || ray.seen;
      }
    }
  }

  // The lesser eigenvalue of what the neighbours span now against the horizon; as it was where one is lost.
  double least_of(int i, int j) const {
    const auto ray_at = [&](int di, int dj) -> const FrontRay& {
      return rays_[static_cast<std::size_t>(i + di + nx_ * (j + dj))];
    };
    const FrontRay& ray = ray_at(0, 0);
    const FrontRay &east = ray_at(1, 0), &west = ray_at(-1, 0), &north = ray_at(0, rim_y_),
                   &south = ray_at(0, -rim_y_);
    if (!east.alive || !west.alive || !north.alive || !south.alive) return ray.least;
    const Vec3 &n0 = ray.normal, n = unit(ray.slowness);
    const auto turned = [&](const Vec3& v) {
      const Vec3 in = v - dot(v, n0) * n0;
      return in - (dot(n, in) / (1.0 + dot(n0, n))) * (n0 + n);
    };
    const Vec3 across{0.0, 1.0, 0.0};
    const bool flat = rim_y_ == 0;
    const Vec3 a0 = turned(east.start - west.start), c0 = flat ? across : turned(north.start - south.start);
    const Vec3 a = east.at - west.at, c = flat ? across : north.at - south.at;
    const double area = dot(n, cross_product(a0, c0));
    const double trace = dot(n, cross_product(a, c0) + cross_product(a0, c)) / area;
    const double det = dot(n, cross_product(a, c)) / area;
    return 0.5 * trace - std::sqrt(std::max(0.0, 0.25 * trace * trace - det));
  }

  const Grid3& grid_;
  SpeedSlopes slopes_;
  int rim_y_, nx_ = 0, ny_ = 0;
  double step_ = 0.0;
  bool any_alive_ = true;
  std::vector<FrontRay> rays_;
};

}  // namespace

Caustics find_caustics(const Grid3& grid, const Horizon& horizon, const RockHistory& history,
                       const SpeedModel& speeds, const Job& job) {
  CausticMarks marks(grid, history);
  RayFront front(grid, horizon, speeds, enlarged_box(horizon, grid, speeds));
  for (const double end : {marks.youngest(), marks.oldest()})
    if (end != 0.0) front.run(end, history, marks, job);
  return marks.take();
}

double varying_caustics_bytes(const Grid3& map) {
  return sizeof(FrontRay) * (map.n[0] + 2.0) * (map.n[1] + (map.is_section() ? 0.0 : 2.0));
}

}  // namespace foldwave
