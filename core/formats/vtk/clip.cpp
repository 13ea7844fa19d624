#include "core/formats/vtk/clip.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/trilinear.hpp"

namespace foldwave {

namespace {

// The points that are kept, old ones and new ones on edges.
class Kept {
 public:
  Kept(const std::vector<Vec3>& from, const Grid3& grid, const Field<float>& field, bool above)
      : from_(from) {
    constexpr double far = 1e30;  // for nodes that were never reached; where signs mix nothing is kept
    for (const Vec3& p : from) {
      const double value = (above ? 1.0 : -1.0) * trilinear_at(field, grid, p);
      side_.push_back(std::isnan(value) ? -far : std::clamp(value, -far, far));
    }
  }

  double side(int point) const { return side_[static_cast<std::size_t>(point)]; }

  int old(int point) {
    const auto [at, is_new] = old_.try_emplace(point, static_cast<int>(points.size()));
    if (is_new) points.push_back(from_[static_cast<std::size_t>(point)]);
    return at->second;
  }

  // Where the edge is parted. Both triangles of an edge ask for it.
  int between(int a, int b) {
    if (a > b) std::swap(a, b);
    const auto [at, is_new] = new_.try_emplace({a, b}, static_cast<int>(points.size()));
    const Vec3 &p = from_[static_cast<std::size_t>(a)], &q = from_[static_cast<std::size_t>(b)];
    if (is_new) points.push_back(p + side(a) / (side(a) - side(b)) * (q - p));
    return at->second;
  }

  std::vector<Vec3> points;

 private:
  const std::vector<Vec3>& from_;
  std::vector<double> side_;
  std::map<int, int> old_;
  std::map<std::array<int, 2>, int> new_;
};

}  // namespace

TriangleMesh clipped(const TriangleMesh& mesh, const Grid3& grid, const Field<float>& field, bool above) {
  Kept kept(mesh.points, grid, field, above);
  TriangleMesh part;
  for (const auto& triangle : mesh.triangles) {
    // Sutherland & Hodgman (1974), one edge after the other.
    std::vector<int> polygon;
    for (std::size_t c = 0; c < 3; ++c) {
      const int a = triangle[c], b = triangle[(c + 1) % 3];
      if (kept.side(a) >= 0.0) polygon.push_back(kept.old(a));
      if (kept.side(a) * kept.side(b) < 0.0) polygon.push_back(kept.between(a, b));
    }
    for (std::size_t c = 2; c < polygon.size(); ++c)
      part.triangles.push_back({polygon[0], polygon[c - 1], polygon[c]});
  }
  part.points = std::move(kept.points);
  return part;
}

Polylines clipped(const Polylines& lines, const Grid3& grid, const Field<float>& field, bool above) {
  Kept kept(lines.points, grid, field, above);
  Polylines part;
  std::vector<int> piece;
  const auto finish = [&] {
    if (piece.size() > 1) part.lines.push_back(piece);
    piece.clear();
  };
  for (const std::vector<int>& line : lines.lines) {
    for (std::size_t c = 0; c < line.size(); ++c) {
      if (c > 0 && kept.side(line[c - 1]) * kept.side(line[c]) < 0.0) {
        piece.push_back(kept.between(line[c - 1], line[c]));
        if (kept.side(line[c]) < 0.0) finish();
      }
      if (kept.side(line[c]) >= 0.0)
        piece.push_back(kept.old(line[c]));
      else
        finish();
    }
    finish();
  }
  part.points = std::move(kept.points);
  return part;
}

}  // namespace foldwave
