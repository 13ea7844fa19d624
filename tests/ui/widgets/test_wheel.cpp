// Protects the model from the wheel: over every control of the window, its docks and all dialogs it is turned
// both ways without the focus, and nothing of what is shown or edited changes; the panel scrolls on.
#include <QtTest/qtestspontaneevent.h>
#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QHash>
#include <QLineEdit>
#include <QPointF>
#include <QRectF>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpontaneKeyEvent>
#include <QTableWidget>

#include "tests/test_program.hpp"
#include "tests/ui/every_dialog.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/window/docks.hpp"

namespace test_wheel {

using namespace foldwave;

namespace {

// As it comes from the mouse, which gives focus where Qt thinks fit.
void turn_wheel(QWidget& over, int by) {
  const QPointF middle = QRectF(over.rect()).center();
  QWheelEvent wheel(middle, over.mapToGlobal(middle), {}, {0, by}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QSpontaneKeyEvent::setSpontaneous(&wheel);
  qApp->notify(&over, &wheel);
}

bool takes_a_value(const QWidget& widget) {
  return qobject_cast<const QComboBox*>(&widget) != nullptr ||
         qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
         (qobject_cast<const QAbstractSlider*>(&widget) != nullptr &&
          qobject_cast<const QScrollBar*>(&widget) == nullptr);
}

QString value_of(const QWidget& widget) {
  if (const auto* const choice = qobject_cast<const QComboBox*>(&widget))
    return QString("%1 %2").arg(choice->currentIndex()).arg(choice->currentText());
  if (const auto* const slider = qobject_cast<const QAbstractSlider*>(&widget))
    return QString::number(slider->value());
  if (const auto* const spin = qobject_cast<const QAbstractSpinBox*>(&widget)) return spin->text();
  if (const auto* const edit = qobject_cast<const QLineEdit*>(&widget)) return edit->text();
  if (const auto* const button = qobject_cast<const QAbstractButton*>(&widget))
    return button->isChecked() ? "on" : "off";
  QStringList cells;
  if (const auto* const table = qobject_cast<const QTableWidget*>(&widget))
    for (int row = 0; row < table->rowCount(); ++row)
      for (int column = 0; column < table->columnCount(); ++column)
        cells << (table->item(row, column) != nullptr ? table->item(row, column)->text() : QString());
  return cells.join('|');
}

QHash<const QWidget*, QString> values_in(const QWidget& root) {
  QHash<const QWidget*, QString> values;
  for (const QWidget* const widget : root.findChildren<QWidget*>())
    if (qobject_cast<const QScrollBar*>(widget) == nullptr) values[widget] = value_of(*widget);
  return values;
}

struct Turned {
  int controls = 0, choices = 0;
  QStringList changes;  // one line a control
};

// Over every control below `root`, hidden pages too; a view takes the wheel itself, to zoom.
void turn_over_all(QWidget& root, MainWindow& window, Turned& turned) {
  const Scenario before = window.editor().now();
  for (QWidget* const widget : root.findChildren<QWidget*>()) {
    if ((!is_control(*widget) && !takes_a_value(*widget)) || qobject_cast<VtkView*>(widget) != nullptr)
      continue;
    if (widget->window() != root.window()) continue;
    if (QWidget* const focus = QApplication::focusWidget()) focus->clearFocus();
    const auto values = values_in(root);
    turn_wheel(*widget, -120);
    turn_wheel(*widget, -120);
    turn_wheel(*widget, 120);
    ++turned.controls;
    turned.choices += takes_a_value(*widget) ? 1 : 0;
    if (takes_a_value(*widget) && widget->hasFocus())
      turned.changes << "takes the focus: " + described(*widget);
    const auto after = values_in(root);
    for (auto at = values.begin(); at != values.end(); ++at)
      if (after.contains(at.key()) && after[at.key()] != at.value())
        turned.changes << at.value() + " becomes " + after[at.key()] + ": " + described(*at.key());
    if (!(window.editor().now() == before)) turned.changes << "the scenario: " + described(*widget);
  }
}

}  // namespace

class TestWheel : public QObject {
  Q_OBJECT

