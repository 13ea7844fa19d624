#include "ui/panels/timeline_panel.hpp"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/text.hpp"
#include "ui/pictures/picture_actions.hpp"
#include "ui/scene/stage/color.hpp"
#include "ui/scene/stage/ticks.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {

namespace {

struct Lane {
  const char* stage;
  Rgb color;
};
constexpr std::array lanes{Lane{"solve", theme::handle}, Lane{"pack", theme::axis},
                           Lane{"wait", theme::source}, Lane{"write", theme::receiver}};
constexpr int left = 168, right = 14, top = 8, bottom = 22, most_high = 30;

std::size_t lane_of(const StageSpan& span) {
  const auto at = std::ranges::find(lanes, span.stage, &Lane::stage);
  return static_cast<std::size_t>(at - lanes.begin());
}

QString lane_name(std::size_t lane) {
  const QString names[] = {TimelinePanel::tr("solve"), TimelinePanel::tr("pack"), TimelinePanel::tr("wait"),
                           TimelinePanel::tr("write")};
  return names[lane];
}

}  // namespace

TimelinePanel::TimelinePanel(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setMinimumSize(260, 90);
  show_spans({}, 0.0);
}

void TimelinePanel::show_spans(std::vector<StageSpan> spans, double seconds) {
  spans_ = std::move(spans);
  seconds_ = seconds;
  std::erase_if(spans_, [](const StageSpan& span) { return lane_of(span) == lanes.size(); });
  setAccessibleName(spans_.empty() ? tr("When the stages of a wave worked: no wave yet") : summary());
  update();
}

QString TimelinePanel::summary() const {
  QStringList lines;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    const double busy = busy_seconds(spans_, lanes[lane].stage);
    if (busy > 0.0)
      lines << tr("%1 %2, %3 %")
                   .arg(lane_name(lane), QString::fromStdString(seconds_text(busy)))
                   .arg(100.0 * busy / std::max(seconds_, 1e-9), 0, 'f', 0);
  }
  return lines.join('\n');
}

QRectF TimelinePanel::area() const {
  return QRectF(rect()).adjusted(left, top, -right, -bottom);
}

double TimelinePanel::x_of(double seconds) const {
  return area().left() + seconds / std::max(seconds_, 1e-9) * area().width();
}

QRectF TimelinePanel::bar(std::size_t span) const {
  const StageSpan& s = spans_[span];
  const QRectF a = area();
  const double pitch = std::min(a.height() / static_cast<double>(lanes.size()), double{most_high});
  // A bar that is thinner than a pixel is still seen.
  return {x_of(s.begin), a.top() + pitch * static_cast<double>(lane_of(s)) + 2.0,
          std::max(x_of(s.end) - x_of(s.begin), 1.0), pitch - 4.0};
}

QString TimelinePanel::words_at(const QPointF& place) const {
  for (std::size_t i = spans_.size(); i-- > 0;) {
    if (!bar(i).adjusted(-1, 0, 1, 0).contains(place)) continue;
    const StageSpan& s = spans_[i];
    QString words = tr("%1: %2 from %3")
                        .arg(lane_name(lane_of(s)), QString::fromStdString(seconds_text(s.end - s.begin)),
                             QString::fromStdString(seconds_text(s.begin)));
    if (s.bytes > 0) words += ", " + QString::fromStdString(bytes_text(static_cast<double>(s.bytes)));
    return words;
  }
  return {};
}

bool TimelinePanel::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* const help = static_cast<QHelpEvent*>(event);
  const QString words = words_at(help->pos());
  if (words.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), words, this);
  return true;
}

void TimelinePanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QColor quiet = palette().color(QPalette::PlaceholderText);
  if (spans_.empty()) {
    painter.setPen(quiet);
    painter.drawText(rect(), Qt::AlignCenter, tr("Comes with a wave that takes snapshots"));
    return;
  }
  const QRectF a = area();
  painter.fillRect(a, to_qcolor(theme::background_low));
  const Ticks ticks = round_ticks(0.0, seconds_, std::max(2, static_cast<int>(a.width() / 90.0)));
  for (const double at : ticks.at) {
    painter.setPen(to_qcolor(theme::grid));
    painter.drawLine(QPointF(x_of(at), a.top()), QPointF(x_of(at), a.bottom()));
    painter.setPen(quiet);
    painter.drawText(QRectF(x_of(at) - 40, a.bottom() + 3, 80, bottom - 4), Qt::AlignHCenter | Qt::AlignTop,
                     tr("%1 s").arg(QString::fromStdString(tick_text(at, ticks.step))));
  }
  for (std::size_t i = 0; i < spans_.size(); ++i)
    painter.fillRect(bar(i), to_qcolor(lanes[lane_of(spans_[i])].color));
  const double pitch = std::min(a.height() / static_cast<double>(lanes.size()), double{most_high});
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    const double busy = busy_seconds(spans_, lanes[lane].stage);
    const QRectF words(8, a.top() + pitch * static_cast<double>(lane), left - 16, pitch);
    painter.setPen(busy > 0.0 ? palette().color(QPalette::WindowText) : quiet);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, lane_name(lane));
    if (busy > 0.0)
      painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter,
                       QString::fromStdString(seconds_text(busy)) +
                           QString("  %1 %").arg(100.0 * busy / std::max(seconds_, 1e-9), 0, 'f', 0));
  }
}

}  // namespace foldwave
