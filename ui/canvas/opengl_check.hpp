// Whether OpenGL views can be made here. Asked before the first one: Qt aborts where it cannot.
#pragma once

#include <QString>

namespace foldwave {

struct OpenGlCheck {
  QString why_not;          // empty: it works
  QString renderer;         // its own name
  bool software = false;    // drawn by the processor, not by a graphics card
  bool off_screen = false;  // best drawn off screen and painted as a picture
};
// Looks once. FOLDWAVE_VIEWS=opengl or =off-screen has the views drawn in that way.
const OpenGlCheck& check_opengl();
QString no_opengl_words(const QString& why_not);  // in a view's place: why, and the way out

}  // namespace foldwave
