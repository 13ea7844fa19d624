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

void LayerSurfaces::show(const std::vector<vtkSmartPointer<vtkPolyData>>& surfaces,
                         const std::vector<vtkSmartPointer<vtkPolyData>>& lids) {
  for (vtkActor* const actor : actors())
    renderer_->RemoveActor(actor);
  const auto make = [this](const auto& from, auto& to) {
    to.clear();
    for (const auto& surface : from) {
      to.push_back(surface_actor());
      set_surface(to.back(), surface);
      renderer_->AddActor(to.back());
    }
  };
  make(surfaces, actors_);
  make(lids, lids_);
}

std::vector<vtkActor*> LayerSurfaces::actors() const {
  std::vector<vtkActor*> all(actors_.begin(), actors_.end());
  all.insert(all.end(), lids_.begin(), lids_.end());
  return all;
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
    const bool wished = stands_in || (look.layers && (!horizon || look.past || !look.horizon));
    // Of solid rock the horizon alone is seen, where what is younger is left out.
    const bool drawn = wished && (!look.solid || (horizon && !look.cover));
    const bool due = p->GetOpacity() < 1.0 ? look.clear_due : look.solid_due;
    actors_[i]->SetVisibility(drawn && due && look.folded);
  }
  for (const auto& lid : lids_) {
    lid->GetProperty()->SetColor(theme::unconformity.r, theme::unconformity.g, theme::unconformity.b);
    lid->SetVisibility(look.solid && !look.cover && look.solid_due && look.folded);
  }
}

}  // namespace foldwave
