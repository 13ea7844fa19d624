// The values of a volume that is packed in memory, by all threads of a parallel loop. Shapes as
// volume_file.hpp has them: a box of nodes, x fastest, the uppermost layer first; only the bricks that it
// needs are unpacked. Errors: InputError for a box beyond the grid and for bricks that are damaged, Stopped.
#pragma once

#include <span>

#include "core/base/field.hpp"
#include "core/base/progress.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

void unpack_box(const PackedVolume& volume, const NodeBox& box, std::span<float> out, const Job& job = {});

Field<float> unpack_volume(const PackedVolume& volume, const Job& job = {});

}  // namespace foldwave
