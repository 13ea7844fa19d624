// The files that a scenario refers to: picks, triangles, volumes of speeds or velocities, a wavelet, a
// backdrop; its variants' too. A relative name is looked for in the scenario's folder.
#pragma once

#include <string>
#include <vector>

#include "core/model/scenario.hpp"

namespace foldwave {

std::vector<std::string*> files_of(Scenario& scenario);  // none of them empty
bool refers_to_files(const Scenario& scenario);

// How a scenario in `folder` names a file: one that lies inside the folder relative to it, so that both can
// be moved together, any other in full.
std::string name_from_folder(const std::string& folder, const std::string& file);

// The scenario for another folder: files that were found beside the old one are named in full.
Scenario moved_to_folder(Scenario scenario, const std::string& folder);

}  // namespace foldwave
