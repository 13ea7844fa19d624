// The gallery's pictures.
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include "core/output/geometry_files.hpp"
#include "ui/scene/picture/picture.hpp"
#include "ui/scene/stage/offscreen.hpp"
#include "ui/scene/structure/structure_scene.hpp"

namespace foldwave {
namespace {

constexpr double gentle_plunge = 8.0;  // degrees
constexpr double foot_part = 0.12;     // of the box's depth, below the lowest boundary

// Depths where columns meet a boundary, sorted.
std::vector<double> depths_of(const FoldResult& fold, const LayerBoundary& boundary) {
  std::vector<double> depths;
  for (int j = 0; j < fold.grid.n[1]; j += 2)
    for (int i = 0; i < fold.grid.n[0]; i += 2)
      for (const double depth : column_crossings(fold.grid, boundary, i, j))
        depths.push_back(depth);
  std::sort(depths.begin(), depths.end());
  return depths;
}

bool outcrop_tells_more(const Scenario& scenario, const FoldResult& fold) {
  const ChosenProfile chosen = choose_profile(solved_fold(scenario, fold));
  return chosen.axis.found() &&
         (!chosen.doubt.empty() || trend_plunge_of(chosen.axis.axis).plunge > gentle_plunge);
}

template <class T>
Field<T> levels_of(const Field<T>& field, int first, int count) {
  Field<T> part({field.shape()[0], field.shape()[1], count});
  for (int k = 0; k < count; ++k)
    for (int j = 0; j < field.shape()[1]; ++j)
      for (int i = 0; i < field.shape()[0]; ++i)
        part(i, j, k) = field(i, j, first + k);
  return part;
}

}  // namespace

void write_thumbnail(const Scenario& scenario, const FoldResult& fold, const std::string& png) {
  int first = 0, last = fold.grid.n[2] - 1;
  if (fold.folded && !fold.grid.is_section()) {
    const std::vector<LayerBoundary> boundaries = fold.layering().boundaries();
    LayerBoundary drawn = boundaries.back();  // of the oldest sequence
    drawn.level = 0.0;
    const auto youngest = depths_of(fold, boundaries.front()), oldest = depths_of(fold, boundaries.back()),
               horizon = depths_of(fold, drawn);
    const double h = fold.grid.h[2];
    if (!horizon.empty() && outcrop_tells_more(scenario, fold))
      first = static_cast<int>(horizon[horizon.size() / 2] / h);
    else if (!youngest.empty())
      first = std::max(0, static_cast<int>(youngest.front() / h) - 2);
    if (!oldest.empty())
      last = std::min(last, static_cast<int>(oldest.back() / h + foot_part * fold.grid.n[2]) + 1);
  }
  Scenario block = scenario;
  block.grid.n[2] = last - first + 1;
  block.grid.origin.z += first * fold.grid.h[2];
  FoldResult part;
  part.grid = block.grid;
  part.arrival = levels_of(fold.arrival, first, block.grid.n[2]);
  part.velocity = levels_of(fold.velocity, first, block.grid.n[2]);
  part.bands = fold.bands;
  for (const CutSurface& cut : fold.cuts)
    part.cuts.push_back({cut.name, levels_of(cut.height, first, block.grid.n[2]),
                         cut.flat.empty() ? Field<float>() : levels_of(cut.flat, first, block.grid.n[2]),
                         cut.drape, cut.first, cut.bands});
  part.velocity_file = fold.velocity_file;
  part.slowest = fold.slowest;
  part.fastest = fold.fastest;
  part.folded = fold.folded;

  OffscreenCanvas canvas(thumbnail_width, thumbnail_height);
  StructureScene scene;
  scene.renderer()->GradientBackgroundOff();
  StructureOptions options;
  options.legend = options.words = options.survey = options.axis = options.handles = options.layers =
      options.horizon = false;
  scene.set_options(options);
  scene.show_scenario(block);
  scene.show_fold({std::shared_ptr<const FoldResult>{}, &part}, {}, scenario.stack);
  // The sides that face the eye.
  scene.set_slice(0, block.grid.n[0] - 1);
  scene.set_slice(1, 0);
  scene.set_slice(2, 0);
  canvas.write(scene, png);
}

}  // namespace foldwave
