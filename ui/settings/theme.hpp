// The looks of the whole program: palette, style sheet (resources/themes), the ink of the icons and what the
// views are drawn on. Both looks are one sheet: the light one has each colour exchanged for its counterpart.
#pragma once

#include <QString>

#include "ui/scene/stage/color.hpp"

class QApplication;

namespace foldwave {

enum class Theme { dark, light, system };  // system: as the desktop's own palette is

void set_theme(QApplication& application, Theme theme = Theme::dark);

// What pictures of views are saved with: white where it was chosen, else as the window is.
void set_white_figures(bool white);
const Look& figure_look();

// The style sheet of a look, from that of the dark one; a colour without a counterpart is left as it is.
QString light_sheet(QString dark_sheet);

}  // namespace foldwave
