// What lies between places that were measured, in words with units: of two the distance with its trend and
// plunge, of three both distances and the angle at the middle one.
#pragma once

#include <string>
#include <vector>

#include "core/engine/fold_result.hpp"
#include "core/model/scenario.hpp"
#include "ui/scene/rock/pointer_marks.hpp"

namespace foldwave {

// Places are local, metres; `level`: on a map, where none has a depth. Empty where there are less than two.
std::string measured_words(const std::vector<Vec3>& places, bool level);

// Of the layer at a place, across its bedding (core/geology/true_thickness.hpp); no places: there is none.
Measured measured_thickness(const FoldResult& fold, const LayerStack& stack, const Vec3& local);

}  // namespace foldwave
