// Fusion with the program's own icons in Qt's dialogs: of messages, of files and folders, and of the buttons
// that clear a field. Buttons of dialogs have words alone.
#pragma once

#include <QProxyStyle>

namespace foldwave {

class ProgramStyle : public QProxyStyle {
  Q_OBJECT

 public:
  ProgramStyle();

  QIcon standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override;
  QPixmap standardPixmap(StandardPixmap which, const QStyleOption* option,
                         const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override;
};

}  // namespace foldwave
