// The layers' boundaries in the structure view as surfaces, each in the colour of the layer that it is the
// top of.
#pragma once

#include <vector>

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include "core/engine/fold_result.hpp"

class vtkActor;
class vtkRenderer;

namespace foldwave {

struct LayerLook {
  double opacity = 1.0;
  bool layers = true, horizon = true;  // whether they are shown
  bool past = false;                   // the drawn horizon is not T = 0 of the fold
  bool folded = true;                  // the scenario has layers
  bool solid = false, cover = false;   // as StructureOptions has them: what lies within rock is not seen
  bool solid_due = true,
       clear_due = true;  // that those which can, or cannot, be seen through are drawn already
};

class LayerSurfaces {
 public:
  explicit LayerSurfaces(vtkRenderer* renderer) : renderer_(renderer) {}

  // As Layering::boundaries has them, and the lids of solid rock (StructureGeometry).
  void show(const std::vector<vtkSmartPointer<vtkPolyData>>& surfaces,
            const std::vector<vtkSmartPointer<vtkPolyData>>& lids);
  void dress(const FoldResult* fold, const LayerStack& stack, const LayerLook& look);
  std::vector<vtkActor*> actors() const;  // of all

 private:
  vtkRenderer* renderer_;
  std::vector<vtkSmartPointer<vtkActor>> actors_, lids_;
};

}  // namespace foldwave
