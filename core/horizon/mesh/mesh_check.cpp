#include "core/horizon/mesh/mesh_check.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/horizon/mesh/mesh_crossing.hpp"
#include "core/horizon/mesh/mesh_weld.hpp"

namespace foldwave {

namespace {

// Shares of the mesh's size: two vertices so near are one; a triangle so low has no normal.
constexpr double same_place = 1e-7;
constexpr double no_height = 1e-6;
constexpr double largest_length = 1e8;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

std::string position(const Vec3& local, const MeshPlaces& places) {
  const Vec3 p = local + places.origin;
  return "(" + number_text(p.x, 10) + ", " + number_text(p.y, 10) + ", depth " + number_text(p.z, 8) + ")";
}

double diagonal(const std::vector<Vec3>& points) {
  Vec3 lo = points.front();
  Vec3 hi = lo;
  for (const Vec3& p : points)
    for (int a = 0; a < 3; ++a) {
      lo[a] = std::min(lo[a], p[a]);
      hi[a] = std::max(hi[a], p[a]);
    }
  return norm(hi - lo);
}

void check_numbers(const SurfaceMesh& mesh, const MeshPlaces& places) {
  if (mesh.points.size() < 3 || mesh.triangles.empty())
    throw InputError(places.whole,
                     "holds " + std::to_string(mesh.points.size()) + " vertices and " +
                         std::to_string(mesh.triangles.size()) + " triangles",
                     "give at least 3 vertices and 1 triangle");
  const int count = static_cast<int>(mesh.points.size());
  for (int i = 0; i < count; ++i)
    for (int a = 0; a < 3; ++a)
      if (!(std::abs(mesh.points[at(i)][a]) <= largest_length))
        throw InputError(places.vertex(i), number_text(mesh.points[at(i)][a]) + " is no coordinate",
                         "give three numbers in metres");
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const int v : mesh.triangles[t])
      if (v < 0 || v >= count)
        throw InputError(places.triangle(static_cast<int>(t)),
                         "there is no vertex " + std::to_string(v) + " among " + std::to_string(count),
                         "count vertices from 0");
}

void check_not_on_a_line(const std::vector<Vec3>& points, double size, const MeshPlaces& places) {
  const auto far = *std::max_element(points.begin(), points.end(), [&](const Vec3& p, const Vec3& q) {
    return norm(p - points.front()) < norm(q - points.front());
  });
  const Vec3 along = unit(far - points.front());
  const bool line = std::all_of(points.begin(), points.end(), [&](const Vec3& p) {
    return norm(cross_product(along, p - points.front())) <= no_height * size;
  });
  if (line)
    throw InputError(places.whole,
                     "all vertices lie on one line, from " + position(points.front(), places) + " to " +
                         position(far, places),
                     "give vertices that span a surface");
}

// For each vertex the first one that lies at the same place. Sorted along a skew direction, on which the
// vertices of regular meshes do not fall together.
std::vector<int> same_vertices(const std::vector<Vec3>& points, double tolerance) {
  const Vec3 skew = unit({0.8311, 0.4703, 0.2966});
  std::vector<std::pair<double, int>> order(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    order[i] = {dot(skew, points[i]), static_cast<int>(i)};
  std::sort(order.begin(), order.end());
  std::vector<int> first(points.size());
  std::iota(first.begin(), first.end(), 0);
  const auto root = [&](int i) {
    while (first[at(i)] != i)
      i = first[at(i)] = first[at(first[at(i)])];
    return i;
  };
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size() && order[j].first - order[i].first <= tolerance; ++j) {
      if (norm(points[at(order[i].second)] - points[at(order[j].second)]) > tolerance) continue;
      const int a = root(order[i].second);
      const int b = root(order[j].second);
      first[at(std::max(a, b))] = std::min(a, b);
    }
  for (int i = 0; i < static_cast<int>(points.size()); ++i)
    first[at(i)] = root(i);
  return first;
}

// Vertices on each other become one; triangles that lose a corner or stand there twice go. `kept` gives the
// triangles' old indices.
SurfaceMesh merged(const SurfaceMesh& given, double size, MeshRepairs& repairs, std::vector<int>& kept) {
  const std::vector<int> first = same_vertices(given.points, same_place * size);
  for (std::size_t i = 0; i < first.size(); ++i)
    repairs.merged += first[i] != static_cast<int>(i) ? 1 : 0;

  std::vector<std::pair<std::array<int, 3>, int>> sorted;
  sorted.reserve(given.triangles.size());
  for (std::size_t t = 0; t < given.triangles.size(); ++t) {
    std::array<int, 3> v{};
    for (std::size_t k = 0; k < 3; ++k)
      v[k] = first[at(given.triangles[t][k])];
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) {
      ++repairs.collapsed;
      continue;
    }
    std::sort(v.begin(), v.end());
    sorted.emplace_back(v, static_cast<int>(t));
  }
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i > 0 && sorted[i].first == sorted[i - 1].first)
      ++repairs.repeated;
    else
      kept.push_back(sorted[i].second);
  }
  std::sort(kept.begin(), kept.end());

  SurfaceMesh mesh;
  std::vector<int> renamed(given.points.size(), -1);
  for (const int t : kept) {
    std::array<int, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      const int v = first[at(given.triangles[at(t)][k])];
      if (renamed[at(v)] < 0) {
        renamed[at(v)] = static_cast<int>(mesh.points.size());
        mesh.points.push_back(given.points[at(v)]);
      }
      corners[k] = renamed[at(v)];
    }
    mesh.triangles.push_back(corners);
  }
  return mesh;
}

