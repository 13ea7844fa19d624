#include "core/fold/foot/foot_lattice.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace foldwave {

namespace {

constexpr int coarsest_stride = 16;

// A hinge sharper than a node's spacing bends the shock under it within few nodes: cells half as wide see it.
int stride_for(const FootSetting& setting) {
  const double finest = std::min(setting.grid.h[0], setting.grid.h[1]);
  return setting.horizon.smallest_feature() < finest ? coarsest_stride / 2 : coarsest_stride;
}

double size(MapPoint a) {
  return std::hypot(a.u, a.v);
}

// Corners spread evenly, at most a stride apart.
std::vector<int> spread(int n, int stride) {
  if (n == 1) return {0};
  const int cells = (n - 1 + stride - 1) / stride;
  std::vector<int> at;
  for (int c = 0; c <= cells; ++c)
    at.push_back(static_cast<int>((static_cast<std::int64_t>(n - 1) * c + cells / 2) / cells));
  return at;
}

std::vector<int> halved(const std::vector<int>& at) {
  std::vector<int> fine;
  for (std::size_t c = 0; c + 1 < at.size(); ++c) {
    fine.push_back(at[c]);
    fine.push_back((at[c] + at[c + 1]) / 2);
  }
  fine.push_back(at.back());
  return fine;
}

Vec3 corner_place(const FootSetting& setting, const LatticeLevel& level, int i, int j, int k) {
  return setting.grid.local(level.at[0][static_cast<std::size_t>(i)],
                            level.at[1][static_cast<std::size_t>(j)],
                            level.at[2][static_cast<std::size_t>(k)]);
}

void allocate(LatticeLevel& level) {
  level.index.assign(level.at[0].size() * level.at[1].size() * level.at[2].size(), -1);
}

}  // namespace

LatticeFoot exact_foot(const FootSetting& setting, Vec3 x, const LatticeFoot* const* seeds, int count) {
  const Horizon& horizon = setting.horizon;
  const bool above = x.z < horizon.depth(x.x, x.y);
  const double sign = above ? 1.0 : -1.0;
  const FootSearch& search = above ? setting.upper : setting.lower;

  // The seed that promises most; one that foretells nearly the same as another is not looked at again.
  Foot start;
  double best = std::numeric_limits<double>::infinity();
  std::array<MapPoint, 8> seen;
  std::size_t seen_count = 0;
  for (int q = 0; q < count; ++q) {
    if (!(seeds[q]->quality > 0.0)) continue;
    const MapPoint y = foretold(*seeds[q], x);
    if (!setting.upper.domain().holds(y.u, horizon.is_section() ? setting.upper.domain().y0 : y.v)) continue;
    const double near = 0.2 * norm(x - seeds[q]->x);
    const bool known = std::any_of(seen.begin(), seen.begin() + seen_count, [&](const MapPoint& s) {
      return size({s.u - y.u, s.v - y.v}) < near;
    });
    if (known || seen_count == seen.size()) continue;
    seen[seen_count++] = y;
    const double t =
        travel_time<double>(x - Vec3{y.u, y.v, horizon.depth(y.u, y.v)}, setting.F, sign * setting.b);
    const double cost = setting.F < 0.0 ? -t : t;
    if (std::isfinite(t) && cost < best) {
      best = cost;
      start = {y.u, y.v, t};
    }
  }
  const Foot foot = std::isfinite(best) ? search.improve(x, start) : search.find(x, nullptr);

  LatticeFoot corner;
  corner.x = x;
  corner.u = foot.u;
  corner.v = foot.v;
  corner.time = sign * foot.time;
  if (!std::isfinite(foot.time)) return corner;
  const HeightJet s = horizon.at(foot.u, foot.v);
  const HeightJetT<double> jet{s.f, s.fx, s.fy, s.fxx, s.fxy, s.fyy};
  const FootSpeeds<double> speeds{setting.F, setting.b.x, setting.b.y, setting.b.z};
  const FootStep<double> step = foot_step_from(jet, speeds, x.x, x.y, x.z, foot.u, foot.v);
  corner.quality = step.speed > 0.0 ? step.quality : -1.0;
  if (!(corner.quality > 0.0)) return corner;
  corner.slope = foot_slope_from(jet, speeds, corner.time);
  corner.slowness = (1.0 / step.speed) * Vec3{s.fx, s.fy, -1.0};
  return corner;
}

CellCorners corners_of(const LatticeLevel& level, const LatticeCell& cell) {
  const int dj = level.at[1].size() > 1 ? 1 : 0;
  CellCorners corners{};
  for (int c = 0; c < 8; ++c)
    corners[static_cast<std::size_t>(c)] =
        level.foot(cell.i + (c & 1), cell.j + dj * ((c >> 1) & 1), cell.k + (c >> 2));
  return corners;
}

