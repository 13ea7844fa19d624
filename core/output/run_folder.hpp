// The folder that a run writes: report.json, fold/, wave/ and pictures/ as docs/formats.md lists them.
// Volumes and surfaces need VTK; a build without it writes the gather and the report, and says in the report
// what is left out. Map coordinates, elevation up. Errors: InputError for a folder that cannot be written,
// ResourceError for a full disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/engine/fold_result.hpp"
#include "core/engine/wave_result.hpp"
#include "core/output/report.hpp"

namespace foldwave {

class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path folder);  // creates it, or throws

  const std::filesystem::path& path() const { return folder_; }

  void write_fold(const Scenario& scenario, const FoldResult& fold, StageReport& stage);
  void write_wave(const Scenario& scenario, const WaveResult& wave, StageReport& stage);
  void write_report(RunReport report);  // with the outputs so far
  // At a run's end: removes what an earlier run has written here and this one has not, then writes the
  // report. Gives what was removed.
  std::vector<std::string> finish(const RunReport& report);

  // Files of this folder so far, and the bytes of those from number `first` on.
  std::size_t output_count() const { return outputs_.size(); }
  const std::vector<std::string>& outputs() const { return outputs_; }  // relative to it
  std::int64_t output_bytes(std::size_t first) const;

  // A file of this folder, its own folder made and its name noted as an output.
  std::filesystem::path add_output(const std::filesystem::path& relative);

 private:
  std::filesystem::path folder_;
  std::vector<std::string> outputs_;
  std::vector<std::string> earlier_;  // of runs before this one
};

// Single products, for `export`. Each throws InputError when this build lacks VTK and the suffix needs it.
void write_volume(const std::filesystem::path& file, const FoldResult& fold, const std::string& what);
// Gives a warning when the gather had to be resampled to a whole number of microseconds, else nothing.
std::string write_gather_segy(const std::filesystem::path& file, const Scenario& scenario,
                              const WaveResult& wave, bool ibm_floats = false);

}  // namespace foldwave
