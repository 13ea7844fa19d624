// Where the values lie that a wave needs to be taken back (wave/stepper.hpp): of the user's nodes within the
// step's reach of an absorbing face, as there the pads have acted. Beyond, the step is the leapfrog alone.
//
//   reach = R, with a density 2 R - 1; at fourth order in time twice that
//
// A level's values are one array: rows by y, then z; of a row that is not wholly in a strip its two ends.
#pragma once

#include <vector>

#include "core/wave/padded_grid.hpp"
#include "core/wave/wave_model.hpp"

namespace foldwave {

struct StripRow {
  Index first = 0;          // of its values in the level
  int low = 0, high_x = 0;  // user's x 0 .. low - 1 and high_x .. n - 1; a whole row has low = high_x
};

class BoundaryStrips {
 public:
  BoundaryStrips() = default;
  BoundaryStrips(const PaddedGrid& padded, int reach);

  Index values() const { return values_; }  // of a level
  // Of the user's row (y, z).
  const StripRow& row(int y, int z) const {
    return rows_[static_cast<std::size_t>(y) + static_cast<std::size_t>(n_[1]) * static_cast<std::size_t>(z)];
  }
  int width() const { return n_[0]; }  // of a user's row

 private:
  std::array<int, 3> n_{};
  std::vector<StripRow> rows_;
  Index values_ = 0;
};

int strip_reach(const WaveModel& model);

// Of blocks of so many of a level's values: how many values further the next one along the face lies, by the
// row of the block's first value.
std::vector<unsigned char> strip_lags(const BoundaryStrips& strips, const std::array<int, 3>& nodes,
                                      std::size_t block);

}  // namespace foldwave
