// The scenarios of the short runs that measure a machine (calibrate.hpp), most telling first.
#pragma once

#include <string>
#include <vector>

#include "core/engine/backend.hpp"
#include "core/model/scenario.hpp"

namespace foldwave {

std::vector<Scenario> fold_cases(const Backend& backend);
std::vector<Scenario> wave_cases(const Backend& backend);
std::vector<Scenario> device_wave_cases();  // of them those of a device
std::vector<Scenario> survey_cases(const Backend& backend);
std::vector<Scenario> image_cases(const Backend& backend);  // of modelled gathers

// A fold train of four layers over `n` nodes 10 m apart.
Scenario short_fold(std::array<int, 3> n);

// Its wave, of so many steps below the stability limit, without receivers and snapshots.
Scenario short_wave(std::array<int, 3> n, int order, int steps);

void set_densities(Scenario& scenario);
void add_receivers(Scenario& scenario);  // 1500 on a line, 2500 on a carpet

}  // namespace foldwave