 private slots:
  void no_control_of_the_window_takes_it() {
    ShownWindow window;
    QVERIFY(prepare_for_dialogs(window));
    Turned turned;
    turn_over_all(*window, *window, turned);
    QVERIFY2(turned.changes.isEmpty(), qPrintable('\n' + turned.changes.join('\n')));
    QVERIFY2(turned.controls > 150 && turned.choices > 30,
             qPrintable(QString("%1 %2").arg(turned.controls).arg(turned.choices)));
    QCOMPARE(window->editor().history().stack().count(), 0);
  }

  void no_control_of_a_dialog_takes_it() {
    ShownWindow window;
    QVERIFY(prepare_for_dialogs(window));
    Turned turned;
    const int dialogs =
        with_every_dialog(window, [&](QDialog& dialog) { turn_over_all(dialog, *window, turned); });
    QVERIFY2(turned.changes.isEmpty(), qPrintable('\n' + turned.changes.join('\n')));
    QVERIFY(dialogs >= 11 && turned.choices > 15);
  }

  // It goes to what lies below.
  void the_panel_scrolls_on() {
    ShownWindow window;
    QVERIFY(window.open(example_on(16)));
    auto* const kind = window.child<QComboBox>("horizon kind");
    const QScrollBar& bar = *window->panes().panel->verticalScrollBar();
    QVERIFY(bar.maximum() > 0);
    const int index = kind->currentIndex(), place = bar.value();
    turn_wheel(*kind, -120);
    QVERIFY(bar.value() > place);
    QCOMPARE(kind->currentIndex(), index);
  }

  // With the focus it turns, as the keys do.
  void a_choice_with_the_focus_takes_it() {
    ShownWindow window;
    QVERIFY(window.open(example_on(16)));
    auto* const kind = window.child<QComboBox>("horizon kind");
    QApplication::setActiveWindow(&*window);
    kind->setFocus();
    QTRY_VERIFY(kind->hasFocus());
    const int index = kind->currentIndex();
    turn_wheel(*kind, -120);
    QCOMPARE(kind->currentIndex(), index + 1);
    QCOMPARE(window->editor().history().stack().count(), 1);
  }

  // A choice that is no edit yet, as no file is named: undo takes it back, also from the empty field.
  void a_velocity_file_that_is_only_wished_for_can_be_undone() {
    ShownWindow window;
    QVERIFY(window.open(example_on(16)));
    auto* const source = window.child<QComboBox>("/velocity");
    auto* const file = window.child<QLineEdit>("/velocity/file");
    QAction* const undo = find_command(*window->menuBar(), "Undo");
    QVERIFY(undo != nullptr && !undo->isEnabled());
    const auto choose = [&] {
      source->setCurrentIndex(1);
      emit source->activated(1);
    };
    choose();
    QVERIFY(file->isVisibleTo(window->panes().panel) && undo->isEnabled());
    QApplication::setActiveWindow(&*window);
    file->setFocus();
    QTRY_VERIFY(file->hasFocus());
    QTest::keyClick(file, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(source->currentIndex(), 0);
    QVERIFY(!file->isVisibleTo(window->panes().panel) && !undo->isEnabled());

    // An edit that came before it stays.
    window.type("/grid/origin/0", "12");
    const Scenario edited = window->editor().now();
    choose();
    undo->trigger();
    QVERIFY(source->currentIndex() == 0 && window->editor().now() == edited && undo->isEnabled());
    undo->trigger();
    QVERIFY(!(window->editor().now() == edited));
  }
};

}  // namespace test_wheel

FOLDWAVE_TEST(test_wheel, run_in_windows<test_wheel::TestWheel>)
#include "test_wheel.moc"
