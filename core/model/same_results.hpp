// Whether results made of one scenario are those of another. What is of no influence: names, descriptions,
// colours, densities on a fold, the section that is drawn in, whether pictures are made, variants, and keys
// that this version does not know. All else counts, a key that is new too. Files are compared by where they
// lie, not by what they hold.
#pragma once

#include "core/model/scenario.hpp"

namespace foldwave {

bool same_fold(const Scenario& a, const Scenario& b);
bool same_wave(const Scenario& a, const Scenario& b);   // never of another fold
bool same_image(const Scenario& a, const Scenario& b);  // nor of another wave

// A short text that is the same for scenarios of one fold, one wave, or one image, whose events and layers
// have the same names: files that show it are named by these.
std::string fold_key(const Scenario& scenario);
std::string wave_key(const Scenario& scenario);
std::string image_key(const Scenario& scenario);

}  // namespace foldwave
