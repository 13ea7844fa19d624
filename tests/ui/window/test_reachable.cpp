// Protects those who work without a mouse or without sight: every control of the window and of all dialogs
// has a name that a screen reader can say, and is reached by Tab or is a command of the menus.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QTableView>
#include <QToolButton>

#include "tests/test_program.hpp"
#include "tests/ui/every_dialog.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/commands/command_palette.hpp"

namespace test_reachable {

using namespace foldwave;

namespace {

bool has_name(const QWidget& control, const QList<QLabel*>& labels) {
  if (!control.accessibleName().isEmpty()) return true;
  if (const auto* const button = qobject_cast<const QAbstractButton*>(&control);
      button && !button->text().isEmpty())
    return true;
  return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
    return label->buddy() == &control && !label->text().isEmpty();
  });
}

bool is_reached(const QWidget& control, const QSet<const QAction*>& commands) {
  if ((control.focusPolicy() & Qt::TabFocus) != 0) return true;
  const auto* const button = qobject_cast<const QToolButton*>(&control);
  if (button == nullptr) return false;
  const QAction* const action = button->defaultAction() != nullptr ? button->defaultAction()
                                : button->menu() != nullptr        ? button->menu()->menuAction()
                                                                   : nullptr;
  return commands.contains(action);
}

// Those of the menus, the menus themselves among them.
void add_commands(const QList<QAction*>& actions, QSet<const QAction*>& all) {
  for (const QAction* const action : actions) {
    all.insert(action);
    if (action->menu() != nullptr) add_commands(action->menu()->actions(), all);
  }
}

// What is amiss, one line a control.
QStringList complaints(const QWidget& root, const QMenuBar& bar) {
  QSet<const QAction*> commands;
  add_commands(bar.actions(), commands);
  const QList<QLabel*> labels = root.findChildren<QLabel*>();
  QStringList all;
  for (const QWidget* const widget : root.findChildren<QWidget*>()) {
    if (!is_control(*widget)) continue;
    // Seen from the window, a dialog is not its part.
    if (widget->window() != &root && qobject_cast<const QDialog*>(widget->window()) != nullptr) continue;
    if (!has_name(*widget, labels)) all << "no name: " + described(*widget);
    if (!is_reached(*widget, commands)) all << "not reached by keys: " + described(*widget);
    // Tab goes on to the next control, not from cell to cell for ever.
    if (const auto* const table = qobject_cast<const QAbstractItemView*>(widget);
        table && table->tabKeyNavigation())
      all << "keeps the Tab key: " + described(*widget);
  }
  return all;
}

}  // namespace

class TestReachable : public QObject {
  Q_OBJECT

 private slots:
  void the_check_finds_what_is_amiss() {
    QWidget root;
    auto* const nameless = new QLineEdit(&root);
    auto* const mute = new QToolButton(&root);
    mute->setText("A");
    mute->setFocusPolicy(Qt::NoFocus);
    const QMenuBar bar;
    QCOMPARE(complaints(root, bar).size(), 2);
    QLabel label("B", &root);
    label.setBuddy(nameless);
    mute->setFocusPolicy(Qt::TabFocus);
    QCOMPARE(complaints(root, bar), QStringList());
  }

  void the_window() {
    ShownWindow window;
    QVERIFY(prepare_for_dialogs(window));
    const QStringList all = complaints(*window, *window->menuBar());
    QVERIFY2(all.isEmpty(), qPrintable('\n' + all.join('\n')));
  }

  void all_dialogs() {
    ShownWindow window;
    QVERIFY(prepare_for_dialogs(window));
    QStringList all;
    const int count = with_every_dialog(window, [&](QDialog& dialog) {
      QVERIFY2(!dialog.windowTitle().isEmpty(), qPrintable(described(dialog)));
      all += complaints(dialog, *window->menuBar());
      if (qobject_cast<CommandPalette*>(&dialog) != nullptr) return;  // it goes with a click
      for (const QAbstractItemView* const view : dialog.findChildren<QAbstractItemView*>())
        if (qobject_cast<const QHeaderView*>(view) == nullptr && is_control(*view) &&
            view->contextMenuPolicy() == Qt::DefaultContextMenu)
          all << described(*view) + ": a list without a menu";
    });
    QVERIFY(count >= 12);
    QVERIFY2(all.isEmpty(), qPrintable('\n' + all.join('\n')));
  }
};

}  // namespace test_reachable

FOLDWAVE_TEST(test_reachable, run_in_windows<test_reachable::TestReachable>)
#include "test_reachable.moc"
