// The looks of the whole program: palette, style sheet (resources/themes) and the ink of the icons. Both
// looks are one sheet: the light one has each colour exchanged for its counterpart. The VTK views stay dark
// in both.
#pragma once

#include <QString>

class QApplication;

namespace foldwave {

enum class Theme { dark, light, system };  // system: as the desktop's own palette is

void set_theme(QApplication& application, Theme theme = Theme::dark);

// The style sheet of a look, from that of the dark one; a colour without a counterpart is left as it is.
QString light_sheet(QString dark_sheet);

}  // namespace foldwave
