#include "core/volume/store/hdf_series.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/read_file.hpp"

namespace foldwave {

HdfSeries::HdfSeries(std::filesystem::path path) : path_(std::move(path)) {
  write({});
}

void HdfSeries::add(double time, const std::filesystem::path& file) {
  const Timed one{time, file};
  add({&one, 1});
}

void HdfSeries::add(std::span<const Timed> files) {
  const auto folder = std::filesystem::absolute(path_).lexically_normal().parent_path();
  std::vector<Frame> frames = frames_;
  for (const auto& [time, file] : files) {
    if (!std::isfinite(time))
      throw InputError(path_.string(), "a file at time " + number_text(time),
                       "give a finite time in seconds");
    const auto relative = std::filesystem::absolute(file).lexically_normal().lexically_relative(folder);
    frames.insert(std::ranges::upper_bound(frames, time, {}, &Frame::time),
                  {relative.generic_string(), time});
  }
  write(frames);
  frames_ = std::move(frames);
}

void HdfSeries::write(const std::vector<Frame>& frames) const {
  nlohmann::ordered_json series{{"file-series-version", "1.0"}, {"files", nlohmann::ordered_json::array()}};
  for (const Frame& frame : frames)
    series["files"].push_back({{"name", frame.name}, {"time", frame.time}});
  write_file_atomically(path_,
                        series.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

std::vector<HdfSeries::Frame> read_hdf_series(const std::filesystem::path& path) {
  const nlohmann::json series =
      nlohmann::json::parse(read_regular_file(path, most_bytes::small), nullptr, false);
  const auto refuse = [&](const std::string& problem) {
    throw InputError(path.string(), problem, "give a .hdf.series file as ParaView has it");
  };
  if (!series.is_object() || !series.contains("files") || !series["files"].is_array())
    refuse("is no series of files");
  std::vector<HdfSeries::Frame> frames;
  for (const auto& file : series["files"]) {
    if (!file.is_object() || !file.contains("name") || !file["name"].is_string() || !file.contains("time") ||
        !file["time"].is_number() || !std::isfinite(file["time"].get<double>()))
      refuse("file " + std::to_string(frames.size() + 1) + " of it has no name or no time");
    frames.push_back({file["name"], file["time"]});
  }
  return frames;
}

}  // namespace foldwave
