// Protects the contract of the command line: words, exit statuses, the shapes of what it prints, the files of
// a run and of an export, and that a run neither needs a display nor depends on the number of threads.
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_commands {

using namespace foldwave::test;

class TestCliCommands : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

  static void require_keys(const QJsonObject& object, const QStringList& keys) {
    for (const QString& key : keys)
      QVERIFY2(object.contains(key), qPrintable(key));
  }

 private slots:
  void initTestCase() {
    ScenarioFile().write(at("small.json"));
    const Outcome run = cli({"run", at("small.json"), "--out", at("one"), "--threads", "1"});
    QCOMPARE(run.exit, 0);
    QCOMPARE(QString(run.out).trimmed(), at("one") + "/report.json");
  }

  void infoTellsTheMachine() {
    const Outcome info = cli({"info", "--json"});
    QCOMPARE(info.exit, 0);
    const QJsonObject j = QJsonDocument::fromJson(info.out).object();
    require_keys(j, {"program", "version", "cpu", "threads", "memory_bytes", "available_memory_bytes", "vtk",
                     "chosen"});
    QCOMPARE(j["program"].toString(), "Foldwave");
    QVERIFY(j["threads"].toInt() >= 1);
    QVERIFY(j["memory_bytes"].toDouble() >= j["available_memory_bytes"].toDouble());
    QStringList names;
    for (const QJsonValue& b : j["backends"].toArray())
      names.append(b["name"].toString());
    QVERIFY(names.contains("cpu"));
    QVERIFY(names.contains(j["chosen"].toString()));
  }

  void threadsAreObeyed() {
    const QJsonObject j = QJsonDocument::fromJson(cli({"info", "--json", "--threads", "1"}).out).object();
    QCOMPARE(j["threads"].toInt(), 1);
  }

  void runReports() {
    const QJsonObject j = json_of(at("one/report.json"));
    require_keys(
        j, {"format", "version", "program", "scenario", "backend", "stages", "peak_memory_bytes", "outputs"});
    QCOMPARE(j["format"].toString(), "foldwave-report");
    QCOMPARE(j["scenario"].toString(), at("small.json"));
    QCOMPARE(j["threads"].toInt(), 1);
    QVERIFY(j["peak_memory_bytes"].toDouble() > 1e6);
    const QJsonArray stages = j["stages"].toArray();
    QCOMPARE(stages.size(), 2);
    QCOMPARE(stages[0]["name"].toString(), "fold");
    QCOMPARE(stages[1]["name"].toString(), "wave");
    for (const QJsonValue& stage : stages) {
      QVERIFY(stage["seconds"].toDouble() > 0.0);
      QVERIFY(stage["warnings"].isArray());
      QVERIFY(!stage.toObject().contains("stopped"));
    }
    QCOMPARE(stages[0]["nodes"].toInt(), 24 * 24 * 24);
    QCOMPARE(stages[0]["unreached_nodes"].toInt(), 0);
    QVERIFY(stages[0]["crossed_nodes"].toInt(-1) >= 0 && stages[0]["crossed_columns"].toInt(-1) >= 0);
    QCOMPARE(stages[1]["receivers"].toInt(), 8);
    // Where the time went; a device's part is not there on the CPU.
    require_keys(stages[0].toObject(),
                 {"solve_seconds", "start_seconds", "device_seconds", "transfer_seconds", "file_seconds",
                  "file_bytes", "picture_seconds", "picture_bytes"});
    const bool on_host = j["backend"].toString() == "cpu";
    QCOMPARE(stages[0]["device_seconds"].isNull(), on_host);
    QCOMPARE(stages[0]["transfer_seconds"].isNull(), on_host);
    const auto figure = [&](const char* key) { return stages[1][key].toDouble(-1.0); };
    const double parts = figure("set_up_seconds") + figure("step_seconds") + figure("snapshot_seconds") +
                         figure("live_seconds") + figure("gather_seconds");
    // A device takes snapshots beside its steps.
    QVERIFY(parts > 0.0 && (!on_host || parts <= figure("seconds")));
    QVERIFY(figure("step_seconds") > 0.0 && figure("snapshot_seconds") > 0.0);
    QCOMPARE(figure("snapshot_bytes"), figure("snapshots") * 4 * 24 * 24 * 24);
    QCOMPARE(figure("gather_bytes"), 8.0 * 4 * (figure("steps") + 1));
    QCOMPARE(figure("live_bytes"), 0.0);
    double on_disk[2] = {};
    for (const QString& file : strings(j["outputs"]))
      if (file.startsWith("wave/"))
        on_disk[file.startsWith("wave/snapshots") ? 0 : 1] +=
            static_cast<double>(QFileInfo(at("one/" + file)).size());
    QCOMPARE(figure("snapshot_file_bytes"), on_disk[0]);
    QCOMPARE(figure("file_bytes"), on_disk[1]);
    QVERIFY(figure("file_seconds") > 0.0);
    QCOMPARE(figure("picture_bytes"), 0.0);
    QVERIFY(stages[1]["dt"].toDouble() < stages[1]["stable_dt"].toDouble());
    QVERIFY(std::abs(stages[1]["steps"].toInt() * stages[1]["dt"].toDouble() - 0.1) <
            stages[1]["dt"].toDouble());
  }

  // No file that the report does not name, and none that it names in vain.
  void outputsAreTheFiles() {
    QStringList told = strings(json_of(at("one/report.json"))["outputs"]);
    QVERIFY(told.contains("wave/gather.sgy"));
    told.append("report.json");
    told.sort();
    QCOMPARE(files_below(at("one")), told);
#ifdef FOLDWAVE_HAS_VTK
    for (const char* file : {"fold/horizon.vtp", "fold/arrival.vti", "fold/layers.vti", "fold/velocity.vti",
                             "fold/layers/1-top-of-lower.vtp", "wave/gather.vti", "wave/snapshots.pvd"})
      QVERIFY2(told.contains(file), file);
#endif
  }

  void seriesNamesEveryFrame() {
#ifndef FOLDWAVE_HAS_VTK
    QSKIP("this build has no VTK");
#endif
    QStringList frames = frames_of(at("one/wave/snapshots.pvd"));
    const int snapshots = json_of(at("one/report.json"))["stages"].toArray().at(1)["snapshots"].toInt();
    QVERIFY(snapshots >= 5);
    QCOMPARE(frames.size(), snapshots);
    QCOMPARE(frames.front(), "snapshots/step_000000.vti");
    frames.sort();
    QStringList files = files_below(at("one/wave/snapshots"));
    for (QString& file : files)
      file.prepend("snapshots/");
    QCOMPARE(frames, files);
  }

  void threadsChangeNothing() {
    QCOMPARE(cli({"run", at("small.json"), "--out", at("two"), "--threads", "2"}).exit, 0);
    const QStringList files = files_below(at("one"));
    QCOMPARE(files_below(at("two")), files);
    for (const QString& file : files)
      if (file != "report.json")
        QVERIFY2(bytes_of(at("one/" + file)) == bytes_of(at("two/" + file)), qPrintable(file));
  }

  void aFoldAloneIsRun() {
    QCOMPARE(cli({"run", at("small.json"), "--out", at("fold"), "--stages", "fold"}).exit, 0);
    const QJsonArray stages = json_of(at("fold/report.json"))["stages"].toArray();
    QCOMPARE(stages.size(), 1);
    QCOMPARE(stages[0]["name"].toString(), "fold");
    QVERIFY(!QDir(at("fold/wave")).exists());
  }

  void picturesNeedNoDisplay() {
#ifndef FOLDWAVE_HAS_VTK
    QSKIP("this build has no VTK");
#endif
    ScenarioFile().set("/outputs/pictures", "true").write(at("pictures.json"));
    const Outcome run = cli({"run", at("pictures.json"), "--out", at("pictures")});
    QCOMPARE(run.exit, 0);
    const QJsonObject report = json_of(at("pictures/report.json"));
    const QStringList told = strings(report["outputs"]);
    if (!told.contains("pictures/structure.png")) {
      QVERIFY(run.err.contains("no picture"));
      QSKIP("no way to draw off screen on this machine; the report says so");
    }
    for (const char* name : {"structure", "wave", "gather"}) {
      const QByteArray png = bytes_of(at(QString("pictures/pictures/%1.png").arg(name)));
      QVERIFY2(png.startsWith("\x89PNG\r\n"), name);
      QVERIFY2(png.endsWith("IEND\xae\x42\x60\x82"), name);
    }
  }

  void validateSaysZeroOrOne() {
    const Outcome good = cli({"validate", at("small.json")});
    QCOMPARE(good.exit, 0);
    ScenarioFile().set("/grid/nodes", "[2, 24, 24]").set("/propagation/order", "7").write(at("bad.json"));
    const Outcome bad = cli({"validate", at("bad.json")});
    QCOMPARE(bad.exit, 1);
    QVERIFY(bad.out.contains(at("bad.json").toUtf8() + ": error: /grid/nodes: 2 nodes"));
    QVERIFY(bad.out.contains("/propagation/order: 7"));
    ScenarioFile().set("/survey/wavelet/frequency", "60").write(at("coarse.json"));
    const Outcome warned = cli({"validate", at("coarse.json")});
    QCOMPARE(warned.exit, 0);
    QVERIFY(warned.out.contains("warning: /survey/wavelet/frequency"));
  }

  // The picture of a run, and the gallery's.
  void exportsPictures() {
#ifdef FOLDWAVE_HAS_VTK
    for (const char* what : {"", "thumbnail"}) {
      const QString png = at(QString("export%1.png").arg(what));
      QStringList arguments{"export", at("small.json"), "--to", png};
      if (*what != '\0') arguments += {"--what", what};
      const Outcome outcome = cli(arguments);
      QCOMPARE(outcome.exit, 0);
      const QByteArray bytes = bytes_of(png);
      QVERIFY(bytes.startsWith("\x89PNG"));
      const auto side = [&](int at_byte) {
        return static_cast<unsigned char>(bytes[at_byte]) * 256 +
               static_cast<unsigned char>(bytes[at_byte + 1]);
      };
      QCOMPARE(side(18), *what == '\0' ? 1600 : 320);
      QCOMPARE(side(22), *what == '\0' ? 1000 : 200);
    }
    const QStringList white{"export", at("small.json"), "--white", "--what", "thumbnail", "--to"};
    QCOMPARE(cli(white + QStringList{at("white.png")}).exit, 0);
    QVERIFY(bytes_of(at("white.png")) != bytes_of(at("exportthumbnail.png")));
    const Outcome refused = cli({"export", at("small.json"), "--white", "--to", at("x.xyz")});
    QVERIFY(refused.exit != 0 && refused.err.contains("--white"));
#endif
  }

  void exportsBySuffix_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("as");  // the file of a run that it must equal
    QTest::addRow("gather") << "x.sgy"
                            << ""
                            << "wave/gather.sgy";
    QTest::addRow("gather, long suffix") << "x.segy"
                                         << "gather"
                                         << "wave/gather.sgy";
    QTest::addRow("xyz") << "x.xyz"
                         << ""
                         << "";
#ifdef FOLDWAVE_HAS_VTK
    QTest::addRow("velocity") << "x.vti"
                              << ""
                              << "fold/velocity.vti";
    QTest::addRow("layers") << "l.vti"
                            << "layers"
                            << "fold/layers.vti";
    QTest::addRow("arrival") << "a.vti"
                             << "arrival"
                             << "fold/arrival.vti";
    QTest::addRow("horizon") << "x.vtp"
                             << ""
                             << "fold/horizon.vtp";
#endif
  }
  void exportsBySuffix() {
    QFETCH(QString, file);
    QFETCH(QString, what);
    QFETCH(QString, as);
    QStringList arguments{"export", at("small.json"), "--to", at("made/here/" + file)};
    if (!what.isEmpty()) arguments += {"--what", what};
    const Outcome outcome = cli(arguments);
    QCOMPARE(outcome.exit, 0);
    QCOMPARE(QString(outcome.out).trimmed(), at("made/here/" + file));
    const QByteArray bytes = bytes_of(at("made/here/" + file));
    if (!as.isEmpty()) {
      QVERIFY(!bytes.isEmpty());
      QVERIFY(bytes == bytes_of(at("one/" + as)));
      return;
    }
    int points = 0;
    for (const QByteArray& line : bytes.split('\n')) {
      if (line.isEmpty() || line.startsWith('#')) continue;
      QCOMPARE(line.simplified().split(' ').last().toDouble(), -115.0);
      ++points;
    }
    QCOMPARE(points, 24 * 24);
  }

  void longGatherFitsItsFormat() {
    ScenarioFile()
        .set("/propagation/dt", "5e-6")
        .set("/propagation/duration", "0.2")
        .set("/grid/nodes", "[8, 1, 16]")
        .set("/survey/sources/0/position", "[35, 0, 50]")
        .set("/survey/receivers/0", R"({"type": "line", "from": [10, 0, 10], "to": [60, 0, 10], "count": 2})")
        .set("/outputs/snapshots", "{}")
        .write(at("long.json"));
    const Outcome outcome = cli({"export", at("long.json"), "--to", at("long.sgy")});
    QCOMPARE(outcome.exit, 0);
    QVERIFY2(outcome.err.contains("40001 samples") && outcome.err.contains("resampled"),
             outcome.err.constData());
    QVERIFY(bytes_of(at("long.sgy")).size() > 3600);
  }

  void verifyHasItsShape() {
    const Outcome verify = cli({"verify", "--quick", "--json", "--backend", "cpu"});
    QVERIFY(verify.exit == 0 || verify.exit == 1);
    const QJsonObject j = QJsonDocument::fromJson(verify.out).object();
    QCOMPARE(j["backend"].toString(), "cpu");
    bool all = true;
    QStringList names;
    for (const QJsonValue& check : j["checks"].toArray()) {
      const QByteArray name = check["name"].toString().toUtf8();
      QVERIFY2(check["value"].isDouble() || check["value"].isNull(), name.constData());
      QCOMPARE(check["backend"].toString(), "cpu");
      QVERIFY2(check["limit"].isDouble() && !check["unit"].toString().isEmpty(), name.constData());
      const bool passes = check["value"].isDouble() && check["value"].toDouble() <= check["limit"].toDouble();
      QVERIFY2(check["passed"].toBool(!passes) == passes, name.constData());
      all = all && passes;
      names.append(name);
    }
    for (const char* start :
         {"fold.plane", "fold.point", "fold.thickness", "wave.standing", "wave.stability"})
      QVERIFY2(!names.filter(start).isEmpty(), start);
    QCOMPARE(verify.exit, all ? 0 : 1);
  }

  // A wave through a file's velocity alone: no events, no layers, and nothing written of a fold.
  void aVelocityFileIsEnough() {
    QByteArray speeds;
    for (int m = 0; m < 24 * 24 * 24; ++m) {
      const float v = m % 24 < 12 ? 1.5F : 3.0F;  // km/s, z fastest
      speeds.append(reinterpret_cast<const char*>(&v), sizeof v);
    }
    ScenarioFile::write_text(at("v.f32"), speeds);
    ScenarioFile scenario;
    scenario.remove("/events").remove("/layers").set(
        "/velocity", R"({"file": "v.f32", "nodes": [24, 24, 24], "spacing": [10, 10, 10], "axes": "zyx",
                         "unit": "km/s", "smoothing": 20})");
    scenario.write(at("speeds.json"));
    QCOMPARE(cli({"run", at("speeds.json"), "--out", at("speeds")}).exit, 0);
    const QStringList files = files_below(at("speeds"));
    QVERIFY(files.contains("wave/gather.sgy"));
    const QStringList of_fold = files.filter(QRegularExpression("^fold/"));
    QVERIFY2(of_fold.isEmpty() || of_fold == QStringList{"fold/velocity.vti"}, qPrintable(of_fold.join(' ')));
    const QJsonArray stages = json_of(at("speeds/report.json"))["stages"].toArray();
    QCOMPARE(stages[0]["velocity_from"].toString(), "v.f32, smoothed over 20 m");
    QVERIFY(!stages[1]["propagator"].toString().isEmpty());
    QCOMPARE(json_of(at("one/report.json"))["stages"][0]["velocity_from"].toString(), "the layers");

    scenario.set("/velocity/unit", "\"m/s\"").write(at("metres.json"));
    const Outcome refused = cli({"run", at("metres.json"), "--out", at("metres")});
    QCOMPARE(refused.exit, 1);
    QVERIFY2(refused.err.contains("/velocity/file") && refused.err.contains("looks like km/s"), refused.err);
    QVERIFY(!QDir(at("metres")).exists());
  }

  void helpIsNoError() {
    const Outcome help = cli({"--help"});
    QCOMPARE(help.exit, 0);
    for (const char* word : {"info", "run", "validate", "export", "verify"})
      QVERIFY2(help.out.contains(word), word);
    QVERIFY(cli({"--version"}).out.startsWith("Foldwave "));
  }

  void cudaIsNeverReplaced() {
    bool there = false;
    const QJsonObject info = QJsonDocument::fromJson(cli({"info", "--json"}).out).object();
    for (const QJsonValue& b : info["backends"].toArray())
      there = there || (b["name"].toString() == "cuda" && b["available"].toBool());
    if (there) QSKIP("this machine has a CUDA device");
    const Outcome run = cli({"run", at("small.json"), "--out", at("cuda"), "--backend", "cuda"});
    QCOMPARE(run.exit, 1);
    QCOMPARE(run.error_lines().size(), 1);
    QVERIFY(run.err.contains("--backend cuda"));
    QVERIFY(run.err.contains("use --backend cpu"));
    QVERIFY(!QDir(at("cuda")).exists());
  }
};

}  // namespace test_cli_commands

FOLDWAVE_TEST(test_cli_commands, run_guiless<test_cli_commands::TestCliCommands>)
#include "test_cli_commands.moc"
