#include "core/horizon/mesh/mesh_weld.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <tuple>

namespace foldwave {

namespace {

// Lower than this share of its longest edge, a triangle's side is rounding.
constexpr double flat = 1e-3;
// What a new triangle's normal has along the old ones', at least.
constexpr double least_fold_cosine = 0.1;

std::size_t slot(int i) {
  return static_cast<std::size_t>(i);
}

double length(const SurfaceMesh& mesh, int a, int b) {
  return norm(mesh.points[slot(b)] - mesh.points[slot(a)]);
}

double longest_edge(const SurfaceMesh& mesh, const std::array<int, 3>& t) {
  return std::max({length(mesh, t[0], t[1]), length(mesh, t[1], t[2]), length(mesh, t[2], t[0])});
}

double height(const SurfaceMesh& mesh, const std::array<int, 3>& t) {
  const double longest = longest_edge(mesh, t);
  return longest > 0.0 ? norm(area_vector(mesh, t)) / longest : 0.0;
}

// What is too small in a mesh, the smallest first: an edge from a to b, of triangle t where that is too low.
struct Sliver {
  double size;
  int a, b, t;
  bool operator<(const Sliver& o) const { return std::tie(size, a, b, t) < std::tie(o.size, o.a, o.b, o.t); }
};

// One round over a mesh: mends slivers that do not touch each other's surroundings.
class Round {
 public:
  explicit Round(SurfaceMesh& mesh)
      : mesh_(mesh),
        begin_(mesh.points.size() + 1, 0),
        merged_(mesh.points.size()),
        touched_(mesh.points.size(), false),
        gone_(mesh.triangles.size(), false) {
    std::iota(merged_.begin(), merged_.end(), 0);
    for (const auto& t : mesh.triangles)
      for (const int v : t)
        ++begin_[slot(v) + 1];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    around_.resize(3 * mesh.triangles.size());
    std::vector<int> place(begin_.begin(), begin_.end() - 1);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
      for (const int v : mesh.triangles[t])
        around_[slot(place[slot(v)]++)] = static_cast<int>(t);
  }

  bool mend(const Sliver& sliver) {
    const std::vector<int> of_a = neighbours(sliver.a), of_b = neighbours(sliver.b);
    for (const auto* const ring : {&of_a, &of_b})
      if (std::any_of(ring->begin(), ring->end(), [&](int v) { return touched_[slot(v)]; })) return false;
    if (!(sliver.t < 0 ? collapse(sliver.a, sliver.b, of_a, of_b) : swap(sliver))) return false;
    for (const auto* const ring : {&of_a, &of_b})
      for (const int v : *ring)
        touched_[slot(v)] = true;
    return true;
  }

  // Puts the mesh together again; triangles that lost a corner go, and points that nothing uses.
  void finish(std::vector<int>& kept) {
    std::vector<int> place(mesh_.points.size(), -1), still;
    SurfaceMesh left;
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      std::array<int, 3> c = mesh_.triangles[t];
      for (int& v : c)
        v = merged_[slot(v)];
      if (gone_[t] || c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
      left.triangles.push_back(c);
      still.push_back(kept[t]);
      for (const int v : c)
        place[slot(v)] = 0;
    }
    for (std::size_t v = 0; v < place.size(); ++v)
      if (place[v] == 0) {
        place[v] = static_cast<int>(left.points.size());
        left.points.push_back(mesh_.points[v]);
      }
    for (auto& t : left.triangles)
      for (int& v : t)
        v = place[slot(v)];
    mesh_ = std::move(left);
    kept = std::move(still);
  }

 private:
  std::span<const int> triangles_at(int v) const {
    return {around_.data() + begin_[slot(v)], slot(begin_[slot(v) + 1] - begin_[slot(v)])};
  }
  const std::array<int, 3>& corners(int t) const { return mesh_.triangles[slot(t)]; }
  bool has(int t, int v) const { return std::ranges::find(corners(t), v) != corners(t).end(); }

  std::vector<int> triangles_of(int a, int b) const {
    std::vector<int> found;
    for (const int t : triangles_at(a))
      if (has(t, b)) found.push_back(t);
    return found;
  }

  // Sorted, each once.
  std::vector<int> neighbours(int v) const {
    std::vector<int> found;
    for (const int t : triangles_at(v))
      for (const int w : corners(t))
        if (w != v) found.push_back(w);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  bool on_rim(int v, const std::vector<int>& ring) const {
    return std::any_of(ring.begin(), ring.end(), [&](int w) { return triangles_of(v, w).size() == 1; });
  }

  bool collapse(int a, int b, const std::vector<int>& of_a, const std::vector<int>& of_b) {
    const std::size_t shared = triangles_of(a, b).size();
    std::vector<int> common;
    std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), std::back_inserter(common));
    if (shared < 1 || shared > 2 || common.size() != shared) return false;
    const bool a_rim = on_rim(a, of_a), b_rim = on_rim(b, of_b);
    // Across the surface from rim to rim.
    if (a_rim && b_rim && shared == 2) return false;
    const bool b_may_go = (!b_rim || a_rim) && keeps_sides(b, a);
    const bool a_may_go = (!a_rim || b_rim) && keeps_sides(a, b);
    if (!a_may_go && !b_may_go) return false;
    const bool b_goes = b_may_go && (!a_may_go || lost_area(b, a) <= lost_area(a, b));
    merged_[slot(b_goes ? b : a)] = b_goes ? a : b;
    return true;
  }