void weld(SurfaceMesh& mesh, double shortest, std::vector<int>& kept, MeshRepairs& repairs, const Job& job) {
  std::vector<int> left;
  for (const int t : weld_slivers(mesh, shortest, job))
    left.push_back(kept[at(t)]);
  repairs.welded = static_cast<int>(kept.size() - left.size());
  kept = std::move(left);
}

void check_areas(const SurfaceMesh& mesh, const std::vector<int>& kept, const MeshPlaces& places) {
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t];
    double longest = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
      longest = std::max(longest, norm(mesh.points[at(v[k])] - mesh.points[at(v[(k + 1) % 3])]));
    const double height = norm(area_vector(mesh, v)) / longest;
    if (!(height > no_height * longest))
      throw InputError(places.triangle(kept[t]),
                       "the triangle at " + position(mesh.points[at(v[0])], places) +
                           " has no area: its height is " + number_text(height, 3) + " m on a side of " +
                           number_text(longest, 4) + " m",
                       "move a corner off the line of the other two, or swap the long side");
  }
}

// True when the triangle runs along its edge k from the lower vertex to the higher.
bool runs_up(const SurfaceMesh& mesh, int t, std::size_t k) {
  return mesh.triangles[at(t)][k] < mesh.triangles[at(t)][(k + 1) % 3];
}

// Turns triangles until neighbours agree. Throws when they cannot, or when the mesh is in several parts.
void orient(SurfaceMesh& mesh, const MeshTopology& topology, const std::vector<int>& kept,
            const MeshPlaces& places, MeshRepairs& repairs) {
  std::vector<signed char> turn(mesh.triangles.size(), -1);
  std::vector<int> queue{0};
  turn[0] = 0;
  std::size_t reached = 0;
  for (; reached < queue.size(); ++reached) {
    const int t = queue[reached];
    for (std::size_t k = 0; k < 3; ++k) {
      const int index = topology.around[at(t)][k];
      const MeshEdge& edge = topology.edges[at(index)];
      const int other = edge.triangles[edge.triangles[0] == t ? 1 : 0];
      if (other < 0) continue;
      std::size_t m = 0;
      while (topology.around[at(other)][m] != index)
        ++m;
      const bool agree = runs_up(mesh, t, k) != runs_up(mesh, other, m);
      const auto wanted = static_cast<signed char>(agree ? turn[at(t)] : 1 - turn[at(t)]);
      if (turn[at(other)] < 0) {
        turn[at(other)] = wanted;
        queue.push_back(other);
      } else if (turn[at(other)] != wanted) {
        throw InputError(places.triangle(kept[at(other)]),
                         "the surface has one side only (a Moebius strip): at " +
                             position(mesh.points[at(edge.a)], places) + " up and down meet",
                         "cut the mesh where it is glued with a twist");
      }
    }
  }
  if (reached < mesh.triangles.size()) {
    const auto apart = static_cast<std::size_t>(std::find(turn.begin(), turn.end(), -1) - turn.begin());
    throw InputError(places.triangle(kept[apart]),
                     "the mesh is in several parts: " + std::to_string(reached) + " of " +
                         std::to_string(mesh.triangles.size()) +
                         " triangles hang together, but not the one at " +
                         position(mesh.points[at(mesh.triangles[apart][0])], places),
                     "keep one part, or join them along shared vertices");
  }
  // The fewer are said to be turned.
  const auto ones = static_cast<std::size_t>(std::count(turn.begin(), turn.end(), 1));
  const signed char odd = 2 * ones <= turn.size() ? 1 : 0;
  for (std::size_t t = 0; t < turn.size(); ++t)
    if (turn[t] == odd) {
      std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
      ++repairs.turned;
    }
}

