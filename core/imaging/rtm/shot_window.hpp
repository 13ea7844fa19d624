// The part of a model about a shot in which its image is made, where that has an aperture: across from the
// source, of the model's whole depth.
#pragma once

#include <array>

#include "core/imaging/rtm/shots.hpp"

namespace foldwave {

// Nodes first[a] .. first[a] + n[a] - 1 of a grid.
struct ShotWindow {
  std::array<int, 3> first{}, n{};
  bool operator==(const ShotWindow&) const = default;
};

// What lies just beyond the aperture sends waves into it: Marmousi's image, of 3 km, is then as good as one
// of the whole model, and one of the aperture alone is a hundredth worse.
inline constexpr double window_of_aperture = 1.2;

// All nodes within so many apertures, in metres, of the source along x and, of a volume, y, and as many as a
// stencil of this radius needs; 0: the whole grid.
ShotWindow window_about(const Grid3& grid, int radius, Vec3 source, double aperture);

// Of a model without sources, receivers and start: cut out, with CPML where the window ends inside it.
WaveModel model_in(const WaveModel& model, const ShotWindow& window);

// A position or a gather there, without the receivers that lie outside; and values back in the whole grid, 0
// where there are none, or a gather back among all receivers, silent where it has none.
Vec3 place_in(const Grid3& grid, const ShotWindow& window, Vec3 place);
bool has_inside(const Grid3& grid, const ShotWindow& window, Vec3 place);
Gather gather_in(const Grid3& grid, const ShotWindow& window, const Gather& gather);
Field<float> back_in_grid(const Grid3& grid, const ShotWindow& window, const Field<float>& values);
Gather among_all(const Grid3& grid, const ShotWindow& window, const std::vector<Vec3>& receivers,
                 const Gather& inside, int samples);

// The window of a shot in the middle, the widest one; of shots all over the model, the mean one.
ShotWindow widest_window(const Grid3& grid, int radius, double aperture);
ShotWindow mean_window(const Grid3& grid, int radius, double aperture);

}  // namespace foldwave
