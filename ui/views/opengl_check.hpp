// Whether OpenGL views can be made here. Asked before the first one: Qt aborts where it cannot.
#pragma once

#include <QString>

namespace foldwave {

struct OpenGlCheck {
  QString why_not;        // empty: it works
  bool software = false;  // drawn by the processor, not by a graphics card
};
OpenGlCheck check_opengl();

}  // namespace foldwave
