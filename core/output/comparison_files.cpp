#include "core/output/comparison_files.hpp"

#include <cmath>

#include "core/base/text.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/output/run_folder.hpp"

namespace foldwave {

std::vector<ComparedTrace> compared_traces(const GatherComparison& made, const Vec3& origin) {
  // Without travel times there are no breaks.
  const auto at = [](const std::vector<std::optional<double>>& values, std::size_t r) {
    return r < values.size() ? values[r] : std::nullopt;
  };
  std::vector<ComparedTrace> traces;
  for (std::size_t r = 0; r < made.recorded.receivers.size(); ++r)
    traces.push_back({origin + made.recorded.receivers[r], made.residual.rms[r],
                      at(made.recorded_breaks.picked, r), at(made.recorded_breaks.residual, r),
                      at(made.predicted_breaks.picked, r)});
  return traces;
}

void write_comparison_table(const std::filesystem::path& file, const GatherComparison& made,
                            const Vec3& origin) {
  const auto cell = [](std::optional<double> value) {
    return value && std::isfinite(*value) ? number_text(*value, 9) : std::string();
  };
  std::string text = "x_m,y_m,depth_m,residual,first_break_s,first_break_residual_s,predicted_break_s\n";
  for (const ComparedTrace& one : compared_traces(made, origin)) {
    text += cell(one.receiver.x) + "," + cell(one.receiver.y) + "," + cell(one.receiver.z);
    for (const std::optional<double>& value :
         {std::optional(one.residual), one.first_break, one.first_break_residual, one.predicted_break})
      text += "," + cell(value);
    text += "\n";
  }
  write_file_atomically(file, text);
}

std::string write_difference_segy(const std::filesystem::path& file, const Scenario& scenario,
                                  const GatherComparison& made) {
  Scenario named = scenario;
  named.name += ", less what was recorded";
  WaveResult of_difference;
  of_difference.run.gather = made.residual.difference;
  return write_gather_segy(file, named, of_difference);
}

}  // namespace foldwave
