// Whether a volume from a file covers the box that asks for its values.
#pragma once

#include <string>

#include "core/base/grid.hpp"
#include "core/model/findings.hpp"

namespace foldwave {

// An error under `path` where the two are apart, a warning where the volume ends inside the box or has one
// node along x and the box more; one along y is a line's, which says nothing about the places beside it.
void add_cover_findings(const Grid3& volume, const Grid3& box, const std::string& path, Findings& findings);

}  // namespace foldwave
