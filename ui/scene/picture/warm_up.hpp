// Draws one small picture of each kind on the thread that calls. A driver compiles a view's shaders inside
// its first draw call, tenths of a second each, and keeps them on disk: after this a window's thread finds
// them. Where they are kept already it takes about as long as the pictures.
#pragma once

#include "core/model/scenario.hpp"

namespace foldwave {

// On fewer nodes than the scenario has. Throws what folding and drawing throw.
void warm_up_drawing(const Scenario& example);

}  // namespace foldwave
