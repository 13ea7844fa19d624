// Protects the commands: what is in the menus is found by the palette and on the sheet of keys, runs from
// there, and no two commands share a key.
#include <QAction>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSet>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include "core/engine/backend.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/commands/command_keys.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/commands/command_palette.hpp"
#include "ui/commands/keys_dialog.hpp"
#include "ui/commands/shortcut_sheet.hpp"
#include "ui/settings/theme.hpp"
#include "ui/window/main_window.hpp"

namespace test_commands {

using namespace foldwave;

class TestCommands : public QObject {
  Q_OBJECT

 private slots:
  void the_menus_are_the_list();
  void letters_find_a_command_data();
  void letters_find_a_command();
  void keys_open_the_palette_and_run_a_command();
  void what_cannot_be_done_now_is_not_run();
  void every_command_of_the_window_can_be_told_apart();
  void the_sheet_tells_every_key();
  void keys_can_be_changed();
};

void TestCommands::the_menus_are_the_list() {
  QMenuBar bar;
  QMenu* const file = bar.addMenu("&File");
  file->addAction("&Open...");
  file->addSeparator();
  QMenu* const recent = file->addMenu("Open &recent");
  connect(recent, &QMenu::aboutToShow, recent, [recent] {
    recent->clear();
    recent->addAction("one.json");
  });
  bar.addMenu("&Run")->addAction("Salt && pepper");
  const auto list = command_list(bar);
  QCOMPARE(list.size(), std::size_t{3});
  QCOMPARE(list[0].name, QString("Open"));
  QCOMPARE(list[1].name, QString("one.json"));
  QCOMPARE(list[1].group, QString("File > Open recent"));
  QCOMPARE(list[2].name, QString("Salt & pepper"));
  QCOMPARE(find_command(bar, "Open"), file->actions().front());
  QVERIFY(find_command(bar, "Open", "Run") == nullptr);
}

void TestCommands::letters_find_a_command_data() {
  QTest::addColumn<QString>("typed");
  QTest::addColumn<QString>("better");
  QTest::addColumn<QString>("worse");
  QTest::newRow("the beginning of a word") << "wav"
                                           << "Run wave"
                                           << "Save";
  QTest::newRow("two words, any order") << "wave run"
                                        << "Run wave"
                                        << "Reset layout";
  QTest::newRow("the first word before a later one") << "s"
                                                     << "Save"
                                                     << "Keyboard and mouse sheet";
  QTest::newRow("letters in order") << "rnwv"
                                    << "Run wave"
                                    << "Redo";
  QTest::newRow("a part of a word") << "eyb"
                                    << "Keyboard"
                                    << "Undo";
}

void TestCommands::letters_find_a_command() {
  QFETCH(QString, typed);
  QFETCH(QString, better);
  QFETCH(QString, worse);
  QVERIFY(command_match(typed, better) > command_match(typed, worse));
  QVERIFY(command_match("xyzzy", better) < 0);
}

void TestCommands::keys_open_the_palette_and_run_a_command() {
  MainWindow window(cpu_backend());
  window.show();
  QVERIFY(QTest::qWaitForWindowExposed(&window));
  QApplication::setActiveWindow(&window);
  const auto automatic = find_command(*window.menuBar(), "Fold while I edit");
  QVERIFY(automatic != nullptr && automatic->isChecked());
  QTest::keyClick(&window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
  auto* const palette = window.findChild<CommandPalette*>();
  QVERIFY(palette != nullptr);
  QVERIFY(QTest::qWaitForWindowExposed(palette));
  auto* const typed = palette->findChild<QLineEdit*>();
  QCOMPARE(palette->focusWidget(), typed);
  QTest::keyClicks(typed, "fold edit");
  QTest::keyClick(typed, Qt::Key_Down);
  QTest::keyClick(typed, Qt::Key_Up);
  QTest::keyClick(typed, Qt::Key_Return);
  QTRY_VERIFY(!automatic->isChecked());
  QTRY_VERIFY(window.findChild<CommandPalette*>() == nullptr);
}

void TestCommands::what_cannot_be_done_now_is_not_run() {
  QMainWindow window;
  QAction* const action = window.menuBar()->addMenu("Run")->addAction("Stop");
  int runs = 0;
  connect(action, &QAction::triggered, this, [&] { ++runs; });
  action->setEnabled(false);
  auto* const palette = new CommandPalette(*window.menuBar(), &window);
  QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
  QVERIFY(palette->findChild<QListWidget*>()->count() == 1);
  action->setEnabled(true);
  QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
  QTRY_COMPARE(runs, 1);
}

void TestCommands::every_command_of_the_window_can_be_told_apart() {
  MainWindow window(cpu_backend());
  QSet<QString> names, keys;
  const auto list = command_list(*window.menuBar());
  QVERIFY(list.size() > 25);
  for (const Command& command : list) {
    const QString full = command.group + " > " + command.name;
    QVERIFY2(!names.contains(full), qPrintable(full));
    names.insert(full);
    for (const QKeySequence& key : command.action->shortcuts()) {
      QVERIFY2(!keys.contains(key.toString()), qPrintable(full + ": " + key.toString()));
      keys.insert(key.toString());
    }
  }
}

void TestCommands::the_sheet_tells_every_key() {
  MainWindow window(cpu_backend());
  ShortcutSheet sheet(*window.menuBar(), &window);
  QStringList told;
  for (const QLabel* const label : sheet.findChildren<QLabel*>())
    told << label->text();
  int keys = 0;
  for (const Command& command : command_list(*window.menuBar())) {
    if (command.action->shortcut().isEmpty()) continue;
    ++keys;
    QVERIFY2(told.contains(command.name), qPrintable(command.name));
    QVERIFY(told.contains(command.action->shortcut().toString(QKeySequence::NativeText)));
  }
  QVERIFY(keys >= 10);
}

// A clash is named and refused; what is taken holds at once, in the tooltip too, and in the next session.
void TestCommands::keys_can_be_changed() {
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  const QKeySequence wanted("Ctrl+Alt+K");
  {
    MainWindow window(cpu_backend());
    const auto open = [&] {
      find_command(*window.menuBar(), "Change keys")->trigger();
      return window.findChild<KeysDialog*>();
    };
    const auto choose = [](KeysDialog& dialog, const char* name) {
      auto* const table = dialog.findChild<QTreeWidget*>("keys table");
      table->setCurrentItem(table->findItems(name, Qt::MatchExactly).front());
      return table->currentItem();
    };
    KeysDialog* dialog = open();
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    auto* const typed = dialog->findChild<QLineEdit*>("new key");
    const auto* const message = dialog->findChild<QLabel*>("keys message");
    choose(*dialog, "Examples");
    QTest::keyClick(typed, Qt::Key_K, Qt::ControlModifier | Qt::AltModifier);
    const QTreeWidgetItem* const row = choose(*dialog, "Open");
    QTest::keyClick(typed, Qt::Key_K, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY2(message->text().contains("File > Examples"), qPrintable(message->text()));
    QCOMPARE(row->text(2), QKeySequence(QKeySequence::Open).toString(QKeySequence::NativeText));
    QTest::keyClick(typed, Qt::Key_J);
    QVERIFY(message->text().contains("Ctrl"));
    keep_picture(*dialog, "keys");
    choose(*dialog, "Export");
    dialog->findChild<QPushButton*>("no key")->click();
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
    QCOMPARE(find_command(*window.menuBar(), "Examples")->shortcut(), wanted);
    QVERIFY(find_command(*window.menuBar(), "Export")->shortcut().isEmpty());
    QVERIFY(!find_command(*window.menuBar(), "Export")->toolTip().contains('('));
  }
  MainWindow window(cpu_backend());
  restore_keys(*window.menuBar());
  QCOMPARE(find_command(*window.menuBar(), "Examples")->shortcut(), wanted);
  QVERIFY(find_command(*window.menuBar(), "Export")->shortcut().isEmpty());
  KeysDialog dialog(*window.menuBar(), &window);
  dialog.setAttribute(Qt::WA_DeleteOnClose, false);
  dialog.findChild<QPushButton*>("all keys usual")->click();
  dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
  QCOMPARE(find_command(*window.menuBar(), "Examples")->shortcut(), QKeySequence("Ctrl+E"));
  QVERIFY(QSettings().allKeys().filter("keys/").isEmpty());
}

}  // namespace test_commands

FOLDWAVE_TEST(test_commands, run_in_windows<test_commands::TestCommands>)
#include "test_commands.moc"
