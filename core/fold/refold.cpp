#include "core/fold/refold.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>

#include "core/horizon/foot_search.hpp"

namespace foldwave {

namespace {

// A fold and the searches of its feet; the feet found last are where the next ones are looked for.
class FoldFeet {
 public:
  FoldFeet(const PastFold& fold, const QueryBox& box)
      : fold_(fold), upper_(*fold.horizon, box, fold.F, fold.b, Side::upper), lower_(upper_.other_side()) {}

  struct Near {
    std::optional<Foot> upper, lower;
  };

  // The foot of x with its signed T.
  Foot find(Vec3 x, Near& near) const {
    const bool above = x.z < fold_.horizon->depth(x.x, x.y);
    const FootSearch& search = above ? upper_ : lower_;
    std::optional<Foot>& last = above ? near.upper : near.lower;
    Foot foot = search.find(x, last ? &*last : nullptr);
    if (std::isfinite(foot.time)) last = foot;
    if (!above) foot.time = -foot.time;
    return foot;
  }

  // Where x lay before this fold.
  Vec3 undone(Vec3 x, const Foot& foot) const {
    return {foot.u, fold_.horizon->is_section() ? x.y : foot.v,
            fold_.datum - (fold_.F + fold_.psi) * foot.time};
  }

 private:
  PastFold fold_;
  FootSearch upper_, lower_;
};

// The nodes of an axis that a coarse look takes: every fourth and the last.
std::vector<int> some_of(int n) {
  std::vector<int> nodes;
  for (int i = 0; i < n - 1; i += 4)
    nodes.push_back(i);
  nodes.push_back(n - 1);
  return nodes;
}

// The searches, youngest fold first. What one fold is asked for is where the younger ones send the grid; a
// coarse look says where that is.
std::vector<FoldFeet> make_searches(const Grid3& grid, const std::vector<PastEvent>& events, const Job& job) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  std::vector<PastFold> folds;
  for (const PastEvent& event : events)
    if (const auto* const fold = std::get_if<PastFold>(&event)) folds.push_back(*fold);
  std::vector<Vec3> places;
  if (folds.size() > 1)
    for (const int k : some_of(grid.n[2]))
      for (const int j : some_of(grid.n[1]))
        for (const int i : some_of(grid.n[0]))
          places.push_back(grid.local(i, j, k));
  std::vector<FoldFeet> searches;
  QueryBox box = grid;
  for (std::size_t e = folds.size(); e-- > 0;) {
    job.throw_if_stopped();
    searches.emplace_back(folds[e], box);
    if (e == 0) break;
    const auto count = static_cast<Index>(places.size());
    std::atomic<bool> stopped = false;
#pragma omp parallel for schedule(dynamic, 64)
    for (Index m = 0; m < count; ++m) {
      if (job.stop.stop_requested()) stopped = true;
      if (stopped) continue;
      FoldFeet::Near none;
      Vec3& x = places[static_cast<std::size_t>(m)];
      x = searches.back().undone(x, searches.back().find(x, none));
    }
    if (stopped) throw Stopped();
    std::erase_if(places, [](Vec3 x) { return !std::isfinite(x.z); });
    Vec3 low{inf, inf, inf}, high = -low;
    for (const Vec3& x : places) {
      low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
      high = {std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z)};
    }
    if (!(low.x <= high.x)) low = {}, high = grid.extent();
    const double margin = 0.1 * norm(high - low);
    const Vec3 wider{margin, grid.is_section() ? 0.0 : margin, margin};
    box = QueryBox(low - wider, high + wider, grid.h[0]);
  }
  return searches;
}

// The fields of one node, from the youngest event back.
class BackWalk {
 public:
  BackWalk(const std::vector<PastEvent>& events, const std::vector<FoldFeet>& searches, WalkedBack& fields)
      : events_(events), searches_(searches), fields_(fields), near_(searches.size()) {}

