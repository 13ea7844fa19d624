#include "ui/canvas/opengl_check.hpp"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <string>

#include "ui/scene/stage/surfaceless.hpp"

namespace foldwave {
namespace {

// Of the display's own OpenGL.
OpenGlCheck check_display() {
  OpenGlCheck check;
  const QString platform = QGuiApplication::platformName();
  if (platform == "offscreen" || platform == "minimal") {
    check.why_not =
        QCoreApplication::translate("OpenGL", "The Qt platform \"%1\" has no OpenGL.").arg(platform);
    return check;
  }
  QOpenGLContext context;
  bool made = context.create();
  if (!made) {
    // What there is instead tells more than that it is not 3.2.
    QSurfaceFormat any;
    any.setVersion(1, 0);
    any.setProfile(QSurfaceFormat::NoProfile);
    context.setFormat(any);
    made = context.create();
  }
  if (!made) {
    check.why_not = QCoreApplication::translate("OpenGL", "No OpenGL context could be made on this display.");
    return check;
  }
  QOffscreenSurface surface;
  surface.setFormat(context.format());
  surface.create();
  if (!surface.isValid() || !context.makeCurrent(&surface)) {
    check.why_not =
        QCoreApplication::translate("OpenGL", "The OpenGL context cannot be used on this display.");
    return check;
  }
  const auto version = context.format().version();
  const auto* const renderer = reinterpret_cast<const char*>(context.functions()->glGetString(GL_RENDERER));
  check.renderer = QString::fromLatin1(renderer);
  const QString name = check.renderer.toLower();
  for (const char* const known : {"llvmpipe", "softpipe", "swrast", "software"})
    check.software = check.software || name.contains(known);
  context.doneCurrent();
  if (version < qMakePair(3, 2)) {
    check.why_not = QCoreApplication::translate("OpenGL", "OpenGL 3.2 is needed; this display has %1.%2.")
                        .arg(version.first)
                        .arg(version.second);
    return check;
  }
  return check;
}

OpenGlCheck choose() {
  OpenGlCheck check = check_display();
  const QByteArray wished = qgetenv("FOLDWAVE_VIEWS");
  const bool usable = check.why_not.isEmpty();
  if (wished == "opengl" || (usable && !check.software && wished != "off-screen")) return check;
  // In software, and where the display has no OpenGL, a context without a display is quicker, or all there
  // is.
  std::string no_context;
  if (SurfacelessWindow::make(no_context)) check = {{}, check.renderer, true, true};
  return check;
}

}  // namespace

QString no_opengl_words(const QString& why_not) {
  return QCoreApplication::translate(
             "OpenGL",
             "Nothing can be drawn here.\n%1\n\nAll else works: editing in the panel, folds, waves, export.\n"
             "Without a display: foldwave-cli run SCENARIO.json --out FOLDER")
      .arg(why_not);
}

const OpenGlCheck& check_opengl() {
  static const OpenGlCheck check = choose();
  return check;
}

}  // namespace foldwave
