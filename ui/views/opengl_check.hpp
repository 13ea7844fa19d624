// Whether OpenGL views can be made here. Asked before the first one: Qt aborts where it cannot.
#pragma once

#include <QString>

namespace foldwave {

bool opengl_works(QString& why_not);

}  // namespace foldwave
