#include "ui/scene/structure/layer_surfaces.hpp"

#include <vtkActor.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include "ui/scene/rock/horizon_surface.hpp"
#include "ui/scene/stage/color.hpp"

namespace foldwave {
namespace {

constexpr double younger_part = 0.3;  // of the layers' opacity

}  // namespace

void LayerSurfaces::show(const std::vector<vtkSmartPointer<vtkPolyData>>& surfaces) {
  for (const auto& actor : actors_)
    renderer_->RemoveActor(actor);
  actors_.clear();
  for (const auto& surface : surfaces) {
    actors_.push_back(surface_actor());
    set_surface(actors_.back(), surface);
    renderer_->AddActor(actors_.back());
  }
}

void LayerSurfaces::dress(const FoldResult* fold, const LayerStack& stack, const LayerLook& look) {
  const std::vector<LayerBoundary> boundaries =
      fold != nullptr ? fold->layering().boundaries() : std::vector<LayerBoundary>{};
  for (std::size_t i = 0; i < actors_.size(); ++i) {
    vtkProperty* const p = actors_[i]->GetProperty();
    const int above = static_cast<int>(i) + 1;
    const bool horizon = above == stack.horizon_is_top_of;
    // What later events have made of the drawn horizon stands for it.
    const bool stands_in = horizon && look.horizon && !fold->horizon && !fold->mesh;
    // A boundary is the top of the layer below it.
    const Rgb c = boundaries[i].cut != nullptr  ? theme::unconformity
                  : stands_in                   ? theme::horizon
                  : i + 1 < stack.layers.size() ? rgb(stack.layers[i + 1].color)
                                                : theme::missing;
    p->SetColor(c.r, c.g, c.b);
    // Younger boundaries lie over the drawn horizon: they are only hinted at.
    p->SetOpacity(stands_in                         ? 1.0
                  : above < stack.horizon_is_top_of ? younger_part * look.opacity
                                                    : look.opacity);
    const bool drawn = stands_in || (look.layers && (!horizon || look.past || !look.horizon));
    const bool due = p->GetOpacity() < 1.0 ? look.clear_due : look.solid_due;
    actors_[i]->SetVisibility(drawn && due && look.folded);
  }
}

}  // namespace foldwave
