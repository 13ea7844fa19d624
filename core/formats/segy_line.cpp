#include "core/formats/segy_line.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"

namespace foldwave {
namespace {

constexpr double kept_part = 0.995;  // of the amplitudes

double clip_limit(const std::vector<float>& values) {
  std::vector<float> sizes;
  sizes.reserve(values.size());
  for (const float v : values)
    if (std::isfinite(v) && v != 0.0F) sizes.push_back(std::abs(v));
  if (sizes.empty()) return 0.0;
  const auto at = static_cast<std::ptrdiff_t>(kept_part * static_cast<double>(sizes.size() - 1));
  std::nth_element(sizes.begin(), sizes.begin() + at, sizes.end());
  return sizes[static_cast<std::size_t>(at)];
}

}  // namespace

SegyLine segy_line(const SegyFile& file, SegyLineChoice choice, int number, const std::string& name,
                   const Job& job) {
  const bool along_inline = choice == SegyLineChoice::inline_number;
  std::vector<std::size_t> chosen;
  int lowest = std::numeric_limits<int>::max(), highest = std::numeric_limits<int>::min();
  for (std::size_t t = 0; t < file.geometry.size(); ++t) {
    const SegyTrace& trace = file.geometry[t];
    const int here = along_inline ? trace.inline_number : trace.crossline_number;
    lowest = std::min(lowest, here), highest = std::max(highest, here);
    if (choice == SegyLineChoice::all || here == number) chosen.push_back(t);
  }
  if (chosen.empty())
    throw InputError(
        name,
        std::string("there is no ") + (along_inline ? "inline " : "crossline ") + std::to_string(number),
        file.geometry.empty() ? "give a file with traces"
                              : "give " + std::to_string(lowest) + " to " + std::to_string(highest));
  if (choice != SegyLineChoice::all)
    std::stable_sort(chosen.begin(), chosen.end(), [&](std::size_t a, std::size_t b) {
      const SegyTrace &p = file.geometry[a], &q = file.geometry[b];
      return along_inline ? p.crossline_number < q.crossline_number : p.inline_number < q.inline_number;
    });
  SegyLine line{static_cast<int>(chosen.size()), file.samples, file.delay, file.dt, {}, 0.0};
  const auto samples = static_cast<std::size_t>(file.samples);
  line.values.reserve(chosen.size() * samples);
  for (const std::size_t t : chosen) {
    job.throw_if_stopped();
    line.values.insert(line.values.end(), file.traces.begin() + static_cast<std::ptrdiff_t>(t * samples),
                       file.traces.begin() + static_cast<std::ptrdiff_t>((t + 1) * samples));
  }
  line.limit = clip_limit(line.values);
  return line;
}

}  // namespace foldwave
