// Continues a surface beyond its rim: straight on along its slope, in rings that grow outwards. Without it,
// nodes whose characteristic meets the horizon only beyond its end would be reached by diffraction round the
// rim, and layers would bend there for no geological reason.
#pragma once

#include "core/horizon/mesh/mesh_patches.hpp"

namespace foldwave {

// `length`: how far to go, metres. Patches from surface.outer_ring on come in pairs: the first has its outer
// edge opposite corner 0, the second touches the skirt's own rim with its corner 1.
void add_skirt(PatchSurface& surface, double length);

}  // namespace foldwave
