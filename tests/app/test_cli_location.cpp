// Protects what `foldwave-cli run` writes of traces that go back: snapshots at listed steps, forward and
// back, a picture of the events, and of exploding reflectors their image; what cannot be is named by its
// path.
#include <QTemporaryDir>
#include <QTest>

#include "core/volume/store/hdf_series.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_location {

using namespace foldwave;
using namespace foldwave::test;

class TestCliLocation : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

  std::vector<double> times_of(const QString& series) const {
    std::vector<double> times;
    for (const auto& frame : read_hdf_series(at(series).toStdString()))
      times.push_back(frame.time);
    return times;
  }
  static QJsonObject image_stage(const QString& report) {
    for (const QJsonValue& stage : json_of(report)["stages"].toArray())
      if (stage["name"].toString() == "image") return stage.toObject();
    return {};
  }

 private slots:
  void both_ways_are_seen_at_listed_steps() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    ScenarioFile()
        .set("/outputs", R"({"pictures": true, "snapshots": {"steps": [0, 7, 30, 100000]}})")
        .set("/imaging", R"({"purpose": "focus", "snapshots": true})")
        .write(at("both.json"));
    const Outcome run = cli({"run", at("both.json"), "--out", at("both")});
    QVERIFY2(run.exit == 0, run.err);
    const std::vector<double> forward = times_of("both/wave/snapshots.hdf.series");
    const std::vector<double> back = times_of("both/image/reversed.hdf.series");
    QCOMPARE(forward.size(), std::size_t{3});
    QCOMPARE(back.size(), std::size_t{3});
    QVERIFY(back[0] == 0.0 && back[1] < back[2]);
    const QStringList files = files_below(at("both"));
    for (const char* const name : {"image/reversed/step_000007.hdf", "wave/snapshots/step_000030.hdf"})
      QVERIFY2(files.contains(name), name);
#ifdef FOLDWAVE_HAS_VTK
    QVERIFY(files.contains("pictures/events.png"));
#endif
    QVERIFY(strings(json_of(at("both/report.json"))["outputs"]).contains("image/reversed/step_000007.hdf"));
    QCOMPARE(image_stage(at("both/report.json"))["reversed_snapshots"].toInt(), 3);
    const VolumeFile first(at("both/image/reversed/step_000030.hdf").toStdString());
    QCOMPARE(first.index().facts.time, std::optional<double>(back[2]));
  }

  void exploding_reflectors_come_back() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    ScenarioFile()
        .set("/survey/sources", "[]")
        .set("/survey/start", R"({"type": "exploding_reflectors"})")
        .set("/imaging", R"({"purpose": "zero_offset"})")
        .write(at("zero.json"));
    const Outcome run = cli({"run", at("zero.json"), "--out", at("zero")});
    QVERIFY2(run.exit == 0, run.err);
    const QStringList files = files_below(at("zero"));
    QVERIFY(files.contains("image/reflectors.hdf") && !files.contains("image/events.csv"));
    const VolumeFile image(at("zero/image/reflectors.hdf").toStdString());
    const auto values = image.read_all();
    QVERIFY(std::ranges::any_of(values.values(), [](float v) { return v != 0.0F; }));
    QVERIFY(!image_stage(at("zero/report.json")).contains("events"));
  }

  void what_cannot_be_is_named() {
    const auto refused = [&](const char* pointer, const char* value) {
      ScenarioFile().set(pointer, value).write(at("bad.json"));
      const Outcome run = cli({"run", at("bad.json"), "--out", at("bad")});
      return run.exit == 1 ? run.err : QByteArray();
    };
    for (const char* const steps : {"[]", "[3, 3]", "[5, 2]", "[-1]", "[1.5]", "\"all\""}) {
      const QByteArray said =
          refused("/outputs/snapshots", (QByteArray("{\"steps\": ") + steps + "}").constData());
      QVERIFY2(said.contains("/outputs/snapshots/steps"), said.isEmpty() ? steps : said.constData());
    }
    QVERIFY(refused("/outputs/snapshots", R"({"steps": [1], "every_steps": 2})")
                .contains("/outputs/snapshots/steps: stands beside every_steps"));
    QVERIFY(refused("/imaging", R"({"purpose": "zero_offset"})").contains("/imaging/purpose"));
    // With no steps to be seen at nothing is written: that is said.
    ScenarioFile()
        .set("/outputs", "{}")
        .set("/imaging", R"({"purpose": "focus", "snapshots": true})")
        .write(at("unseen.json"));
    const Outcome unseen = cli({"validate", at("unseen.json")});
    QVERIFY2((unseen.out + unseen.err).contains("/imaging/snapshots"), unseen.err);
  }
};

}  // namespace test_cli_location

FOLDWAVE_TEST(test_cli_location, run_guiless<test_cli_location::TestCliLocation>)
#include "test_cli_location.moc"
