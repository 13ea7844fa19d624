// Protects a run on horizons picked in a real survey: folded, sounded, and read back by VTK's own Python
// readers in exact map coordinates, elevation up, with T of the right sign everywhere. Skips without the
// data.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QRegularExpressionMatch>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_picked_horizons {

using namespace foldwave::test;

class TestCliPickedHorizons : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

 private slots:
  void survey_data() {
    QTest::addColumn<QString>("picks");
    QTest::addColumn<double>("top");
    QTest::addRow("upper") << "claudius-upper.xyz" << 8250.0;
    QTest::addRow("lower") << "claudius-lower.xyz" << 8990.0;
  }
  void survey() {
    QFETCH(QString, picks);
    QFETCH(double, top);
    const QString data = qEnvironmentVariable("FOLDWAVE_SHARED_DATA", FOLDWAVE_SOURCE_DIR "/../shared/data");
    const QString file = QFileInfo(QDir(data).filePath(picks)).absoluteFilePath();
    if (!QFile::exists(file))
      QSKIP(qPrintable(picks + " is not there: set FOLDWAVE_SHARED_DATA to its folder"));

    const auto quoted = [](const QString& text) {
      return QJsonDocument(QJsonArray{text}).toJson().trimmed().mid(1).chopped(1).trimmed();
    };
    const QByteArray origin = QString("[548870.25, 7816600.5, %1]").arg(top).toUtf8();
    const QByteArray horizon = R"({"type": "xyz", "z": "elevation", "file": )" + quoted(file) + "}";
    const QByteArray source = QString(R"([{"position": [550650, 7819300, %1]}])").arg(top + 200.0).toUtf8();
    const QByteArray line =
        QString(
            R"([{"type": "line", "from": [549000, 7819300, %1], "to": [552300, 7819300, %1], "count": 60}])")
            .arg(top + 50.0)
            .toUtf8();
    ScenarioFile()
        .set("/name", "\"Picked horizon\"")
        .set("/grid", R"({"nodes": [64, 96, 48], "spacing": [57, 57, 25]})")
        .set("/grid/origin", origin.constData())
        .set("/events/0/horizon", horizon.constData())
        .set("/events/0/fold", R"({"lambda": 0.3})")
        .set("/layers", R"({"horizon_is_top_of": 2, "list": [
             {"name": "A", "velocity": 2500},
             {"name": "B", "thickness": 150, "velocity": 2800},
             {"name": "C", "thickness": 180, "velocity": 3200},
             {"name": "D", "velocity": 3600}]})")
        .set("/survey/wavelet/frequency", "4")
        .set("/survey/sources", source.constData())
        .set("/survey/receivers", line.constData())
        .set("/propagation/duration", "0.7")
        .set("/propagation/pad_cells", "12")
        .set("/outputs", R"({"snapshots": {"interval": 0.1, "format": "vti"}, "pictures": true})")
        .write(at("scenario.json"));
    const QString keep = qEnvironmentVariable("FOLDWAVE_KEEP_RUNS");
    const QString out = keep.isEmpty() ? at(picks) : QDir(keep).filePath(picks);
    const Outcome run = cli({"run", at("scenario.json"), "--out", out});
    QVERIFY2(run.exit == 0, run.err.constData());

    // The report tells how far the smooth surface is from the picks.
    const QJsonArray stages = json_of(out + "/report.json")["stages"].toArray();
    QCOMPARE(stages.size(), 2);
    QCOMPARE(stages[0]["unreached_nodes"].toInt(-1), 0);
    const QString misfit = strings(stages[0]["warnings"]).filter("misses the picks").value(0);
    const QRegularExpressionMatch told = QRegularExpression("by ([0-9.]+) m").match(misfit);
    QVERIFY2(told.hasMatch(), qPrintable(misfit));
    qInfo("%s", qPrintable(misfit));

#ifndef FOLDWAVE_HAS_VTK
    QSKIP("this build has no VTK: there are no volumes to read");
#endif
    if (!python_has("numpy, vtkmodules.vtkIOXML"))
      QSKIP("VTK's Python readers are not installed (python3-vtk9)");
    const PythonResult read =
        run_python({FOLDWAVE_SOURCE_DIR "/tests/app/read_picked_run.py", out, file, QString::number(top)});
    QVERIFY2(read.ok, read.output.constData());
    const double found = read.output.trimmed().toDouble();
    qInfo("root-mean-square distance of the picks from horizon.vtp: %.3g m", found);
    QVERIFY(found < 2.0);
    // The written surface is sampled at the nodes, so it may be a little further off.
    QVERIFY2(std::abs(found - told.captured(1).toDouble()) < 1.0 + 0.3 * found, read.output.constData());
  }
};

}  // namespace test_cli_picked_horizons

FOLDWAVE_TEST(test_cli_picked_horizons, run_guiless<test_cli_picked_horizons::TestCliPickedHorizons>)
#include "test_cli_picked_horizons.moc"
