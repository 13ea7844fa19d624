// The shots of a SEG-Y file: traces of one shot number and one source place, in the file's order; with what
// a person must see of the geometry to tell whether the headers were read right. Units: metres.
#pragma once

#include <string>
#include <vector>

#include "core/formats/segy/segy.hpp"

namespace foldwave {

struct SegyShot {
  int number = 0;
  Vec3 source{};
  std::vector<std::size_t> traces;  // of the file
  double least_offset = 0.0, most_offset = 0.0;
};

struct SegyBounds {
  Vec3 low{}, high{};
};

struct SegyShots {
  std::vector<SegyShot> shots;
  std::vector<Vec3> receivers;  // each place once
  SegyBounds source_bounds, receiver_bounds;
  double least_offset = 0.0, most_offset = 0.0;
  std::vector<std::string> doubts;  // what no survey has, such as all receivers at one place
};

// Of a file's headers, which hold one trace or more.
SegyShots segy_shots(const SegyFile& headers);

// Whether the headers hold no geometry of shots: source and receiver of every trace are at one place.
bool lacks_offsets(const SegyFile& headers);

}  // namespace foldwave
