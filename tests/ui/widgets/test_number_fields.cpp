// Protects numbers that are typed: what a field shows is what it holds, a text that could be read in two ways
// is refused, no digit is lost by looking at a field, and a row that is added does not lie on another.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLocale>
#include <QSignalSpy>
#include <QSize>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_table.hpp"

namespace test_number_fields {

using namespace foldwave;

namespace {

QAction* deed(const NumberTable& table, const QString& name) {
  for (QAction* const action : table.table()->actions())
    if (action->text() == name) return action;
  qFatal("a table cannot %s", qPrintable(name));
}

}  // namespace

class TestNumberFields : public QObject {
  Q_OBJECT

 private slots:
  void typed_numbers_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("good");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("shown");
    QTest::newRow("plain") << "1234" << true << 1234.0 << "1234";
    QTest::newRow("point") << " 1.50 " << true << 1.5 << "1.5";
    QTest::newRow("power") << "1e3" << true << 1000.0 << "1000";
    QTest::newRow("grouped") << "1,234" << false << 7.0 << "1,234";
    QTest::newRow("grouped twice") << "1,234,567.5" << false << 7.0 << "1,234,567.5";
    QTest::newRow("decimal comma") << "1,5" << true << 1.5 << "1.5";
    QTest::newRow("comma and power") << "-2,5e3" << true << -2500.0 << "-2500";
    QTest::newRow("three decimals of a small number") << "0,125" << true << 0.125 << "0.125";
    QTest::newRow("three decimals of a large one") << "12345,678" << true << 12345.678 << "12345.678";
    QTest::newRow("comma and point") << "1,5.2" << false << 7.0 << "1,5.2";
    QTest::newRow("comma at the end") << "1," << false << 7.0 << "1,";
    QTest::newRow("grouped by points") << "1.234.567" << false << 7.0 << "1.234.567";
    QTest::newRow("grouped by blanks") << "1 234" << false << 7.0 << "1 234";
    QTest::newRow("grouped by marks") << "1'234" << false << 7.0 << "1'234";
    QTest::newRow("words") << "deep" << false << 7.0 << "deep";
    QTest::newRow("too large") << "1e999" << false << 7.0 << "1e999";
    QTest::newRow("nothing") << "" << false << 7.0 << "";
  }
  void typed_numbers() {
    QFETCH(QString, text);
    QFETCH(bool, good);
    QFETCH(double, value);
    QFETCH(QString, shown);
    // Whatever language the desktop speaks.
    for (const QLocale& locale : {QLocale(QLocale::English), QLocale(QLocale::German), QLocale::c()}) {
      QLocale::setDefault(locale);
      NumberEdit field;
      field.set_value(7.0);
      const QSignalSpy edited(&field, &NumberEdit::edited);
      field.setText(text);
      QTest::keyClick(&field, Qt::Key_Return);
      QCOMPARE(field.good(), good);
      QCOMPARE(field.problem().isEmpty(), good);
      QCOMPARE(field.value(), value);
      QCOMPARE(field.text(), shown);
      QCOMPARE(edited.count(), good ? 1 : 0);
    }
    QLocale::setDefault(QLocale::system());
  }

