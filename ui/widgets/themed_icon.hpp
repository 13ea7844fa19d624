// Icons of resources/icons that take the ink of the theme: drawn from the SVG when they are painted, so that
// all of them follow when the theme is switched.
#pragma once

#include <QIcon>

namespace foldwave {

QIcon themed_icon(const QString& name);      // "stroke"
void set_icon_ink(const QByteArray& color);  // "#d5dbe5"; icons that are shown take it with the next repaint

}  // namespace foldwave
