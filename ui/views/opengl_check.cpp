#include "ui/views/opengl_check.hpp"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>

namespace foldwave {

bool opengl_works(QString& why_not) {
  const QString platform = QGuiApplication::platformName();
  if (platform == "offscreen" || platform == "minimal") {
    why_not = QCoreApplication::translate("OpenGL", "The Qt platform \"%1\" has no OpenGL.").arg(platform);
    return false;
  }
  QOpenGLContext context;
  if (!context.create()) {
    why_not = QCoreApplication::translate("OpenGL", "No OpenGL context could be made on this display.");
    return false;
  }
  QOffscreenSurface surface;
  surface.setFormat(context.format());
  surface.create();
  if (!surface.isValid() || !context.makeCurrent(&surface)) {
    why_not = QCoreApplication::translate("OpenGL", "The OpenGL context cannot be used on this display.");
    return false;
  }
  const auto version = context.format().version();
  context.doneCurrent();
  if (version < qMakePair(3, 2)) {
    why_not = QCoreApplication::translate("OpenGL", "OpenGL 3.2 is needed; this display has %1.%2.")
                  .arg(version.first)
                  .arg(version.second);
    return false;
  }
  return true;
}

}  // namespace foldwave
