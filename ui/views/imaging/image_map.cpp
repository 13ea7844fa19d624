#include "ui/views/imaging/image_map.hpp"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/pictures/picture_actions.hpp"
#include "ui/scene/stage/color.hpp"
#include "ui/scene/stage/ticks.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr double map_left = 56.0, map_right = 90.0, map_top = 24.0, map_bottom = 34.0, scale_width = 10.0;

const ColorMap& colors_of(MapTints colors) {
  switch (colors) {
    case MapTints::signed_colors:
      return diverging_map();
    case MapTints::viridis:
      return viridis_map();
    default:
      return gray_map();
  }
}

QImage map_picture(const ImageMapContent& map) {
  QImage picture(map.width, map.height, QImage::Format_RGB888);
  const ColorMap& colors = colors_of(map.colors);
  const double range = std::max(map.high - map.low, 1e-300);
  for (int k = 0; k < map.height; ++k)
    for (int i = 0; i < map.width; ++i) {
      const double v =
          static_cast<double>(map.values[static_cast<std::size_t>(k) * static_cast<std::size_t>(map.width) +
                                         static_cast<std::size_t>(i)]);
      const Bytes3 c =
          std::isnan(v) ? Bytes3{77, 79, 84} : colors.at(std::clamp((v - map.low) / range, 0.0, 1.0));
      picture.setPixel(i, k, qRgb(c[0], c[1], c[2]));
    }
  return picture;
}

}  // namespace

ImageMap::ImageMap(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setMinimumSize(140, 120);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ImageMap::show_content(ImageMapContent content) {
  content_ = std::move(content);
  words_.clear();
  picture_ = map_picture(content_);
  setAccessibleName(content_.title);
  update();
}

void ImageMap::show_words(const QString& words) {
  content_ = {};
  picture_ = {};
  words_ = words;
  setAccessibleName(words);
  update();
}

QRectF ImageMap::area() const {
  QRectF room = QRectF(rect()).adjusted(map_left, map_top, -map_right, -map_bottom);
  if (!content_.true_scale) return room;
  const double across = std::max(content_.right - content_.left, 1e-9);
  const double down = std::max(std::abs(content_.bottom - content_.top), 1e-9);
  const double scale = std::min(room.width() / across, room.height() / down);
  QRectF map(0.0, 0.0, std::max(scale * across, 8.0), std::max(scale * down, 8.0));
  map.moveTopLeft(room.topLeft());
  return map;
}

void ImageMap::draw_axes(QPainter& painter, const QRectF& a) const {
  painter.setPen(to_qcolor(theme::quiet_text));
  const ImageMapContent& c = content_;
  const Ticks across = round_ticks(c.left, c.right, std::max(2, static_cast<int>(a.width() / 80.0)));
  for (const double at : across.at) {
    const double x = a.left() + (at - c.left) / (c.right - c.left) * a.width();
    painter.drawLine(QPointF(x, a.bottom()), QPointF(x, a.bottom() + 3));
    painter.drawText(QRectF(x - 40, a.bottom() + 3, 80, 14), Qt::AlignHCenter | Qt::AlignTop,
                     QString::fromStdString(tick_text(at, across.step)));
  }
  const Ticks down = round_ticks(std::min(c.top, c.bottom), std::max(c.top, c.bottom),
                                 std::max(2, static_cast<int>(a.height() / 50.0)));
  for (const double at : down.at) {
    const double y = a.top() + (at - c.top) / (c.bottom - c.top) * a.height();
    painter.drawLine(QPointF(a.left() - 3, y), QPointF(a.left(), y));
    painter.drawText(QRectF(0, y - 8, a.left() - 6, 16), Qt::AlignRight | Qt::AlignVCenter,
                     QString::fromStdString(tick_text(at, down.step)));
  }
  // Below the map's middle, where that leaves room for all of it.
  const double words = painter.fontMetrics().horizontalAdvance(c.across) + 1.0;
  const double from = std::max(0.0, std::min(a.center().x() - 0.5 * words, width() - words));
  painter.drawText(QRectF(from, a.bottom() + 17, words, 15), Qt::AlignLeft | Qt::AlignTop, c.across);
}

void ImageMap::draw_scale(QPainter& painter, const QRectF& a) const {
  const QRectF bar(a.right() + 8, a.top(), scale_width, a.height());
  const ColorMap& colors = colors_of(content_.colors);
  for (int y = 0; y < static_cast<int>(bar.height()); ++y) {
    const Bytes3 c = colors.at(1.0 - y / bar.height());
    painter.fillRect(QRectF(bar.left(), bar.top() + y, bar.width(), 1.0), QColor(c[0], c[1], c[2]));
  }
  painter.setPen(to_qcolor(theme::quiet_text));
  const auto label = [&](double value, double y) {
    painter.drawText(QRectF(bar.right() + 4, y - 8, map_right - scale_width - 12, 16),
                     Qt::AlignLeft | Qt::AlignVCenter, QString::number(value, 'g', 2));
  };
  label(content_.high, bar.top() + 7);
  label(content_.low, bar.bottom() - 7);
  painter.drawText(QRectF(bar.right() + 4, bar.center().y() - 8, map_right - scale_width - 12, 16),
                   Qt::AlignLeft | Qt::AlignVCenter, content_.unit);
}

void ImageMap::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), to_qcolor(theme::background_low));
  if (picture_.isNull()) {
    painter.setPen(to_qcolor(theme::quiet_text));
    painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, words_);
    return;
  }
  const QRectF a = area();
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(a, picture_);
  painter.setPen(to_qcolor(theme::text));
  painter.drawText(QRectF(a.left(), 0, width() - a.left() - 4, map_top - 4), Qt::AlignLeft | Qt::AlignBottom,
                   painter.fontMetrics().elidedText(content_.title, Qt::ElideRight,
                                                    static_cast<int>(width() - a.left() - 8)));
  draw_axes(painter, a);
  draw_scale(painter, a);
}

}  // namespace foldwave
