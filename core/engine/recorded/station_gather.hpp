// The traces that stations recorded and the places where they stand, joined into a gather.
//
// Which trace stands where is told by the codes that both have; channels of a known station that the table
// does not list are left out. The window is what all traces have: from the latest begin to the earliest end.
// Its clock is that of the trace that begins last; of another trace the nearest sample is taken, which is off
// by half a sample at most, and over the whole window its interval may drift by half a sample.
//
// A trace with a fault of its own, of a station that the table does not have, or with a gap in the window is
// refused or left out, as is asked. Refused always: two channels at one place, traces that share no time, and
// intervals that differ.
// Units: metres, z depth; seconds; microseconds since 1970. Errors: InputError naming trace, time and remedy.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/formats/stations/miniseed.hpp"
#include "core/formats/stations/station_table.hpp"
#include "core/imaging/locate/gather_check.hpp"

namespace foldwave {

struct StationGather {
  Gather gather;           // receivers in map coordinates
  std::int64_t began = 0;  // its sample 0
};

// `warnings` takes what was left out, and what the reader had to say.
StationGather station_gather(const SeedFile& file, const std::vector<Station>& stations, BadTraces bad,
                             std::vector<std::string>& warnings);

}  // namespace foldwave
