// The small pieces that many widgets are made of.
#pragma once

#include <QColor>
#include <QString>

#include "ui/scene/color.hpp"

class QLabel;
class QWidget;

namespace foldwave {

inline QColor to_qcolor(Rgb c, float alpha = 1.0F) {
  return QColor::fromRgbF(static_cast<float>(c.r), static_cast<float>(c.g), static_cast<float>(c.b), alpha);
}

// In bold.
QLabel* heading(const QString& text, QWidget* parent);

}  // namespace foldwave
