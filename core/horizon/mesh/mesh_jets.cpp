#include "core/horizon/mesh/mesh_jets.hpp"

#include <algorithm>

#include "core/base/dense.hpp"

namespace foldwave {

namespace {

// Neighbours whose own normal leans further than this from the vertex's lie round a bend, where no height
// over its tangent plane reaches.
constexpr double least_cosine = 0.2;
// Vertices that are asked, at most: enough for a cubic, whatever the valence.
constexpr std::size_t most_neighbours = 48;

std::array<double, 9> terms(double x, double y) {
  return {x, y, x * x, x * y, y * y, x * x * x, x * x * y, x * y * y, y * y * y};
}

// Vertex to vertices, in rows.
struct Links {
  std::vector<int> begin, to;

  explicit Links(const SurfaceMesh& mesh, const MeshTopology& topology) : begin(mesh.points.size() + 1, 0) {
    for (const MeshEdge& e : topology.edges) {
      ++begin[static_cast<std::size_t>(e.a) + 1];
      ++begin[static_cast<std::size_t>(e.b) + 1];
    }
    for (std::size_t i = 1; i < begin.size(); ++i)
      begin[i] += begin[i - 1];
    to.resize(static_cast<std::size_t>(begin.back()));
    std::vector<int> at(begin.begin(), begin.end() - 1);
    for (const MeshEdge& e : topology.edges) {
      to[static_cast<std::size_t>(at[static_cast<std::size_t>(e.a)]++)] = e.b;
      to[static_cast<std::size_t>(at[static_cast<std::size_t>(e.b)]++)] = e.a;
    }
  }
};

// The vertices within `rings` edges of `v`, nearest rings first.
std::vector<int> neighbours(const Links& links, int v, int rings) {
  std::vector<int> found{v};
  std::size_t from = 0;
  for (int ring = 0; ring < rings; ++ring) {
    const std::size_t to = found.size();
    for (; from < to; ++from) {
      const auto i = static_cast<std::size_t>(found[from]);
      for (int k = links.begin[i]; k < links.begin[i + 1] && found.size() <= most_neighbours; ++k) {
        const int w = links.to[static_cast<std::size_t>(k)];
        if (std::find(found.begin(), found.end(), w) == found.end()) found.push_back(w);
      }
    }
  }
  found.erase(found.begin());
  return found;
}

struct Sample {
  double x, y, z, weight;
};

// False when the samples leave a coefficient open.
bool solve_jet(const std::vector<Sample>& samples, int unknowns, std::array<double, 9>& c) {
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(samples.size()), unknowns);
  Eigen::VectorXd heights(rows.rows());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const Sample& s = samples[static_cast<std::size_t>(i)];
    const auto t = terms(s.x, s.y);
    for (int k = 0; k < unknowns; ++k)
      rows(i, k) = s.weight * t[static_cast<std::size_t>(k)];
    heights(i) = s.weight * s.z;
  }
  const auto [rank, solution] = least_squares(rows, heights, 1e-2);
  if (rank < unknowns || !solution.allFinite()) return false;
  c.fill(0.0);
  for (int k = 0; k < unknowns; ++k)
    c[static_cast<std::size_t>(k)] = solution(k);
  return true;
}

VertexJet fit(const SurfaceMesh& mesh, const Links& links, const std::vector<Vec3>& normals, int v) {
  VertexJet jet;
  jet.at = mesh.points[static_cast<std::size_t>(v)];
  jet.n = normals[static_cast<std::size_t>(v)];
  const Vec3 across = std::abs(jet.n.x) < 0.6 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0};
  jet.e1 = unit(cross_product(across, jet.n));
  jet.e2 = cross_product(jet.n, jet.e1);
  const std::vector<int> ring = neighbours(links, v, 1);
  jet.scale = 0.0;
  for (const int w : ring)
    jet.scale += norm(mesh.points[static_cast<std::size_t>(w)] - jet.at);
  jet.scale /= static_cast<double>(ring.size());

  // A corner of the mesh sees too little within two edges.
  for (const int rings : {2, 3}) {
    std::vector<Sample> samples;
    for (const int w : neighbours(links, v, rings)) {
      if (dot(normals[static_cast<std::size_t>(w)], jet.n) < least_cosine) continue;
      const Vec3 d = (1.0 / jet.scale) * (mesh.points[static_cast<std::size_t>(w)] - jet.at);
      const double x = dot(d, jet.e1);
      const double y = dot(d, jet.e2);
      samples.push_back({x, y, dot(d, jet.n), 1.0 / (0.25 + x * x + y * y)});
    }
    if (samples.size() >= 11 && solve_jet(samples, 9, jet.c)) return jet;
    if (rings == 2) continue;
    if (samples.size() >= 6 && solve_jet(samples, 5, jet.c)) return jet;
    if (samples.size() >= 2 && solve_jet(samples, 2, jet.c)) return jet;
  }
  jet.c.fill(0.0);
  return jet;
}

}  // namespace

Vec3 VertexJet::project(const Vec3& p) const {
  const Vec3 d = p - at;
  const double along = dot(d, e1);
  const double beside = dot(d, e2);
  const auto t = terms(along / scale, beside / scale);
  double height = 0.0;
  for (std::size_t k = 0; k < t.size(); ++k)
    height += c[k] * t[k];
  return at + along * e1 + beside * e2 + (scale * height) * n;
}

std::vector<VertexJet> fit_jets(const SurfaceMesh& mesh, const MeshTopology& topology) {
  std::vector<Vec3> normals(mesh.points.size());
  for (const auto& t : mesh.triangles) {
    // By area, for which a sliver's normal counts nothing.
    const Vec3 n = area_vector(mesh, t);
    for (const int v : t) {
      Vec3& sum = normals[static_cast<std::size_t>(v)];
      sum = sum + n;
    }
  }
  for (Vec3& n : normals)
    n = norm(n) > 0.0 ? unit(n) : Vec3{0.0, 0.0, -1.0};

  const Links links(mesh, topology);
  std::vector<VertexJet> jets(mesh.points.size());
  const int count = static_cast<int>(jets.size());
#pragma omp parallel for schedule(dynamic, 256)
  for (int v = 0; v < count; ++v)
    jets[static_cast<std::size_t>(v)] = fit(mesh, links, normals, v);
  return jets;
}

}  // namespace foldwave
