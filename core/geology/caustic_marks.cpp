#include "core/geology/caustic_marks.hpp"

#include <algorithm>
#include <cmath>

namespace foldwave {

namespace {

constexpr double node_slack = 1e-6;  // of a cell: a way along a face of the box is in it

}  // namespace

CausticMarks::CausticMarks(const Grid3& grid, const RockHistory& history) : grid_(grid), history_(history) {
  for (const double T : history.bands.boundary) {
    youngest_ = std::max(youngest_, T);
    oldest_ = std::min(oldest_, T);
  }
  std::size_t boundaries = history.first + history.bands.boundary.size();
  for (const CutBoundary& cut : history.cuts)
    boundaries = std::max(boundaries, cut.boundary + 1);
  lost_.assign(boundaries, 0.0);
  all_ = lost_;
  moved_ = std::ranges::any_of(
      history.later, [](const PastEvent& event) { return std::holds_alternative<PastFold>(event); });
}

void CausticMarks::add(const BendSample& sample, double weight, double F, const Vec3& b) {
  const Vec3 way = F * sample.normal + b;
  const auto above = close(sample, F, way, youngest_, 0), below = close(sample, F, way, oldest_, 0);
  const std::vector<double>& levels = history_.bands.boundary;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const double T = levels[i];
    const auto& caustic = T > 0.0 ? above : below;
    follow(history_.first + i, weight, sample.at + T * way, 0,
           caustic && T * *caustic > 0.0 && std::abs(T) >= std::abs(*caustic));
  }
}

void CausticMarks::follow(std::size_t boundary, double weight, Vec3 p, std::size_t next, bool lost) {
  for (std::size_t e = next; e < history_.later.size(); ++e) {
    if (const auto* const cut = std::get_if<PastCut>(&history_.later[e])) {
      if (cut->surface->depth(p.x, p.y) > p.z) return;
      continue;
    }
    const auto& fold = std::get<PastFold>(history_.later[e]);
    const BendSample sample = bend_sample(*fold.horizon, p.x, p.y);
    const double T = (fold.datum - p.z) / (fold.F + fold.psi);
    const Vec3 way = fold.F * sample.normal + fold.b;
    // What is lost already has no place of its own any more: it makes nothing else cross.
    if (!lost) lost = close(sample, fold.F, way, T, e + 1).has_value();
    p = sample.at + T * way;
  }
  if (node_at(p) < 0) return;
  all_[boundary] += weight;
  if (lost) lost_[boundary] += weight;
}

std::optional<double> CausticMarks::close(const BendSample& sample, double F, const Vec3& way, double end,
                                          std::size_t next) {
  // The sharper of the two bends meets its caustic first.
  const double least = std::min(1.0 + end * F * sample.bend[0], 1.0 + end * F * sample.bend[1]);
  if (!(least <= 0.0)) return std::nullopt;
  const double caustic = end / (1.0 - least);
  if (cross(sample.at + caustic * way, sample.at + end * way, next))
    tell(next, sample.at, std::abs(F * caustic), std::abs(F * end), F);
  return caustic;
}

void CausticMarks::tell(std::size_t event, const Vec3& at, double radius, double distance, double F) {
  found_.torn = found_.torn || F < 0.0;
  const double share = radius / distance;
  if (!(share < worst_)) return;
  worst_ = share;
  found_.event = event;
  found_.at = at;
  found_.radius = radius;
  found_.distance = distance;
}

bool CausticMarks::cross(const Vec3& p, const Vec3& q, std::size_t next) {
  const Vec3 way = q - p;
  const auto [from, to] = moved_ ? std::pair(0.0, 1.0) : within_box(p, way);
  if (!(from <= to)) return false;
  const double most = 8.0 * (grid_.n[0] + grid_.n[1] + grid_.n[2]);
  const int steps =
      1 + static_cast<int>(std::min(most, 2.0 * (to - from) * norm(way) / std::ranges::min(grid_.h)));
  bool any = false;
  for (int s = 0; s <= steps; ++s) {
    const auto place = today(p + (from + (to - from) * s / steps) * way, next);
    const Index node = place ? node_at(*place) : -1;
    if (node < 0) continue;
    if (found_.crossed.empty()) found_.crossed = Field<std::uint8_t>(grid_.n);
    found_.crossed[node] = 1;
    any = true;
  }
  return any;
}

std::optional<Vec3> CausticMarks::today(Vec3 p, std::size_t next) const {
  for (std::size_t e = next; e < history_.later.size(); ++e) {
    const auto after = carried_on(history_.later[e], p);
    if (!after) return std::nullopt;
    p = *after;
  }
  return p;
}

Index CausticMarks::node_at(const Vec3& p) const {
  std::array<int, 3> node{};
  for (int a = 0; a < 3; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    if (grid_.n[axis] == 1) continue;
    const double at = p[a] / grid_.h[axis];
    if (!(at >= -node_slack && at <= grid_.n[axis] - 1.0 + node_slack)) return -1;
    node[axis] = static_cast<int>(std::lround(at));
  }
  return grid_.index(node[0], node[1], node[2]);
}

// The shares of a way that lie in the box; the first is greater where none does.
std::pair<double, double> CausticMarks::within_box(const Vec3& p, const Vec3& way) const {
  double from = 0.0, to = 1.0;
  const Vec3 box = grid_.extent();
  for (int a = 0; a < 3; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    if (grid_.n[axis] == 1) continue;
    const double slack = node_slack * grid_.h[axis];
    if (way[a] == 0.0) {
      if (p[a] < -slack || p[a] > box[a] + slack) return {1.0, 0.0};
      continue;
    }
    const double low = (-slack - p[a]) / way[a], high = (box[a] + slack - p[a]) / way[a];
    from = std::max(from, std::min(low, high));
    to = std::min(to, std::max(low, high));
  }
  return {from, to};
}

Caustics CausticMarks::take() {
  if (found_.crossed.empty()) return {};
  const auto& n = grid_.n;
  const std::size_t columns = static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]);
  found_.map.assign(columns, 0);
  const std::uint8_t* crossed = found_.crossed.data();
  for (int k = 0; k < n[2]; ++k)
    for (std::size_t c = 0; c < columns; ++c, ++crossed) {
      found_.nodes += *crossed;
      found_.map[c] |= *crossed;
    }
  found_.columns = std::ranges::count(found_.map, std::uint8_t{1});
  for (std::size_t i = 0; i < lost_.size(); ++i)
    if (lost_[i] > 0.0) found_.boundaries.push_back({i, lost_[i] / all_[i]});
  return std::move(found_);
}

}  // namespace foldwave
