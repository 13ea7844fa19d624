// A picture on four corners in space.
#pragma once

#include <array>

#include <vtkSmartPointer.h>

class vtkImageData;
class vtkPolyData;
class vtkTexture;

namespace foldwave {

// Of the image's bytes as they are; `smooth`: colours between its pixels are mixed.
vtkSmartPointer<vtkTexture> picture_texture(vtkImageData* image, bool smooth);

// Corners round the quad, from the picture's lower left one. `on_samples`: the centres of the outer pixels
// lie on the quad's edges, else the pixels' own edges do.
void place_picture(vtkPolyData* quad, vtkImageData* image,
                   const std::array<std::array<double, 3>, 4>& corners, bool on_samples);

}  // namespace foldwave
