// The small pieces that many widgets are made of.
#pragma once

#include <QColor>
#include <QString>

#include "ui/scene/stage/color.hpp"

class QLabel;
class QWidget;

namespace foldwave {

inline QColor to_qcolor(Rgb c, float alpha = 1.0F) {
  return QColor::fromRgbF(static_cast<float>(c.r), static_cast<float>(c.g), static_cast<float>(c.b), alpha);
}

// After it what was typed is taken for meant.
constexpr int pause_in_typing = 300;  // ms

// In bold.
QLabel* heading(const QString& text, QWidget* parent);

// In the system's own program for files. What to say where there is none; empty: it is open.
QString open_folder(const QString& folder);

}  // namespace foldwave
