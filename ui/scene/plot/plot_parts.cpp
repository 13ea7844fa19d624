#include "ui/scene/plot/plot_parts.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkImageData.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkTexture.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>

#include "ui/scene/stage/textured_quad.hpp"

namespace foldwave {
namespace {

vtkSmartPointer<vtkUnsignedCharArray> color_array(const std::vector<Rgb>& colors, std::size_t count) {
  auto bytes = vtkSmartPointer<vtkUnsignedCharArray>::New();
  bytes->SetNumberOfComponents(3);
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes3 c = to_bytes(colors[std::min(i, colors.size() - 1)]);
    bytes->InsertNextTypedTuple(c.data());
  }
  return bytes;
}

}  // namespace

PlotPart::PlotPart(vtkRenderer* renderer, double layer)
    : layer_(layer), data_(vtkSmartPointer<vtkPolyData>::New()), actor_(vtkSmartPointer<vtkActor>::New()) {
  auto mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  mapper->SetInputData(data_);
  actor_->SetMapper(mapper);
  actor_->GetProperty()->LightingOff();
  actor_->PickableOff();
  renderer->AddActor(actor_);
}

void PlotPart::set_stretch(double v_per_u) {
  actor_->SetScale(1.0, v_per_u, 1.0);
}

void PlotPart::set_visible(bool visible) {
  actor_->SetVisibility(visible);
}

void PlotPart::set_opacity(double opacity) {
  actor_->GetProperty()->SetOpacity(opacity);
}

void PlotPart::set_lift(double metres) {
  actor_->SetPosition(0.0, 0.0, metres);
}

PlotPicture::PlotPicture(vtkRenderer* renderer, double layer, bool smooth)
    : PlotPart(renderer, layer), image_(vtkSmartPointer<vtkImageData>::New()) {
  actor_->SetTexture(picture_texture(image_, smooth));
  actor_->VisibilityOff();
}

void PlotPicture::show(int width, int height, const std::vector<Bytes3>& pixels, const PlotBox& box,
                       bool on_samples) {
  image_->SetDimensions(width, height, 1);
  image_->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  auto* out = static_cast<unsigned char*>(image_->GetScalarPointer());
  for (const Bytes3& p : pixels)
    *out++ = p[0], *out++ = p[1], *out++ = p[2];
  image_->Modified();
  // One that lets through what is behind it must not be drawn after the lines that lie nearer.
  actor_->ForceOpaqueOn();
  on_samples_ = on_samples;
  place(box);
}

void PlotPicture::show_over(int width, int height, const std::vector<std::array<std::uint8_t, 4>>& pixels,
                            const PlotBox& box, bool on_samples) {
  image_->SetDimensions(width, height, 1);
  image_->AllocateScalars(VTK_UNSIGNED_CHAR, 4);
  auto* const out = static_cast<unsigned char*>(image_->GetScalarPointer());
  std::copy_n(pixels.front().data(), 4 * pixels.size(), out);
  image_->Modified();
  // Blended in its turn, over what is drawn before it and under lines that lie nearer.
  actor_->ForceOpaqueOn();
  on_samples_ = on_samples;
  place(box);
}

void PlotPicture::place(const PlotBox& box) {
  place_picture(data_, image_,
                {{{box.left, box.bottom, layer_},
                  {box.right, box.bottom, layer_},
                  {box.right, box.top, layer_},
                  {box.left, box.top, layer_}}},
                on_samples_);
}

PlotLines::PlotLines(vtkRenderer* renderer, double layer) : PlotPart(renderer, layer) {
  actor_->GetMapper()->SetScalarModeToUseCellData();
}

void PlotLines::clear() {
  lines_.clear();
  colors_.clear();
}

void PlotLines::add(const PlotLine& line, Rgb color) {
  if (line.size() < 2) return;
  lines_.push_back(line);
  colors_.push_back(color);
}

void PlotLines::finish() {
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  for (const PlotLine& line : lines_) {
    std::vector<vtkIdType> ids;
    for (const PlotPoint& p : line)
      ids.push_back(points->InsertNextPoint(p[0], p[1], layer_));
    cells->InsertNextCell(static_cast<vtkIdType>(ids.size()), ids.data());
  }
  data_->Initialize();
  data_->SetPoints(points);
  data_->SetLines(cells);
  if (!colors_.empty()) data_->GetCellData()->SetScalars(color_array(colors_, colors_.size()));
  data_->Modified();
  actor_->SetVisibility(!lines_.empty());
}

void PlotLines::set_width(double device_pixels) {
  actor_->GetProperty()->SetLineWidth(static_cast<float>(device_pixels));
}

PlotPoints::PlotPoints(vtkRenderer* renderer, double layer, double size, bool balls)
    : PlotPart(renderer, layer), size_(size) {
  actor_->GetProperty()->SetRenderPointsAsSpheres(balls);
  actor_->GetProperty()->SetLighting(balls);
  actor_->GetProperty()->SetAmbient(0.35);
  actor_->GetProperty()->SetDiffuse(0.75);
}

void PlotPoints::show(const std::vector<PlotPoint>& points, const std::vector<Rgb>& colors) {
  auto places = vtkSmartPointer<vtkPoints>::New();
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  for (const PlotPoint& p : points) {
    const vtkIdType id = places->InsertNextPoint(p[0], p[1], layer_);
    cells->InsertNextCell(1, &id);
  }
  data_->Initialize();
  data_->SetPoints(places);
  data_->SetVerts(cells);
  if (!points.empty()) data_->GetPointData()->SetScalars(color_array(colors, points.size()));
  data_->Modified();
  actor_->SetVisibility(!points.empty());
}

void PlotPoints::set_scale(double device_pixels) {
  actor_->GetProperty()->SetPointSize(static_cast<float>(size_ * device_pixels));
}

}  // namespace foldwave
