// Protects what a person is told of picks in a file: validate, run and fit take its unit and sense alike and
// say it in the same words, with merges, rows left out and the misfit; a table of several horizons is told
// apart, and what cannot be meant is refused at its key.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_picks {

using namespace foldwave::test;

class TestCliPicks : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

  // Of a box of 400 m: a rolling surface 200 m deep, in feet below sea level.
  static QByteArray table(const char* header, double shift, const char* rest) {
    QByteArray text = header;
    for (double y = -50.0; y <= 450.0; y += 20.0)
      for (double x = -50.0; x <= 450.0; x += 20.0) {
        for (const double value : {x + shift, y, 200.0 + 10.0 * std::sin(x / 60.0) + shift})
          text += QByteArray::number(value / 0.3048, 'f', 4) + ',';
        text += QByteArray(rest) + '\n';
      }
    return text;
  }
  Outcome validate(const char* horizon) const {
    ScenarioFile()
        .set("/grid/nodes", "[41, 41, 41]")
        .set("/events/0/horizon", horizon)
        .set("/propagation/enabled", "false")
        .write(at("s.json"));
    return cli({"validate", at("s.json")});
  }

 private slots:
  void initTestCase() {
    const QByteArray one = table("X (ft),Y (ft),TVDSS (ft),val\n", 0.0, "60");
    const QByteArray other = table("", 30.0, "70");
    const QByteArray last_row = one.trimmed().split('\n').last();
    ScenarioFile::write_text(at("feet.csv"), one + last_row + "\n1,2,,60\n");
    ScenarioFile::write_text(at("two.csv"), one + other);
  }

  void all_say_how_picks_were_read() {
    const QByteArray words =
        "676 picks in feet (the file says so), z is depth (the file says so); left out 1 row without a "
        "value; merged 1 "
        "repeated pick to the mean";
    const Outcome validated = validate(R"({"type": "xyz", "file": "feet.csv"})");
    QCOMPARE(validated.exit, 0);
    QVERIFY2(validated.out.contains("/events/0/horizon/file: " + words), validated.out.constData());
    QVERIFY2(validated.out.contains("the surface misses the picks by "), validated.out.constData());
    QVERIFY2(validated.out.contains("nothing to complain of"), validated.out.constData());

    const Outcome run = cli({"run", at("s.json"), "--out", at("out")});
    QVERIFY2(run.exit == 0, run.err.constData());
    QVERIFY2(run.err.count(words) == 1, run.err.constData());

    const Outcome fitted = cli({"fit", at("s.json"), "--horizon", at("feet.csv"), "--z", "depth"});
    QVERIFY2(fitted.err.contains("676 picks in feet (the file says so), z is depth ("),
             fitted.err.constData());
  }

  void a_sense_against_the_file_is_told() {
    const Outcome outcome = validate(R"({"type": "xyz", "file": "feet.csv", "z": "elevation"})");
    QVERIFY2(outcome.out.contains("as asked for, though the file says depth"), outcome.out.constData());
    QVERIFY(!outcome.out.contains("nothing to complain of"));
  }

  void one_horizon_of_a_table() {
    const Outcome outcome = validate(R"({"type": "xyz", "file": "two.csv", "where": "val == 60"})");
    QCOMPARE(outcome.exit, 0);
    QVERIFY2(
        outcome.out.contains("676 picks in feet") && outcome.out.contains("the filter left out 676 rows"),
        outcome.out.constData());
    const Outcome fitted = cli({"fit", at("s.json"), "--horizon", at("two.csv"), "--where", "val == 70"});
    QVERIFY2(fitted.err.contains("676 picks in feet") && fitted.err.contains("the filter left out 676 rows"),
             fitted.err.constData());
  }

  void what_cannot_be_meant_is_refused_at_its_key() {
    Outcome outcome = validate(R"({"type": "xyz", "file": "two.csv", "where": "val = 60"})");
    QCOMPARE(outcome.exit, 1);
    QVERIFY2(outcome.out.contains("/events/0/horizon/where: "), outcome.out.constData());
    outcome = validate(R"({"type": "xyz", "file": "two.csv", "where": "val == 80"})");
    QCOMPARE(outcome.exit, 1);
    QVERIFY2(outcome.out.contains("\"60\", \"70\""), outcome.out.constData());
    outcome = validate(R"({"type": "xyz", "file": "two.csv", "unit": "fathoms"})");
    QCOMPARE(outcome.exit, 1);
    QVERIFY2((outcome.out + outcome.err).contains("/events/0/horizon/unit"), outcome.err.constData());
    validate(R"({"type": "xyz", "file": "two.csv", "where": "val == 60"})");
    outcome = cli({"fit", at("s.json"), "--horizon", at("two.csv"), "--where", "val"});
    QCOMPARE(outcome.exit, 1);
    QVERIFY2(outcome.err.contains("where: \"val\" compares nothing"), outcome.err.constData());
  }
};

}  // namespace test_cli_picks

FOLDWAVE_TEST(test_cli_picks, run_guiless<test_cli_picks::TestCliPicks>)
#include "test_cli_picks.moc"
