// What a scenario's wave brings to the receivers of a recorded gather, against what they recorded: would this
// drawn model have given these data? The wave is modelled at the recorded receivers and comes to the recorded
// samples' clock; first breaks of both are held against first arrivals through the model's velocity
// (imaging/residual). What was recorded after the wave's end is left out.
//
// Errors: InputError naming the JSON path, or the file with its trace; those of run_wave; Stopped.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/engine/backend.hpp"
#include "core/engine/fold_result.hpp"
#include "core/imaging/residual/first_break.hpp"
#include "core/imaging/residual/gather_residual.hpp"

namespace foldwave {

struct GatherComparison {
  Gather predicted, recorded;  // of the same receivers and samples
  double scale = 1.0;          // that the predicted one was multiplied by to fit best: the shot's strength
  GatherResidual residual;     // after it
  // Recorded and predicted breaks less the travel time of the first source; of traces that have one.
  FirstBreakResidual recorded_breaks, predicted_breaks;
  std::vector<double> travel_times;  // that they were held against, a receiver each; empty: they were not
  double break_delay = 0.0;          // from such a time to where a break is picked, s
  std::string read_from;             // which bytes of the headers told the receivers
  double seconds = 0.0;
  std::vector<std::string> warnings;
};

// A SEG-Y gather with geometry in map coordinates, where these headers hold it.
struct RecordedFile {
  std::filesystem::path file;
  ShotHeaders headers{};
};
// That, with the headers of the scenario's imaging, where it has one.
RecordedFile recorded_file(const Scenario& scenario, std::filesystem::path file);

// `scaled`: the strength is found, not taken.
GatherComparison compare_with_recorded(const Scenario& scenario, const FoldResult& fold,
                                       const Backend& backend, const RecordedFile& recorded, bool scaled,
                                       const Job& job);

}  // namespace foldwave
