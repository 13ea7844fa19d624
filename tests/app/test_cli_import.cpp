// Protects `foldwave-cli import` and what all commands share, as a user runs them: a horizon, velocities and
// traces come into a scenario that then runs with them, "-" is standard input, --quiet leaves errors alone,
// run --json is one object of what was written; and what cannot be is refused and leaves the scenario as it
// was.
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "core/formats/stations/miniseed.hpp"
#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_import {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// Elevations of a surface that lies 100 to 130 m deep, on the map of the scenario's box.
QByteArray picks_text() {
  QByteArray text = "x y elevation\n";
  for (int j = 0; j <= 8; ++j)
    for (int i = 0; i <= 8; ++i) {
      const double x = 28.75 * i, y = 28.75 * j;
      text += QByteArray::number(x) + " " + QByteArray::number(y) + " " +
              QByteArray::number(-115.0 - 0.0005 * (x - 115.0) * (y - 115.0) - 0.05 * x) + "\n";
    }
  return text;
}

}  // namespace

class TestCliImport : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }
  QJsonObject horizon_in(const QString& name) const {
    return json_of(at(name))["events"].toArray()[0].toObject()["horizon"].toObject();
  }

  // A word of the scenario by its path.
  QString said(const QString& path) const {
    QJsonValue value = json_of(at("s.json"));
    for (const QString& key : path.split('/'))
      value = value.toObject().value(key);
    return value.toString();
  }

  Outcome with_input(const QStringList& arguments, const QByteArray& input) const {
    QProcess process;
    process.setProcessEnvironment(no_display());
    process.setWorkingDirectory(folder_.path());
    process.start(FOLDWAVE_CLI, arguments);
    process.write(input);
    process.closeWriteChannel();
    return outcome_of(process);
  }

 private slots:
  void init() {
    ScenarioFile().write(at("s.json"));
    ScenarioFile::write_text(at("picks.xyz"), picks_text());
  }

  void a_horizon_is_named_and_runs() {
    const Outcome outcome = cli({"import", at("picks.xyz"), at("s.json"), "--z", "elevation"});
    QVERIFY2(outcome.exit == 0, outcome.err.constData());
    QCOMPARE(outcome.out.trimmed(), at("s.json").toUtf8());
    QVERIFY2(outcome.err.contains("81 picks"), outcome.err.constData());
    QCOMPARE(horizon_in("s.json")["type"].toString(), QString("xyz"));
    QCOMPARE(horizon_in("s.json")["file"].toString(), QString("picks.xyz"));
    QCOMPARE(cli({"validate", at("s.json")}).exit, 0);
    // Into another folder it is named in full, and the first scenario stays.
    QVERIFY(QDir(folder_.path()).mkpath("other"));
    const QByteArray before = bytes_of(at("s.json"));
    QCOMPARE(cli({"import", at("picks.xyz"), at("s.json"), "--write", at("other/t.json")}).exit, 0);
    QCOMPARE(bytes_of(at("s.json")), before);
    QCOMPARE(cli({"validate", at("other/t.json")}).exit, 0);
  }

  void standard_input_becomes_control_points() {
    const Outcome outcome =
        with_input({"import", "-", "s.json", "--points", "12", "--z", "elevation"}, picks_text());
    QVERIFY2(outcome.exit == 0, outcome.err.constData());
    QCOMPARE(horizon_in("s.json")["type"].toString(), QString("points"));
    const QJsonArray points = horizon_in("s.json")["points"].toArray();
    QCOMPARE(points.size(), 12);
    for (const QJsonValue& p : points) {
      const double x = p.toArray()[0].toDouble(), y = p.toArray()[1].toDouble();
      const double depth = 115.0 + 0.0005 * (x - 115.0) * (y - 115.0) + 0.05 * x;
      QVERIFY(std::abs(p.toArray()[2].toDouble() - depth) < 1e-3);
    }
    QVERIFY(outcome.err.contains("12 control points miss the picks by"));
    // A scenario comes that way too.
    const Outcome checked = with_input({"validate", "-"}, bytes_of(at("s.json")));
    QVERIFY2(checked.exit == 0, checked.err.constData());
  }

  void velocities_and_traces_are_named() {
    QCOMPARE(cli({"run", at("s.json"), "--out", at("out"), "--quiet"}).exit, 0);
    QVERIFY(QFile::copy(at("out/wave/gather.sgy"), at("g.sgy")));
    QCOMPARE(cli({"import", at("g.sgy"), at("s.json"), "--as", "gather"}).exit, 0);
    QCOMPARE(said("imaging/data"), QString("g.sgy"));
    QCOMPARE(cli({"import", at("g.sgy"), at("s.json"), "--as", "shots"}).exit, 0);
    QCOMPARE(said("imaging/survey/data"), QString("g.sgy"));
#ifdef FOLDWAVE_HAS_VTK
    QVERIFY(QFile::copy(at("out/fold/velocity.vti"), at("v.vti")));
    QCOMPARE(cli({"import", at("v.vti"), at("s.json")}).exit, 0);
    QCOMPARE(said("velocity/file"), QString("v.vti"));
#endif
  }

  void stations_and_their_table_are_named() {
    if (!has_miniseed()) FOLDWAVE_NOT_HERE("libmseed-dev");
    const QString corpus = FOLDWAVE_SOURCE_DIR "/tests/fuzz/corpus/miniseed/";
    QVERIFY(QFile::copy(corpus + "good-two-stations.mseed", at("e.mseed")));
    QVERIFY(QFile::copy(corpus + "good-steim1-gap.mseed", at("gap.mseed")));
    ScenarioFile::write_text(at("t.csv"), "station,x,y,z\nFUR,50,50,10\nWET,150,90,10\n");
    const Outcome alone = cli({"import", at("e.mseed"), at("s.json")});
    QCOMPARE(alone.exit, 1);
    QVERIFY2(alone.err.contains("--stations FILE"), alone.err.constData());
    const Outcome named = cli({"import", at("e.mseed"), at("s.json"), "--stations", at("t.csv")});
    QVERIFY2(named.exit == 0, named.err.constData());
    QVERIFY2(named.err.contains("2 stations, 40 samples every 0.01 s from 2026-03-01T04:05:06.789012Z on"),
             named.err.constData());
    QCOMPARE(said("imaging/data"), QString("e.mseed"));
    QCOMPARE(said("imaging/stations"), QString("t.csv"));
    const QByteArray before = bytes_of(at("s.json"));
    const Outcome gap = cli({"import", at("gap.mseed"), at("s.json"), "--stations", at("t.csv")});
    QCOMPARE(gap.exit, 1);
    QVERIFY2(gap.err.contains("GR.FUR..HHZ: has a gap from 2026-03-01T04:05:08.289012Z on"),
             gap.err.constData());
    const Outcome mixed =
        cli({"import", at("picks.xyz"), at("s.json"), "--as", "horizon", "--stations", at("t.csv")});
    QCOMPARE(mixed.exit, 1);
    QVERIFY2(mixed.err.contains("--stations"), mixed.err.constData());
    QCOMPARE(bytes_of(at("s.json")), before);
  }

  void dips_guide_the_horizon_and_wells_become_markers() {
    ScenarioFile::write_text(at("dips.csv"),
                             "x,y,dip,strike,bed\n50,50,3,10,a\n150,90,2,20,a\n100,100,80,0,b\n");
    const Outcome guided = cli({"import", at("picks.xyz"), at("s.json"), "--z", "elevation", "--dips",
                                at("dips.csv"), "--dips-where", "bed == a"});
    QVERIFY2(guided.exit == 0, guided.err.constData());
    QVERIFY2(guided.err.contains("dips.csv: 2 dips"), guided.err.constData());
    QCOMPARE(horizon_in("s.json")["dips"].toString(), QString("dips.csv"));
    const Outcome checked = cli({"validate", at("s.json")});
    QCOMPARE(checked.exit, 0);
    QVERIFY2((checked.out + checked.err).contains("2 dips guide the surface"),
             (checked.out + checked.err).constData());

    const auto well = [&](const char* name, int x, int y, int depth) {
      ScenarioFile::write_text(
          at(QString(name) + ".las"),
          QString("~V\nVERS. 2.0 :\n~W\nWELL. %1 :\nSTOP.M 220 :\nX.M %2 :\nY.M %3 :\nKB.M 20 :\n"
                  "~Tops\nMARL.M %4 : Top Marl\n")
              .arg(name)
              .arg(x)
              .arg(y)
              .arg(depth)
              .toUtf8());
    };
    well("A", 50, 50, 120), well("B", 150, 50, 130), well("C", 100, 150, 140);
    ScenarioFile::write_text(at("A.dev"), "MD,INCL,AZIM\n0,0,0\n100,0,0\n220,30,90\n");
    const Outcome kept = cli({"import", at("A.las"), at("s.json"), "--survey", at("A.dev")});
    QVERIFY2(kept.exit == 0, kept.err.constData());
    const QJsonArray markers = json_of(at("s.json"))["markers"].toArray();
    QVERIFY2(markers.size() >= 2, qPrintable(QString::number(markers.size())));
    QCOMPARE(markers[0].toObject()["name"].toString(), QString("A"));
    QCOMPARE(markers[0].toObject()["from"].toArray()[2].toDouble(), -20.0);
    QVERIFY(markers.last().toObject()["name"].toString().startsWith("A, Top Marl"));
    // An arc of 30 degrees over 120 m: R = 120 / (pi / 6), R sin 30 deep, R (1 - cos 30) to the east.
    const QJsonArray end = markers.last().toObject()["to"].toArray();
    const double radius = 720.0 / M_PI;
    QVERIFY(std::abs(end[0].toDouble() - (50.0 + radius * (1.0 - std::cos(M_PI / 6)))) < 1e-6);
    QVERIFY(std::abs(end[2].toDouble() - (80.0 + 0.5 * radius)) < 1e-6);

    const Outcome tops = cli({"import", at("A.las"), at("s.json"), "--top", "top marl", "--wells",
                              at("B.las") + "," + at("C.las")});
    QVERIFY2(tops.exit == 0, tops.err.constData());
    QCOMPARE(horizon_in("s.json")["points"].toArray()[2].toArray(), (QJsonArray{100, 150, 120}));
    const Outcome few = cli({"import", at("A.las"), at("s.json"), "--top", "Marl"});
    QCOMPARE(few.exit, 1);
    QVERIFY2(few.err.contains("has no top Marl; it has Top Marl"), few.err.constData());
  }

  void what_cannot_be_leaves_the_scenario_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("found");
    QTest::newRow("no file") << QStringList{"nothing.xyz", "s.json"} << "nothing.xyz: is not there";
    QTest::newRow("no event") << QStringList{"picks.xyz", "s.json", "--event", "late"} << "--event late";
    QTest::newRow("no picks") << QStringList{"s.json", "s.json"} << "s.json";
    QTest::newRow("no traces") << QStringList{"picks.xyz", "s.json", "--as", "shots"} << "picks.xyz, byte";
    QTest::newRow("no horizon from a pipe") << QStringList{"-", "s.json", "--as", "velocity"} << "no file";
    QTest::newRow("scenario from a pipe") << QStringList{"picks.xyz", "-"} << "--write FILE";
  }
  void what_cannot_be_leaves_the_scenario() {
    QFETCH(QStringList, words);
    QFETCH(QString, found);
    const QByteArray before = bytes_of(at("s.json"));
    const Outcome outcome = with_input(QStringList{"--quiet", "import"} + words, "");
    QCOMPARE(outcome.exit, 1);
    QVERIFY2(outcome.err.contains(found.toUtf8()), outcome.err.constData());
    QCOMPARE(outcome.error_lines().size(), 1);
    QCOMPARE(bytes_of(at("s.json")), before);
  }

  void quiet_leaves_errors_alone() {
    const QStringList run{"run", at("s.json"), "--out", at("q")};
    QVERIFY(!cli(run).err.isEmpty());
    const Outcome quiet = cli(run + QStringList{"--quiet"});
    QCOMPARE(quiet.exit, 0);
    QCOMPARE(quiet.err, QByteArray());
    QVERIFY(!quiet.out.isEmpty());
    const Outcome failed = cli({"--quiet", "run", at("no.json"), "--out", at("q")});
    QCOMPARE(failed.exit, 1);
    QCOMPARE(failed.error_lines().size(), 1);
  }

  void a_run_is_told_as_one_object() {
    const Outcome outcome = cli({"run", at("s.json"), "--out", at("j"), "--json", "--quiet"});
    QCOMPARE(outcome.exit, 0);
    QJsonParseError problem{};
    const QJsonObject told = QJsonDocument::fromJson(outcome.out, &problem).object();
    QCOMPARE(problem.error, QJsonParseError::NoError);
    QCOMPARE(told["report"].toString(), at("j/report.json"));
    QCOMPARE(told["stopped"].toBool(true), false);
    const QJsonArray stages = told["stages"].toArray();
    QCOMPARE(stages.size(), 2);
    QCOMPARE(stages[0]["name"].toString(), QString("fold"));
    QVERIFY(stages[1]["seconds"].toDouble() > 0.0);
    QVERIFY(told["seconds"].toDouble() >= stages[0]["seconds"].toDouble() + stages[1]["seconds"].toDouble());
    QVERIFY(told["warnings"].isArray());
    QStringList files = strings(told["files"]);
    QVERIFY(!files.isEmpty());
    for (QString& file : files) {
      QVERIFY2(QFile::exists(file), qPrintable(file));
      file = QDir(at("j")).relativeFilePath(file);
    }
    files.append("report.json");
    files.sort();
    QCOMPARE(files_below(at("j")), files);
  }
};

}  // namespace test_cli_import

FOLDWAVE_TEST(test_cli_import, run_guiless<test_cli_import::TestCliImport>)
#include "test_cli_import.moc"
