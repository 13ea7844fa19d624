// The dark look of the whole program: palette and style sheet (resources/themes).
#pragma once

class QApplication;

namespace foldwave {

void set_theme(QApplication& application);

}  // namespace foldwave
