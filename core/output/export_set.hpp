// Several products of a fold and its wave into one folder, for other programs to open together:
//
//   NAME-velocity.vti, NAME-horizon.vtp, NAME-1-top-of-LAYER.vtp, NAME-2-UNCONFORMITY.vtp, ..,
//   NAME-thickness.csv, NAME-gather.sgy, NAME-snapshots.pvd with NAME-snapshots/step_000100.vti, .., or
//   NAME-snapshots.hdf.series with NAME-snapshots/step_000100.hdf, .. (deflate),
//   NAME-paraview.py, NAME-export.json
//
// The last lists what exports of this name have written, each file with its model. What they wrote of another
// model than the present one, and this export does not replace, is removed.
// Snapshots are written as they are kept, to the bit; how far these may lie from the computed ones is told in
// each file and as a warning. Each file is whole or not there. Errors: those of product.hpp; what of them
// concerns one layer's top alone (it lies outside the box) is a warning.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/output/earlier_files.hpp"
#include "core/output/product.hpp"

namespace foldwave {

struct ExportChoice {
  struct Wish {
    std::string what;    // of product_kinds(); layer-top: the tops of all layers
    std::string suffix;  // ".vtp"
  };
  std::filesystem::path folder;
  std::string name;  // how each file's name begins
  std::vector<Wish> wishes;
  bool snapshots = false;
  bool paraview = false;                 // a script that opens it all
  std::string snapshot_suffix = ".vti";  // or ".hdf"
};

struct TimedPressure {
  int step = 0;
  double time = 0.0;  // seconds
  const Field<float>* pressure = nullptr;
  std::function<Field<float>()> unpack{};  // in place of it: one after the other, as they are written
  double error_bound = 0.0;                // how far they may lie from the computed ones; 0: the same bits
};
struct ExportSource {
  const Scenario& scenario;
  const FoldResult& fold;
  const Scenario& wave_scenario;
  const WaveResult* wave = nullptr;  // null: none
  std::vector<TimedPressure> snapshots{};
  double pressure_limit = 0.0;               // where the colours of snapshots end
  const ImageResult* image = nullptr;        // of the events; null: none
  const Scenario* image_scenario = nullptr;  // that they were located for
  const SurveyResult* survey = nullptr;      // the seismic image; null: none
  const Scenario* survey_scenario = nullptr;
};

struct ExportFile {
  std::string name;    // below the folder
  double bytes = 0.0;  // at most, of volumes and gathers; 0: small
};

// NAME-paraview.py, with '_' for a comma, which parts names in ParaView's option --script.
std::string paraview_script_name(const ExportChoice& choice);

// What would be written, in order.
std::vector<ExportFile> export_files(const ExportChoice& choice, const ExportSource& source);

// Of what earlier exports of this name have left there: what this one would remove.
std::vector<std::string> stale_files(const ExportedFiles& earlier, const ExportChoice& choice,
                                     const ExportSource& source);

struct ExportOutcome {
  int files = 0;                       // written
  std::vector<std::string> removed{};  // of another model, from earlier exports
  std::vector<std::string> warnings;
};

// Throws Stopped; what was written until then stays.
ExportOutcome write_export(const ExportChoice& choice, const ExportSource& source, const Job& job);

}  // namespace foldwave
