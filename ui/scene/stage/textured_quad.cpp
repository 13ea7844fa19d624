#include "ui/scene/stage/textured_quad.hpp"

#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkTexture.h>

namespace foldwave {

vtkSmartPointer<vtkTexture> picture_texture(vtkImageData* image, bool smooth) {
  auto texture = vtkSmartPointer<vtkTexture>::New();
  texture->SetInputData(image);
  texture->SetColorModeToDirectScalars();
  texture->SetInterpolate(smooth);
  texture->RepeatOff();
  texture->EdgeClampOn();
  return texture;
}

void place_picture(vtkPolyData* quad, vtkImageData* image,
                   const std::array<std::array<double, 3>, 4>& corners, bool on_samples) {
  const int* const size = image->GetDimensions();
  const double u = on_samples ? 0.5 / size[0] : 0.0, v = on_samples ? 0.5 / size[1] : 0.0;
  const double places[4][2] = {{u, v}, {1 - u, v}, {1 - u, 1 - v}, {u, 1 - v}};
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto coordinates = vtkSmartPointer<vtkFloatArray>::New();
  coordinates->SetNumberOfComponents(2);
  for (std::size_t i = 0; i < 4; ++i) {
    points->InsertNextPoint(corners[i].data());
    coordinates->InsertNextTuple(places[i]);
  }
  auto polygon = vtkSmartPointer<vtkCellArray>::New();
  const vtkIdType ids[4] = {0, 1, 2, 3};
  polygon->InsertNextCell(4, ids);
  quad->SetPoints(points);
  quad->SetPolys(polygon);
  quad->GetPointData()->SetTCoords(coordinates);
  quad->Modified();
}

}  // namespace foldwave
