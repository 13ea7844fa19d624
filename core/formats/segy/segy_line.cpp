#include "core/formats/segy/segy_line.hpp"

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

std::vector<std::size_t> segy_line_traces(const SegyFile& headers, SegyLineChoice choice, int number,
                                          const std::string& name) {
  const bool along_inline = choice == SegyLineChoice::inline_number;
  std::vector<std::size_t> chosen;
  int lowest = std::numeric_limits<int>::max(), highest = std::numeric_limits<int>::min();
  for (std::size_t t = 0; t < headers.geometry.size(); ++t) {
    const SegyTrace& trace = headers.geometry[t];
    const int here = along_inline ? trace.inline_number : trace.crossline_number;
    lowest = std::min(lowest, here), highest = std::max(highest, here);
    if (choice == SegyLineChoice::all || here == number) chosen.push_back(t);
  }
  if (chosen.empty())
    throw InputError(
        name,
        std::string("there is no ") + (along_inline ? "inline " : "crossline ") + std::to_string(number),
        headers.geometry.empty() ? "give a file with traces"
                                 : "give " + std::to_string(lowest) + " to " + std::to_string(highest));
  if (choice != SegyLineChoice::all)
    std::stable_sort(chosen.begin(), chosen.end(), [&](std::size_t a, std::size_t b) {
      const SegyTrace &p = headers.geometry[a], &q = headers.geometry[b];
      return along_inline ? p.crossline_number < q.crossline_number : p.inline_number < q.inline_number;
    });
  return chosen;
}

std::optional<SegyLineEnds> segy_line_ends(const SegyFile& headers, const std::vector<std::size_t>& traces) {
  using Place = std::array<double, 2>;
  const auto cdp = [](const SegyTrace& t) { return Place{t.cdp_x, t.cdp_y}; };
  const auto middle = [](const SegyTrace& t) {
    return Place{0.5 * (t.source.x + t.receiver.x), 0.5 * (t.source.y + t.receiver.y)};
  };
  std::vector<Place> places;
  for (const bool by_cdp : {true, false}) {
    places.clear();
    for (const std::size_t t : traces)
      places.push_back(by_cdp ? cdp(headers.geometry[t]) : middle(headers.geometry[t]));
    const bool apart =
        std::any_of(places.begin(), places.end(), [&](const Place& p) { return p != places.front(); });
    if (apart) break;
    places.clear();
  }
  if (places.empty()) return std::nullopt;
  const double last = static_cast<double>(places.size() - 1), middle_trace = 0.5 * last;
  Place mean{}, slope{};
  double spread = 0.0;
  for (std::size_t t = 0; t < places.size(); ++t) {
    const double from_middle = static_cast<double>(t) - middle_trace;
    spread += from_middle * from_middle;
    for (std::size_t a = 0; a < 2; ++a) {
      mean[a] += places[t][a] / (last + 1.0);
      slope[a] += from_middle * places[t][a];
    }
  }
  SegyLineEnds ends;
  for (std::size_t a = 0; a < 2; ++a) {
    slope[a] /= spread;
    ends.first[a] = mean[a] - slope[a] * middle_trace;
    ends.last[a] = mean[a] + slope[a] * middle_trace;
  }
  for (std::size_t t = 0; t < places.size(); ++t) {
    const double from_middle = static_cast<double>(t) - middle_trace;
    ends.misfit = std::max(ends.misfit, std::hypot(mean[0] + slope[0] * from_middle - places[t][0],
                                                   mean[1] + slope[1] * from_middle - places[t][1]));
  }
  return ends;
}

SegyLine segy_line(const SegyTraces& file, SegyLineChoice choice, int number, const std::string& name,
                   const Job& job, std::size_t most_traces) {
  const SegyFile& headers = file.headers();
  const std::vector<std::size_t> chosen = segy_line_traces(headers, choice, number, name);
  const std::size_t every = (chosen.size() + most_traces - 1) / most_traces;
  const std::size_t count = (chosen.size() - 1) / every + 1,
                    samples = static_cast<std::size_t>(headers.samples);
  SegyLine line{static_cast<int>(count),        headers.samples, headers.delay, headers.dt, {}, 0.0,
                segy_line_ends(headers, chosen)};
  line.values.resize(count * samples);
  for (std::size_t t = 0; t < count; ++t) {
    job.throw_if_stopped();
    file.read(chosen[t * every], std::span(line.values).subspan(t * samples, samples));
  }
  line.limit = clip_limit(line.values);
  return line;
}

}  // namespace foldwave