  std::array<int, 3> moved(int t, int from, int to) const {
    std::array<int, 3> c = corners(t);
    std::ranges::replace(c, from, to);
    return c;
  }

  // Whether the triangles around `gone` keep facing as they did, or as all around the edge do: a sliver's own
  // side means nothing.
  bool keeps_sides(int gone, int kept) const {
    Vec3 all{};
    for (const int v : {gone, kept})
      for (const int t : triangles_at(v))
        all = all + area_vector(mesh_, corners(t));
    for (const int t : triangles_at(gone)) {
      if (has(t, kept)) continue;
      const std::array<int, 3> after = moved(t, gone, kept);
      if (height(mesh_, after) < flat * longest_edge(mesh_, after)) continue;
      const Vec3 now = area_vector(mesh_, after), before = area_vector(mesh_, corners(t));
      if (dot(now, all) <= least_fold_cosine * norm(now) * norm(all) &&
          dot(now, before) <= least_fold_cosine * norm(now) * norm(before))
        return false;
    }
    return true;
  }

  // By how much the area around `gone` changes: a corner of the rim stays rather than a place along it.
  double lost_area(int gone, int kept) const {
    double before = 0.0, after = 0.0;
    for (const int t : triangles_at(gone)) {
      before += norm(area_vector(mesh_, corners(t)));
      if (!has(t, kept)) after += norm(area_vector(mesh_, moved(t, gone, kept)));
    }
    return std::abs(after - before);
  }

  // Of the low triangle and its neighbour across their edge a b.
  bool swap(const Sliver& sliver) {
    const auto opposite = [&](int t) {
      for (const int v : corners(t))
        if (v != sliver.a && v != sliver.b) return v;
      return -1;
    };
    const std::vector<int> both = triangles_of(sliver.a, sliver.b);
    const int c = opposite(sliver.t);
    const std::vector<int> of_c = neighbours(c);
    if (std::any_of(of_c.begin(), of_c.end(), [&](int v) { return touched_[slot(v)]; })) return false;
    if (both.size() == 1) {
      // Not where it alone holds two parts of the surface together.
      const bool ear = triangles_of(sliver.a, c).size() == 1 || triangles_of(sliver.b, c).size() == 1;
      if (!ear && on_rim(c, of_c)) return false;
      gone_[slot(sliver.t)] = true;
      return true;
    }
    if (both.size() != 2) return false;
    const int other = both[both[0] == sliver.t ? 1 : 0], d = opposite(other);
    if (std::ranges::binary_search(of_c, d)) return false;
    const std::array<int, 3> one = moved(sliver.t, sliver.b, d), two = moved(other, sliver.a, c);
    const double before = std::min(height(mesh_, corners(sliver.t)), height(mesh_, corners(other)));
    if (!(std::min(height(mesh_, one), height(mesh_, two)) > 1.5 * before)) return false;
    const Vec3 all = area_vector(mesh_, corners(sliver.t)) + area_vector(mesh_, corners(other));
    for (const auto& after : {one, two}) {
      const Vec3 now = area_vector(mesh_, after);
      if (dot(now, all) <= least_fold_cosine * norm(now) * norm(all)) return false;
    }
    mesh_.triangles[slot(sliver.t)] = one;
    mesh_.triangles[slot(other)] = two;
    return true;
  }

  SurfaceMesh& mesh_;
  std::vector<int> begin_, around_;  // triangles at each vertex, in rows
  std::vector<int> merged_;          // what each vertex is now
  std::vector<bool> touched_, gone_;
};

std::vector<Sliver> slivers_of(const SurfaceMesh& mesh, double shortest) {
  std::vector<Sliver> found;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& c = mesh.triangles[t];
    std::size_t longest = 0;
    double most = -1.0;
    bool has_short = false;
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = std::min(c[k], c[(k + 1) % 3]), b = std::max(c[k], c[(k + 1) % 3]);
      const double size = length(mesh, a, b);
      if (size < shortest) {
        found.push_back({size, a, b, -1});
        has_short = true;
      }
      if (size > most) most = size, longest = k;
    }
    const double low = height(mesh, c);
    if (!has_short && low < shortest)
      found.push_back({low, c[longest], c[(longest + 1) % 3], static_cast<int>(t)});
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

std::vector<int> weld_slivers(SurfaceMesh& mesh, double shortest, const Job& job) {
  std::vector<int> kept(mesh.triangles.size());
  std::iota(kept.begin(), kept.end(), 0);
  for (bool goes_on = shortest > 0.0; goes_on;) {
    job.throw_if_stopped();
    goes_on = false;
    Round round(mesh);
    for (const Sliver& sliver : slivers_of(mesh, shortest))
      goes_on = round.mend(sliver) || goes_on;
    if (goes_on) round.finish(kept);
  }
  return kept;
}

}  // namespace foldwave
