#include "core/engine/recorded/recorded_gather.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/engine/recorded/station_gather.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/formats/segy/trace_words.hpp"

namespace foldwave {

namespace {

// Which of a trace's header tell its receiver.
std::string receiver_bytes(const SegyMapping& mapping) {
  const SegyMapping usual;
  if (mapping.receiver_x == usual.receiver_x && mapping.receiver_y == usual.receiver_y &&
      mapping.receiver_elevation == usual.receiver_elevation)
    return "bytes 81 to 88 and 41 to 44 of the trace headers";
  std::string bytes;
  for (const auto& [what, word] : {std::pair{"x", mapping.receiver_x}, std::pair{"y", mapping.receiver_y},
                                   std::pair{"elevation", mapping.receiver_elevation}})
    if (word.position > 0)
      bytes += (bytes.empty() ? "bytes " : ", ") + segy_word_text(word) + " (" + what + ")";
  return bytes.empty() ? "no bytes" : bytes + " of the trace headers";
}

std::string range_text(const std::vector<Vec3>& places, int axis) {
  const auto [low, high] = std::ranges::minmax(places, {}, [axis](const Vec3& at) { return at[axis]; });
  return number_text(low[axis], 10) +
         (high[axis] > low[axis] ? " to " + number_text(high[axis], 10) : std::string());
}

// Headers that are read at the wrong bytes put them far away, mostly.
void check_any_inside(const std::string& name, const std::vector<Vec3>& receivers, const Grid3& grid,
                      const std::string& bytes) {
  const Vec3 low = grid.origin, high = grid.origin + grid.extent();
  const auto inside = [&](const Vec3& at) {
    for (int a = 0; a < 3; ++a)
      if (grid.n[static_cast<std::size_t>(a)] > 1 && !(at[a] >= low[a] - 1e-6 && at[a] <= high[a] + 1e-6))
        return false;
    return true;
  };
  if (receivers.empty() || std::ranges::any_of(receivers, inside)) return;
  throw InputError(name,
                   "none of its " + std::to_string(receivers.size()) + " receivers lies in the grid: " +
                       bytes + " put them at x = " + range_text(receivers, 0) +
                       ", y = " + range_text(receivers, 1) + ", depth = " + range_text(receivers, 2),
                   "give the grid that it was recorded over, or the bytes that hold their places");
}

Gather segy_gather(const Scenario& scenario, std::vector<std::string>& warnings, const Job& job) {
  const std::string& name = scenario.imaging->data;
  const ShotHeaders& headers = scenario.imaging->headers;
  const SegyFile file = read_segy(std::filesystem::path(scenario.folder) / name, job, headers);
  for (const std::string& warning : file.warnings)
    warnings.push_back(warning);
  Gather gather;
  gather.dt = file.dt;
  const double before = file.delay / file.dt;
  if (!(before > -1e-6) || !(before < 1e6))
    throw InputError(name, "its traces begin at " + number_text(file.delay) + " s",
                     "give traces that begin at the survey's time zero or after it");
  const auto zeros = static_cast<std::size_t>(std::lround(before));
  gather.samples = file.samples + static_cast<int>(zeros);
  for (std::size_t t = 0; t < file.geometry.size(); ++t) {
    gather.receivers.push_back(file.geometry[t].receiver);
    const auto first = file.traces.begin() + static_cast<std::ptrdiff_t>(t) * file.samples;
    gather.traces.insert(gather.traces.end(), zeros, 0.0F);
    gather.traces.insert(gather.traces.end(), first, first + file.samples);
  }
  const auto at_first = [&](const Vec3& at) { return norm(at - gather.receivers.front()) == 0.0; };
  if (gather.receivers.size() > 1 && std::ranges::all_of(gather.receivers, at_first)) {
    const Vec3& at = gather.receivers.front();
    throw InputError(
        name,
        "the headers of its " + std::to_string(gather.receivers.size()) +
            " traces have all receivers at one place, x = " + number_text(at.x, 10) +
            ", y = " + number_text(at.y, 10) + ", depth = " + number_text(at.z, 10),
        "give the bytes that hold the receivers' places, in place of " + receiver_bytes(headers));
  }
  check_any_inside(name, gather.receivers, scenario.grid, receiver_bytes(headers));
  return gather;
}

}  // namespace

RecordedGather read_gather(const Scenario& scenario, std::vector<std::string>& warnings, const Job& job) {
  const Imaging& imaging = *scenario.imaging;
  const std::filesystem::path folder(scenario.folder);
  RecordedGather recorded;
  if (imaging.stations.empty()) {
    recorded.gather = segy_gather(scenario, warnings, job);
    recorded.read_from = receiver_bytes(imaging.headers);
  } else {
    StationGather made =
        station_gather(read_miniseed(folder / imaging.data, job),
                       read_stations(folder / imaging.stations, job), imaging.bad_traces, warnings);
    recorded.gather = std::move(made.gather);
    recorded.began = made.began;
  }
  for (Vec3& receiver : recorded.gather.receivers) {
    receiver = receiver - scenario.grid.origin;
    // A section has all receivers in its plane.
    if (scenario.grid.is_section()) receiver.y = 0.0;
  }
  return recorded;
}

}  // namespace foldwave
