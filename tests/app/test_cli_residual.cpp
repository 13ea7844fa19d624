// Protects `residual`: the gather of a scenario's own wave leaves nearly nothing, at any strength of its
// shot, and its first breaks lie at the travel times; that of a faster model leaves much, and breaks sooner;
// the difference comes back as SEG-Y and the table has a row a trace; what cannot be compared is refused.
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/formats/segy/segy.hpp"
#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_residual {

using namespace foldwave;
using namespace foldwave::test;

class TestCliResidual : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

  static ScenarioFile layered(int velocity) {
    ScenarioFile file;
    file.set("/grid/nodes", "[48, 1, 48]")
        .set("/events/0/horizon/point", "[235, 0, 260]")
        .set("/survey/sources/0/position", "[100, 0, 50]")
        .set("/survey/receivers/0",
             R"({"type": "line", "from": [150, 0, 20], "to": [450, 0, 20], "count": 13})")
        .set("/survey/wavelet/frequency", "25")
        .set("/propagation/duration", "0.4")
        // No ghosts: they would shift the breaks.
        .set("/propagation/boundaries", R"({"x_min": "cpml", "x_max": "cpml", "y_min": "cpml",
                                            "y_max": "cpml", "z_min": "cpml", "z_max": "cpml"})")
        .set("/layers/list/0/velocity", qPrintable(QString::number(velocity)));
    return file;
  }
  QJsonObject residual(const QString& scenario, const QStringList& more = {}) {
    const Outcome told =
        cli(QStringList{"residual", at(scenario), at("out/wave/gather.sgy"), "--json", "--backend", "cpu"} +
            more);
    if (told.exit != 0) qWarning("%s", told.err.constData());
    return QJsonDocument::fromJson(told.out).object();
  }

 private slots:
  void initTestCase() {
    layered(2000).write(at("own.json"));
    layered(2100).write(at("fast.json"));
    const Outcome run =
        cli({"run", at("own.json"), "--out", at("out"), "--stages", "fold,wave", "--backend", "cpu"});
    QVERIFY2(run.exit == 0, run.err);
  }

  void the_own_wave_leaves_nothing() {
    const QJsonObject own = residual("own.json", {"--as-it-is"});
    QCOMPARE(own["traces"].toInt(), 13);
    // The record is the scheme's own, and is taken for an exact one.
    QVERIFY2(own["residual"].toDouble(1.0) < 0.03,
             qPrintable(QString::number(own["residual"].toDouble(1.0))));
    QVERIFY(std::abs(own["first_break_median"].toDouble(1.0)) < 0.002);
    QCOMPARE(own["of_traces"].toArray().size(), 13);
    QCOMPARE(own["of_traces"][0]["x"].toDouble(), 150.0);
  }

  void another_model_is_told_apart() {
    const QJsonObject own = residual("own.json");
    const QJsonObject fast = residual("fast.json", {"--difference", at("d.sgy"), "--traces", at("t.csv")});
    QVERIFY2(fast["residual"].toDouble() > 10.0 * own["residual"].toDouble(),
             qPrintable(QString("%1 %2").arg(fast["residual"].toDouble()).arg(own["residual"].toDouble())));
    // The record breaks later than the faster model's first arrivals, by what its own wave does.
    const QJsonValue last = fast["of_traces"].toArray().last();
    const double later = last["first_break_residual"].toDouble();
    const double than_its_own = last["first_break"].toDouble() - last["predicted_break"].toDouble();
    QVERIFY2(later > 0.003 && std::abs(later - than_its_own) < 0.001,
             qPrintable(QString("%1 %2").arg(later).arg(than_its_own)));
    QVERIFY(fast["predicted_break_median"].toDouble() < 0.25 * fast["first_break_median"].toDouble());
    const int worst = fast["worst_trace"].toInt();
    for (const QJsonValue& one : fast["of_traces"].toArray())
      QVERIFY(one["residual"].toDouble() <= fast["of_traces"][worst - 1]["residual"].toDouble());
    const SegyFile difference = read_segy(at("d.sgy").toStdString());
    QCOMPARE(difference.geometry.size(), std::size_t{13});
    QCOMPARE(difference.samples, fast["samples"].toInt());
    QCOMPARE(bytes_of(at("t.csv")).count('\n'), 14);
    const Outcome words = cli({"residual", at("fast.json"), at("out/wave/gather.sgy"), "--backend", "cpu"});
    QVERIFY2(words.exit == 0 && words.out.contains("residual") && words.out.contains("first breaks"),
             words.err);
  }

  void receivers_in_other_bytes_are_told() {
    const SegyFile file = read_segy(at("out/wave/gather.sgy").toStdString());
    SegyGather moved;
    moved.dt = file.dt;
    moved.samples = file.samples;
    moved.traces = file.traces;
    moved.geometry = file.geometry;
    for (SegyTrace& trace : moved.geometry) {
      trace.source = {trace.receiver.x, trace.receiver.y, trace.source.z};
      trace.receiver = {0.0, 0.0, trace.receiver.z};
    }
    write_segy(at("moved.sgy").toStdString(), moved);
    const auto told = [&](const QStringList& headers) {
      QStringList words{"residual", at("own.json"), at("moved.sgy"), "--json", "--backend", "cpu"};
      for (const QString& header : headers)
        words << "--header" << header;
      return cli(words);
    };
    QCOMPARE(told({}).exit, 1);
    const Outcome right = told({"receiver_x=73", "receiver_y=77"});
    QVERIFY2(right.exit == 0, right.err);
    QCOMPARE(QJsonDocument::fromJson(right.out).object()["residual"], residual("own.json")["residual"]);
    for (const char* const wrong :
         {"receiver_x", "receiver_x=300", "receiver=73", "unit=-1", "unit=1m", "=3"}) {
      const Outcome refused = told({wrong});
      QVERIFY2(refused.exit == 1 && refused.err.contains("--header"), refused.err);
    }
  }

  void what_cannot_be_compared_is_refused() {
    layered(2000).set("/propagation/enabled", "false").write(at("still.json"));
    const Outcome still = cli({"residual", at("still.json"), at("out/wave/gather.sgy")});
    QVERIFY2(still.exit == 1 && still.err.contains("/propagation/enabled"), still.err);
    const Outcome none = cli({"residual", at("own.json"), at("none.sgy")});
    QVERIFY2(none.exit == 1 && none.err.contains("none.sgy"), none.err);
    layered(2000).set("/grid/origin", "[90000, 0, 0]").write(at("away.json"));
    const Outcome away = cli({"residual", at("away.json"), at("out/wave/gather.sgy")});
    QVERIFY2(away.exit == 1, away.err);
    QCOMPARE(cli({"residual", at("own.json")}).exit, 2);
  }
};

}  // namespace test_cli_residual

FOLDWAVE_TEST(test_cli_residual, run_guiless<test_cli_residual::TestCliResidual>)
#include "test_cli_residual.moc"
