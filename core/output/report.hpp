// report.json: what a run did, how long each stage took, what it warned of and what it wrote.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/engine/fold_result.hpp"
#include "core/engine/wave_result.hpp"
#include "core/geology/fold_geometry.hpp"

namespace foldwave {

using ReportValue = std::variant<double, std::int64_t, bool, std::string, std::nullptr_t>;

// What was foretold of a stage (core/engine/forecast), and what it took with its files and pictures.
struct StageForetold {
  double seconds = 0.0, low = 0.0, high = 0.0;  // 90 % of runs lie between
  double actual = 0.0;
};

struct StageReport {
  std::string name;
  double seconds = 0.0;
  bool stopped = false;
  std::vector<std::pair<std::string, ReportValue>> figures;
  std::vector<std::string> warnings;
  std::optional<StageForetold> foretold{};
};

struct RunReport {
  std::string scenario;
  std::string backend;
  std::string device;
  std::vector<StageReport> stages;
  std::vector<std::string> outputs;            // relative to the run's folder
  std::vector<std::string> earlier_outputs{};  // of runs before it, not removed yet
  std::optional<FoldGeometry> geometry{};
  std::string backend_reason{};  // why `auto` chose the back end; empty: there was nothing to choose
};

StageReport stage_report(const FoldResult& fold);
StageReport stage_report(const WaveResult& wave);

// With "format", versions, threads and peak_memory_bytes added; one JSON object, pretty.
std::string report_text(const RunReport& report);

}  // namespace foldwave
