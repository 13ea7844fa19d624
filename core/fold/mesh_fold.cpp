#include "core/fold/mesh_fold.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <utility>

#include "core/base/text.hpp"

namespace foldwave {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void check(const FoldProblem& problem) {
  if (problem.grid.is_section())
    throw InputError("/grid/nodes", "a mesh needs a volume, but the grid is a 2D section",
                     "give 4 or more nodes along y, or another type of horizon");
  if (!(problem.F > -norm(problem.b)))
    throw InputError("/events/0/fold", "F = " + number_text(problem.F) + " leaves no speed along the axis",
                     "give psi above " + number_text(-problem.F));
}

// Walks along rows of nodes and keeps the last feet, from which the next search starts.
class RowWalk {
 public:
  RowWalk(const TriangulatedHorizon& mesh, double F, Vec3 b) : mesh_(mesh), F_(F), b_(b), speed_(norm(b)) {}

  bool younger(Vec3 x) {
    const double moved = norm(x - seen_from_);
    if (moved < clear_) return younger_;
    nearest_ = mesh_.nearest(x, &nearest_);
    younger_ = mesh_.is_younger_side(x, nearest_);
    clear(x, nearest_.time);
    return younger_;
  }

  // The arrival at x on its side, unsigned.
  const MeshFoot& arrival(Vec3 x) {
    if (F_ == 0.0) return arrival_along(x);
    const bool up = younger(x);
    MeshFoot& foot = feet_[up ? 0 : 1];
    if (speed_ == 0.0 && seen_from_ == x) {
      foot = nearest_;
      foot.time /= F_;
      return foot;
    }
    foot = mesh_.arrival(x, F_, up ? b_ : -b_, &foot);
    // No part of the surface is nearer than the slowest front comes.
    const double free = (F_ - speed_) * foot.time;
    if (std::isfinite(free) && free > clear_ - norm(x - seen_from_)) clear(x, free);
    return foot;
  }

  bool last_younger() const { return younger_; }

 private:
  // The side follows from the direction along b in which the surface lies.
  const MeshFoot& arrival_along(Vec3 x) {
    MeshFoot& foot = feet_[0];
    foot = mesh_.along(x, b_);
    if (foot.patch < 0) {
      younger(x);
      return foot;
    }
    younger_ = foot.time > 0.0;
    foot.time = std::abs(foot.time);
    return foot;
  }

  void clear(Vec3 x, double radius) {
    seen_from_ = x;
    clear_ = (1.0 - 1e-6) * radius;
  }

  const TriangulatedHorizon& mesh_;
  double F_;
  Vec3 b_;
  double speed_;
  MeshFoot nearest_;
  std::array<MeshFoot, 2> feet_;  // younger side, older side
  Vec3 seen_from_{};              // within clear_ of it there is no surface
  double clear_ = 0.0;
  bool younger_ = false;
};

// Calls node(walk, i, j, k) for each node: planes are shared among threads, rows turn about, so that feet
// stay close by.
template <class Node>
void for_each_node(const FoldProblem& problem, const Job& job, const char* step, Node&& node) {
  const Grid3& grid = problem.grid;
  std::atomic<int> done{0};
#pragma omp parallel for schedule(dynamic, 1)
  for (int k = 0; k < grid.n[2]; ++k) {
    RowWalk walk(*problem.mesh, problem.F, problem.b);
    for (int j = 0; j < grid.n[1]; ++j) {
      if (job.stop.stop_requested()) break;
      for (int i = 0; i < grid.n[0]; ++i)
        node(walk, j % 2 == 0 ? i : grid.n[0] - 1 - i, j, k);
    }
    const int planes = ++done;
    if (omp_get_thread_num() == 0)
      job.report({step, planes, grid.n[2], static_cast<double>(grid.n[0]) * grid.n[1], "nodes"});
  }
  job.throw_if_stopped();
}

double signed_arrival(double time, bool younger) {
  return younger ? time : -time;
}

}  // namespace

