// Means of what layers are made of over the cell of a node, the box that reaches halfway to its neighbours.
// A node takes its layer from the sign of T - level, so one that lies on a boundary hangs on T's last bit;
// the part of its cell that a layer fills does not: it is continuous in T and in the heights over cuts.
//
//   mean(x) = sum over layers l of share_l(x) value_l,   sum of shares = 1
//
// Each octant of the cell (quadrant, in a section) takes a field as a plane, with the trilinear value and
// gradient at its middle. What lies on one side of a plane in a box has a closed form (Scardovelli & Zaleski
// 2000). Where boundaries of two fields cross one octant, as an unconformity cuts off a bed, it is taken in
// 64 parts. A node on the grid's edge has the part of the cell that is inside. A place that no front reaches
// counts as far beyond its side.
#pragma once

#include <array>
#include <vector>

#include "core/base/field.hpp"
#include "core/fold/layers/layering.hpp"

namespace foldwave {

using LayerValues = std::array<double, 2>;  // two numbers of a layer

class CellMeans {
 public:
  // What the layering looks at must outlive this; `values` has one entry a layer.
  CellMeans(const Layering& layering, std::vector<LayerValues> values);

  LayerValues at(int i, int j, int k) const;

 private:
  Layering layering_;
  std::vector<LayerValues> values_;
};

// Of the box |t_a| <= 1/2, the share where value + sum of slope_a t_a > 0.
double share_above(double value, std::array<double, 3> slope);

// Of one row of a volume, along x: which nodes have another layer among their neighbours (26; 8 in a
// section). A cell without such a neighbour is of one layer.
std::vector<std::uint8_t> beside_boundaries(const Field<std::uint8_t>& layers, int j, int k);

}  // namespace foldwave
