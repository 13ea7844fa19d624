// A time series of .hdf files for ParaView: NAME.hdf.series, a JSON list of files with their times in
// seconds, in the order of these, however they are added. It is rewritten, whole or not at all, with each
// `add`, so that a stopped run leaves a readable series. Paths in it are relative to it, so that the folder
// can be moved. Errors: InputError for a time that is not finite, a place that cannot be written, a file that
// is no series; ResourceError for a full disk.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace foldwave {

class HdfSeries {
 public:
  explicit HdfSeries(std::filesystem::path path);  // writes the series with no file yet

  void add(double time, const std::filesystem::path& file);
  // Several, written at once.
  struct Timed {
    double time = 0.0;
    std::filesystem::path file;
  };
  void add(std::span<const Timed> files);

  struct Frame {
    std::string name;  // relative to the series
    double time = 0.0;
  };
  const std::vector<Frame>& frames() const { return frames_; }

 private:
  void write(const std::vector<Frame>& frames) const;

  std::filesystem::path path_;
  std::vector<Frame> frames_;
};

std::vector<HdfSeries::Frame> read_hdf_series(const std::filesystem::path& path);

}  // namespace foldwave
