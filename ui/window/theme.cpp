#include "ui/window/theme.hpp"

#include <QApplication>
#include <QFile>
#include <QPalette>
#include <QStyleFactory>

namespace foldwave {

void set_theme(QApplication& application) {
  application.setStyle(QStyleFactory::create("Fusion"));
  QPalette p;
  p.setColor(QPalette::Window, QColor("#171c24"));
  p.setColor(QPalette::WindowText, QColor("#e3e7ee"));
  p.setColor(QPalette::Base, QColor("#10141a"));
  p.setColor(QPalette::AlternateBase, QColor("#141920"));
  p.setColor(QPalette::Text, QColor("#e3e7ee"));
  p.setColor(QPalette::PlaceholderText, QColor("#7f8896"));
  p.setColor(QPalette::Button, QColor("#232a35"));
  p.setColor(QPalette::ButtonText, QColor("#e3e7ee"));
  p.setColor(QPalette::BrightText, QColor("#ffffff"));
  p.setColor(QPalette::ToolTipBase, QColor("#232a35"));
  p.setColor(QPalette::ToolTipText, QColor("#e3e7ee"));
  p.setColor(QPalette::Highlight, QColor("#c98f2b"));
  p.setColor(QPalette::HighlightedText, QColor("#10141a"));
  p.setColor(QPalette::Link, QColor("#6bb8e8"));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    p.setColor(QPalette::Disabled, role, QColor("#5d6674"));
  application.setPalette(p);
  QFile sheet(":/themes/dark.qss");
  if (sheet.open(QIODevice::ReadOnly)) application.setStyleSheet(QString::fromUtf8(sheet.readAll()));
}

}  // namespace foldwave
