#include "core/wave/source/wavelet_file.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/base/kaiser_sinc.hpp"
#include "core/base/text.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/text_lines.hpp"

namespace foldwave {

SampledWavelet read_wavelet(const std::string& file, const std::string& folder, double interval) {
  std::filesystem::path path(file);
  if (path.is_relative() && !folder.empty()) path = std::filesystem::path(folder) / path;
  const std::string name = path.string(), text = read_whole_file(path, most_bytes::small);
  const Job job;
  TextLines lines(text, name, "a wavelet: one sample, or time and sample, a line", job);
  SampledWavelet wavelet;
  std::vector<double> times;
  std::string_view line;
  while (lines.next(line)) {
    std::string_view rest = trimmed(line);
    if (rest.empty() || rest.front() == '#') continue;
    std::vector<double> row;
    for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
      double value = 0.0;
      if (!whole_number(word, value) || is_null_value(value))
        lines.fail(shown(word) + " is no number", "give samples, or times and samples");
      row.push_back(value);
    }
    const std::size_t columns = times.empty() ? 1 : 2;
    if (row.size() > 2 || (!wavelet.values.empty() && row.size() != columns))
      lines.fail(std::to_string(row.size()) + " numbers", "give one or two columns throughout");
    if (row.size() == 2) times.push_back(row[0]);
    wavelet.values.push_back(row.back());
  }
  if (wavelet.values.size() < 2) throw InputError(name, "holds fewer than two samples", "give more");
  wavelet.interval = interval;
  if (!times.empty()) {
    wavelet.begin = times.front();
    const double step = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
    for (std::size_t n = 0; n < times.size(); ++n)
      if (!(step > 0.0) || std::abs(times[n] - times.front() - static_cast<double>(n) * step) > 0.01 * step)
        throw InputError(name, "its times are not at equal, growing intervals",
                         "sample " + std::to_string(n + 1) + " stands at " + number_text(times[n]) + " s");
    if (interval > 0.0 && std::abs(step / interval - 1.0) > 1e-3)
      throw InputError("/survey/wavelet/interval",
                       number_text(interval) + " s is not the " + number_text(step) + " s of " + name,
                       "leave it out for a file of two columns");
    wavelet.interval = step;
  }
  if (!(wavelet.interval > 0.0))
    throw InputError("/survey/wavelet/interval", "is missing for the one column of " + name,
                     "give the seconds between its samples");
  return wavelet;
}

std::vector<float> resampled(const SampledWavelet& wavelet, double delay, double amplitude, double dt,
                             int samples) {
  constexpr double half_width = 16.0;
  const KaiserSinc windowed_sinc(half_width, 8.0);
  const double cut = std::min(1.0, wavelet.interval / dt);  // of the file's Nyquist frequency
  const double reach = half_width / cut;
  const auto last = static_cast<double>(wavelet.values.size() - 1);
  const double end = (delay + wavelet.begin + (last + reach) * wavelet.interval) / dt;
  const int count = static_cast<int>(std::clamp(end + 1.0, 0.0, static_cast<double>(std::max(samples, 0))));
  std::vector<float> series(static_cast<std::size_t>(count));
  for (int n = 0; n < count; ++n) {
    const double at = (n * dt - delay - wavelet.begin) / wavelet.interval;
    const int from = static_cast<int>(std::max(std::ceil(at - reach), 0.0));
    const int to = static_cast<int>(std::min(std::floor(at + reach), last));
    double sum = 0.0;
    for (int m = from; m <= to; ++m)
      sum += wavelet.values[static_cast<std::size_t>(m)] * windowed_sinc(cut * (at - m));
    series[static_cast<std::size_t>(n)] = static_cast<float>(amplitude * cut * sum);
  }
  return series;
}

}  // namespace foldwave
