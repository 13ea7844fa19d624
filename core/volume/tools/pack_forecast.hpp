// What a volume will take packed, before it is: some of its bricks are read, packed and written to a file
// that goes again. Which, is drawn from stretches of bricks in the order of what is in them, as a few lines
// through them tell, or their bytes where they lie packed already.
#pragma once

#include "core/volume/tools/volume_pack.hpp"

namespace foldwave {

// What the bricks that were taken tell of the others: 90 % of it between `low` and `high`.
struct PackEstimate {
  double value = 0.0, low = 0.0, high = 0.0;
};

struct PackForecast {
  PackEstimate bytes;        // of the file; its own where every brick was taken
  PackEstimate seconds;      // by all threads; writing as the system's memory takes it
  double error_bound = 0.0;  // absolute; of a relative one by the range of what was read
  Index nodes = 0, looked_at = 0;
};

// How much is looked at: of the bricks so many, and as many as are read in these seconds, but eight.
struct PackSample {
  std::size_t bricks = 128;
  double seconds = 1.0;
};

// Beside `to`, which is not touched; in seconds, whatever the volume. Errors: those of pack_volume_file, of
// damaged bricks those of which some were read.
PackForecast foretell_pack(const VolumeSource& source, const std::filesystem::path& to,
                           const PackChoice& choice, const Job& job = {}, const PackSample& sample = {});

}  // namespace foldwave
