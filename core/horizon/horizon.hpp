// The initial horizon as a smooth height field depth = f(x, y) over the whole plane: inside the box as given,
// outside continued by its own formula or, for fitted surfaces, by its rim's slope. Twice differentiable
// where it is used for queries. Coordinates are local to the grid (map position minus the grid's origin).
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/grid.hpp"
#include "core/base/progress.hpp"
#include "core/horizon/bspline_grid.hpp"
#include "core/horizon/height_jet.hpp"
#include "core/horizon/train_surface.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

struct PlaneSurface {
  double f0, fx, fy;  // f = f0 + fx x + fy y
};
class Horizon {
 public:
  using Surface = std::variant<PlaneSurface, TrainSurface, BsplineGrid>;

  Horizon(Surface surface, bool section, double section_y)
      : surface_(std::move(surface)), section_(section), section_y_(section_y) {}

  // In a 2D section the surface is cylindrical: f(x, y) = f(x, section_y).
  HeightJet at(double x, double y) const;
  double depth(double x, double y) const;
  bool is_section() const { return section_; }
  double section_y() const { return section_y_; }
  const Surface& surface() const { return surface_; }

  // Bounds over the whole plane: of the slope's size, and of |f_xx|, |f_xy|, |f_yy| (infinite where only
  // samples can tell, as for a fitted surface). The step within which nine samples of a tile see all there
  // is.
  double steepest_slope() const;
  HeightJet bend_bound() const;
  double third_bound() const;  // of the third derivatives along x and y, per metre squared
  double smallest_feature() const;

  // Unit normal where the jet was taken, towards the upper (younger) side: n.z < 0.
  static Vec3 upward_normal(const HeightJet& jet);

 private:
  Surface surface_;
  bool section_;
  double section_y_;
};

// What the fit of a horizon from points says of itself.
struct HorizonReport {
  std::int64_t picks = 0;     // near the box
  std::string read;           // of a file: how it was read (picks_text)
  bool against_file = false;  // its sense was asked for otherwise than it says
  double rms_misfit = 0.0;    // metres between picks and surface
  double largest_misfit = 0.0;
  std::int64_t dips = 0;        // near the box
  double rms_dip_misfit = 0.0;  // degrees between the surface and them
};

// The horizon of a scenario's event in the grid's local coordinates. `folder` is where a relative file is
// looked for. Throws InputError naming `path` (the event's JSON path) or the file when points make no
// surface; Stopped within 0.1 s.
Horizon make_horizon(const HorizonSpec& spec, const Grid3& grid, const std::string& folder,
                     const std::string& path, HorizonReport* report = nullptr, const Job& job = {});

}  // namespace foldwave
