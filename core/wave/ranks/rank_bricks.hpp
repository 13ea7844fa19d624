// A snapshot that the ranks of a wave pack: each the layers of bricks of which most planes are its own, for
// which others send the planes that it lacks, and rank 0 takes in their bytes. No rank has the whole field,
// and the bricks are those that pack_volume makes of it. Shapes: planes are those of the user's grid, x
// fastest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/scale/ranks/communicator.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

class RankBricks {
 public:
  // Rank r owns planes bounds[r] .. bounds[r + 1] - 1 of a grid of these nodes.
  RankBricks(Communicator& ranks, const std::array<int, 3>& nodes, std::vector<std::int32_t> bounds);

  std::span<float> own();  // the planes of this rank, to be filled before `pack`
  // On every rank; the facts count on rank 0 alone, which gets the volume.
  PackedVolume pack(const VolumeFacts& facts);

 private:
  struct Planes {
    int first = 0, last = 0;  // first .. last - 1
  };
  Planes owned(int rank) const;
  Planes wanted(int rank) const;  // by the layers of bricks that it packs; none where it packs none
  Planes of_layer(int layer) const;
  std::span<float> held(Planes planes);  // of this rank's values
  void exchange();

  Communicator& ranks_;
  BrickLayout layout_;
  std::vector<std::int32_t> bounds_;
  std::vector<Planes> layers_;  // of bricks, by rank: first .. last - 1
  Planes planes_;               // that `values_` has
  std::vector<float> values_;
};

}  // namespace foldwave
