// The traces that /imaging looks at, and the medium that they are sent back through.
// Errors: those of image_setup.hpp and of pipeline.hpp.
#pragma once

#include "core/engine/location/image_setup.hpp"
#include "core/engine/wave_result.hpp"

namespace foldwave {

struct ImageTraces {
  Gather gather;
  double data_step = 0.0;             // of the leapfrog that modelled it; 0: recorded
  std::string data;                   // "modelled", or the file's name
  std::string read_from;              // which bytes of the file's headers told the receivers
  std::optional<std::int64_t> began;  // of a file that tells it
  std::vector<std::string> warnings;
  double modelled_seconds = 0.0;  // of the wave that was run for them
};

// Of the scenario's file; or of `wave`, which is run first where it is null, with the noise that is asked
// for.
ImageTraces image_traces(const Scenario& scenario, const FoldResult& fold, const WaveResult* wave,
                         const Backend& backend, const Job& job);

// The fold must outlive it.
LocateSetup image_medium(const Scenario& scenario, const FoldResult& fold, double data_step, const Job& job);

}  // namespace foldwave
