// Protects what a geologist takes out of a run: the geometry in the report, tables, and layer tops that other
// programs read; and that what cannot be written is refused with its reason.
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/worst.hpp"
#include "core/formats/horizons/surface_grid.hpp"
#include "core/formats/horizons/tsurf.hpp"
#include "core/formats/read_file.hpp"
#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_geology {

using namespace foldwave::test;

class TestCliGeology : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

  // A cosine of class 1C with three layers in a box of 400 m.
  static ScenarioFile folded() {
    return ScenarioFile()
        .set("/grid/nodes", "[41, 21, 41]")
        .set("/events/0/horizon", R"({"type": "trains", "depth": 220, "trains": [
             {"amplitude": 25, "wavelength": 300, "azimuth": 90, "crest": [200, 100]}]})")
        .set("/events/0/fold", R"({"lambda": 0.4, "axial_line": {"trend": 90, "plunge": 80}})")
        .set("/layers", R"({"horizon_is_top_of": 2, "list": [
             {"name": "cover", "velocity": 2000}, {"name": "sand, upper", "thickness": 60, "velocity": 2500},
             {"name": "thin", "thickness": 4, "velocity": 2600}, {"name": "base", "velocity": 3000}]})")
        .set("/propagation/enabled", "false");
  }

  static QList<QStringList> table(const QString& file) {
    QList<QStringList> rows;
    for (QByteArray line : bytes_of(file).split('\n')) {
      if (line.isEmpty()) continue;
      line.replace("\"sand, upper\"", "sand");
      rows.append(QString(line).split(','));
    }
    return rows;
  }
  static double cell(const QList<QStringList>& rows, int row, const char* column) {
    const auto at = rows[0].indexOf(column);
    return at < 0 ? std::nan("") : rows[row][at].toDouble();
  }

 private slots:
  void initTestCase() { folded().write(at("fold.json")); }

  void theReportTellsTheGeometry() {
    QCOMPARE(cli({"run", at("fold.json"), "--out", at("run")}).exit, 0);
    const QJsonObject report = json_of(at("run/report.json"));
    const QJsonObject g = report["geometry"].toObject();
    QVERIFY(std::abs(std::remainder(g["fold_axis"]["trend"].toDouble(), 180.0)) < 1e-9);
    QCOMPARE(g["foretold"]["class"].toString(), "1C");
    QCOMPARE(g["measured"]["class"].toString(), "1C");
    QVERIFY(std::abs(g["measured"]["lambda"].toDouble() - 0.4) < 1.5e-3);
    const QJsonArray layers = g["layers"].toArray();
    QCOMPARE(layers.size(), 4);
    double volume = 0.0;
    for (const QJsonValue& layer : layers)
      volume += layer["volume"].toDouble();
    QVERIFY(std::abs(volume / (400.0 * 200.0 * 400.0) - 1.0) < 1e-9);
    QVERIFY(layers[0]["vertical_thickness"]["mean"].isNull());
    QVERIFY(layers[0]["measured"].isNull());
    QCOMPARE(layers[2]["share_thinner_than_cell"].toDouble(), 1.0);
    QVERIFY(report["stages"].toArray().at(0)["warnings"].toArray().at(0).toString().contains(
        "\"thin\" is thinner"));
  }

  // psi a along the fold axis counts for nothing: the rounding that is left of it makes no class.
  void whatRoundingLeavesMakesNoClass() {
    folded()
        .set("/events/0/fold", R"({"F": 1.0, "psi": 0.4, "axial_line": {"trend": 0, "plunge": 0}})")
        .write(at("along.json"));
    QCOMPARE(cli({"run", at("along.json"), "--out", at("along")}).exit, 0);
    const QJsonObject g = json_of(at("along/report.json"))["geometry"].toObject();
    QCOMPARE(g["foretold"]["class"].toString(), "1B");
    QCOMPARE(g["measured"]["class"].toString(), "1B");
  }

  void tablesHoldTheMeasures() {
    for (const char* what : {"layers", "thickness", "thickness-map", "isogons", "hinges", "attitudes"}) {
      const Outcome made =
          cli({"export", at("fold.json"), "--what", what, "--to", at(QString("t/%1.csv").arg(what))});
      QVERIFY2(made.exit == 0, made.err.constData());
      const auto rows = table(at(QString("t/%1.csv").arg(what)));
      QVERIFY2(rows.size() > 1, what);
      for (const QStringList& row : rows)
        QVERIFY2(row.size() == rows[0].size(), what);
    }
    const auto thickness = table(at("t/thickness.csv"));
    for (int r = 1; r < thickness.size(); ++r) {
      const double alpha = cell(thickness, r, "alpha_deg") * std::acos(-1.0) / 180.0;
      QVERIFY(std::abs(cell(thickness, r, "t_ratio_foretold") - (1.0 - 0.4 * (1.0 - std::cos(alpha)))) <
              0.002);
      QVERIFY(std::abs(cell(thickness, r, "t_ratio") / cell(thickness, r, "t_ratio_foretold") - 1.0) < 1e-3);
    }
    const auto layers = table(at("t/layers.csv"));
    QCOMPARE(layers.size(), 5);
    QVERIFY(std::abs(cell(layers, 3, "hinge_m") - 4.0) < 1e-3);
    QCOMPARE(layers[2][layers[0].indexOf("class")], QString("1C"));
    // With .csv and no more the table of layers is meant.
    QCOMPARE(cli({"export", at("fold.json"), "--to", at("t/plain.csv")}).exit, 0);
    QCOMPARE(bytes_of(at("t/plain.csv")), bytes_of(at("t/layers.csv")));
  }

  // A profile that leans to the fold sees gentler dips and another fold.
  void theAxisMayBeTyped() {
    const Outcome made =
        cli({"export", at("fold.json"), "--what", "thickness", "--axis", "40,0", "--to", at("axis.csv")});
    QCOMPARE(made.exit, 0);
    QVERIFY2(made.err.contains("40 degrees off the fold's own"), made.err.constData());
    const auto rows = table(at("axis.csv"));
    QVERIFY(rows.size() > 1);
    double steepest = 0.0;
    for (int r = 1; r < rows.size(); ++r)
      steepest = foldwave::worst_of(steepest, std::abs(cell(rows, r, "alpha_deg")));
    QVERIFY(steepest > 10.0);
    QVERIFY(bytes_of(at("axis.csv")) != bytes_of(at("t/thickness.csv")));
    // What F, psi and a foretell holds in the fold's own profile alone.
    const auto foretold = rows[0].indexOf("t_ratio_foretold");
    for (int r = 1; r < rows.size(); ++r)
      QVERIFY(rows[r][foretold].isEmpty());
    QVERIFY(!table(at("t/thickness.csv"))[1][foretold].isEmpty());
  }

  void anAxisOfNoUseIsRefused() {
    ScenarioFile section = folded();
    section.set("/grid/nodes", "[41, 1, 41]").write(at("section.json"));
    const auto refusal = [&](const char* scenario, const char* axis, const char* what, const char* file) {
      const Outcome outcome = cli({"export", at(scenario), "--what", what, "--axis", axis, "--to", at(file)});
      return outcome.exit == 1 && !QFile::exists(at(file)) ? outcome.err : QByteArray("not refused");
    };
    QVERIFY(refusal("fold.json", "40,0", "horizon", "x.xyz").contains("--axis: is of no use"));
    QVERIFY(refusal("fold.json", "40,0", "attitudes", "x.csv").contains("is of no use for attitudes"));
    QVERIFY(
        refusal("fold.json", "40,0", "thickness-map", "x.csv").contains("is of no use for thickness-map"));
    QVERIFY(refusal("fold.json", "nan,0", "thickness", "x.csv").contains("is no trend"));
    QVERIFY(refusal("fold.json", "inf,0", "thickness", "x.csv").contains("is no trend"));
    QVERIFY(refusal("fold.json", "40,nan", "thickness", "x.csv").contains("is no plunge"));
    QVERIFY(refusal("section.json", "0,0", "thickness", "x.csv").contains("is of no use for a section"));
  }

  void layerTopsAreReadByOthers() {
    QCOMPARE(
        cli({"export", at("fold.json"), "--what", "layer-top", "--layer", "base", "--to", at("base.cps3")})
            .exit,
        0);
    const auto grid = foldwave::parse_cps3(
        foldwave::read_whole_file(at("base.cps3").toStdString(), foldwave::most_bytes::surface), "base");
    QCOMPARE(grid.points.size(), std::size_t{41 * 21});
    double highest = -1e300;
    for (const auto& p : grid.points)
      highest = std::max(highest, p.z);
    // The crest of the horizon lies at 195 m, the base's 4 m below it.
    QVERIFY(std::abs(highest + 199.0) < 0.2);
#ifdef FOLDWAVE_HAS_VTK
    QCOMPARE(
        cli({"export", at("fold.json"), "--what", "layer-top", "--layer", "3", "--to", at("base.ts")}).exit,
        0);
    const auto mesh = foldwave::read_tsurf(at("base.ts").toStdString());
    QVERIFY(mesh.triangles.size() > 1000);
    highest = -1e300;
    for (const auto& p : mesh.points)
      highest = std::max(highest, p.z);
    QVERIFY(std::abs(highest + 199.0) < 0.2);
    // Counter-clockwise from above: the younger side.
    const auto& t = mesh.triangles[0];
    const auto corner = [&](std::size_t k) { return mesh.points[static_cast<std::size_t>(t[k])]; };
    const auto a = corner(1) - corner(0), b = corner(2) - corner(0);
    QVERIFY(a.x * b.y - a.y * b.x > 0.0);
    QCOMPARE(
        cli({"export", at("fold.json"), "--what", "layer-top", "--layer", "base", "--to", at("base.vtp")})
            .exit,
        0);
    QCOMPARE(cli({"run", at("fold.json"), "--out", at("again")}).exit, 0);
    QCOMPARE(bytes_of(at("base.vtp")), bytes_of(at("again/fold/layers/3-top-of-base.vtp")));
#endif
    QCOMPARE(cli({"export", at("fold.json"), "--what", "horizon", "--to", at("h.ts")}).exit, 0);
    QCOMPARE(foldwave::read_tsurf(at("h.ts").toStdString()).points.size(), std::size_t{41 * 21});
  }

  void whatCannotBeIsRefused() {
    const auto refusal = [&](const QStringList& more) {
      const Outcome outcome = cli(QStringList{"export", at("fold.json")} + more);
      return outcome.exit == 1 && outcome.error_lines().size() == 1 ? outcome.err : QByteArray("not refused");
    };
    QVERIFY(refusal({"--what", "layer-top", "--to", at("x.ts")})
                .contains("choose of 1 (sand, upper), 2 (thin), 3 (base)"));
    QVERIFY(refusal({"--what", "layer-top", "--layer", "4", "--to", at("x.ts")}).contains("--layer 4"));
    QVERIFY(refusal({"--layer", "3", "--to", at("x.ts")}).contains("--what layer-top"));
    QVERIFY(refusal({"--what", "isogons", "--to", at("x.vtp")}).contains("cannot hold isogons"));
    QVERIFY(refusal({"--what", "horizon", "--to", at("x.csv")}).contains("cannot hold horizon"));
    QVERIFY(refusal({"--to", at("x.dxf")}).contains("not known"));
    for (const char* name : {"x.ts", "x.vtp", "x.csv", "x.dxf"})
      QVERIFY(!QFile::exists(at(name)));
  }

  // A recumbent fold has three depths in a column: a grid is refused, with the place.
  void anOverturnedTopIsNoGrid() {
    const QString example = FOLDWAVE_SOURCE_DIR "/resources/scenarios/recumbent.json";
    const Outcome outcome = cli({"export", example, "--what", "horizon", "--to", at("recumbent.cps3")});
    QCOMPARE(outcome.exit, 1);
    QVERIFY2(outcome.err.contains("is overturned: at (") && outcome.err.contains("write .vtp or .ts"),
             outcome.err.constData());
    QVERIFY(!QFile::exists(at("recumbent.cps3")));
  }
};

}  // namespace test_cli_geology

FOLDWAVE_TEST(test_cli_geology, run_guiless<test_cli_geology::TestCliGeology>)
#include "test_cli_geology.moc"
