// Protects the work on a screen of 1280 x 720: the window and every dialog fit on it, the views keep room to
// be read, no text of a label, button or choice is cut off, and controls that stand aside come back.
#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QSize>
#include <QToolButton>

#include "tests/test_program.hpp"
#include "tests/ui/every_dialog.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/wave/gather_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/widgets/number_edit.hpp"

namespace test_small_screen {

using namespace foldwave;

namespace {

constexpr QSize screen(1280, 720);
constexpr int title_bar = 30;  // what a window manager adds to a dialog

bool is_seen(const QWidget& widget) {
  return widget.isVisible() && !widget.visibleRegion().isEmpty();
}

// Texts that have less room than they take.
QStringList cut_off(const QWidget& root) {
  QStringList all;
  const auto complain = [&](const QWidget& widget, const QString& text, int wanted) {
    all << QString("\"%1\" has %2 of %3: %4")
               .arg(text)
               .arg(widget.width())
               .arg(wanted)
               .arg(described(widget));
  };
  for (const QWidget* const widget : root.findChildren<QWidget*>()) {
    if (!is_seen(*widget) || widget->objectName().startsWith("qt_")) continue;
    if (const auto* const label = qobject_cast<const QLabel*>(widget)) {
      // Those whose text is of any length say all of it in their tooltip.
      if (label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored) continue;
      const int wanted = label->wordWrap() ? label->minimumSizeHint().width() : label->sizeHint().width();
      if (!label->text().isEmpty() && label->width() < wanted) complain(*label, label->text(), wanted);
      const int high = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
      if (!label->text().isEmpty() && label->height() < high - 2)
        all << QString("\"%1\" is %2 of %3 high").arg(label->text()).arg(label->height()).arg(high);
    } else if (const auto* const button = qobject_cast<const QAbstractButton*>(widget)) {
      const int wanted = button->text().isEmpty() ? button->iconSize().width() : button->sizeHint().width();
      if (button->width() < wanted) complain(*button, button->text(), wanted);
    } else if (const auto* const choice = qobject_cast<const QComboBox*>(widget)) {
      const int wanted = choice->fontMetrics().horizontalAdvance(choice->currentText()) + 26;
      if (choice->width() < wanted) complain(*choice, choice->currentText(), wanted);
    } else if (const auto* const number = qobject_cast<const NumberEdit*>(widget)) {
      const int wanted = number->fontMetrics().horizontalAdvance("0.25") + 10;
      if (number->width() < wanted) complain(*number, number->text(), wanted);
    }
    // What stands beside or below its parent is not seen.
    const QWidget* const parent = widget->parentWidget();
    const bool scrolls = parent != nullptr && parent->objectName() == "qt_scrollarea_viewport";
    if (is_control(*widget) && !scrolls &&
        !parent->rect().adjusted(-1, -1, 1, 1).contains(widget->geometry()))
      all << "outside its parent: " + described(*widget);
  }
  return all;
}

}  // namespace

class TestSmallScreen : public QObject {
  Q_OBJECT

 private slots:
  void the_check_finds_what_is_cut_off() {
    QWidget root;
    root.resize(200, 60);
    QLabel label("a rather long text", &root);
    label.setGeometry(0, 0, 30, 20);
    QToolButton button(&root);
    button.setText("another one");
    button.setGeometry(0, 30, 30, 24);
    root.show();
    QVERIFY(QTest::qWaitForWindowExposed(&root));
    QCOMPARE(cut_off(root).size(), 2);
    label.resize(label.sizeHint());
    button.resize(button.sizeHint());
    QCOMPARE(cut_off(root), QStringList());
    button.move(190, 30);
    QCOMPARE(cut_off(root).size(), 1);
  }

  void the_window_fits() {
    ShownWindow window;
    window->resize(screen);
    QVERIFY(prepare_for_dialogs(window));
    const QSize least = window->minimumSizeHint();
    QVERIFY2(least.width() <= screen.width() && least.height() <= screen.height(),
             qPrintable(QString("%1 x %2").arg(least.width()).arg(least.height())));
    QCOMPARE(window->size(), screen);
    QVERIFY(window->panes().structure->view()->height() >= 380);
    QVERIFY(window->panes().wave->view()->height() >= 190);
    QVERIFY2(window->panes().gather->view()->height() >= 180,
             qPrintable(QString::number(window->panes().gather->view()->height())));
    QVERIFY(window->panes().gather->view()->width() >= 330);
    for (const QDockWidget* const dock : window->findChildren<QDockWidget*>()) {
      QAction* const go = find_command(*window->menuBar(), dock->windowTitle(), "View > Go to");
      go->trigger();
      QTRY_VERIFY(is_seen(*dock->widget()));
      QTest::qWait(50);
      keep_picture(*window, "720p-" + dock->objectName());
      const QStringList all = cut_off(*window);
      QVERIFY2(all.isEmpty(), qPrintable(dock->windowTitle() + '\n' + all.join('\n')));
      QCOMPARE(window->size(), screen);
    }
  }