  void read(Index m, Vec3 x) {
    std::size_t fold = 0, cut = 0;
    double lost = 0.0;  // infinite once a front never came
    for (std::size_t e = events_.size(); e-- > 0;) {
      if (const auto* const past = std::get_if<PastCut>(&events_[e])) {
        CutFields& to = fields_.cuts[cut++];
        const bool there = lost == 0.0;
        to.height[m] = static_cast<float>(there ? past->surface->depth(x.x, x.y) - x.z : lost);
        if (past->datum) to.flat[m] = static_cast<float>(there ? *past->datum - x.z : lost);
      } else if (lost == 0.0) {
        const Foot foot = searches_[fold].find(x, near_[fold]);
        if (fold + 1 == searches_.size() || !std::isfinite(foot.time))
          fields_.arrival[m] = static_cast<float>(foot.time);
        if (std::isfinite(foot.time))
          x = searches_[fold].undone(x, foot);
        else
          lost = foot.time;
        ++fold;
      }
    }
  }

 private:
  const std::vector<PastEvent>& events_;
  const std::vector<FoldFeet>& searches_;
  WalkedBack& fields_;
  std::vector<FoldFeet::Near> near_;
};

}  // namespace

std::optional<Vec3> carried_on(const PastEvent& event, const Vec3& X) {
  if (const auto* const cut = std::get_if<PastCut>(&event)) {
    if (cut->surface->depth(X.x, X.y) > X.z) return std::nullopt;
    return X;
  }
  const auto& fold = std::get<PastFold>(event);
  const HeightJet s = fold.horizon->at(X.x, X.y);
  const double T = (fold.datum - X.z) / (fold.F + fold.psi);
  return Vec3{X.x, X.y, s.f} + T * (fold.F * Horizon::upward_normal(s) + fold.b);
}

double mean_depth(const Horizon& horizon, const Grid3& grid) {
  double sum = 0.0;
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i)
      sum += horizon.depth(i * grid.h[0], j * grid.h[1]);
  return sum / (static_cast<double>(grid.n[0]) * grid.n[1]);
}

double deepest_depth(const Horizon& horizon, const Grid3& grid) {
  double deepest = -std::numeric_limits<double>::infinity();
  for (int j = 0; j < grid.n[1]; ++j)
    for (int i = 0; i < grid.n[0]; ++i)
      deepest = std::max(deepest, horizon.depth(i * grid.h[0], j * grid.h[1]));
  return deepest;
}

WalkedBack walk_back(const Grid3& grid, const std::vector<PastEvent>& events, const Job& job) {
  const std::vector<FoldFeet> searches = make_searches(grid, events, job);
  WalkedBack fields;
  if (events.empty()) return fields;
  if (!searches.empty()) fields.arrival = Field<float>(grid.n);
  for (std::size_t e = events.size(); e-- > 0;)
    if (const auto* const cut = std::get_if<PastCut>(&events[e]))
      fields.cuts.push_back({Field<float>(grid.n), cut->datum ? Field<float>(grid.n) : Field<float>()});
  std::atomic<bool> stopped = false;
  std::atomic<int> planes_done = 0;
#pragma omp parallel for schedule(dynamic, 1)
  for (int k = 0; k < grid.n[2]; ++k) {
    for (int j = 0; j < grid.n[1] && !stopped; ++j) {
      if (job.stop.stop_requested()) stopped = true;
      // A row begins without a foot, so that it does not matter which thread takes it.
      BackWalk walk(events, searches, fields);
      const Index row = Index{1} * grid.n[0] * (j + Index{1} * grid.n[1] * k);
      for (int i = 0; i < grid.n[0]; ++i)
        walk.read(row + i, grid.local(i, j, k));
    }
    const int done = ++planes_done;
    if (omp_get_thread_num() == 0)
      job.report({"fold: undoing the younger events", done, grid.n[2],
                  static_cast<double>(grid.size()) / grid.n[2], "nodes"});
  }
  if (stopped) throw Stopped();
  return fields;
}

}  // namespace foldwave
