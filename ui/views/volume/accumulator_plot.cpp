#include "ui/views/volume/accumulator_plot.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "ui/pictures/picture_actions.hpp"
#include "ui/scene/stage/color.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr int most_votes_rows = 320;
constexpr double ring = 5.0, reach = 11.0;  // pixels

// The largest vote of each row of bins, so that no peak is lost; the largest distance on top.
QImage picture_of(const LineAccumulator& votes) {
  const int rows = std::min(votes.bins, most_votes_rows);
  std::int64_t most = 1;
  for (const std::int32_t v : votes.votes)
    most = std::max<std::int64_t>(most, std::abs(static_cast<std::int64_t>(v)));
  QImage image(votes.angles, rows, QImage::Format_RGB32);
  for (int row = 0; row < rows; ++row) {
    auto* const line = reinterpret_cast<QRgb*>(image.scanLine(rows - 1 - row));
    const auto bin = [&](int r) { return static_cast<int>(std::int64_t{votes.bins} * r / rows); };
    for (int a = 0; a < votes.angles; ++a) {
      std::int64_t top = 0;
      const auto from = votes.votes.begin() + std::ptrdiff_t{votes.bins} * a;
      for (int b = bin(row); b < bin(row + 1); ++b)
        top = std::max<std::int64_t>(top, std::abs(static_cast<std::int64_t>(from[b])));
      const Bytes3 c = viridis_map().at(static_cast<double>(top) / static_cast<double>(most));
      line[a] = qRgb(c[0], c[1], c[2]);
    }
  }
  return image;
}

}  // namespace

AccumulatorPlot::AccumulatorPlot(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setObjectName("accumulator");
  setMinimumSize(120, 92);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setToolTip(
      tr("The votes for each line: to the right the angle of its normal on the slice, upwards its distance "
         "from the first node. Rings are the lines that were found; click elsewhere for a line of your own"));
  setAccessibleName(tr("Votes for lines"));
}

void AccumulatorPlot::show_votes(const LineAccumulator& votes, const std::vector<HoughLine>& lines) {
  picture_ = picture_of(votes);
  farthest_ = std::max(votes.distance(votes.bins - 1), 1e-9);
  lines_ = lines;
  update();
}

void AccumulatorPlot::clear() {
  picture_ = QImage();
  lines_.clear();
  chosen_ = -1;
  update();
}

void AccumulatorPlot::choose(int line) {
  chosen_ = line;
  update();
}

QRectF AccumulatorPlot::frame() const {
  return QRectF(rect()).adjusted(2, 2, -2, -16);
}

QPointF AccumulatorPlot::place_of(const HoughLine& line) const {
  const QRectF plot = frame();
  return {plot.left() + plot.width() * line.theta / 180.0,
          plot.center().y() - 0.5 * plot.height() * line.distance / farthest_};
}

HoughLine AccumulatorPlot::line_at(const QPointF& place) const {
  const QRectF plot = frame();
  HoughLine line;
  line.theta = std::clamp(180.0 * (place.x() - plot.left()) / plot.width(), 0.0, 179.999);
  line.distance = farthest_ * std::clamp((plot.center().y() - place.y()) / (0.5 * plot.height()), -1.0, 1.0);
  return line;
}

void AccumulatorPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  const QRectF plot = frame(), words(plot.left(), plot.bottom() + 1, plot.width(), 15);
  const QColor quiet = palette().color(QPalette::PlaceholderText);
  painter.fillRect(plot, to_qcolor(theme::background_low));
  painter.setPen(quiet);
  if (picture_.isNull()) return painter.drawText(words, Qt::AlignHCenter, tr("no votes yet"));
  painter.drawImage(plot, picture_);
  const QString ends[] = {tr("0\u00b0"), tr("\u00b1%1 m").arg(std::lround(farthest_)), tr("180\u00b0")};
  painter.drawText(words, Qt::AlignLeft, ends[0]);
  painter.drawText(words, Qt::AlignHCenter, ends[1]);
  painter.drawText(words, Qt::AlignRight, ends[2]);
  for (int i = 0; i < static_cast<int>(lines_.size()); ++i) {
    const bool bold = i == chosen_;
    painter.setPen(QPen(to_qcolor(bold ? theme::active_handle : theme::accent), bold ? 2.4 : 1.4));
    painter.drawEllipse(place_of(lines_[static_cast<std::size_t>(i)]), bold ? ring + 2 : ring,
                        bold ? ring + 2 : ring);
  }
}

void AccumulatorPlot::mousePressEvent(QMouseEvent* event) {
  if (picture_.isNull() || event->button() != Qt::LeftButton) return;
  int nearest = -1;
  double least = reach;
  for (int i = 0; i < static_cast<int>(lines_.size()); ++i) {
    const QPointF away = place_of(lines_[static_cast<std::size_t>(i)]) - event->position();
    if (const double distance = std::hypot(away.x(), away.y()); distance < least) {
      least = distance;
      nearest = i;
    }
  }
  if (nearest >= 0) return emit line_chosen(nearest);
  if (frame().contains(event->position())) emit place_chosen(line_at(event->position()));
}

}  // namespace foldwave
