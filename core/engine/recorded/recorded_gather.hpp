// The recorded traces that a scenario's imaging names: a SEG-Y gather, or a miniSEED file with the table of
// its stations. Errors: InputError naming the file, its trace and the remedy; ResourceError; Stopped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/model/scenario.hpp"
#include "core/wave/wave_model.hpp"

namespace foldwave {

struct RecordedGather {
  Gather gather;          // receivers local to the grid
  std::string read_from;  // which bytes of the headers hold the receivers; empty: a table has them
  std::optional<std::int64_t> began;  // its time zero, microseconds since 1970; none: the file tells no day
};

// A SEG-Y file that begins after time zero is padded with zeros before; `warnings` takes what the readers
// have to say.
RecordedGather read_gather(const Scenario& scenario, std::vector<std::string>& warnings, const Job& job);

}  // namespace foldwave
