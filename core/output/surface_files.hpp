// The drawn horizon and the layers' tops as files for other programs, by suffix: .vtp, .ts (GOCAD TSurf),
// .obj, .gltf and .glb in the layer's colour, .cps3 or .cps, .zmap and .irap (grids) and .xyz. Map
// coordinates, elevation up, in metres or another length, which .vtp, .gltf and .glb have none of.
//
// A grid and .xyz hold one elevation a column of the scenario's grid: what is overturned is refused, with the
// place. Errors: InputError for that, for a top that lies outside the box, for a surface of a section where
// the format holds none, for a suffix that needs VTK in a build without it.
#pragma once

#include <filesystem>
#include <string>

#include "core/engine/fold_result.hpp"
#include "core/formats/vtk/mesh.hpp"

namespace foldwave {

void write_horizon(const std::filesystem::path& file, const Scenario& scenario, const FoldResult& fold,
                   Unit unit = Unit::metre);

// A boundary as triangles or, in a section, as lines: inside the grid's box, without what was cut away, and
// never through a cell with a node that the front has not reached. The views draw these too.
TriangleMesh boundary_mesh(const Grid3& grid, const LayerBoundary& boundary);
// The same as files hold it, without slivers (horizon/mesh/mesh_weld.hpp).
TriangleMesh welded_boundary_mesh(const Grid3& grid, const LayerBoundary& boundary, const Job& job = {});
Polylines boundary_lines(const Grid3& grid, const LayerBoundary& boundary);

// "the top of \"reservoir\"" for boundary i, that of layer i + 1, or the event's name in quotes where it is
// the surface of an unconformity or an erosion.
std::string boundary_title(const Scenario& scenario, std::size_t boundary);
std::string boundary_name(const Scenario& scenario, std::size_t boundary);  // of that layer, or the event's
// As part of a file's name: "2-top-of-marl", or "2-old-land" where the boundary is a cut.
std::string boundary_file_name(const Scenario& scenario, const FoldResult& fold, std::size_t boundary);

void write_layer_top(const std::filesystem::path& file, const Scenario& scenario, const FoldResult& fold,
                     std::size_t boundary, const Job& job, Unit unit = Unit::metre);

// Of a layer, or an unconformity or an erosion, given by its name or its number in /layers/list, which is the
// number in the names of a run's files; empty where there is but one.
std::size_t boundary_of(const Scenario& scenario, const std::string& layer);

[[noreturn]] void throw_no_vtk(const std::filesystem::path& file);

}  // namespace foldwave