  void cells_go_to_a_spreadsheet_and_come_back() {
    NumberTable table({"x", "y", "depth", "hidden"});
    table.hide_columns(3);
    table.set_rows({{1, 2.5, 3, 9}, {4, 5, 6, 8}, {7, 8, 1e-3, 7}});
    const QSignalSpy edited(&table, &NumberTable::edited), refused(&table, &NumberTable::refused),
        chosen(&table, &NumberTable::rows_chosen);
    QTableWidget& cells = *table.table();
    QClipboard* const clipboard = QGuiApplication::clipboard();
    cells.setRangeSelected({1, 1, 2, 2}, true);
    QCOMPARE(table.chosen_rows(), (std::vector<int>{1, 2}));
    QVERIFY(!chosen.isEmpty());
    deed(table, "Copy")->trigger();
    QCOMPARE(clipboard->text(), QString("5\t6\n8\t0.001"));
    // Over what is there and beyond it, with heads, blanks and the spreadsheet's own line ends.
    clipboard->setText("x\ty\r\n10\t1,5\r\n\t30\r\n40\t50\r\n");
    cells.clearSelection();
    cells.setCurrentCell(2, 0);
    deed(table, "Paste")->trigger();
    QCOMPARE(table.rows().size(), std::size_t{5});
    QCOMPARE(table.rows()[2], (std::vector<double>{10, 1.5, 1e-3, 7}));
    QCOMPARE(table.rows()[3][1], 30.0);
    QCOMPARE(table.rows()[4][0], 40.0);
    QCOMPARE(edited.count(), 1);
    QCOMPARE(table.chosen_rows(), (std::vector<int>{2, 3, 4}));
    // What is no number is named, and nothing is taken.
    const auto before = table.rows();
    for (const auto& [text, word] : {std::pair("1\tdeep\n2\t3", "row 1, y: \"deep\""),
                                     std::pair("1\t2\t3\t4", "4 columns"), std::pair("", "no numbers")}) {
      clipboard->setText(text);
      cells.clearSelection();
      cells.setCurrentCell(0, 0);
      deed(table, "Paste")->trigger();
      QVERIFY2(refused.back()[0].toString().contains(word), qPrintable(refused.back()[0].toString()));
      QCOMPARE(table.rows(), before);
    }
    QCOMPARE(edited.count(), 1);
    // Several go at once.
    cells.clearSelection();
    cells.setRangeSelected({1, 0, 3, 0}, true);
    deed(table, "Remove")->trigger();
    QCOMPARE(table.rows().size(), std::size_t{2});
    QCOMPARE(edited.count(), 2);
  }

  // What is below a row of a tree is no row of the same number.
  void a_tree_is_copied_as_it_stands() {
    QTreeWidget tree;
    tree.setHeaderLabels({"name", "depth"});
    for (const char* const well : {"A", "B"}) {
      auto* const row = new QTreeWidgetItem(&tree, {well, "0"});
      for (const char* const top : {"Chalk", "Marl"})
        new QTreeWidgetItem(row, {QString(top) + ' ' + well, "10"});
    }
    const QString head = "name\tdepth\n";
    QCOMPARE(copied_text(tree), head + "A\t0\nChalk A\t10\nMarl A\t10\nB\t0\nChalk B\t10\nMarl B\t10");
    tree.topLevelItem(1)->child(0)->setSelected(true);
    QCOMPARE(copied_text(tree), head + "Chalk B\t10");
    tree.clearSelection();
    tree.topLevelItem(0)->setHidden(true);
    QCOMPARE(copied_text(tree), head + "B\t0\nChalk B\t10\nMarl B\t10");
  }

  void a_comma_is_explained() {
    NumberEdit field;
    field.setText("1,234");
    QVERIFY(!field.finish());
    QVERIFY2(field.problem().contains("'.'"), qPrintable(field.problem()));
  }

  void looking_at_a_field_loses_no_digit() {
    NumberEdit field;
    const double fine = 4321987.123456789;
    field.set_value(fine);
    const QSignalSpy edited(&field, &NumberEdit::edited);
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(edited.count(), 0);
    QCOMPARE(field.value(), fine);
  }

  // To a sensible digit, whole, and with all its digits where they were typed.
  void a_field_shows_what_is_of_use() {
    NumberEdit field;
    field.set_value(409.6928766);
    QCOMPARE(field.text(), QString("409.69"));
    field.set_value(6712345.75);
    QCOMPARE(field.text(), QString("6712345.75"));
    QVERIFY(field.minimumWidth() > field.fontMetrics().horizontalAdvance(field.text()));
    field.setText("12.3456789");
    QVERIFY(field.finish());
    field.set_value(12.3456789);  // the panel shows the edit
    QCOMPARE(field.text(), QString("12.3456789"));
    QTest::keyClick(&field, Qt::Key_Up);
    QCOMPARE(field.text(), QString("13.346"));
    QCOMPARE(field.value(), 13.3456789);
    NumberEdit azimuth;
    azimuth.set_azimuth();
    azimuth.set_value(46.5);
    QCOMPARE(azimuth.text(), QString("046.5"));
    azimuth.setText("7");
    QVERIFY(azimuth.finish());
    QCOMPARE(azimuth.text(), QString("007"));
    QCOMPARE(azimuth.value(), 7.0);
  }

