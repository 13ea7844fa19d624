#include "ui/pictures/overlay_painter.hpp"

#include <QFont>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr double least_contrast = 0.55;    // of Oklab lightness, between words and what they stand on
constexpr auto usual_letters = "_/7Agfy";  // they reach as high and as low as a line of text does

using Bytes4 = std::array<unsigned char, 4>;

bool is_bytes_of(const Bytes4& color, Rgb of) {
  const Bytes3 c = to_bytes(of);
  return color[0] == c[0] && color[1] == c[1] && color[2] == c[2];
}

bool is_background(const Overlay::Quad& quad) {
  return quad.color[3] == 255 &&
         (is_bytes_of(quad.color, theme::background_low) || is_bytes_of(quad.color, theme::background_high));
}

QColor color_of(const Bytes4& c) {
  return {c[0], c[1], c[2], c[3]};
}

Rgb rgb_of(const QColor& c) {
  return {c.redF(), c.greenF(), c.blueF()};
}

QRectF rect_of(const Overlay::Quad& q, int height) {
  return {q.x, height - q.y - q.h, q.w, q.h};
}

// Of a plate behind words: as far from the new ground as it was from the old one.
QColor plate_color(const Overlay::Quad& quad, const OverlayGround& ground) {
  QColor color = color_of(quad.color);
  if (!ground.is_own && is_bytes_of(quad.color, theme::panel)) {
    color = QColor(Qt::white).darker(104);
    color.setAlpha(quad.color[3]);
  }
  if (!ground.is_own && is_bytes_of(quad.color, theme::text)) color = QColor(40, 44, 52, quad.color[3]);
  return color;
}

// The same colour, darker or lighter by as little as makes it stand out.
QColor standing_out(const QColor& color, const QColor& behind) {
  const double below = lightness(rgb_of(behind));
  const auto is_clear = [&](Rgb c) { return std::abs(lightness(c) - below) >= least_contrast; };
  const Rgb own = rgb_of(color), end = below > 0.5 ? Rgb{0.08, 0.09, 0.11} : Rgb{1.0, 1.0, 1.0};
  Rgb turned = own;
  for (double part = 0.2; !is_clear(turned) && part < 1.1; part += 0.2)
    turned = mix(own, end, std::min(part, 1.0));
  QColor clear = to_qcolor(turned);
  clear.setAlpha(color.alpha());
  return clear;
}

QFont font_of(const TextStyle& style) {
  QFont font("DejaVu Sans");
  font.setStyleHint(QFont::SansSerif);
  font.setPixelSize(std::max(static_cast<int>(std::lround(style.size)), 1));
  font.setBold(style.bold);
  return font;
}

// Where letters begin beside the place that they are given, and their own box.
struct Placed {
  QPointF baseline;
  QRectF box;
};
Placed placed(const QString& words, const TextStyle& style, const QFont& font) {
  const QFontMetricsF metrics(font);
  const QRectF line = metrics.tightBoundingRect(usual_letters);
  const double width = metrics.horizontalAdvance(words);
  const double x = style.across == Align::low ? 0.0 : style.across == Align::middle ? -width / 2 : -width;
  const double y = style.upward == Align::low      ? -line.bottom()
                   : style.upward == Align::middle ? -(line.top() + line.bottom()) / 2
                                                   : -line.top();
  return {{x, y}, {x, y + line.top(), width, line.height()}};
}

// What is there, looked at in a few places.
QColor average(const QImage& picture, const QRectF& where) {
  double sum[3] = {};
  int count = 0;
  for (int i = 0; i <= 6; ++i)
    for (int j = 0; j <= 2; ++j) {
      const QPoint at(static_cast<int>(where.left() + i * where.width() / 6),
                      static_cast<int>(where.top() + j * where.height() / 2));
      if (!picture.rect().contains(at)) continue;
      const QColor c = picture.pixelColor(at);
      sum[0] += c.redF(), sum[1] += c.greenF(), sum[2] += c.blueF();
      ++count;
    }
  if (count == 0) return Qt::white;
  return to_qcolor({sum[0] / count, sum[1] / count, sum[2] / count});
}

// The picture on white with the plates over it: what words and lines are seen against.
QImage seen_behind(const QImage& picture, const Overlay::Content& over, const OverlayGround& ground) {
  QImage board(picture.size(), QImage::Format_RGB32);
  board.fill(Qt::white);
  QPainter painter(&board);
  painter.drawImage(0, 0, picture);
  for (const Overlay::Quad& quad : over.quads)
    if (!is_background(quad)) painter.fillRect(rect_of(quad, picture.height()), plate_color(quad, ground));
  return board;
}

}  // namespace

void cover_ground(QImage& picture, const Overlay::Content& over, const OverlayGround& ground) {
  QPainter painter(&picture);
  painter.setCompositionMode(QPainter::CompositionMode_Source);
  for (const Overlay::Quad& quad : over.quads)
    if (is_background(quad))
      painter.fillRect(rect_of(quad, picture.height()), ground.is_own ? color_of(quad.color) : ground.color);
}

void paint_overlay(QPainter& painter, const QImage& picture, const Overlay::Content& over,
                   const OverlayGround& ground, double line) {
  const int height = picture.height();
  const QImage behind = ground.is_own ? QImage() : seen_behind(picture, over, ground);
  const auto seen = [&](const QColor& color, const QRectF& where) {
    return ground.is_own ? color : standing_out(color, average(behind, where));
  };
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (const Overlay::Quad& quad : over.quads)
    if (!is_background(quad)) painter.fillRect(rect_of(quad, height), plate_color(quad, ground));
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  for (const Overlay::Segment& s : over.segments) {
    const QPointF from(s.x0, height - s.y0), to(s.x1, height - s.y1);
    const QColor color = seen(color_of(s.color), QRectF(from, to).normalized());
    painter.setPen(QPen(color, line, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(from, to);
  }
  for (const Overlay::Text& text : over.texts) {
    const QString words = QString::fromStdString(text.words);
    const QFont font = font_of(text.style);
    const Placed place = placed(words, text.style, font);
    QTransform turned;
    turned.translate(text.x, height - text.y);
    turned.rotate(-text.style.turned);
    painter.save();
    painter.setTransform(turned, true);
    painter.setFont(font);
    painter.setPen(seen(to_qcolor(text.style.color), turned.mapRect(place.box)));
    painter.drawText(place.baseline, words);
    painter.restore();
  }
}

}  // namespace foldwave
