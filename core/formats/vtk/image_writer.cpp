#include "core/formats/vtk/image_writer.hpp"

#include <vtkDataArray.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLImageDataWriter.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/vtk/xml_output.hpp"

namespace foldwave {

namespace {

void require_grid(const std::string& name, const Grid3& grid) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (grid.n[axis] < 1)
      throw InputError(name, "a grid of " + std::to_string(grid.n[axis]) + " nodes along an axis",
                       "give 1 or more");
    if (!(grid.h[axis] > 0.0) || !std::isfinite(grid.h[axis]))
      throw InputError(name, "a spacing of " + number_text(grid.h[axis]) + " m", "give a positive length");
  }
  if (!std::isfinite(grid.origin.x) || !std::isfinite(grid.origin.y) || !std::isfinite(grid.origin.z))
    throw InputError(name, "a map origin that is not a number", "give finite coordinates");
}

// The values with the layers of nodes in the order of the file.
template <class Array, class T>
void add_array(vtkImageData& image, const std::string& name, std::span<const T> values, const Grid3& grid,
               bool flip) {
  const auto layer = static_cast<std::size_t>(Index{1} * grid.n[0] * grid.n[1]);
  const auto layers = static_cast<std::size_t>(grid.n[2]);
  vtkNew<Array> array;
  array->SetName(name.c_str());
  if (flip) {
    array->SetNumberOfValues(static_cast<vtkIdType>(values.size()));
    T* const to = array->GetPointer(0);
    for (std::size_t k = 0; k < layers; ++k)
      std::copy_n(values.data() + (layers - 1 - k) * layer, layer, to + k * layer);
  } else {
    // VTK reads only: 1 says that the memory stays ours.
    array->SetArray(const_cast<T*>(values.data()), static_cast<vtkIdType>(values.size()), 1);
  }
  image.GetPointData()->AddArray(array);
}

void add_depth(vtkImageData& image, const Grid3& grid, bool flip) {
  const Index layer = Index{1} * grid.n[0] * grid.n[1];
  vtkNew<vtkFloatArray> array;
  array->SetName("depth");
  array->SetNumberOfValues(grid.size());
  float* to = array->GetPointer(0);
  for (int k = 0; k < grid.n[2]; ++k) {
    const int level = flip ? grid.n[2] - 1 - k : k;
    to = std::fill_n(to, layer, static_cast<float>(grid.origin.z + level * grid.h[2]));
  }
  image.GetPointData()->AddArray(array);
}

}  // namespace

void write_image(const std::filesystem::path& path, const Grid3& grid, const std::vector<ImageArray>& arrays,
                 const ImageOptions& options) {
  const std::string name = path.string();
  require_grid(name, grid);
  const bool flip = !options.depth_down;
  vtkNew<vtkImageData> image;
  const int below = options.layers_below;
  image->SetExtent(0, grid.n[0] - 1, 0, grid.n[1] - 1, below, below + grid.n[2] - 1);
  image->SetSpacing(grid.h.data());
  const double deepest = grid.origin.z + (grid.n[2] - 1 + below) * grid.h[2];
  image->SetOrigin(grid.origin.x, grid.origin.y, flip ? -deepest : grid.origin.z);

  try {
    for (const ImageArray& array : arrays) {
      const auto size = std::visit([](auto values) { return values.size(); }, array.values);
      if (static_cast<Index>(size) != grid.size())
        throw InputError(name,
                         "array \"" + array.name + "\" has " + std::to_string(size) + " values for " +
                             std::to_string(grid.size()) + " nodes",
                         "give one value a node");
      if (const auto* reals = std::get_if<std::span<const float>>(&array.values))
        add_array<vtkFloatArray>(*image, array.name, *reals, grid, flip);
      else
        add_array<vtkUnsignedCharArray>(*image, array.name,
                                        std::get<std::span<const std::uint8_t>>(array.values), grid, flip);
    }
    if (options.depth_array) add_depth(*image, grid, flip);
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(static_cast<std::size_t>(grid.size()) * sizeof(float));
  }
  // What ParaView colours by when it opens the file.
  if (!arrays.empty()) image->GetPointData()->SetActiveScalars(arrays.front().name.c_str());
  add_field_value(*image, "TimeValue", options.time);
  add_field_value(*image, "ErrorBound", options.error_bound);
  vtkNew<vtkXMLImageDataWriter> writer;
  write_xml(*writer, *image, path, options.stop);
}

}  // namespace foldwave
