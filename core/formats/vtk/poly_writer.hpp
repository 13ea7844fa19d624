// Surfaces, lines and points as .vtp files (VTK XML polygons, inline base64, zlib) that ParaView opens.
// Elevation up by default: z = -depth, and each triangle's corners are turned round, because a mirror turns
// the side that its normal shows: the same rock stays in front of it. Every file has a point array "depth",
// metres. Points are written in double precision. Errors: InputError for indices or scalars that do not fit
// or a place that cannot be written, ResourceError for a full disk; the file is whole or not there.
#pragma once

#include <filesystem>
#include <optional>

#include "core/formats/vtk/mesh.hpp"

namespace foldwave {

struct PolyOptions {
  bool depth_down = false;     // write z = depth, as it is inside the program (left-handed)
  std::optional<double> time;  // s, written as the field data array TimeValue
};

void write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh, const PolyOptions& options = {});
void write_polylines(const std::filesystem::path& path, const Polylines& lines,
                     const PolyOptions& options = {});
void write_points(const std::filesystem::path& path, const PointSet& points, const PolyOptions& options = {});

}  // namespace foldwave
