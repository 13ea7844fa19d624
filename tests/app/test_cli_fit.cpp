// Protects `foldwave-cli fit`: a second horizon made by the formula of the fold gives back its lambda, axial
// line and thickness; the JSON, the map and the written scenario hold what they say; bad picks and options
// are refused with one line; the two real horizons of Claudius, where they are at hand, are fitted as
// docs/theory/geology.md says.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_fit {

using namespace foldwave::test;

namespace {

constexpr double size = 400.0, lambda = 0.5, thickness = 60.0, pi = 3.14159265358979;
constexpr double trend = 40.0, plunge = 70.0;

// depth = 220 - 25 cos(2 pi (x - 200) / 300) - 15 cos(2 pi (y - 120) / 350), and x = y + T (F n + psi a).
QByteArray second_horizon(double z_factor, double shift = 0.0) {
  QByteArray text = "# x[m] y[m] z[m]\n";
  const double radian = pi / 180.0;
  // Downwards, as trend and plunge are.
  const double a[3] = {std::cos(plunge * radian) * std::sin(trend * radian),
                       std::cos(plunge * radian) * std::cos(trend * radian), std::sin(plunge * radian)};
  for (double v = -100.0; v <= 500.0; v += 9.0)
    for (double u = -100.0; u <= 500.0; u += 9.0) {
      const double p = 2.0 * pi * (u - 200.0) / 300.0, q = 2.0 * pi * (v - 120.0) / 350.0;
      const double depth = 220.0 - 25.0 * std::cos(p) - 15.0 * std::cos(q);
      const double fx = 25.0 * 2.0 * pi / 300.0 * std::sin(p), fy = 15.0 * 2.0 * pi / 350.0 * std::sin(q);
      const double slant = std::sqrt(1.0 + fx * fx + fy * fy);
      const double F = thickness * (1.0 - lambda), psi = thickness * lambda;
      const double x = u + F * fx / slant - psi * a[0], y = v + F * fy / slant - psi * a[1];
      const double z = depth - F / slant - psi * a[2] + shift;
      if (x < 0.0 || x > size || y < 0.0 || y > size) continue;
      for (const double value : {x, y, z_factor * z})
        text += QByteArray::number(value, 'f', 4) + ' ';
      text += '\n';
    }
  return text;
}

ScenarioFile folded() {
  return ScenarioFile()
      .set("/grid/nodes", "[41, 41, 41]")
      .set("/events/0/horizon", R"({"type": "trains", "depth": 220, "trains": [
           {"amplitude": 25, "wavelength": 300, "azimuth": 90, "crest": [200, 0]},
           {"amplitude": 15, "wavelength": 350, "azimuth": 0, "crest": [0, 120]}]})")
      .set("/events/0/fold", R"({"lambda": 0.1, "axial_line": {"trend": 0, "plunge": 90}})")
      .set("/layers", R"({"horizon_is_top_of": 2, "list": [
           {"name": "cover", "velocity": 2000}, {"name": "sand", "thickness": 50, "velocity": 2500},
           {"name": "base", "velocity": 3000}]})")
      .set("/propagation/enabled", "false");
}

}  // namespace