  // A map of seven digits: numbers take more room.
  void the_window_fits_far_from_the_origin() {
    ShownWindow window;
    window->resize(screen);
    Scenario far = shot_on(20, 0.5, 10);
    far.grid.origin = {4500550.0, 7822000.0, 1250.0};
    const Vec3 middle = far.grid.origin + 0.5 * far.grid.extent();
    far.events.resize(1);
    far.events.front().horizon = PlaneHorizon{middle, 20.0, 70.0, {}};
    far.survey.sources.resize(1);
    far.survey.sources.front().position = middle;
    far.survey.receivers.clear();
    far.variants = {far};
    far.variants.front().name = "with a rather long name of its own";
    QVERIFY(window.open(far));
    window->runs().run_wave();
    QTRY_VERIFY_WITH_TIMEOUT(window->results().wave() && !window->runs().busy(), patience);
    QStringList wide;
    find_command(*window->menuBar(), "All but a box", "View > In 3D > Cut away")->trigger();
    const auto docks = window->findChildren<QDockWidget*>();
    find_command(*window->menuBar(), "Compare", "Variants")->trigger();
    for (const QDockWidget* const dock : docks) {
      find_command(*window->menuBar(), dock->windowTitle(), "View > Go to")->trigger();
      QTRY_VERIFY(is_seen(*dock->widget()));
      QTest::qWait(300);
      keep_picture(*window, "720p-far-" + dock->objectName());
      if (window->size() != screen || window->minimumSizeHint().width() > screen.width())
        wide << QString("%1: the window is %2 wide, of at least %3; the dock %4")
                    .arg(dock->windowTitle())
                    .arg(window->width())
                    .arg(window->minimumSizeHint().width())
                    .arg(dock->minimumSizeHint().width());
    }
    QVERIFY2(wide.isEmpty(), qPrintable(wide.join('\n')));
  }

  void what_stands_aside_comes_back() {
    ShownWindow window;
    window->resize(screen);
    auto* const power = window->panes().gather->findChild<NumberEdit*>("gather power");
    auto* const more = window->panes().gather->findChild<QToolButton*>("more controls");
    QTRY_VERIFY(!power->isVisible() && more->isVisible());
    more->click();
    QTRY_VERIFY(is_seen(*power));
    QVERIFY(cut_off(*window->panes().gather).isEmpty());
    find_command(*window->menuBar(), "More controls", "View > In the gather")->trigger();
    QTRY_VERIFY(!power->isVisible());
    // With room for it all, all is there.
    window->resize(1440, 1000);
    QTRY_VERIFY(power->isVisible());
  }

  void a_box_and_its_six_places_fit() {
    ShownWindow window;
    window->resize(screen);
    QVERIFY(prepare_for_dialogs(window));
    find_command(*window->menuBar(), "All but a box", "View > In 3D > Cut away")->trigger();
    window.raise("structure");
    QTRY_VERIFY(is_seen(*window.child<NumberEdit>("slice 5 place")));
    QTest::qWait(100);
    keep_picture(*window, "720p-box");
    QCOMPARE(cut_off(*window), QStringList());
    QCOMPARE(window->size(), screen);
    QVERIFY2(window->panes().structure->view()->height() >= 340,
             qPrintable(QString::number(window->panes().structure->view()->height())));
  }

  void all_dialogs_fit() {
    ShownWindow window;
    window->resize(screen);
    QVERIFY(prepare_for_dialogs(window));
    with_every_dialog(window, [&](QDialog& dialog) {
      QTest::qWait(400);  // files are read
      keep_picture(dialog,
                   "720p-dialog-" + dialog.windowTitle().section(':', 0, 0).simplified().replace(' ', '-'));
      const QSize size = dialog.frameGeometry().size();
      QVERIFY2(
          size.width() <= screen.width() && size.height() + title_bar <= screen.height(),
          qPrintable(QString("%1: %2 x %3").arg(dialog.windowTitle()).arg(size.width()).arg(size.height())));
      const QStringList all = cut_off(dialog);
      QVERIFY2(all.isEmpty(), qPrintable(dialog.windowTitle() + '\n' + all.join('\n')));
    });
  }
};

}  // namespace test_small_screen

FOLDWAVE_TEST(test_small_screen, run_in_windows<test_small_screen::TestSmallScreen>)
#include "test_small_screen.moc"
