#include "core/geology/fold_marks.hpp"

namespace foldwave {
namespace {

constexpr int attitudes_across = 9;

}  // namespace

std::vector<PlacedAttitude> attitude_net(const Grid3& g, const LayerBoundary& boundary, int across,
                                         const Job& job) {
  const ArrivalProbe probe(g, *boundary.field);
  std::vector<PlacedAttitude> net;
  // In the middles of equal parts of each side.
  const auto node = [&](int part, int axis) {
    const int n = g.n[static_cast<std::size_t>(axis)];
    return static_cast<int>((part + 0.5) / across * (n - 1) + 0.5);
  };
  for (int q = 0; q < (g.is_section() ? 1 : across); ++q) {
    job.throw_if_stopped();
    for (int p = 0; p < across; ++p) {
      const int i = node(p, 0), j = g.is_section() ? 0 : node(q, 1);
      const auto depths = column_crossings(g, boundary, i, j);
      if (depths.empty()) continue;
      Vec3 place = g.local(i, j, 0);
      place.z = depths.front();
      if (const auto attitude = attitude_at(probe, place)) net.push_back({place, *attitude});
    }
  }
  return net;
}

FoldMarks measure_marks(const SolvedFold& solved, const SpeedModel* speeds, const MapLine& line,
                        const MarksWish& wish, const Job& job) {
  const ArrivalProbe probe = solved.probe();
  const std::vector<double>& tops = solved.layering.bands.boundary;
  const std::vector<LayerBoundary> boundaries = solved.layering.boundaries();
  FoldMarks marks;
  marks.chosen = choose_profile(solved);
  if (wish.section.any() && line.length() > 0.0)
    marks.section = measure_section(solved, marks.chosen, speeds, line, wish.section, job);
  if (wish.hinges) {
    const std::vector<double> levels(tops.rbegin(), tops.rend());
    marks.hinges =
        fold_hinges(probe, marks.chosen.profile, levels, solved.grid.is_section() ? 1 : marked_profiles, job);
  }
  const auto layer = static_cast<std::size_t>(wish.layer);
  const bool inner = wish.layer > 0 && layer < boundaries.size();
  if (inner) {
    auto maps = thickness_maps(solved.grid, solved.layering, job);
    marks.thickness =
        std::move(wish.thickness == Thickness::vertical ? maps[layer].vertical : maps[layer].orthogonal);
  }
  if (wish.attitudes) {
    LayerBoundary horizon = boundaries.back();  // of the oldest sequence
    horizon.level = 0.0;
    marks.attitudes =
        attitude_net(solved.grid, inner ? boundaries[layer - 1] : horizon, attitudes_across, job);
  }
  return marks;
}

}  // namespace foldwave
