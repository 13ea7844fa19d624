#include "core/formats/vtk/image_parts.hpp"

#include <vtkNew.h>
#include <vtkXMLDataElement.h>

#include <sstream>

#include "core/base/text.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/vtk/image_writer.hpp"

namespace foldwave {

namespace {

// The numbers of an extent, layers counted from the deepest up.
std::array<int, 6> extent_of(const Grid3& grid, const ImageLayers& layers) {
  const int below = grid.n[2] - layers.first - layers.count;
  return {0, grid.n[0] - 1, 0, grid.n[1] - 1, below, below + layers.count - 1};
}

void nest(vtkXMLDataElement& in, vtkXMLDataElement& element, const char* name) {
  element.SetName(name);
  in.AddNestedElement(&element);
}

}  // namespace

std::filesystem::path image_part_file(const std::filesystem::path& joint, std::size_t part) {
  return joint.parent_path() / joint.stem() / (std::to_string(part) + ".vti");
}

void write_image_part(const std::filesystem::path& file, const ImagePart& part, const std::stop_token& stop) {
  require_folder(file.parent_path());
  Grid3 grid = part.grid;
  grid.n[2] = part.layers.count;
  grid.origin.z += part.layers.first * grid.h[2];
  ImageOptions options;
  options.time = part.time;
  options.stop = stop;
  options.layers_below = part.grid.n[2] - part.layers.first - part.layers.count;
  write_image(file, grid, {{part.array, part.values}}, options);
}

void join_image_parts(const std::filesystem::path& joint, const Grid3& grid,
                      std::span<const ImageLayers> parts, const std::string& array) {
  const std::array<double, 3> origin{grid.origin.x, grid.origin.y,
                                     -(grid.origin.z + (grid.n[2] - 1) * grid.h[2])};
  vtkNew<vtkXMLDataElement> file, image, points, values;
  file->SetName("VTKFile");
  file->SetAttribute("type", "PImageData");
  file->SetAttribute("version", "1.0");
  file->SetAttribute("byte_order", "LittleEndian");
  nest(*file, *image, "PImageData");
  image->SetVectorAttribute("WholeExtent", 6, extent_of(grid, {0, grid.n[2]}).data());
  image->SetIntAttribute("GhostLevel", 0);
  // VTK's own setters round to eleven digits.
  const auto exact = [&](const char* name, const std::array<double, 3>& of) {
    image->SetAttribute(name,
                        (exact_text(of[0]) + ' ' + exact_text(of[1]) + ' ' + exact_text(of[2])).c_str());
  };
  exact("Origin", origin);
  exact("Spacing", grid.h);
  nest(*image, *points, "PPointData");
  points->SetAttribute("Scalars", array.c_str());
  nest(*points, *values, "PDataArray");
  values->SetAttribute("type", "Float32");
  values->SetAttribute("Name", array.c_str());
  for (std::size_t part = 0; part < parts.size(); ++part) {
    vtkNew<vtkXMLDataElement> piece;
    const auto source = image_part_file(joint, part).lexically_relative(joint.parent_path());
    nest(*image, *piece, "Piece");
    piece->SetVectorAttribute("Extent", 6, extent_of(grid, parts[part]).data());
    piece->SetAttribute("Source", source.generic_string().c_str());
  }
  std::ostringstream text;
  text << "<?xml version=\"1.0\"?>\n";
  file->PrintXML(text, vtkIndent());
  write_file_atomically(joint, text.str());
}

}  // namespace foldwave
