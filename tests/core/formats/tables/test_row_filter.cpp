// Protects the choice of rows: every comparison of numbers and words, columns and values in quotes, several
// conditions, and what cannot be meant is refused with its part and the remedy.
#include "core/formats/tables/row_filter.hpp"

#include <QTest>

#include "core/base/error.hpp"
#include "tests/test_program.hpp"

namespace test_row_filter {

using namespace foldwave;

class TestRowFilter : public QObject {
  Q_OBJECT

 private slots:
  void conditions_are_parsed() {
    QVERIFY(parse_conditions("").empty() && parse_conditions("  ").empty());
    const auto all = parse_conditions(" val==60 and 'Top and base' != \"a == b\" and 7 <= -1.5e2 ");
    QCOMPARE(all.size(), std::size_t{3});
    QCOMPARE(all[0].column, "val");
    QVERIFY(all[0].comparison == Comparison::equal && all[0].number == 60.0);
    QCOMPARE(all[1].column, "Top and base");
    QVERIFY(all[1].comparison == Comparison::other && !all[1].number);
    QCOMPARE(all[1].value, "a == b");
    QCOMPARE(all[2].column, "7");
    QVERIFY(all[2].comparison == Comparison::at_most && all[2].number == -150.0);
    QCOMPARE(parse_conditions("name == Top Marl").front().value, "Top Marl");
    QCOMPARE(parse_conditions("band == 3").front().column, "band");
    QCOMPARE(parse_conditions("name != ''").front().value, "");
  }

  void numbers_are_compared_as_numbers() {
    struct Row {
      const char* condition;
      bool below, equal, above;  // of 59, 60 and 61
    };
    for (const Row& row : {Row{"v == 60.0", false, true, false}, Row{"v != 60", true, false, true},
                           Row{"v < 60", true, false, false}, Row{"v <= 60", true, true, false},
                           Row{"v > 60", false, false, true}, Row{"v >= 60", false, true, true}}) {
      const RowCondition c = parse_conditions(row.condition).front();
      QCOMPARE(holds(c, "59", 59.0), row.below);
      QCOMPARE(holds(c, "6e1", 60.0), row.equal);
      QCOMPARE(holds(c, "61", 61.0), row.above);
      QCOMPARE(holds(c, "Marl", std::nullopt), c.comparison == Comparison::other);
      QCOMPARE(holds(c, "", std::nullopt), c.comparison == Comparison::other);
    }
  }

  void words_are_compared_letter_by_letter() {
    const RowCondition is = parse_conditions("name == 'Top Marl'").front();
    const RowCondition is_not = parse_conditions("name != 'Top Marl'").front();
    for (const char* const word : {"Top Marl", "top marl", "Top Marl ", ""}) {
      const bool same = std::string(word) == "Top Marl";
      QCOMPARE(holds(is, word, std::nullopt), same);
      QCOMPARE(holds(is_not, word, std::nullopt), !same);
    }
  }

  void what_cannot_be_meant_is_refused_data() {
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("found");
    const auto row = [](const char* where, const char* found) { QTest::newRow(where) << where << found; };
    row("val", "\"val\" compares nothing");
    row("val = 60", "compares nothing");
    row("== 60", "names no column");
    row("val ==", "has no value");
    row("val == == 60", "two operators");
    row("name < Top", "only numbers have an order");
    row("val == 60 and", "compares nothing");
    row("val == 60 and line", "\"line\" compares nothing");
    row("name == 'Top", "a quote that does not end");
    row("v < nan", "only numbers have an order");
  }
  void what_cannot_be_meant_is_refused() {
    QFETCH(QString, where);
    QFETCH(QString, found);
    try {
      parse_conditions(where.toStdString(), "/a/where");
      QFAIL("was taken");
    } catch (const InputError& e) {
      const QString message = e.what();
      QVERIFY2(message.startsWith("/a/where: ") && message.contains(found) && message.contains("val == 60"),
               e.what());
    }
  }
};

}  // namespace test_row_filter

FOLDWAVE_TEST(test_row_filter, run_guiless<test_row_filter::TestRowFilter>)
#include "test_row_filter.moc"
