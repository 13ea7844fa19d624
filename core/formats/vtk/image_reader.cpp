#include "core/formats/vtk/image_reader.hpp"

#include <vtkCallbackCommand.h>
#include <vtkCommand.h>
#include <vtkDataArray.h>
#include <vtkImageData.h>
#include <vtkInformation.h>
#include <vtkMatrix3x3.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkSmartPointer.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkXMLDataElement.h>
#include <vtkXMLImageDataReader.h>
#include <vtkXMLPImageDataReader.h>
#include <vtkXMLUtilities.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <new>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/vtk/xml_output.hpp"

namespace foldwave {

namespace {

// VTK reads on where the end is missing, with whatever it finds.
bool is_whole(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::int64_t>(in.tellg());
  std::string end(static_cast<std::size_t>(std::clamp<std::int64_t>(size, 0, 64)), ' ');
  in.seekg(size - static_cast<std::int64_t>(end.size()));
  in.read(end.data(), static_cast<std::streamsize>(end.size()));
  return end.find("</VTKFile>") != std::string::npos;
}

// In either case of letters, as who opens volumes takes it.
bool is_joint(const std::filesystem::path& path) {
  std::string suffix = path.extension().string();
  for (char& c : suffix)
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return suffix == ".pvti";
}

// The parts that a .pvti names are there and whole; VTK leaves zeros where one is not.
void require_parts(const std::filesystem::path& path) {
  const auto root =
      vtkSmartPointer<vtkXMLDataElement>::Take(vtkXMLUtilities::ReadElementFromFile(path.string().c_str()));
  vtkXMLDataElement* const image = root == nullptr ? nullptr : root->FindNestedElementWithName("PImageData");
  for (int e = 0; image != nullptr && e < image->GetNumberOfNestedElements(); ++e) {
    vtkXMLDataElement& piece = *image->GetNestedElement(e);
    if (piece.GetName() == nullptr || std::string("Piece") != piece.GetName()) continue;
    const char* const source = piece.GetAttribute("Source");
    const auto part = path.parent_path() / (source == nullptr ? "" : source);
    std::error_code unseen;
    if (!std::filesystem::is_regular_file(part, unseen))
      throw InputError(path.string(), "its part " + part.string() + " is not there",
                       "keep all parts beside it");
    if (!is_whole(part)) throw InputError(part.string(), "is cut: its end is missing", "write it again");
  }
}

Grid3 grid_of(vtkImageData& image, const std::string& name) {
  Grid3 grid;
  image.GetDimensions(grid.n.data());
  image.GetSpacing(grid.h.data());
  std::array<int, 6> extent{};
  image.GetExtent(extent.data());
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      if (image.GetDirectionMatrix()->GetElement(a, b) != (a == b ? 1.0 : 0.0))
        throw InputError(name, "its axes are turned", "write it with x east, y north, z up");
  std::array<double, 3> origin{};
  image.GetOrigin(origin.data());
  for (std::size_t a = 0; a < 3; ++a) {
    if (grid.n[a] < 1) throw InputError(name, "it has no nodes", "give an image with point data");
    if (!(grid.h[a] > 0.0) || !std::isfinite(grid.h[a]) || !std::isfinite(origin[a]))
      throw InputError(name, "its spacing or origin is no length", "give metres, spacing above 0");
    origin[a] += extent[2 * a] * grid.h[a];
  }
  for (const double o : origin)
    if (!(std::abs(o) < 1e12)) throw InputError(name, "its origin is beyond all maps", "give metres");
  grid.origin = {origin[0], origin[1], -(origin[2] + (grid.n[2] - 1) * grid.h[2])};
  return grid;
}

Field<float> component(vtkDataArray& array, int c, const Grid3& grid) {
  Field<float> field(grid.n);
  const vtkIdType layer = vtkIdType{1} * grid.n[0] * grid.n[1];
  for (int k = 0; k < grid.n[2]; ++k) {
    float* const to = field.data() + layer * k;
    const vtkIdType from = layer * (grid.n[2] - 1 - k);
    for (vtkIdType m = 0; m < layer; ++m)
      to[m] = static_cast<float>(array.GetComponent(from + m, c));
  }
  return field;
}

std::vector<std::string> scalar_names(vtkPointData& data) {
  std::vector<std::string> names;
  for (int a = 0; a < data.GetNumberOfArrays(); ++a) {
    vtkDataArray* const array = data.GetArray(a);  // null: of texts
    if (array != nullptr && array->GetName() != nullptr && array->GetNumberOfComponents() == 1)
      names.emplace_back(array->GetName());
  }
  return names;
}

}  // namespace

const ImageVolume::Array* ImageVolume::find(const std::string& name) const {
  const auto at = std::find_if(arrays.begin(), arrays.end(), [&](const Array& a) { return a.name == name; });
  return at == arrays.end() ? nullptr : &*at;
}

ImageVolume read_image(const std::filesystem::path& path, const std::vector<std::string>& wanted) {
  const std::string name = path.string();
  size_to_read(path, most_bytes::volume);
  const bool joint = is_joint(path);
  vtkSmartPointer<vtkXMLReader> reader = vtkSmartPointer<vtkXMLImageDataReader>::New();
  if (joint) reader = vtkSmartPointer<vtkXMLPImageDataReader>::New();
  int errors = 0;
  vtkNew<vtkCallbackCommand> listener;
  listener->SetClientData(&errors);
  listener->SetCallback(count_error);
  reader->AddObserver(vtkCommand::ErrorEvent, listener);
  if (reader->CanReadFile(name.c_str()) == 0)
    throw InputError(name, joint ? "is not a .pvti file" : "is not a .vti file", "give a VTK XML image");
  if (!is_whole(path)) throw InputError(name, "is cut: its end is missing", "write it again");
  if (joint) require_parts(path);
  reader->SetFileName(name.c_str());
  try {
    reader->UpdateInformation();
    if (errors > 0) throw InputError(name, "is cut or damaged", "write it again");
    std::array<int, 6> extent{};
    reader->GetOutputInformation(0)->Get(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), extent.data());
    double nodes = 1.0;
    for (std::size_t a = 0; a < 3; ++a)
      nodes *= static_cast<double>(extent[2 * a + 1]) - extent[2 * a] + 1.0;
    // As the file has it and as we keep it.
    const double need =
        nodes * static_cast<double>(std::max<std::size_t>(wanted.size(), 1)) * 2.0 * sizeof(float);
    if (need > static_cast<double>(available_memory_bytes()))
      throw ResourceError(name, "its " + number_text(nodes) + " nodes do not fit into memory",
                          "give a smaller volume");
    reader->Update();
    vtkImageData& image = *vtkImageData::SafeDownCast(reader->GetOutputDataObject(0));
    if (errors > 0) throw InputError(name, "is cut or damaged", "write it again");
    ImageVolume volume{grid_of(image, name), {}};
    for (const std::string& array_name : wanted.empty() ? scalar_names(*image.GetPointData()) : wanted) {
      vtkDataArray* const array = image.GetPointData()->GetArray(array_name.c_str());
      if (array == nullptr) continue;
      if (array->GetNumberOfTuples() != volume.grid.size())
        throw InputError(name, "array \"" + array_name + "\" has not one value a node", "write it again");
      ImageVolume::Array taken{array_name, {}};
      for (int c = 0; c < array->GetNumberOfComponents(); ++c)
        taken.components.push_back(component(*array, c, volume.grid));
      volume.arrays.push_back(std::move(taken));
    }
    return volume;
  } catch (const std::bad_alloc&) {
    throw ResourceError(name, "does not fit into memory", "give a smaller volume");
  }
}

}  // namespace foldwave
