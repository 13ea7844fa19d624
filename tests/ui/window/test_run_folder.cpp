// Protects the window's way to the snapshots of a run that the command line has written: its folder and its
// series are read into the wave's film, by their times and values, with little of them in memory; what is no
// run, is of another grid or damaged is said; and dropped folders are taken.
#include <QFile>
#include <QMimeData>
#include <QSlider>

#include <cmath>

#include "core/base/worst.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/output/run_folder.hpp"
#include "core/output/snapshot_files.hpp"
#include "core/volume/store/hdf_series.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/views/volume/volume_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"

namespace test_run_folder {

using namespace foldwave;

class TestRunFolder : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    scenario_ = shot_on(24, 0.3, 5);
    RunFolder folder(folder_.filePath("run").toStdString());
    const FoldResult fold = run_fold(scenario_, *cpu_backend(), {});
    const auto files = make_snapshot_files(folder, scenario_, {});
    run_wave(scenario_, fold, *cpu_backend(), files.get(), {});
    QCOMPARE(files->finish({}), std::string());
    folder.finish({});
  }
  void init() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(scenario_));
    said_.clear();
    connect(&(*window_)->run_reader(), &RunReader::failed, this, [this](const QString& why) { said_ = why; });
    connect(&(*window_)->run_reader(), &RunReader::told, this, [this](const QString& why) { said_ = why; });
  }
  void cleanup() { window_.reset(); }

  void its_snapshots_are_the_film() {
    const QString series = RunReader::series_of(run());
    QCOMPARE(series, folder_.filePath("run/wave/snapshots.hdf.series"));
    (*window_)->run_reader().open(run());
    QTRY_VERIFY_WITH_TIMEOUT(!(*window_)->run_reader().worker().busy(), patience);
    QVERIFY2(said_.isEmpty(), qPrintable(said_));
    const auto snapshots = (*window_)->results().snapshots();
    QVERIFY2(snapshots.size() > 3, qPrintable(QString::number(snapshots.size())));
    window_->raise("wave");
    WavePane* const wave = (*window_)->panes().wave;
    QTRY_COMPARE(wave->time_slider()->maximum(), static_cast<int>(snapshots.size()) - 1);
    // It follows the newest, which is shown a little later.
    QTRY_COMPARE_WITH_TIMEOUT(wave->time_slider()->value(), wave->time_slider()->maximum(), patience);
    for (const std::size_t at : {std::size_t{0}, snapshots.size() / 2, snapshots.size() - 1}) {
      const Snapshot& snapshot = *snapshots[at];
      QVERIFY(snapshot.stored && snapshot.pressure.empty() && !snapshot.packed);
      QCOMPARE(snapshot.bytes(), std::int64_t{0});
      QCOMPARE(snapshot.step, static_cast<int>(at) * 5);
      const VolumeFile file(
          folder_.filePath(QString("run/wave/snapshots/step_%1.hdf").arg(snapshot.step, 6, 10, QChar('0')))
              .toStdString());
      QCOMPARE(snapshot.time, *file.index().facts.time);
      const Field<float> values = file.read_all();
      wave->time_slider()->setValue(static_cast<int>(at));
      QTRY_VERIFY_WITH_TIMEOUT(wave->scene().snapshot() == &snapshot, patience);
      double worst = 0.0, largest = 0.0;
      for (int i = 0; i < 24; i += 5)
        for (int k = 0; k < 24; k += 3) {
          const auto p = wave->scene().pressure_at(scenario_.grid.local(i, 11, k));
          QVERIFY(p.has_value());
          worst = worst_of(worst, std::abs(*p - double{values(i, 11, k)}));
          largest = worst_of(largest, std::abs(*p));
        }
      QVERIFY2(worst <= 1e-6 * largest, qPrintable(QString("%1 %2").arg(worst).arg(largest)));
      QCOMPARE(snapshot.limit, clip_table(values.values()).at(usual_clip));
    }
    QVERIFY(!(*window_)->results().wave_is_stale());
    QVERIFY(wave->scene().note().find("from run") != std::string::npos);
    keep_picture(*(*window_).operator->(), "run-folder");
    // The Volume view has the one that is seen, out of its file.
    QTRY_VERIFY((*window_)->panes().volume != nullptr);
  }

  void a_series_is_taken_too_and_a_wave_takes_its_place() {
    (*window_)->run_reader().open(folder_.filePath("run/wave/snapshots.hdf.series"));
    QTRY_VERIFY_WITH_TIMEOUT(!(*window_)->run_reader().worker().busy(), patience);
    QVERIFY(!(*window_)->results().snapshots().empty());
    (*window_)->runs().run_wave();
    QTRY_VERIFY_WITH_TIMEOUT((*window_)->results().wave() != nullptr, patience);
    QVERIFY(!(*window_)->results().snapshots().front()->stored);
  }

  // Its report comes last.
  void a_run_that_goes_on_is_followed_to_its_end() {
    const QString place = folder_.filePath("growing");
    QVERIFY(QDir().mkpath(place + "/wave/snapshots"));
    const auto frames = read_hdf_series(folder_.filePath("run/wave/snapshots.hdf.series").toStdString());
    HdfSeries series((place + "/wave/snapshots.hdf.series").toStdString());
    const auto write = [&](std::size_t m) {
      const QString name = QString::fromStdString(frames[m].name);
      QVERIFY(QFile::copy(folder_.filePath("run/wave/" + name), place + "/wave/" + name));
      series.add(frames[m].time, (place + "/wave/" + name).toStdString());
    };
    RunReader& reader = (*window_)->run_reader();
    int so_far = -1, all = -1;
    connect(&reader, &RunReader::grows, this, [&](int count) { so_far = count; });
    connect(&reader, &RunReader::came, this, [&](int count) { all = count; });
    const auto shown = [&] { return (*window_)->results().snapshots().size(); };
    reader.open(place);
    QTRY_COMPARE_WITH_TIMEOUT(so_far, 0, patience);
    QVERIFY(said_.isEmpty() && shown() == 0);
    write(0);
    QTRY_COMPARE_WITH_TIMEOUT(shown(), std::size_t{1}, patience);
    write(1);
    write(2);
    QTRY_COMPARE_WITH_TIMEOUT(shown(), std::size_t{3}, patience);
    QVERIFY(reader.worker().busy() && all == -1);
    write(3);
    // Files' times may be no finer than the system's ticks.
    QTest::qWait(20);
    QFile report(place + "/report.json");
    QVERIFY(report.open(QFile::WriteOnly) && report.write("{}") == 2);
    report.close();
    QTRY_COMPARE_WITH_TIMEOUT(all, 4, patience);
    QTRY_VERIFY_WITH_TIMEOUT(!reader.worker().busy(), patience);
    QCOMPARE(shown(), std::size_t{4});
    QVERIFY2(said_.isEmpty(), qPrintable(said_));

    // It can be stopped while it waits.
    QVERIFY(report.remove());
    so_far = -1;
    reader.open(place);
    QTRY_COMPARE_WITH_TIMEOUT(so_far, 4, patience);
    reader.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!reader.worker().busy(), patience);
    QCOMPARE(shown(), std::size_t{4});
  }

  void what_is_no_run_is_said() {
    (*window_)->run_reader().open(folder_.path());
    QVERIFY2(said_.contains("snapshots.hdf.series"), qPrintable(said_));
    QVERIFY((*window_)->results().snapshots().empty());

    // Of another grid.
    Scenario other = shot_on(20, 0.3, 5);
    QVERIFY(window_->open(other, "other.json"));
    (*window_)->run_reader().open(run());
    QTRY_VERIFY_WITH_TIMEOUT(said_.contains("24 x 24 x 24"), patience);
    QVERIFY(said_.contains("20 x 20 x 20"));
    QVERIFY((*window_)->results().snapshots().empty());
  }

  void a_file_that_is_gone_ends_it_with_what_was_read() {
    const QString copy = folder_.filePath("gone");
    QVERIFY(QDir().mkpath(copy + "/wave/snapshots"));
    const auto put = [&](const QString& name) {
      return QFile::copy(folder_.filePath("run/" + name), copy + "/" + name);
    };
    QVERIFY(put("wave/snapshots.hdf.series") && put("wave/snapshots/step_000000.hdf"));
    (*window_)->run_reader().open(copy);
    QTRY_VERIFY_WITH_TIMEOUT(said_.contains("step_000005.hdf"), patience);
    QCOMPARE((*window_)->results().snapshots().size(), std::size_t{1});
  }

  void folders_can_be_dropped() {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(run())});
    QVERIFY(FileMenu::can_drop(&data));
    (*window_)->files().drop(&data);
    QTRY_VERIFY_WITH_TIMEOUT(!(*window_)->results().snapshots().empty(), patience);
    data.setUrls({QUrl::fromLocalFile(folder_.filePath("run/wave/snapshots.hdf.series"))});
    QVERIFY(FileMenu::can_drop(&data));
  }

 private:
  QString run() const { return folder_.filePath("run"); }

  QTemporaryDir folder_;
  Scenario scenario_;
  std::unique_ptr<ShownWindow> window_;
  QString said_;
};

}  // namespace test_run_folder

FOLDWAVE_TEST(test_run_folder, run_in_windows<test_run_folder::TestRunFolder>)
#include "test_run_folder.moc"