// Round each vertex the triangles must make one fan.
void check_fans(const SurfaceMesh& mesh, const MeshTopology& topology, const MeshPlaces& places) {
  std::vector<int> fan(3 * mesh.triangles.size());
  std::iota(fan.begin(), fan.end(), 0);
  const auto root = [&](int i) {
    while (fan[at(i)] != i)
      i = fan[at(i)] = fan[at(fan[at(i)])];
    return i;
  };
  const auto corner = [&](int t, int v) {
    const auto& c = mesh.triangles[at(t)];
    return 3 * t + (c[0] == v ? 0 : c[1] == v ? 1 : 2);
  };
  for (const MeshEdge& e : topology.edges)
    for (const int v : {e.a, e.b})
      if (e.triangles[1] >= 0) fan[at(root(corner(e.triangles[0], v)))] = root(corner(e.triangles[1], v));
  std::vector<int> seen(mesh.points.size(), -1);
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    for (int k = 0; k < 3; ++k) {
      int& first = seen[at(mesh.triangles[at(t)][at(k)])];
      const int own = root(3 * t + k);
      if (first < 0) first = own;
      if (first != own)
        throw InputError(places.whole,
                         "two sheets touch in one vertex at " +
                             position(mesh.points[at(mesh.triangles[at(t)][at(k)])], places),
                         "give each sheet a vertex of its own, or join them along an edge");
    }
}

void check_rim(const SurfaceMesh& mesh, const std::vector<std::vector<int>>& loops,
               const MeshPlaces& places) {
  if (loops.empty())
    throw InputError(places.whole, "the mesh is closed, like a ball: it has no rim",
                     "give a surface that goes through the box from side to side");
  if (loops.size() == 1) return;
  const auto length = [&](const std::vector<int>& loop) {
    double sum = 0.0;
    for (std::size_t i = 0; i < loop.size(); ++i)
      sum += norm(mesh.points[at(loop[i])] - mesh.points[at(loop[(i + 1) % loop.size()])]);
    return sum;
  };
  std::size_t longest = 0;
  for (std::size_t i = 1; i < loops.size(); ++i)
    if (length(loops[i]) > length(loops[longest])) longest = i;
  const auto& hole = loops[longest == 0 ? 1 : 0];
  throw InputError(places.whole,
                   "the mesh has " + std::to_string(loops.size() - 1) + " hole(s): one at " +
                       position(mesh.points[at(hole.front())], places) + ", " + std::to_string(hole.size()) +
                       " edges and " + number_text(length(hole), 4) + " m round",
                   "fill the holes with triangles");
}

// The triangles' normals go to the younger side: by the area as seen from above, a recumbent fold lies more
// upright than turned over, whatever its limbs do.
void turn_to_younger(SurfaceMesh& mesh, YoungerSide younger, const MeshPlaces& places) {
  if (younger == YoungerSide::as_wound) return;
  double down = 0.0;
  double all = 0.0;
  for (const auto& t : mesh.triangles) {
    const Vec3 n = area_vector(mesh, t);
    down += n.z;
    all += norm(n);
  }
  if (std::abs(down) < 1e-3 * all)
    throw InputError(places.whole, "the surface stands upright: neither side of it is above",
                     "say \"younger\": \"as_wound\", with the triangles counter-clockwise seen from the "
                     "younger side");
  if ((down < 0.0) == (younger == YoungerSide::above)) return;
  for (auto& t : mesh.triangles)
    std::swap(t[1], t[2]);
}

}  // namespace

SurfaceMesh checked_mesh(const SurfaceMesh& given, YoungerSide younger, const MeshPlaces& places,
                         MeshRepairs& repairs, double shortest, const Job& job) {
  check_numbers(given, places);
  const double size = diagonal(given.points);
  check_not_on_a_line(given.points, size, places);
  job.throw_if_stopped();
  std::vector<int> kept;
  SurfaceMesh mesh = merged(given, size, repairs, kept);
  if (mesh.triangles.empty())
    throw InputError(places.whole, "no triangle has three corners of its own", "check the vertices");
  job.throw_if_stopped();
  weld(mesh, shortest, kept, repairs, job);
  check_areas(mesh, kept, places);
  const MeshTopology topology = make_topology(mesh);
  if (topology.crowded >= 0) {
    const MeshEdge& edge = topology.edges[at(topology.crowded)];
    throw InputError(places.triangle(kept[at(edge.triangles[1])]),
                     "more than two triangles share the edge from " +
                         position(mesh.points[at(edge.a)], places) + " to " +
                         position(mesh.points[at(edge.b)], places),
                     "keep the two that belong to the surface");
  }
  job.throw_if_stopped();
  check_fans(mesh, topology, places);
  orient(mesh, topology, kept, places, repairs);
  job.throw_if_stopped();
  // Turning a triangle renames its edges' order, so what follows asks anew.
  check_rim(mesh, rim_loops(mesh, make_topology(mesh)), places);
  if (const auto crossing = find_crossing(mesh, job))
    throw InputError(places.triangle(kept[at((*crossing).first)]),
                     "the triangle runs through triangle " + std::to_string(kept[at((*crossing).second)]) +
                         " near " +
                         position(mesh.points[at(mesh.triangles[at((*crossing).first)][0])], places),
                     "part the two sheets: a horizon cannot cross itself");
  turn_to_younger(mesh, younger, places);
  return mesh;
}

}  // namespace foldwave