LatticeLevel coarsest_level(const FootSetting& setting, const Job& job) {
  LatticeLevel level;
  for (std::size_t a = 0; a < 3; ++a)
    level.at[a] = spread(setting.grid.n[a], stride_for(setting));
  allocate(level);
  const auto nx = static_cast<int>(level.at[0].size());
  const auto ny = static_cast<int>(level.at[1].size());
  const auto nz = static_cast<int>(level.at[2].size());
  level.feet.resize(level.index.size());
  for (std::size_t m = 0; m < level.index.size(); ++m)
    level.index[m] = static_cast<std::int32_t>(m);
  std::atomic<bool> stopped = false;
#pragma omp parallel for collapse(2) schedule(dynamic, 1)
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        if (stopped.load(std::memory_order_relaxed) || job.stop.stop_requested()) {
          stopped = true;
          break;
        }
        const LatticeFoot* const before = i > 0 ? &level.feet[level.place(i - 1, j, k)] : nullptr;
        level.feet[level.place(i, j, k)] =
            exact_foot(setting, corner_place(setting, level, i, j, k), &before, i > 0 ? 1 : 0);
      }
  if (stopped) throw Stopped();
  return level;
}

LatticeLevel refined_level(const FootSetting& setting, const LatticeLevel& coarse,
                           const std::vector<LatticeCell>& cells, const Job& job) {
  LatticeLevel level;
  for (std::size_t a = 0; a < 3; ++a)
    level.at[a] = halved(coarse.at[a]);
  allocate(level);
  const bool flat = level.at[1].size() == 1;

  // New corners in the order of the cells that ask for them first: the same for any number of threads.
  struct Wanted {
    std::int32_t cell;
    int i, j, k;
  };
  std::vector<Wanted> wanted;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const LatticeCell& cell = cells[c];
    for (int dk = 0; dk <= 2; ++dk)
      for (int dj = 0; dj <= (flat ? 0 : 2); ++dj)
        for (int di = 0; di <= 2; ++di) {
          const int i = 2 * cell.i + di;
          const int j = flat ? 0 : 2 * cell.j + dj;
          const int k = 2 * cell.k + dk;
          std::int32_t& index = level.index[level.place(i, j, k)];
          if (index >= 0) continue;
          index = static_cast<std::int32_t>(level.feet.size());
          const bool known = i % 2 == 0 && (flat || j % 2 == 0) && k % 2 == 0;
          if (!known) wanted.push_back({static_cast<std::int32_t>(c), i, j, k});
          level.feet.push_back(known ? *coarse.foot(i / 2, j / 2, k / 2) : LatticeFoot{});
        }
  }

  std::atomic<bool> stopped = false;
  const auto count = static_cast<std::int64_t>(wanted.size());
#pragma omp parallel for schedule(dynamic, 16)
  for (std::int64_t w = 0; w < count; ++w) {
    if (stopped.load(std::memory_order_relaxed)) continue;
    if (job.stop.stop_requested()) {
      stopped = true;
      continue;
    }
    const Wanted& at = wanted[static_cast<std::size_t>(w)];
    const CellCorners seeds = corners_of(coarse, cells[static_cast<std::size_t>(at.cell)]);
    level.feet[static_cast<std::size_t>(level.index[level.place(at.i, at.j, at.k)])] =
        exact_foot(setting, corner_place(setting, level, at.i, at.j, at.k), seeds.data(), 8);
  }
  if (stopped) throw Stopped();
  return level;
}

std::vector<LatticeCell> children_of(const LatticeLevel& coarse, const LatticeLevel& fine,
                                     const std::vector<LatticeCell>& cells) {
  const bool flat = coarse.at[1].size() == 1;
  const auto empty = [&](std::size_t axis, int c) {
    return fine.at[axis][static_cast<std::size_t>(c)] == fine.at[axis][static_cast<std::size_t>(c) + 1];
  };
  std::vector<LatticeCell> children;
  for (std::size_t m = 0; m < cells.size(); ++m)
    for (int c = 0; c < 8; ++c) {
      const LatticeCell& cell = cells[m];
      if (flat && ((c >> 1) & 1) != 0) continue;
      const LatticeCell child{2 * cell.i + (c & 1), flat ? 0 : 2 * cell.j + ((c >> 1) & 1),
                              2 * cell.k + (c >> 2), static_cast<std::int32_t>(m)};
      if (empty(0, child.i) || (!flat && empty(1, child.j)) || empty(2, child.k)) continue;
      children.push_back(child);
    }
  return children;
}

}  // namespace foldwave
