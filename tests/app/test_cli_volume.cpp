// Protects `foldwave-cli volume` as a user runs it: what info and compare tell as JSON, pack and unpack there
// and back, slices, refusals with place and remedy, and that a kill in mid-write loses nothing that was
// finished.
#include <signal.h>

#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/worst.hpp"
#include "core/volume/store/hdf_series.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_volume {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// Smooth, of both signs, on 40 x 30 x 50 nodes 10, 20 and 5 m apart.
QByteArray wave_bytes() {
  QByteArray bytes;
  for (int k = 0; k < 50; ++k)
    for (int j = 0; j < 30; ++j)
      for (int i = 0; i < 40; ++i) {
        const float v = float(std::sin(0.3 * i + 0.2 * j) * std::cos(0.25 * k));
        bytes.append(reinterpret_cast<const char*>(&v), 4);
      }
  return bytes;
}

// 100 as the measure has it, fewer in every day's tests.
int kills(int usual) {
  const int wanted = qEnvironmentVariableIntValue("FOLDWAVE_KILLS");
  return wanted > 0 ? wanted : usual;
}

QJsonObject told(const Outcome& outcome) {
  return QJsonDocument::fromJson(outcome.out).object();
}

}  // namespace

class TestCliVolume : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }
  Outcome volume(const QStringList& arguments) const { return cli(QStringList{"volume"} + arguments); }

  // Runs the program, and kills it with kill -9 as soon as what it writes is as far as asked.
  static bool was_killed(const QStringList& arguments, const std::function<bool()>& so_far) {
    QProcess process;
    process.setProcessEnvironment(no_display());
    process.start(FOLDWAVE_CLI, arguments);
    while (process.state() != QProcess::NotRunning && !so_far())
      process.waitForFinished(1);
    process.kill();
    process.waitForFinished();
    return process.exitStatus() == QProcess::CrashExit;
  }

  void require(const Outcome& outcome, int exit, const QList<QByteArray>& words = {}) const {
    QVERIFY2(outcome.exit == exit, outcome.err.constData());
    for (const QByteArray& word : words)
      QVERIFY2(outcome.err.contains(word), outcome.err.constData());
  }

 private slots:
  void initTestCase() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    ScenarioFile::write_text(at("w.f32"), wave_bytes());
    ScenarioFile::write_text(
        at("w.f32.json"), R"({"nodes": [40, 30, 50], "spacing": [10, 20, 5], "origin": [1000, 2000, 100]})");
  }

  void there_and_back() {
    for (const std::string& codec : hdf_codecs()) {
      const QString packed = at(QString("w-%1.hdf").arg(codec.c_str()));
      const Outcome made = volume({"pack", at("w.f32"), "--to", packed, "--codec", codec.c_str(), "--error",
                                   "0.001", "--relative", "--json"});
      require(made, 0);
      const double bound = told(made)["error_bound"].toDouble();
      QVERIFY(bound > 0.0019 && bound < 0.002);
      const Outcome compared = volume({"compare", at("w.f32"), packed, "--json"});
      require(compared, 0);
      const QJsonObject c = told(compared);
      QVERIFY2(c["max_error"].toDouble(9.0) <= bound, compared.out.constData());
      QVERIFY(c["rms"].toDouble(9.0) <= c["max_error"].toDouble());
      QCOMPARE(c["not_finite_unlike"].toInt(-1), 0);
      QVERIFY(std::abs(c["ratio"].toDouble() - told(made)["ratio"].toDouble()) < 1e-9);
      const QJsonObject info = told(volume({"info", packed, "--json"}));
      QCOMPARE(info["codec"].toString(), QString(codec.c_str()));
      QCOMPARE(info["kind"].toString(), QString("hdf"));
      QCOMPARE(info["error_bound"].toDouble(), bound);
      QCOMPARE(info["nodes"].toArray(), (QJsonArray{40, 30, 50}));
      QCOMPARE(info["values"].toInt(), 60000);
      QCOMPARE(qint64(info["bytes"].toDouble()), bytes_of(packed).size());
    }
    require(volume({"pack", at("w.f32"), "--to", at("exact.hdf"), "--codec", "wave"}), 0);
    QStringList backs{"back.f32", "back.sgy"};
#ifdef FOLDWAVE_HAS_VTK
    backs << "back.vti";
#endif
    for (const QString& name : backs) {
      const Outcome made = volume({"unpack", at("exact.hdf"), "--to", at(name)});
      require(made, 0);
      QCOMPARE(made.out, (at(name) + "\n").toUtf8());
      const QJsonObject c = told(volume({"compare", at("w.f32"), at(name), "--json"}));
      QVERIFY2(c["identical"].toBool(), qPrintable(name));
      QCOMPARE(c["max_error"].toDouble(9.0), 0.0);
      QVERIFY(c.contains("snr") && c["snr"].isNull());
    }
    QVERIFY(bytes_of(at("back.f32")) == wave_bytes());
  }

  void info_of_each_kind() {
    require(volume({"unpack", at("w.f32"), "--to", at("i.sgy")}), 0);
    const QJsonObject segy = told(volume({"info", at("i.sgy"), "--json"}));
    QCOMPARE(segy["kind"].toString(), QString("segy"));
    QCOMPARE(segy["traces"].toInt(), 1200);
    QCOMPARE(segy["samples"].toInt(), 50);
    QVERIFY(std::abs(segy["interval"].toDouble() - 0.005) < 1e-12);
    QCOMPARE(segy["byte_order"].toString(), QString("big"));
    QCOMPARE(segy["sample_format"].toString(), QString("float32"));
    QCOMPARE(segy["revision"].toInt(), 1);
    QCOMPARE(segy["nodes"].toArray(), (QJsonArray{40, 30, 50}));
    const QJsonObject raw = told(volume({"info", at("w.f32"), "--json"}));
    QCOMPARE(raw["kind"].toString(), QString("raw"));
    QVERIFY(std::abs(raw["largest"].toDouble() - segy["largest"].toDouble()) == 0.0);
    QVERIFY(raw["least"].toDouble() < -0.99 && std::abs(raw["mean"].toDouble()) < 0.1);
    QVERIFY(!told(volume({"info", at("w.f32"), "--json", "--quick"})).contains("mean"));
    const Outcome text = volume({"info", at("i.sgy")});
    require(text, 0);
    for (const char* const word : {"1200 of 50 samples, 5 ms apart", "40 x 30 x 50", "float32, big-endian"})
      QVERIFY2(text.out.contains(word), text.out.constData());
  }

  void slices_of_each_suffix() {
    require(volume({"pack", at("w.f32"), "--to", at("s.hdf")}), 0);
    require(volume({"slice", at("s.hdf"), "--axis", "z", "--at", "151", "--to", at("z.f32")}), 0);
    QVERIFY(bytes_of(at("z.f32")) == wave_bytes().mid(4 * 1200 * 10, 4 * 1200));
    require(volume({"slice", at("s.hdf"), "--axis", "x", "--node", "39", "--to", at("x.npy")}), 0);
    QCOMPARE(bytes_of(at("x.npy")).size(), 128 + 4 * 30 * 50);
#ifdef FOLDWAVE_HAS_VTK
    for (const char* const axis : {"x", "y", "z"}) {
      require(volume({"slice", at("s.hdf"), "--axis", axis, "--node", "3", "--to", at("p.png")}), 0);
      QVERIFY(bytes_of(at("p.png")).startsWith("\x89PNG"));
      require(volume({"slice", at("s.hdf"), "--axis", axis, "--node", "3", "--to", at("p.vti")}), 0);
    }
#endif
    require(volume({"slice", at("s.hdf"), "--axis", "z", "--to", at("q.f32")}), 1,
            {"--at METRES or --node N"});
    require(volume({"slice", at("s.hdf"), "--axis", "z", "--at", "99", "--node", "3", "--to", at("q.f32")}),
            1);
    require(volume({"slice", at("s.hdf"), "--axis", "z", "--at", "50", "--to", at("q.f32")}), 1,
            {"100 to 345 m", "s.hdf"});
    require(volume({"slice", at("s.hdf"), "--axis", "t", "--at", "50", "--to", at("q.f32")}), 2);
  }

  void a_damaged_brick_is_named() {
    require(volume({"pack", at("w.f32"), "--to", at("d.hdf"), "--brick", "16"}), 0);
    const StoredBrick hurt = VolumeFile(at("d.hdf").toStdString()).index().bricks.at(5);
    QByteArray bytes = bytes_of(at("d.hdf"));
    bytes[qsizetype(hurt.offset + 20)] = char(bytes[qsizetype(hurt.offset + 20)] ^ 16);
    ScenarioFile::write_text(at("d.hdf"), bytes);
    require(volume({"unpack", at("d.hdf"), "--to", at("d.f32")}), 1, {"brick 5 (nodes x"});
    QVERIFY(!QFile::exists(at("d.f32")));
    require(volume({"unpack", at("d.hdf"), "--to", at("d.f32"), "--keep-going"}), 0, {"warning", "brick 5"});
    const QJsonObject info = told(volume({"info", at("d.hdf"), "--json"}));
    QCOMPARE(info["damaged"].toArray().size(), 1);
    QCOMPARE(info["damaged"].toArray().at(0)["brick"].toInt(), 5);
    QVERIFY(info["not_finite"].toInt() > 1000);
  }

  void wrong_usage_is_told() {
    require(volume({"pack", at("w.f32"), "--to", at("x.hdf"), "--codec", "lzma"}), 2, {"blosc"});
    require(volume({"pack", at("none.f32"), "--to", at("x.hdf")}), 1, {"none.f32"});
    require(volume({"pack", at("w.f32"), "--to", at("no/such/x.hdf")}), 1, {"x.hdf", "folder"});
    require(volume({"shrink", at("w.f32")}), 2, {"volume"});
    require(volume({"info", at("w.f32"), "--nodes", "40,30,51"}), 1);
    require(volume({"compare", at("w.f32"), at("w.f32"), "--nodes", "30,40,50", "--spacing", "1,1,1"}), 0);
  }

  // kill -9 at a random moment: the older file is whole, or the new one is.
  void a_kill_in_mid_pack_loses_nothing() {
    const std::array<int, 3> n{192, 192, 192};
    std::mt19937 random(7);
    QByteArray bytes(4 * 192 * 192 * 192, '\0');
    for (qsizetype i = 0; i + 4 <= bytes.size(); i += 4) {
      const float v = float(std::int32_t(random())) / 2147483648.0F;
      std::memcpy(bytes.data() + i, &v, 4);
    }
    ScenarioFile::write_text(at("k.f32"), bytes);
    const QStringList pack{"volume",    "pack",  at("k.f32"), "--nodes",  "192,192,192",
                           "--spacing", "1,1,1", "--to",      at("k.hdf")};
    require(cli(pack), 0);
    const QByteArray first = bytes_of(at("k.hdf"));
    int killed = 0;
    for (int trial = 0; trial < kills(12); ++trial) {
      QFile::remove(at("k.hdf.part"));
      const auto written = qint64(random() % unsigned(first.size()));
      if (was_killed(pack, [&] {
            const QFileInfo part(at("k.hdf.part"));
            return part.exists() && part.size() >= written;
          }))
        ++killed;
      QVERIFY2(bytes_of(at("k.hdf")) == first, qPrintable(QString("trial %1").arg(trial)));
    }
    QVERIFY2(killed >= 3, qPrintable(QString::number(killed)));
    // What a kill leaves beside it does not keep the next one from its work.
    require(cli(pack), 0);
    QVERIFY(!QFile::exists(at("k.hdf.part")));
    QCOMPARE(VolumeFile(at("k.hdf").toStdString()).grid().n, n);
  }

  // The same of a run: each snapshot that its series names is whole, and the series is.
  void a_kill_in_mid_run_loses_no_snapshot() {
    ScenarioFile().set("/outputs/snapshots", R"({"every_steps": 1, "error": 0})").write(at("run.json"));
    const QStringList run{"run", at("run.json"), "--out", at("run")};
    require(cli(run), 0);
    const auto snapshots = files_below(at("run/wave/snapshots")).size();
    QVERIFY(snapshots > 10);
    std::mt19937 random(9);
    int killed = 0, frames_seen = 0;
    for (int trial = 0; trial < kills(8); ++trial) {
      QDir(at("run")).removeRecursively();
      const auto written = qsizetype(1 + random() % unsigned(snapshots));
      if (was_killed(run, [&] { return files_below(at("run/wave/snapshots")).size() >= written; })) ++killed;
      const std::filesystem::path series = at("run/wave/snapshots.hdf.series").toStdString();
      if (!std::filesystem::exists(series)) continue;
      for (const auto& frame : read_hdf_series(series)) {
        const VolumeFile volume(series.parent_path() / frame.name);
        QCOMPARE(volume.read_all().size(), volume.grid().size());
        QCOMPARE(volume.index().facts.time, std::optional<double>(frame.time));
        ++frames_seen;
      }
      // Files that the series does not name yet are whole as well.
      for (const QString& name : files_below(at("run/wave/snapshots")))
        if (name.endsWith(".hdf")) VolumeFile((at("run/wave/snapshots/") + name).toStdString()).read_all();
    }
    QVERIFY2(killed >= 2 && frames_seen > 5, qPrintable(QString("%1 %2").arg(killed).arg(frames_seen)));
  }

  void a_full_disk_is_told() {
    QProcess process;
    process.start("/bin/bash", {"-c", "ulimit -f 20; exec \"$@\"", "bash", FOLDWAVE_CLI, "volume", "pack",
                                at("w.f32"), "--codec", "none", "--to", at("full.hdf")});
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 1);
    QVERIFY(process.readAllStandardError().contains("cannot be written in full"));
    QVERIFY(!QFile::exists(at("full.hdf")) && !QFile::exists(at("full.hdf.part")));
  }
};

}  // namespace test_cli_volume

FOLDWAVE_TEST(test_cli_volume, run_guiless<test_cli_volume::TestCliVolume>)
#include "test_cli_volume.moc"
