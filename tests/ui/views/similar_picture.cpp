#include "tests/ui/views/similar_picture.hpp"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <vector>

namespace foldwave {
namespace {

constexpr int window = 8, stride = 4;
constexpr int patch = 16;  // pixels
constexpr double least_mean = 0.93, least_patch = 0.35;

struct Gray {
  int width = 0, height = 0;
  std::vector<double> values;
  double at(int x, int y) const {
    return values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
  }
};

// Slightly blurred: letters and edges may lie a fraction of a pixel elsewhere in another renderer.
Gray gray(const QImage& image) {
  const QImage small = image.convertToFormat(QImage::Format_Grayscale8);
  Gray g{small.width(), small.height(), {}};
  for (int y = 0; y < g.height; ++y)
    for (int x = 0; x < g.width; ++x) {
      double sum = 0.0;
      int count = 0;
      for (int j = std::max(y - 1, 0); j <= std::min(y + 1, g.height - 1); ++j)
        for (int i = std::max(x - 1, 0); i <= std::min(x + 1, g.width - 1); ++i, ++count)
          sum += qGray(small.pixel(i, j));
      g.values.push_back(sum / count);
    }
  return g;
}

double window_similarity(const Gray& a, const Gray& b, int x0, int y0) {
  double ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
  for (int y = y0; y < y0 + window; ++y)
    for (int x = x0; x < x0 + window; ++x) {
      const double p = a.at(x, y), q = b.at(x, y);
      ma += p, mb += q, aa += p * p, bb += q * q, ab += p * q;
    }
  constexpr double n = window * window, c1 = 6.5025, c2 = 58.5225;
  ma /= n, mb /= n;
  const double va = aa / n - ma * ma, vb = bb / n - mb * mb, cov = ab / n - ma * mb;
  return (2 * ma * mb + c1) * (2 * cov + c2) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
}

}  // namespace

Similarity similarity(const QImage& first, const QImage& second) {
  const Gray a = gray(first), b = gray(second);
  const int columns = (a.width - window) / stride + 1, rows = (a.height - window) / stride + 1;
  std::vector<double> values;
  double sum = 0.0;
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      values.push_back(window_similarity(a, b, i * stride, j * stride));
      sum += values.back();
    }
  constexpr int across = patch / stride;
  double worst = 1.0;
  for (int j = 0; j + across <= rows; j += across / 2)
    for (int i = 0; i + across <= columns; i += across / 2) {
      double part = 0.0;
      for (int y = j; y < j + across; ++y)
        for (int x = i; x < i + across; ++x)
          part += values[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) +
                         static_cast<std::size_t>(x)];
      worst = std::min(worst, part / (across * across));
    }
  return {sum / static_cast<double>(values.size()), worst};
}

bool keeping_baselines() {
  return !qEnvironmentVariable("FOLDWAVE_BASELINES").isEmpty();
}

QString similar_to_baseline(const QImage& picture, const char* name) {
  if (keeping_baselines()) {
    const QString folder = qEnvironmentVariable("FOLDWAVE_BASELINES");
    picture.convertToFormat(QImage::Format_RGB888).save(QString("%1/%2.png").arg(folder, name));
    return {};
  }
  const QString file = QString(FOLDWAVE_SOURCE_DIR "/tests/ui/baselines/%1.png").arg(name);
  const QImage baseline(file);
  if (baseline.isNull()) return file + " cannot be read";
  if (baseline.size() != picture.size())
    return QString("%1 x %2 pixels, the baseline has %3 x %4")
        .arg(picture.width())
        .arg(picture.height())
        .arg(baseline.width())
        .arg(baseline.height());
  const Similarity s = similarity(picture, baseline);
  if (s.mean >= least_mean && s.worst >= least_patch) return {};
  const QString seen = QDir::temp().filePath(QString("%1-differs.png").arg(name));
  picture.save(seen);
  return QString("%1: mean similarity %2 (at least %3), worst patch %4 (at least %5); see %6")
      .arg(name)
      .arg(s.mean)
      .arg(least_mean)
      .arg(s.worst)
      .arg(least_patch)
      .arg(seen);
}

}  // namespace foldwave