  // 0 that leaves the value to the program reads as what it does; its word is chosen whole, to be typed over.
  void zero_has_a_word_where_it_means_one() {
    NumberEdit field;
    field.set_zero_word("automatic");
    field.set_value(0.0);
    QCOMPARE(field.text(), QString("automatic"));
    const QSignalSpy edited(&field, &NumberEdit::edited);
    field.show();
    QVERIFY(QTest::qWaitForWindowExposed(&field));
    QApplication::setActiveWindow(&field);
    QTest::mouseClick(&field, Qt::LeftButton, {}, field.rect().center());
    QTRY_COMPARE(field.selectedText(), QString("automatic"));
    QTest::keyClicks(&field, "0.25");
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(field.value(), 0.25);
    QCOMPARE(edited.count(), 1);
    for (const char* const text : {"0", "auto", "Automatic", " ", ""}) {
      field.set_value(0.25);
      field.setText(text);
      QVERIFY2(field.finish() && field.value() == 0.0, text);
      QCOMPARE(field.text(), QString("automatic"));
    }
    field.setText("automation");
    QVERIFY(!field.finish());
    NumberEdit plain;
    plain.set_value(0.0);
    QCOMPARE(plain.text(), QString("0"));
  }

  void a_cell_is_a_field_too() {
    NumberTable table({"x", "y"});
    table.set_rows({{1, 2}, {3, 4}});
    const QSignalSpy edited(&table, &NumberTable::edited), refused(&table, &NumberTable::refused);
    table.table()->item(0, 1)->setText("1,234");
    QCOMPARE(edited.count(), 0);
    QVERIFY(refused.last()[0].toString().contains("1,234"));
    QCOMPARE(table.rows()[0][1], 2.0);
    table.table()->item(0, 1)->setText("5e2");
    QCOMPARE(edited.count(), 1);
    QCOMPARE(table.rows()[0][1], 500.0);
    QCOMPARE(table.table()->item(0, 1)->text(), QString("500"));
  }

  void a_long_message_leaves_the_table_its_room() {
    ScenarioPanel panel;
    panel.resize(345, 700);
    panel.show();
    Scenario s;
    s.grid.n = {21, 21, 21};
    s.grid.h = {10, 10, 10};
    s.events.resize(1);
    s.events.front().horizon = PointsHorizon{{{0, 0, 90}, {200, 0, 80}, {0, 200, 70}}, {}, {}};
    panel.show_edited({s});
    auto* const table = panel.findChild<NumberTable*>("/events/0/horizon/points");
    QVERIFY(table != nullptr && QTest::qWaitForWindowExposed(&panel));
    const QSize before = table->table()->size();
    const std::string path =
        "/a/" + std::string(120, 'x') + "/of-a-file-with-a-long-name/" + std::string(90, 'y');
    panel.show_findings(
        {{Severity::error, "/events/0/horizon/points",
          "the points cannot be read from " + path + " and this goes on and on", "choose others"}});
    QTest::qWait(50);
    QVERIFY(!panel.messages().message("/events/0/horizon/points").isEmpty());
    QCOMPARE(table->table()->size(), before);
    QVERIFY(panel.widget()->width() <= panel.viewport()->width());
  }

  void add_asks_where_the_new_row_lies() {
    NumberTable table({"x", "y"});
    table.set_rows({{1, 2}, {3, 4}});
    table.set_row_after([](const NumberTable::Rows& rows, std::size_t at) {
      return std::vector<double>{rows[at][0] + 10, rows[at][1]};
    });
    table.table()->setCurrentCell(1, 0);
    table.findChildren<QToolButton*>().first()->click();
    QCOMPARE(table.rows().size(), std::size_t{3});
    QCOMPARE(table.rows().back(), (std::vector<double>{13, 4}));
  }
};

}  // namespace test_number_fields

FOLDWAVE_TEST(test_number_fields, run_in_windows<test_number_fields::TestNumberFields>)
#include "test_number_fields.moc"