FoldSolution solve_mesh_fold(const FoldProblem& problem, const FoldOptions& options, const Job& job,
                             Index* from_rim) {
  check(problem);
  const auto begin = std::chrono::steady_clock::now();
  const Grid3& grid = problem.grid;
  FoldSolution solution;
  solution.arrival = Field<float>(grid.n);
  if (options.precision == Precision::binary64) solution.arrival64 = Field<double>(grid.n);
  std::atomic<Index> unreached{0};
  std::atomic<Index> rim{0};
  for_each_node(problem, job, "fold: foot points on the mesh", [&](RowWalk& walk, int i, int j, int k) {
    const MeshFoot& foot = walk.arrival(grid.local(i, j, k));
    const double T = signed_arrival(foot.time, walk.last_younger());
    solution.arrival(i, j, k) = static_cast<float>(T);
    if (!solution.arrival64.empty()) solution.arrival64(i, j, k) = T;
    if (!std::isfinite(T)) ++unreached;
    if (problem.mesh->on_outer_rim(foot)) ++rim;
  });
  solution.unreached = unreached;
  if (from_rim != nullptr) *from_rim = rim;
  solution.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return solution;
}

StartValues<float> mesh_start_values(const FoldProblem& problem, const Job& job) {
  check(problem);
  constexpr int band = 2;
  const Grid3& grid = problem.grid;
  StartValues<float> start{Field<float>(grid.n), Field<std::uint8_t>(grid.n)};
  Field<std::uint8_t> younger(grid.n);
  for_each_node(problem, job, "fold: sides", [&](RowWalk& walk, int i, int j, int k) {
    younger(i, j, k) = walk.younger(grid.local(i, j, k)) ? 1 : 0;
  });
  const auto other_side_near = [&](int i, int j, int k) {
    const std::uint8_t own = younger(i, j, k);
    for (int c = std::max(0, k - band); c <= std::min(grid.n[2] - 1, k + band); ++c)
      for (int b = std::max(0, j - band); b <= std::min(grid.n[1] - 1, j + band); ++b)
        for (int a = std::max(0, i - band); a <= std::min(grid.n[0] - 1, i + band); ++a)
          if (younger(a, b, c) != own) return true;
    return false;
  };
  for_each_node(problem, job, "fold: start values", [&](RowWalk& walk, int i, int j, int k) {
    const bool face =
        i == 0 || j == 0 || k == 0 || i == grid.n[0] - 1 || j == grid.n[1] - 1 || k == grid.n[2] - 1;
    const bool held = face || other_side_near(i, j, k);
    const double time = held ? walk.arrival(grid.local(i, j, k)).time : infinity;
    start.fixed(i, j, k) = held ? 1 : 0;
    start.time(i, j, k) = static_cast<float>(signed_arrival(time, younger(i, j, k) != 0));
  });
  return start;
}

NormalSpeedCheck check_normal_speed(const TriangulatedHorizon& mesh, const Grid3& grid, double F, Vec3 b) {
  const double floor = normal_speed_floor(F, b);
  const Vec3 extent = grid.extent();
  NormalSpeedCheck result;
  result.least = infinity;
  double area = 0.0;
  double bad = 0.0;
  const PatchSurface& surface = mesh.surface();
  for (std::size_t t = 0; t < surface.patches.size(); ++t) {
    const auto hull = hull_of(surface, t);
    const bool outside = [&] {
      for (int a = 0; a < 3; ++a) {
        double lo = infinity, hi = -infinity;
        for (const Vec3& p : hull) {
          lo = std::min(lo, p[a]);
          hi = std::max(hi, p[a]);
        }
        if (hi < 0.0 || lo > extent[a]) return true;
      }
      return false;
    }();
    if (outside) continue;
    const Patch patch = patch_of(surface, t);
    const double size = norm(cross_product(hull[1] - hull[0], hull[2] - hull[0]));
    area += size;
    bool fails = false;
    for (const auto& [u, v] :
         {std::pair(1.0 / 3.0, 1.0 / 3.0), std::pair(0.0, 0.0), std::pair(1.0, 0.0), std::pair(0.0, 1.0)}) {
      const double V = F + dot(b, patch.normal(u, v));
      fails = fails || V <= floor;
      if (V < result.least) {
        result.least = V;
        result.at = patch.at(u, v);
      }
    }
    if (fails) bad += size;
  }
  result.share_bad = area > 0.0 ? bad / area : 0.0;
  result.least_part = result.least / (std::abs(F) + norm(b));
  return result;
}

}  // namespace foldwave
