// Where the slices of the structure view stand, and what is left of the rock that is cut away at them; a
// value, without drawing. Places are local, metres.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/grid.hpp"
#include "ui/scene/structure/structure_slices.hpp"

namespace foldwave {

// Where a line of sight meets a side of the rock that is left.
struct SideMet {
  Vec3 at;
  int axis = 0;  // across the side
  bool is_high = false;
};

class SlicePlaces {
 public:
  void set_grid(const Grid3& grid);                                    // in another box they stand likewise
  void set_cuts(const std::array<CutAway, 3>& cuts) { cuts_ = cuts; }  // across x, y and z
  bool move(int slice, int node);                                      // whether it stands elsewhere now
  void set_part(int slice, double part);                               // for the grids that come

  const Grid3& grid() const { return grid_; }
  const SliceParts& parts() const { return parts_; }
  int node(int slice) const { return nodes_[static_cast<std::size_t>(slice)]; }
  int node_of_part(int slice) const;
  bool has(int slice) const;  // the second ones are not always there
  bool cuts_at(int slice) const;
  bool is_high_end(int slice) const;   // where it cuts: of what is left
  std::string words(int slice) const;  // "x 1200 m"

  std::array<double, 2> left_along(int axis) const;  // between which places rock is left
  // The part of a line of sight that passes through what is left; nothing where none does.
  std::optional<std::array<Vec3, 2>> uncut(const Vec3& near, const Vec3& far) const;
  std::vector<SideMet> sides_met(const Vec3& near, const Vec3& far) const;
  std::array<Vec3, 4> frame_of(int slice) const;  // of what the other cuts leave of it

 private:
  CutAway cut(int axis) const { return cuts_[static_cast<std::size_t>(axis)]; }

  Grid3 grid_;
  SliceParts parts_ = usual_slice_parts;
  std::array<int, slice_count> nodes_{};
  std::array<CutAway, 3> cuts_{};
};

}  // namespace foldwave
