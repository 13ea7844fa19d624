#include "ui/window/cursor/cursor_strip.hpp"

#include <QFontMetrics>
#include <QPainter>
#include <QPalette>
#include <algorithm>
#include <cmath>

namespace foldwave {
namespace {

constexpr int between = 16, inner = 6;  // pixels
// Places of the columns.
enum At { at_x, at_y, at_depth, at_layer, at_T, at_velocity, at_strike, at_dip, at_towards, at_pressure };

QString angle(double degrees) {
  return QString::number(std::lround(degrees) % 360).rightJustified(3, '0');
}

}  // namespace

CursorStrip::CursorStrip(QWidget* parent)
    : QWidget(parent), columns_{{tr("x"), "9999999", tr("m")},    {tr("y"), "9999999", tr("m")},
                                {tr("depth"), "-99999", tr("m")}, {tr("layer"), "Upper sandstone", {}},
                                {tr("T"), "-99999", tr("m")},     {tr("v"), "99999", tr("m/s")},
                                {tr("strike"), "000", "\u00b0"},  {tr("dip"), "00 o", "\u00b0"},
                                {tr("towards"), "000", "\u00b0"}, {tr("p"), "-0.00e+00", {}}} {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setToolTip(
      tr("What lies under the pointer: map coordinates and depth, layer, stratigraphic distance T (metres at "
         "the hinge), velocity, "
         "strike and dip of the bedding (o: overturned) with the direction it dips towards, and the pressure "
         "p of the wave that is shown"));
  show_reading({});
}

void CursorStrip::show_reading(const std::optional<CursorReading>& reading) {
  for (Column& column : columns_)
    column.value.clear();
  if (reading) {
    const RockReading& rock = reading->rock;
    const auto whole = [](double value) { return QString::number(std::lround(value)); };
    columns_[at_x].value = whole(rock.map.x);
    columns_[at_y].value = whole(rock.map.y);
    columns_[at_depth].value = whole(rock.map.z);
    columns_[at_layer].value = reading->layer;
    if (rock.T) columns_[at_T].value = whole(*rock.T);
    if (rock.velocity) columns_[at_velocity].value = whole(*rock.velocity);
    if (rock.attitude) {
      const Attitude& a = *rock.attitude;
      columns_[at_strike].value = angle(a.strike);
      columns_[at_dip].value = whole(a.dip) + (a.overturned ? QString(" o") : QString());
      columns_[at_towards].value = angle(a.dip_direction);
    }
    if (reading->pressure) columns_[at_pressure].value = QString::number(*reading->pressure, 'e', 2);
  }
  setAccessibleName(reading ? tr("Under the pointer: %1").arg(text().replace('\n', ", ").replace('\t', ' '))
                            : tr("Nothing under the pointer"));
  update();
}

QString CursorStrip::value(const QString& name) const {
  const auto found =
      std::find_if(columns_.begin(), columns_.end(), [&](const Column& c) { return c.name == name; });
  return found == columns_.end() ? QString() : found->value;
}

QString CursorStrip::text() const {
  QStringList lines;
  for (const Column& c : columns_)
    if (!c.value.isEmpty())
      lines << (c.unit.isEmpty() ? c.name : QString("%1 (%2)").arg(c.name, c.unit)) + '\t' + c.value;
  return lines.join('\n');
}

int CursorStrip::width_of(const Column& c) const {
  const QFontMetrics metrics = fontMetrics();
  const int unit = c.unit.isEmpty() ? 0 : inner / 2 + metrics.horizontalAdvance(c.unit);
  return metrics.horizontalAdvance(c.name) + inner + metrics.horizontalAdvance(c.widest) + unit;
}

QSize CursorStrip::sizeHint() const {
  return {width_of(columns_.front()), fontMetrics().height() + 8};
}

void CursorStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QFontMetrics metrics = fontMetrics();
  const QColor bright = palette().color(QPalette::WindowText),
               quiet = palette().color(QPalette::PlaceholderText);
  int left = 0;
  for (const Column& c : columns_) {
    const int wide = width_of(c);
    if (left + wide > width()) return;
    int at = left;
    const auto write = [&](const QString& words, int room, int align, const QColor& color) {
      painter.setPen(color);
      painter.drawText(QRect(at, 0, room, height()), align | Qt::AlignVCenter, words);
      at += room;
    };
    write(c.name, metrics.horizontalAdvance(c.name) + inner, Qt::AlignLeft, quiet);
    const int room = metrics.horizontalAdvance(c.widest);
    const QString words = c.value.isEmpty() ? QString("\u2013") : c.value;
    write(metrics.elidedText(words, Qt::ElideRight, room), room,
          &c == &columns_[at_layer] ? Qt::AlignLeft : Qt::AlignRight, c.value.isEmpty() ? quiet : bright);
    at += inner / 2;
    write(c.unit, metrics.horizontalAdvance(c.unit) + inner, Qt::AlignLeft, quiet);
    left += wide + between;
  }
}

}  // namespace foldwave
