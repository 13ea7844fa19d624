// Protects `run` with an image's survey: the files and the report's figures are there, a stopped run goes on
// and ends in the same bytes, and where waves are off the fold is made and its imaging told to be left alone.
#include <signal.h>

#include <QElapsedTimer>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "core/volume/store/volume_file.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_survey {

using namespace foldwave;
using namespace foldwave::test;

class TestCliSurvey : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

  static QJsonObject stage_of(const QString& report, const QString& name) {
    for (const QJsonValue& stage : json_of(report)["stages"].toArray())
      if (stage["name"].toString() == name) return stage.toObject();
    return {};
  }

 private slots:
  void the_image_is_written() {
    ScenarioFile()
        .set("/outputs", R"({"pictures": true})")
        .set("/imaging", R"({"purpose": "image", "survey": {"shots": 4, "gathers": 2, "offsets": 3}})")
        .write(at("image.json"));
    const Outcome run = cli({"run", at("image.json"), "--out", at("image"), "--stages", "fold,wave,image"});
    QVERIFY2(run.exit == 0, run.err);
    const QStringList files = files_below(at("image"));
    QVERIFY2(files.contains("image/image.sgy"), qPrintable(files.join(' ')));
#ifdef FOLDWAVE_HAS_VTK
    QVERIFY2(files.contains("pictures/image.png"), qPrintable(files.join(' ')));
#endif
    QVERIFY(!files.contains("image/events.csv") && !files.contains("image/partial.stack"));
    const QJsonObject stage = stage_of(at("image/report.json"), "survey");
    QCOMPARE(stage["shots_done"].toInt(), 4);
    QVERIFY(stage["correlation"].isDouble() && stage["gather_flatness"].isDouble());
    QVERIFY(stage["first_image_seconds"].toDouble() < stage["seconds"].toDouble());
    QCOMPARE(strings(json_of(at("image/report.json"))["outputs"]).contains("image/image.sgy"), true);
    const Outcome taken_out = cli({"export", at("image.json"), "--what", "image", "--to", at("alone.sgy")});
    QVERIFY2(taken_out.exit == 0, taken_out.err);
    QCOMPARE(bytes_of(at("alone.sgy")), bytes_of(at("image/image/image.sgy")));
    ScenarioFile().write(at("bare.json"));
    const Outcome none = cli({"export", at("bare.json"), "--what", "image", "--to", at("none.sgy")});
    QVERIFY2(none.exit == 1 && none.err.contains("/imaging/survey"), none.err);
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    for (const char* const name : {"image", "illumination", "gathers"})
      QVERIFY2(files.contains(QString("image/%1.hdf").arg(name)), name);
    const VolumeFile image(at("image/image/image.hdf").toStdString());
    QCOMPARE(image.grid().n, (std::array{24, 1, 24}));
    // Two images of variants are compared as any two volumes.
    const Outcome same = cli({"volume", "compare", at("image/image/image.hdf"), at("image/image/image.hdf")});
    QVERIFY2(same.exit == 0, same.err);
  }

  // A file's strips beside the results, in another velocity; and on a disk that has not the room.
  void strips_in_a_file_and_a_full_disk() {
    ScenarioFile()
        .set("/outputs", R"({"pictures": false})")
        .set("/imaging", R"({"purpose": "image", "survey": {"shot_spacing": 60, "velocity_scale": 0.97,
                                                          "source_field": "file"}})")
        .write(at("strips.json"));
    const Outcome run = cli({"run", at("strips.json"), "--out", at("strips"), "--stages", "image"});
    QVERIFY2(run.exit == 0, run.err);
    const QJsonObject stage = stage_of(at("strips/report.json"), "survey");
    QCOMPARE(stage["source_field"].toString(), QString("file"));
    QCOMPARE(stage["velocity_scale"].toDouble(), 0.97);
    QVERIFY(files_below(at("strips")).filter("strips").isEmpty());
    QProcess process;
    process.setProcessEnvironment(no_display());
    process.start("/bin/bash", {"-c", "ulimit -f 50; exec \"$@\"", "bash", FOLDWAVE_CLI, "run",
                                at("strips.json"), "--out", at("full"), "--stages", "image"});
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 1);
    const QByteArray told = process.readAllStandardError();
    QVERIFY2(told.contains(at("full").toUtf8()) && told.contains("cannot be written"), told);
  }

  // A steeper one with its own shots, one on another grid, and one that is the scenario itself but for its
  // name.
  void the_images_of_variants_are_compared() {
    ScenarioFile base;
    base.set("/outputs", R"({"pictures": false})")
        .set("/imaging", R"({"purpose": "image", "survey": {"shots": 3}})")
        .write(at("base.json"));
    const QJsonObject whole = json_of(at("base.json"));
    QJsonObject faster = whole, wider = whole, alike = whole;
    faster["name"] = "a \"faster\" one, thinner";
    QJsonObject layers = faster["layers"].toObject();
    QJsonArray list = layers["list"].toArray();
    QJsonObject last = list.last().toObject();
    last["velocity"] = last["velocity"].toDouble() + 400.0;
    list.replace(list.size() - 1, last);
    layers["list"] = list;
    faster["layers"] = layers;
    wider["name"] = "wider";
    QJsonObject grid = wider["grid"].toObject();
    grid["nodes"] = QJsonArray{28, 24, 24};
    wider["grid"] = grid;
    alike["name"] = "alike";
    alike.remove("imaging");
    const QByteArray variants = QJsonDocument(QJsonArray{faster, wider, alike}).toJson();
    base.set("/variants", variants.constData()).write(at("variants.json"));
    const Outcome run =
        cli({"run", at("variants.json"), "--out", at("variants"), "--stages", "image", "--variants"});
    QVERIFY2(run.exit == 0, run.err);
    QVERIFY2(run.err.contains("image of wider is of another grid"), run.err);
    const QStringList files = files_below(at("variants"));
    QVERIFY2(files.contains("variants/1-a--faster--one--thinner/image/image.sgy") &&
                 files.contains("variants/3-alike/report.json"),
             qPrintable(files.join(' ')));
    const QStringList rows = QString(bytes_of(at("variants/variants.csv"))).split('\n');
    QCOMPARE(rows.size(), 6);
    QCOMPARE(rows[1].section(',', 2), QString("1,0"));
    QVERIFY2(rows[2].contains("\"a \"\"faster\"\" one, thinner\""), qPrintable(rows[2]));
    const double difference = rows[2].section(',', -1).toDouble(),
                 correlation = rows[2].section(',', -2, -2).toDouble();
    QVERIFY2(difference > 0.01 && correlation > 0.1 && correlation < 1.0, qPrintable(rows[2]));
    QCOMPARE(rows[3], QString("variants/2-wider,wider,,"));
    QCOMPARE(rows[4], QString("variants/3-alike,alike,1,0"));
    const QStringList outputs = strings(json_of(at("variants/report.json"))["outputs"]);
    QVERIFY(outputs.contains("variants.csv") && outputs.contains("variants/2-wider/report.json") &&
            outputs.contains("variants/3-alike/image/image.sgy"));
    // There is nothing to compare.
    const Outcome none = cli({"run", at("base.json"), "--out", at("none-there"), "--variants"});
    QVERIFY2(none.exit == 1 && none.err.contains("/variants"), none.err);
    const Outcome folds =
        cli({"run", at("variants.json"), "--out", at("folds"), "--stages", "fold", "--variants"});
    QVERIFY2(folds.exit == 1 && folds.err.contains("no image"), folds.err);
  }

  // What each has made is told, those of another name go, and of all that ran together the calibration loses
  // nothing and takes nothing for the program's own time.
  void variants_are_told_and_learnt_from() {
    ScenarioFile base;
    base.set("/outputs", R"({"pictures": false})")
        .set("/imaging", R"({"purpose": "image", "survey": {"shots": 3}})")
        .write(at("told.json"));
    QJsonObject variant = json_of(at("told.json"));
    const auto run_with = [&](const QString& name) {
      variant["name"] = name;
      base.set("/variants", QJsonDocument(QJsonArray{variant}).toJson().constData()).write(at("told.json"));
      return cli({"run", at("told.json"), "--out", at("told"), "--stages", "image", "--variants", "--json"});
    };
    const auto learnt = [](const char* part) {
      const QDir cache(no_display().value("XDG_CACHE_HOME") + "/foldwave");
      QList<double> seconds;
      for (const QString& name : cache.entryList({"forecast-*.json"}))
        for (const QJsonValue& one : json_of(cache.filePath(name))["from_runs"].toArray())
          if (one[0].toString() == part) seconds << one[1].toDouble();
      return seconds;
    };
    const auto shots = learnt("survey.shots").size(), programs = learnt("program").size();
    QElapsedTimer clock;
    clock.start();
    const Outcome first = run_with("one");
    const double elapsed = 1e-3 * static_cast<double>(clock.elapsed());
    QVERIFY2(first.exit == 0, first.err);
    QCOMPARE(learnt("survey.shots").size(), shots + 2);
    QCOMPARE(learnt("program").size(), programs + 1);
    double in_stages = 0.0;
    for (const QJsonValue& stage : json_of(at("told/report.json"))["stages"].toArray())
      in_stages += stage["seconds"].toDouble();
    QVERIFY(learnt("program").last() <= elapsed - in_stages);
    const QJsonObject told = QJsonDocument::fromJson(first.out).object();
    const QJsonArray variants = told["variants"].toArray();
    QCOMPARE(variants.size(), 1);
    QCOMPARE(variants[0]["name"].toString(), "one");
    QVERIFY(strings(variants[0]["files"]).contains(at("told/variants/1-one/image/image.sgy")));
    QVERIFY(strings(told["files"]).contains(at("told/variants/1-one/image/image.sgy")));
    const Outcome second = run_with("two");
    QVERIFY2(second.exit == 0 && second.err.contains("earlier run"), second.err);
    QCOMPARE(QDir(at("told/variants")).entryList(QDir::Dirs | QDir::NoDotAndDotDot), QStringList{"1-two"});
  }

  // What is wrong with one is found before anything runs; one that fails on its way costs no other.
  void variants_that_cannot_be_run() {
    ScenarioFile base;
    base.set("/outputs", R"({"pictures": false})")
        .set("/imaging", R"({"purpose": "image", "survey": {"shots": 2}})")
        .write(at("bad.json"));
    const QJsonObject whole = json_of(at("bad.json"));
    QJsonObject good = whole, silent = whole, odd = whole;
    good["name"] = "good";
    silent["name"] = "silent";
    QJsonObject propagation = silent["propagation"].toObject();
    propagation["enabled"] = false;
    silent["propagation"] = propagation;
    odd["name"] = "odd";
    propagation["enabled"] = true;
    propagation["dt"] = 0.1;
    odd["propagation"] = propagation;
    const auto run_with = [&](const QJsonArray& variants) {
      base.set("/variants", QJsonDocument(variants).toJson().constData()).write(at("bad.json"));
      return cli({"run", at("bad.json"), "--out", at("bad"), "--stages", "image", "--variants"});
    };
    for (const auto& [variant, why] :
         {std::pair{silent, "/propagation/enabled"}, std::pair{odd, "/propagation/dt"}}) {
      const Outcome refused = run_with({good, variant});
      QVERIFY2(refused.exit == 1 && refused.err.contains("/variants/1") && refused.err.contains(why),
               refused.err);
      QVERIFY(!QDir(at("bad")).exists());
    }
    // Where its folder should be lies a file.
    QVERIFY(QDir().mkpath(at("bad/variants")));
    ScenarioFile::write_text(at("bad/variants/1-good"), "mine");
    good["name"] = "good";
    QJsonObject better = good;
    better["name"] = "better";
    const Outcome half = run_with({good, better});
    QVERIFY2(half.exit == 1 && half.err.contains("1-good"), half.err);
    const QStringList rows = QString(bytes_of(at("bad/variants.csv"))).trimmed().split('\n');
    QCOMPARE(rows.size(), 3);
    QCOMPARE(rows[2], QString("variants/2-better,better,1,0"));
    QVERIFY(!stage_of(at("bad/report.json"), "variants")["warnings"].toArray().isEmpty());
    QCOMPARE(bytes_of(at("bad/variants/1-good")), QByteArray("mine"));
  }

  void events_and_image_stand_beside_each_other() {
    ScenarioFile().set("/imaging", R"({"purpose": "focus", "survey": {"shots": 2}})").write(at("both.json"));
    const Outcome run = cli({"run", at("both.json"), "--out", at("both")});
    QVERIFY2(run.exit == 0, run.err);
    const QStringList files = files_below(at("both"));
    QVERIFY(files.contains("image/events.csv") && files.contains("image/image.sgy"));
    QVERIFY(!stage_of(at("both/report.json"), "image").isEmpty());
  }

  void a_stopped_run_goes_on() {
    ScenarioFile()
        .set("/grid/nodes", "[96, 24, 64]")
        .set("/events/0/horizon/point", "[115, 115, 315]")
        .set("/imaging", R"({"purpose": "image", "survey": {"shots": 40, "duration": 1.5}})")
        .write(at("long.json"));
    const QStringList of_whole{"run", at("long.json"), "--out", at("whole"), "--stages", "image"};
    QVERIFY(cli(of_whole).exit == 0);
    QProcess process;
    process.setProcessEnvironment(no_display());
    process.start(FOLDWAVE_CLI, {"run", at("long.json"), "--out", at("parts"), "--stages", "image"});
    QVERIFY(process.waitForStarted());
    // As soon as some shots are told.
    QByteArray told;
    QElapsedTimer patience;
    patience.start();
    while (!told.contains("image: shots") && patience.elapsed() < 120000 &&
           process.state() == QProcess::Running) {
      process.waitForReadyRead(20);
      told += process.readAllStandardError();
    }
    double milliseconds = 0.0;
    const Outcome stopped = signalled(process, SIGINT, milliseconds);
    QCOMPARE(stopped.signal, SIGINT);
    const QStringList files = files_below(at("parts"));
    QVERIFY2(files.contains("image/partial.stack") && files.contains("image/image.sgy"),
             qPrintable(files.join(' ')));
    const int before = stage_of(at("parts/report.json"), "survey")["shots_done"].toInt();
    QVERIFY(before > 0 && before < 40);
    // A run of less leaves it where it is.
    QCOMPARE(cli({"run", at("long.json"), "--out", at("parts"), "--stages", "fold"}).exit, 0);
    QVERIFY(files_below(at("parts")).contains("image/partial.stack"));
    const Outcome then = cli({"run", at("long.json"), "--out", at("parts"), "--stages", "image"});
    QVERIFY2(then.exit == 0, then.err);
    QCOMPARE(stage_of(at("parts/report.json"), "survey")["shots_before"].toInt(), before);
    QVERIFY(!files_below(at("parts")).contains("image/partial.stack"));
    QCOMPARE(bytes_of(at("parts/image/image.sgy")), bytes_of(at("whole/image/image.sgy")));
  }

  void without_waves_it_is_left_alone() {
    ScenarioFile()
        .set("/imaging", R"({"survey": {}})")
        .set("/propagation/enabled", "false")
        .write(at("still.json"));
    const Outcome run = cli({"run", at("still.json"), "--out", at("still"), "--stages", "fold,wave,image"});
    QVERIFY2(run.exit == 0, run.err);
    QVERIFY2(run.err.contains("/imaging: is left alone"), run.err);
    QVERIFY(!stage_of(at("still/report.json"), "fold").isEmpty());
    for (const QString& file : files_below(at("still")))
      QVERIFY2(!file.startsWith("image/"), qPrintable(file));
  }

  void what_cannot_be_is_named() {
    ScenarioFile()
        .set("/imaging", R"({"purpose": "image", "survey": {"data": "none.sgy"}})")
        .write(at("none.json"));
    const Outcome run = cli({"run", at("none.json"), "--out", at("none")});
    QCOMPARE(run.exit, 1);
    QVERIFY2(run.err.contains("none.sgy"), run.err);
  }
};

}  // namespace test_cli_survey

FOLDWAVE_TEST(test_cli_survey, run_guiless<test_cli_survey::TestCliSurvey>)
#include "test_cli_survey.moc"
