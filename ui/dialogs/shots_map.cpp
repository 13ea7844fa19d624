#include "ui/dialogs/shots_map.hpp"

#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/pictures/picture_actions.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr double shots_border = 14.0;
constexpr std::size_t most_drawn = 20000;  // of each kind, evenly

// Where map coordinates come to lie in a widget; one metre is as long both ways.
struct ShotsView {
  double x0, y1, scale;
  QPointF offset;

  ShotsView(QRectF room, double x_low, double x_high, double y_low, double y_high)
      : x0(x_low), y1(y_high), scale(0.0) {
    const double width = std::max(x_high - x_low, 1e-6), height = std::max(y_high - y_low, 1e-6);
    scale = std::min(room.width() / width, room.height() / height);
    offset = room.center() - 0.5 * scale * QPointF(width, height);
  }
  QPointF at(double x, double y) const { return offset + scale * QPointF(x - x0, y1 - y); }
};

}  // namespace

ShotsMap::ShotsMap(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setMinimumSize(300, 220);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setAccessibleName(tr("Map of shots and receivers over the model"));
}

void ShotsMap::show_model(const Grid3& box, const MapLine& line) {
  box_ = box;
  line_ = line;
  update();
}

void ShotsMap::show_shots(std::shared_ptr<const SegyShots> shots) {
  shots_ = std::move(shots);
  update();
}

void ShotsMap::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(to_qcolor(theme::grid), 1.0));
  painter.setBrush(to_qcolor(theme::background_low));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  const Vec3 low = box_.origin, high = box_.origin + box_.extent();
  double x0 = low.x, x1 = high.x, y0 = low.y, y1 = high.y;
  if (shots_)
    for (const SegyBounds& b : {shots_->source_bounds, shots_->receiver_bounds}) {
      x0 = std::min(x0, b.low.x), x1 = std::max(x1, b.high.x);
      y0 = std::min(y0, b.low.y), y1 = std::max(y1, b.high.y);
    }
  const ShotsView view(
      QRectF(rect()).adjusted(shots_border, shots_border, -shots_border, -2.0 * shots_border), x0, x1, y0,
      y1);
  if (shots_) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(to_qcolor(theme::receiver));
    const std::size_t every = 1 + shots_->receivers.size() / most_drawn;
    for (std::size_t r = 0; r < shots_->receivers.size(); r += every)
      painter.drawEllipse(view.at(shots_->receivers[r].x, shots_->receivers[r].y), 1.6, 1.6);
    painter.setBrush(to_qcolor(theme::source));
    for (std::size_t s = 0; s < shots_->shots.size(); s += 1 + shots_->shots.size() / most_drawn)
      painter.drawEllipse(view.at(shots_->shots[s].source.x, shots_->shots[s].source.y), 3.2, 3.2);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(to_qcolor(theme::text), 1.2, Qt::DashLine));
  painter.drawRect(QRectF(view.at(low.x, high.y), view.at(high.x, low.y)));
  if (line_.length() > 0.0) {
    painter.setPen(QPen(to_qcolor(theme::text), 1.0));
    painter.drawLine(view.at(line_.from[0], line_.from[1]), view.at(line_.to[0], line_.to[1]));
  }
  painter.setPen(to_qcolor(theme::quiet_text));
  const bool gather = shots_ && shots_->shots.empty();
  painter.drawText(rect().adjusted(12, 0, -12, -6), Qt::AlignLeft | Qt::AlignBottom,
                   gather ? tr("blue: receivers; dashed: the model")
                   : line_.length() > 0.0
                       ? tr("red: shots, blue: receivers; dashed: the model, with its section's line")
                       : tr("red: shots, blue: receivers; dashed: the model"));
}

}  // namespace foldwave
