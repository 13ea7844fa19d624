#include "ui/settings/theme.hpp"

#include <QApplication>
#include <QFile>
#include <QPalette>
#include <QRegularExpression>
#include <QWidget>
#include <map>

#include "ui/widgets/program_style.hpp"
#include "ui/widgets/themed_icon.hpp"

namespace foldwave {
namespace {

// A colour of the dark look and what stands for it in the light one.
const std::map<QString, QString>& counterparts() {
  static const std::map<QString, QString> all{
      {"#0d1116", "#ffffff"},                                                  // depths
      {"#10141a", "#ffffff"},                                                  // fields
      {"#13171e", "#e6e9ee"},                                                  // behind tabs, status bar
      {"#141920", "#f4f6f9"},                                                  // every other row
      {"#171c24", "#f1f3f6"},                                                  // window
      {"#1a2029", "#fafbfc"},                                                  // titles, heads of tables
      {"#1d232c", "#ffffff"},                                                  // menus
      {"#202733", "#e8ebf0"},                                                  // sections, boxes
      {"#232a35", "#e4e8ee"},                                                  // buttons
      {"#2a3240", "#dbe1e9"},                                                  // under the pointer
      {"#2d3643", "#c6cdd8"},                                                  // lines
      {"#2f3948", "#d3dbe6"},                                                  // chosen in menus
      {"#343e4d", "#b9c2cf"},                                                  // scroll bars
      {"#3a3222", "#fbeccb"},                                                  // behind warnings
      {"#3a4556", "#aeb8c6"},                                                  // edges
      {"#46526a", "#98a4b5"}, {"#4a5261", "#aab2bf"}, {"#5d6674", "#9aa3b0"},  // disabled
      {"#7f8896", "#6d7685"}, {"#8d6a2b", "#d9b168"}, {"#9aa4b2", "#56606f"},  // quiet text
      {"#e3e7ee", "#1b222c"},                                                  // text
      {"#e6ebf2", "#10161f"}, {"#d5dbe5", "#3a4452"},                          // ink of the icons
      {"#6bb8e8", "#1769a5"},                                                  // links
      {"#c98f2b", "#c98f2b"},                                                  // accents
      {"#e0a63e", "#b87a14"}, {"#f4c05d", "#9a6408"}, {"#ff7b6b", "#c02a1b"},  // errors
      {"#f2b35a", "#96600a"},                                                  // warnings
      {"#ffffff", "#000000"},
  };
  return all;
}

bool system_is_dark() {
  // Asked before a palette of our own is set.
  static const bool dark = QApplication::palette().color(QPalette::Window).lightness() < 128;
  return dark;
}

}  // namespace

namespace {

bool white_figures = false;

}  // namespace

void set_white_figures(bool white) {
  white_figures = white;
}

const Look& figure_look() {
  return white_figures ? paper_look() : present_look();
}

QString light_sheet(QString sheet) {
  static const QRegularExpression color("#[0-9a-f]{6}\\b");
  QString light;
  qsizetype from = 0;
  for (auto found = color.globalMatch(sheet); found.hasNext();) {
    const auto match = found.next();
    const auto at = counterparts().find(match.captured());
    light += sheet.mid(from, match.capturedStart() - from);
    light += at == counterparts().end() ? match.captured() : at->second;
    from = match.capturedEnd();
  }
  return light + sheet.mid(from);
}

void set_theme(QApplication& application, Theme theme) {
  // Asked at the first call in any case: later the palette is our own.
  const bool system = system_is_dark();
  const bool dark = theme == Theme::dark || (theme == Theme::system && system);
  const auto color = [dark](const char* name) { return QColor(dark ? name : counterparts().at(name)); };
  set_look(dark ? dark_look() : light_look());
  set_icon_ink(color("#d5dbe5").name().toLatin1());
  application.setStyle(new ProgramStyle);
  QPalette p;
  p.setColor(QPalette::Window, color("#171c24"));
  p.setColor(QPalette::WindowText, color("#e3e7ee"));
  p.setColor(QPalette::Base, color("#10141a"));
  p.setColor(QPalette::AlternateBase, color("#141920"));
  p.setColor(QPalette::Text, color("#e3e7ee"));
  p.setColor(QPalette::PlaceholderText, color("#7f8896"));
  p.setColor(QPalette::Button, color("#232a35"));
  p.setColor(QPalette::ButtonText, color("#e3e7ee"));
  p.setColor(QPalette::BrightText, color("#ffffff"));
  p.setColor(QPalette::ToolTipBase, color("#232a35"));
  p.setColor(QPalette::ToolTipText, color("#e3e7ee"));
  p.setColor(QPalette::Highlight, QColor("#c98f2b"));
  p.setColor(QPalette::HighlightedText, QColor("#10141a"));
  p.setColor(QPalette::Link, color("#6bb8e8"));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    p.setColor(QPalette::Disabled, role, color("#5d6674"));
  application.setPalette(p);
  QFile file(":/themes/dark.qss");
  if (!file.open(QIODevice::ReadOnly)) return;
  const QString sheet = QString::fromUtf8(file.readAll());
  application.setStyleSheet(dark ? sheet : light_sheet(sheet));
}

}  // namespace foldwave
