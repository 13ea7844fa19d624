#include "ui/dialogs/fit/misfit_plots.hpp"

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/pictures/picture_actions.hpp"
#include "ui/scene/stage/color.hpp"
#include "ui/widgets/number_words.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr int border = 12, scale_width = 74, bin_count = 41;

QColor misfit_color(double misfit, double range) {
  const Bytes3 c = diverging_map().at(0.5 + 0.5 * std::clamp(misfit / range, -1.0, 1.0));
  return {c[0], c[1], c[2]};
}

QString signed_metres(double value) {
  const QString digits = short_words(std::abs(value));
  return value > 0.0 ? "+" + digits : value < 0.0 ? QChar(0x2212) + digits : digits;
}

void draw_frame(QPainter& painter, const QRect& rect) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(to_qcolor(theme::grid), 1.0));
  painter.setBrush(to_qcolor(theme::background_low));
  painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
}

}  // namespace

double misfit_range(const std::vector<double>& misfit) {
  if (misfit.empty()) return 1.0;
  std::vector<double> size(misfit.size());
  std::transform(misfit.begin(), misfit.end(), size.begin(), [](double m) { return std::abs(m); });
  const auto nearly_all =
      size.begin() + static_cast<std::ptrdiff_t>(0.98 * static_cast<double>(size.size() - 1));
  std::nth_element(size.begin(), nearly_all, size.end());
  if (!(*nearly_all > 1e-9)) return 1.0;
  const double digit = std::pow(10.0, std::floor(std::log10(*nearly_all)) - 1.0);
  return std::ceil(*nearly_all / digit) * digit;
}

MisfitMap::MisfitMap(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setMinimumSize(300, 240);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setAccessibleName(tr("Map of the misfit"));
}

void MisfitMap::show_misfit(const Grid3& grid, const std::vector<float>& values, double range) {
  grid_ = grid;
  values_ = values;
  range_ = range;
  words_.clear();
  dimmed_ = false;
  update();
}

void MisfitMap::show_words(const QString& words, bool is_error) {
  words_ = words;
  is_error_ = is_error;
  values_.clear();
  update();
}

void MisfitMap::set_dimmed(bool dimmed) {
  dimmed_ = dimmed;
  update();
}

void MisfitMap::draw_scale(QPainter& painter) const {
  const QRectF bar(width() - scale_width + 4.0, border + 38.0, 10.0, height() - 2.0 * border - 42.0);
  for (int y = 0; y < static_cast<int>(bar.height()); ++y)
    painter.fillRect(QRectF(bar.left(), bar.top() + y, bar.width(), 1.0),
                     misfit_color(range_ * (1.0 - 2.0 * y / bar.height()), range_));
  painter.setPen(to_qcolor(theme::quiet_text));
  painter.drawText(QRectF(bar.left() - 6, border, scale_width, 34), Qt::AlignLeft | Qt::AlignTop,
                   tr("misfit\n(m)"));
  for (const double part : {1.0, 0.5, 0.0, -0.5, -1.0}) {
    const double y = bar.center().y() - 0.5 * part * (bar.height() - 12.0);
    painter.drawText(QRectF(bar.right() + 6, y - 8, scale_width - 22, 16), Qt::AlignLeft | Qt::AlignVCenter,
                     signed_metres(part * range_));
  }
}

void MisfitMap::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  draw_frame(painter, rect());
  if (values_.empty()) {
    painter.setPen(to_qcolor(is_error_ ? theme::stale : theme::quiet_text));
    painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, words_);
    return;
  }
  const int nx = grid_.n[0], ny = grid_.n[1];
  QImage image(nx, ny, QImage::Format_ARGB32_Premultiplied);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const auto value = static_cast<double>(values_[static_cast<std::size_t>(i + nx * j)]);
      image.setPixelColor(i, ny - 1 - j,
                          std::isnan(value) ? QColor(Qt::transparent) : misfit_color(value, range_));
    }
  const QRectF room = QRectF(rect()).adjusted(border, border, -border - scale_width, -border);
  const Vec3 size = grid_.extent();
  // A section has no width: a band.
  const double tall = grid_.is_section() ? 0.2 * size.x : size.y;
  const double scale = std::min(room.width() / size.x, room.height() / tall);
  QRectF area(0.0, 0.0, scale * size.x, scale * tall);
  area.moveCenter(room.center());
  painter.setOpacity(dimmed_ ? 0.35 : 1.0);
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  painter.drawImage(area, image);
  painter.setPen(QPen(to_qcolor(theme::text), 1.2, Qt::DashLine));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(area);
  draw_scale(painter);
}

MisfitHistogram::MisfitHistogram(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setMinimumSize(300, 90);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Histogram of the misfit"));
}

void MisfitHistogram::show_misfit(const std::vector<double>& misfit, double range) {
  range_ = range;
  beyond_ = 0;
  bins_.assign(misfit.empty() ? 0 : bin_count, 0);
  for (const double m : misfit) {
    const double at = 0.5 * (m / range + 1.0) * bin_count;
    if (at < 0.0 || at >= bin_count)
      ++beyond_;
    else
      ++bins_[static_cast<std::size_t>(at)];
  }
  update();
}

void MisfitHistogram::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  draw_frame(painter, rect());
  if (bins_.empty()) return;
  const QRectF plot = QRectF(rect()).adjusted(border, 8, -border, -22);
  const int most = std::max(1, *std::max_element(bins_.begin(), bins_.end()));
  const double step = plot.width() / bin_count;
  for (int b = 0; b < bin_count; ++b) {
    const double tall = plot.height() * bins_[static_cast<std::size_t>(b)] / most;
    painter.fillRect(QRectF(plot.left() + b * step, plot.bottom() - tall, step - 1.0, tall),
                     misfit_color(range_ * (2.0 * (b + 0.5) / bin_count - 1.0), range_));
  }
  painter.setPen(to_qcolor(theme::frame));
  painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  painter.setPen(to_qcolor(theme::quiet_text));
  const QRectF words(plot.left(), plot.bottom() + 3, plot.width(), 16);
  painter.drawText(words, Qt::AlignLeft, signed_metres(-range_));
  painter.drawText(words, Qt::AlignRight, signed_metres(range_));
  painter.drawText(words, Qt::AlignHCenter,
                   beyond_ > 0 ? tr("misfit of the picks (m); %n beyond", nullptr, beyond_)
                               : tr("misfit of the picks (m)"));
}

}  // namespace foldwave