class TestCliFit : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

  Outcome fit(const QStringList& more, const QString& horizon = "second.xyz") {
    return cli(QStringList{"fit", at("fold.json"), "--horizon", at(horizon)} + more);
  }
  // One line on standard error names what is wrong; nothing is written.
  void refused(const Outcome& outcome, const char* words, int exit = 1) {
    QCOMPARE(outcome.exit, exit);
    QVERIFY2(outcome.error_lines().last().contains(words), outcome.err.constData());
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(!QFile::exists(at("no.json")) && !QFile::exists(at("no.csv")));
  }

 private slots:
  void initTestCase() {
    folded().write(at("fold.json"));
    ScenarioFile::write_text(at("second.xyz"), second_horizon(1.0));
    ScenarioFile::write_text(at("elevation.xyz"), second_horizon(-1.0));
    ScenarioFile::write_text(at("crossing.xyz"), second_horizon(1.0, thickness));
    ScenarioFile::write_text(at("few.xyz"), second_horizon(1.0).split('\n').mid(0, 9).join('\n'));
  }

  void itGivesBackWhatMadeThePicks() {
    const Outcome outcome =
        fit({"--json", "--map", at("map.csv"), "--write", at("fitted.json"), "--as-layer", "shale"});
    QVERIFY2(outcome.exit == 0, outcome.err.constData());
    const QJsonObject j = QJsonDocument::fromJson(outcome.out).object();
    const auto near = [&](const char* what, double wanted, double within) {
      const QJsonObject value = j[what].toObject();
      QCOMPARE(value["known"].toString(), "fitted");
      QVERIFY2(std::abs(value["value"].toDouble() - wanted) < within, outcome.out.constData());
      QVERIFY(value["error"].toDouble() < within);
    };
    near("lambda", lambda, 1e-3);
    near("trend", trend, 0.1);
    near("plunge", plunge, 0.1);
    near("thickness", thickness, 0.01);
    QVERIFY(j["misfit"]["after"]["rms"].toDouble() < 1e-3);
    QVERIFY(j["misfit"]["shift"]["rms"].toDouble() > 1.0);
    const double before = j["misfit"]["before"]["explained"].toDouble();
    QVERIFY2(before > 0.1 && before < 0.99, qPrintable(QString::number(before)));

    const QList<QByteArray> rows = bytes_of(at("map.csv")).trimmed().split('\n');
    QCOMPARE(rows.front(), "x_m,y_m,misfit_m");
    QVERIFY(rows.size() > 38 * 38);
    for (int i = 1; i < rows.size(); ++i)
      QVERIFY(std::abs(rows[i].split(',').at(2).toDouble()) < 5e-4);

    const QJsonObject written = json_of(at("fitted.json"));
    const QJsonObject fold = written["events"][0]["fold"].toObject();
    QVERIFY(std::abs(fold["lambda"].toDouble() - lambda) < 3e-6);
    QVERIFY(std::abs(fold["axial_line"]["plunge"].toDouble() - plunge) < 1e-9);
    // 60 m lie above the sand, whose 50 m are T = 0 to 50: within the cover.
    const QJsonArray layers = written["layers"]["list"].toArray();
    QCOMPARE(layers.size(), 4);
    QCOMPARE(layers[1]["name"].toString(), "shale");
    QVERIFY(std::abs(layers[1]["thickness"].toDouble() - 10.0) < 1e-5);
    QCOMPARE(written["layers"]["horizon_is_top_of"].toInt(), 3);
    QCOMPARE(cli({"validate", at("fitted.json")}).exit, 0);
    // Its boundary is where the picks are.
    const Outcome again = cli({"fit", at("fitted.json"), "--horizon", at("second.xyz"), "--layer", "shale",
                               "--fix", "lambda,axis,thickness", "--json"});
    const QJsonObject held = QJsonDocument::fromJson(again.out).object();
    QVERIFY2(held["misfit"]["after"]["rms"].toDouble() < 0.05, again.out.constData());
    QCOMPARE(held["lambda"]["known"].toString(), "held");
  }

  void theTableSaysWhatIsExplained() {
    const Outcome outcome = fit({"--fix", "axis", "--z", "depth", "--unit", "metres"});
    QCOMPARE(outcome.exit, 0);
    for (const char* words : {"lambda", "(held)", "best parallel (1B)", "explained", "scenario as it was"})
      QVERIFY2(outcome.out.contains(words), outcome.out.constData());
  }

  // The similar fold cannot be with so gentle a plunge: it has no misfit, not one of 0.
  void whatCannotBeHasNoNumbers() {
    folded().set("/events/0/fold/axial_line", R"({"trend": 90, "plunge": 20})").write(at("gentle.json"));
    const QStringList command{"fit", at("gentle.json"), "--horizon", at("second.xyz"), "--fix", "axis"};
    const Outcome table = cli(command);
    QVERIFY2(table.exit == 0, table.err.constData());
    const QList<QByteArray> lines = table.out.split('\n');
    const auto row = std::find_if(lines.begin(), lines.end(),
                                  [](const QByteArray& line) { return line.startsWith("best similar (2)"); });
    QVERIFY(row != lines.end());
    QVERIFY2(row->simplified() == "best similar (2) cannot be", row->constData());
    const QJsonObject j = QJsonDocument::fromJson(cli(command + QStringList{"--json"}).out).object();
    QVERIFY(j["misfit"]["similar"]["rms"].isNull() && j["misfit"]["similar"]["largest_at"].isNull());
    QVERIFY(j["misfit"]["parallel"]["rms"].toDouble() > 0.0);
  }

  void badInputIsRefused() {
    const QStringList write{"--write", at("no.json"), "--map", at("no.csv")};
    refused(fit(write + QStringList{"--z", "depth"}, "elevation.xyz"), "as elevation in place of depth");
    refused(fit(write, "crossing.xyz"), "crosses the first horizon");
    refused(fit(write, "few.xyz"), "give at least 12");
    refused(fit(write + QStringList{"--unit", "kilometres"}), "as metres in place of kilometres");
    refused(fit({"--map", at("no.vti")}), "use .csv or .cps3");
    refused(fit(write + QStringList{"--fix", "thickness"}), "--fix thickness: holds none");
    refused(fit(write + QStringList{"--fix", "thickness", "--layer", "base"}), "the drawn horizon itself");
    // What cannot be written is told before the picks are looked at.
    refused(fit(write + QStringList{"--fix", "thickness", "--layer", "sand", "--as-layer", "shale"},
                "missing.xyz"),
            "begins there");
    refused(fit({"--write", at("no/fitted.json")}, "missing.xyz"), "in a folder that exists");
    refused(fit(write + QStringList{"--layer", "coal"}), "choose of");
    refused(fit(write, "missing.xyz"), "missing.xyz");
    refused(fit({"--fix", "colour"}), "--fix", 2);
    refused(fit({"--as-layer", "x"}), "--write", 2);
    folded()
        .set("/events/0/horizon", R"({"type": "mesh", "vertices": [[0, 0, 200], [400, 0, 200], [0, 400, 210]],
             "triangles": [[0, 1, 2]]})")
        .write(at("mesh.json"));
    refused(cli({"fit", at("mesh.json"), "--horizon", at("second.xyz")}), "surface of triangles");
  }

  void claudiusIsFittedAsTheTheoryPageSays() {
    const QString data = qEnvironmentVariable("FOLDWAVE_SHARED_DATA", FOLDWAVE_SOURCE_DIR "/../shared/data");
    const QString lower = data + "/claudius-lower.xyz", upper = data + "/claudius-upper.xyz";
    if (!QFile::exists(lower) || !QFile::exists(upper))
      QSKIP(
          "claudius-lower.xyz and claudius-upper.xyz are not there: set FOLDWAVE_SHARED_DATA to their "
          "folder");
    ScenarioFile scenario = folded();
    scenario
        .set("/grid", R"({"nodes": [76, 110, 60], "spacing": [50, 50, 25],
                 "origin": [548776, 7816547, 8481]})")
        .set("/events/0/horizon",
             QString(R"({"type": "xyz", "file": "%1", "z": "elevation"})").arg(lower).toUtf8().constData())
        .set("/events/0/fold", R"({"lambda": 0.0, "axial_line": {"trend": 0, "plunge": 90}})")
        .set("/survey/sources", "[]")
        .set("/survey/receivers", "[]");
    scenario.write(at("claudius.json"));
    const Outcome outcome = cli({"fit", at("claudius.json"), "--horizon", upper, "--json"});
    QVERIFY2(outcome.exit == 0, outcome.err.constData());
    const QJsonObject j = QJsonDocument::fromJson(outcome.out).object();
    const auto explained = [&](const char* model) { return j["misfit"][model]["explained"].toDouble(); };
    QVERIFY(std::abs(explained("shift") - 0.35) < 0.03);
    QVERIFY(explained("parallel") < 0.0);
    QVERIFY(std::abs(explained("similar") - 0.34) < 0.03);
    QVERIFY(std::abs(explained("after") - 0.80) < 0.03);
    QVERIFY(j["lambda"]["value"].toDouble() > 2.0);
    QVERIFY(j["picks"]["effective"].toDouble() < 60.0);
    QVERIFY(strings(j["remarks"]).join(' ').contains("beyond what folded layers show"));
  }
};

}  // namespace test_cli_fit

FOLDWAVE_TEST(test_cli_fit, run_guiless<test_cli_fit::TestCliFit>)
#include "test_cli_fit.moc"
