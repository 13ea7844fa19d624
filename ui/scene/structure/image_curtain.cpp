#include "ui/scene/structure/image_curtain.hpp"

#include <vtkActor.h>
#include <vtkImageData.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkTexture.h>

#include <cstring>

#include "ui/scene/stage/textured_quad.hpp"

namespace foldwave {
namespace {

constexpr ImageLook curtain_look{ImageColors::gray, 0.85, 1.0};

}  // namespace

ImageCurtain::ImageCurtain(vtkRenderer* renderer)
    : picture_(vtkSmartPointer<vtkImageData>::New()),
      quad_(vtkSmartPointer<vtkPolyData>::New()),
      actor_(vtkSmartPointer<vtkActor>::New()) {
  auto mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  mapper->SetInputData(quad_);
  // In front of a slice in the same plane.
  mapper->SetResolveCoincidentTopologyToPolygonOffset();
  mapper->SetRelativeCoincidentTopologyPolygonOffsetParameters(-1.0, -2.0);
  actor_->SetMapper(mapper);
  actor_->SetTexture(picture_texture(picture_, true));
  actor_->GetProperty()->LightingOff();
  actor_->PickableOff();
  actor_->VisibilityOff();
  // What is see-through is drawn after the rock.
  actor_->ForceTranslucentOn();
  renderer->AddActor(actor_);
}

void ImageCurtain::show(const ShownImage& image, const MapLine& local) {
  const double largest = largest_of(image);
  const ImagePixels pixels =
      largest > 0.0 ? image_pixels(image, curtain_look, local, largest) : ImagePixels{};
  any_ = !pixels.colors.empty();
  set_visible(visible_);
  if (!any_) return;
  picture_->SetDimensions(pixels.columns, pixels.rows, 1);
  picture_->AllocateScalars(VTK_UNSIGNED_CHAR, 4);
  std::memcpy(picture_->GetScalarPointer(), pixels.colors.data(), pixels.colors.size() * 4);
  picture_->Modified();
  const MapLine line = image.line.value_or(local);
  const double deep = image.grid.extent().z;
  place_picture(quad_, picture_,
                {{{line.from[0], line.from[1], -deep},
                  {line.to[0], line.to[1], -deep},
                  {line.to[0], line.to[1], 0.0},
                  {line.from[0], line.from[1], 0.0}}},
                true);
}

void ImageCurtain::set_visible(bool visible) {
  visible_ = visible;
  actor_->SetVisibility(is_seen());
}

bool ImageCurtain::is_seen() const {
  return visible_ && any_;
}

}  // namespace foldwave
