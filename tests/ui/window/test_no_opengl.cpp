// Protects the desktop on a display without OpenGL 3.2: each view's place says so, with the version that
// there is and the command line as the way out; everything but the views works; nothing crashes.
#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>

#include "tests/test_program.hpp"
#include "tests/ui/every_dialog.hpp"
#include "ui/canvas/opengl_check.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/log/log_book.hpp"
#include "ui/log/log_panel.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/wave/gather_pane.hpp"

namespace test_no_opengl {

using namespace foldwave;

class TestNoOpengl : public QObject {
  Q_OBJECT

 private slots:
  void it_is_said() {
    ShownWindow window;
    QVERIFY2(check_opengl().why_not.contains("3.2"), qPrintable(check_opengl().why_not));
    QVERIFY2(check_opengl().why_not.contains("2.1"), qPrintable(check_opengl().why_not));
    QVERIFY(window->findChildren<VtkView*>().isEmpty());
    for (const char* const dock : {"structure", "map", "section", "wave", "gather", "spectrum", "compare"}) {
      bool told = false;
      for (const QLabel* const label : window.child<QDockWidget>(dock)->findChildren<QLabel*>())
        told = told || (label->text().contains("OpenGL 3.2") && label->text().contains("foldwave-cli run"));
      QVERIFY2(told, dock);
    }
    QVERIFY(window.child<QLabel>("status")->text().contains("foldwave-cli"));
    QVERIFY(window->log().rowCount() > 0 || QTest::qWaitFor([&] { return window->log().rowCount() > 0; }));
    QVERIFY(window->log().line(0).contains("OpenGL 3.2"));
    keep_picture(*window, "no-opengl");
  }

  void all_else_works() {
    ShownWindow window;
    QVERIFY(prepare_for_dialogs(window));
    const Scenario before = window->editor().now();
    window.type("/survey/wavelet/frequency", "5");
    QVERIFY(window->editor().now().survey.wavelet.frequency == 5.0);
    window->editor().history().stack().undo();
    QVERIFY(window->editor().now() == before && window.settled());
    // Whatever a view's commands do, there is nothing to do it to.
    int done = 0;
    for (const Command& command : command_list(*window->menuBar())) {
      const bool asks = command.action->text().endsWith("...");
      if (!command.group.startsWith("View") || asks || !command.action->isEnabled()) continue;
      command.action->trigger();
      ++done;
    }
    QVERIFY(done > 60);
    QTest::qWait(100);
    QVERIFY(window->isVisible());
    QVERIFY(with_every_dialog(window, [](QDialog&) {}) >= 11);
  }
};

int run(int argc, char** argv) {
  qputenv("MESA_GL_VERSION_OVERRIDE", "2.1");
  return run_in_windows<TestNoOpengl>(argc, argv);
}

}  // namespace test_no_opengl

FOLDWAVE_TEST(test_no_opengl, test_no_opengl::run)
#include "test_no_opengl.moc"
