// Layer boundaries of a folded volume as lines in the section.
#include <algorithm>

#include "core/output/surface_files.hpp"
#include "ui/scene/flat/section_scene.hpp"

namespace foldwave {

std::vector<PlotLine> SectionScene::boundary_lines(const LayerBoundary& boundary, const Sample& sample) {
  // The section's samples, as a grid of their own.
  const SectionCut& cut = sample(*boundary.field);
  if (cut.columns < 2 || cut.rows < 2) return {};
  const Grid3 plane{{cut.columns, 1, cut.rows}, {cut.ds, 1.0, cut.dz}, {}, {}, {}, 0};
  const auto in_plane = [&](const Field<float>& field) {
    Field<float> values(plane.n);
    std::ranges::copy(sample(field).arrival, values.data());
    return values;
  };
  const Field<float> field = in_plane(*boundary.field);
  LayerBoundary sampled{&field, boundary.level};
  std::vector<Field<float>> cuts;
  cuts.reserve(boundary.clips.size());
  for (const FieldClip& clip : boundary.clips) {
    cuts.push_back(in_plane(*clip.field));
    sampled.clips.push_back({&cuts.back(), clip.above});
  }
  const Polylines found = foldwave::boundary_lines(plane, sampled);
  std::vector<PlotLine> lines;
  for (const std::vector<int>& line : found.lines) {
    PlotLine& points = lines.emplace_back();
    for (const int index : line) {
      const Vec3& p = found.points[static_cast<std::size_t>(index)];
      points.push_back({p.x, -p.z});
    }
  }
  return lines;
}

}  // namespace foldwave
