// Protects recording: the frames are those of the view with their times, each file is whole or not there, and
// a stop, a folder that cannot be written, a full disk and an ffmpeg that fails are said and leave what was
// written. The window is drawn meanwhile.
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QIODevice>
#include <QLabel>
#include <QLineEdit>
#include <QPoint>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QSize>
#include <QTimer>

#include "tests/test_program.hpp"
#include "tests/ui/rings.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/dialogs/record_dialog.hpp"
#include "ui/jobs/job_list.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/window/cursor/rock_cursor.hpp"

namespace test_record_dialog {

using namespace foldwave;

namespace {

// Stands for ffmpeg: a shell script.
QString script(const QString& place, const QByteArray& lines) {
  QFile file(place);
  if (!file.open(QIODevice::WriteOnly)) return {};
  file.write("#!/bin/sh\n" + lines + "\n");
  file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  return place;
}

struct End {
  Outcome outcome = Outcome::failed;
  QString message;
};

End recorded(WaveRecorder& recorder, const RecordingPlan& plan) {
  End end;
  const auto held =
      QObject::connect(&recorder, &WaveRecorder::finished, [&](Outcome outcome, const QString& words) {
        end = {outcome, words};
      });
  recorder.start(plan);
  QElapsedTimer since;
  since.start();
  while (recorder.busy() && since.elapsed() < patience)
    QTest::qWait(5);
  QObject::disconnect(held);
  return end;
}

QStringList files(const QString& folder) {
  return QDir(folder).entryList(QDir::Files, QDir::Name);
}

}  // namespace

class TestRecordDialog : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(20)));
    window_->raise("wave");
    pane_ = (*window_)->panes().wave;
    pane_->show_snapshots(rings((*window_)->editor().now().grid, 6));
    QSignalSpy drawn(pane_->view(), &VtkView::drawn);
    QTRY_VERIFY_WITH_TIMEOUT(drawn.count() > 0, patience);
  }
  void cleanupTestCase() { window_.reset(); }

  void the_frames_are_the_views() {
    RecordingPlan plan = small("frames");
    plan.film.width = pane_->view()->width();
    plan.film.height = pane_->view()->height();
    WaveRecorder recorder;
    const End end = recorded(recorder, plan);
    QVERIFY2(end.outcome == Outcome::done, qPrintable(end.message));
    QCOMPARE(files(plan.folder).size(), 6);
    // The last frame is what the view shows, but for the note under the title.
    pane_->set_note({}, false);
    pane_->time_slider()->setValue(5);
    QTest::qWait(200);
    const QImage shown = pane_->view()->grabFramebuffer().convertToFormat(QImage::Format_RGB888);
    const QImage frame = QImage(plan.folder + "/frame_0006.png").convertToFormat(QImage::Format_RGB888);
    QCOMPARE(frame.size(), shown.size());
    int other = 0;
    for (int y = 0; y < shown.height(); ++y)
      for (int x = 0; x < shown.width(); ++x)
        other += std::abs(qGray(shown.pixel(x, y)) - qGray(frame.pixel(x, y))) > 40;
    QVERIFY2(other < shown.width() * shown.height() / 100, qPrintable(QString::number(other)));
    QVERIFY(QImage(plan.folder + "/frame_0001.png") != QImage(plan.folder + "/frame_0006.png"));
  }

  void the_pinned_cursor_is_marked() {
    RockCursor& cursor = (*window_)->cursor();
    const Vec3 size = (*window_)->editor().now().grid.extent();
    const Vec3 place{0.3 * size.x, 0.35 * size.y, 0.4 * size.z};
    cursor.point(place, nullptr);
    QTRY_VERIFY(pane_->scene().cursor().has_value());
    RecordingPlan plan = pane_->recording();
    QVERIFY(!plan.film.look.cursor);  // it goes with the pointer
    const auto frame = [&](const char* folder) {
      plan.snapshots.resize(1);
      plan.folder = window_->path(folder);
      WaveRecorder recorder;
      const End end = recorded(recorder, plan);
      if (end.outcome != Outcome::done) qFatal("%s", qPrintable(end.message));
      return QImage(plan.folder + "/frame_0001.png");
    };
    const QImage without = frame("without cursor");
    cursor.set_pinned(true);
    QTRY_VERIFY(pane_->recording().film.look.cursor == place);
    plan = pane_->recording();
    const QImage with = frame("with cursor");
    if (const QString folder = qEnvironmentVariable("FOLDWAVE_PICTURES"); !folder.isEmpty())
      with.save(folder + "/film with cursor.png");
    const Vec3 seen = world_to_display(pane_->scene().renderer(), to_world(place));
    const QPoint at(static_cast<int>(seen.x), with.height() - 1 - static_cast<int>(seen.y));
    const auto brightest = [&at](const QImage& picture) {
      int most = 0;
      for (int y = at.y() - 2; y <= at.y() + 2; ++y)
        for (int x = at.x() - 2; x <= at.x() + 2; ++x)
          most = std::max(most, qGray(picture.pixel(x, y)));
      return most;
    };
    QCOMPARE(brightest(with), 255);
    QVERIFY2(brightest(without) < 250, qPrintable(QString::number(brightest(without))));
    cursor.set_pinned(false);
    QTRY_VERIFY(!pane_->recording().film.look.cursor);
  }

  // What has been edited since is not what the snapshots were made of.
  void a_film_is_of_what_ran() {
    ShownWindow& window = *window_;
    const Scenario ran = window->editor().now();
    pane_->set_made_of(ran, window->results().fold());
    Scenario edited = ran;
    edited.grid.h[0] *= 2.0;
    pane_->show_scenario(edited);
    const RecordingPlan plan = pane_->recording();
    QCOMPARE(plan.film.scenario, ran);
    QCOMPARE(plan.film.fold.get(), &window->results().fold()->result);
    pane_->show_scenario(ran);
    pane_->set_made_of({}, nullptr);
  }

  void the_view_is_drawn_meanwhile() {
    RecordingPlan plan = small("meanwhile");
    const Grid3& grid = (*window_)->editor().now().grid;
    plan.snapshots = rings(grid, 60);
    WaveRecorder recorder;
    int drawn = 0;
    connect(pane_->view(), &VtkView::drawn, &recorder, [&] { ++drawn; });
    QTimer ask;
    connect(&ask, &QTimer::timeout, pane_->view(), qOverload<>(&VtkView::update));
    ask.start(10);
    QCOMPARE(recorded(recorder, plan).outcome, Outcome::done);
    QVERIFY2(drawn >= 3, qPrintable(QString::number(drawn)));
  }

  void a_stop_leaves_whole_frames() {
    RecordingPlan plan = small("stopped");
    plan.snapshots = rings((*window_)->editor().now().grid, 400);
    plan.ffmpeg = script(window_->path("never"), "exit 0");
    WaveRecorder recorder;
    connect(&recorder, &WaveRecorder::progressed, &recorder, [&](int done) {
      if (done > 0) recorder.stop();
    });
    const End end = recorded(recorder, plan);
    QCOMPARE(end.outcome, Outcome::stopped);
    const QStringList there = files(plan.folder);
    QVERIFY(!there.isEmpty() && there.size() < 400);
    for (const QString& name : there) {
      QVERIFY2(name.startsWith("frame_") && name.endsWith(".png"), qPrintable(name));
      QVERIFY(!QImage(plan.folder + '/' + name).isNull());
    }
    QVERIFY2(end.message.contains(QString::number(there.size())), qPrintable(end.message));
  }

  void a_place_that_cannot_be_written_is_said() {
    RecordingPlan plan = small("file");
    QFile(plan.folder).open(QIODevice::WriteOnly);
    plan.folder += "/below";
    WaveRecorder recorder;
    const End end = recorded(recorder, plan);
    QCOMPARE(end.outcome, Outcome::failed);
    QVERIFY2(end.message.contains(plan.folder), qPrintable(end.message));
  }

  void a_full_disk_leaves_whole_frames() {
    if (!QFile::exists("/dev/full")) QSKIP("no /dev/full here");
    RecordingPlan plan = small("full");
    QVERIFY(QDir().mkpath(plan.folder));
    // The third frame's part file leads to a device that is always full.
    QVERIFY(QFile::link("/dev/full", plan.folder + "/frame_0003.png.part"));
    WaveRecorder recorder;
    const End end = recorded(recorder, plan);
    QCOMPARE(end.outcome, Outcome::failed);
    QVERIFY2(end.message.contains("frame_0003.png") && end.message.contains("space"),
             qPrintable(end.message));
    QVERIFY2(end.message.contains("2"), qPrintable(end.message));
    QCOMPARE(files(plan.folder), (QStringList{"frame_0001.png", "frame_0002.png"}));
  }

  void a_failing_ffmpeg_is_said_and_leaves_no_movie() {
    RecordingPlan plan = small("failing");
    plan.ffmpeg = script(window_->path("ffmpeg-fails"),
                         "for last; do :; done; echo half > $last; echo 'Unknown encoder' >&2; exit 1");
    WaveRecorder recorder;
    End end = recorded(recorder, plan);
    QCOMPARE(end.outcome, Outcome::failed);
    QVERIFY2(end.message.contains("Unknown encoder"), qPrintable(end.message));
    QCOMPARE(files(plan.folder).size(), 6);
    plan.ffmpeg = window_->path("no-such-program");
    end = recorded(recorder, plan);
    QCOMPARE(end.outcome, Outcome::failed);
    QVERIFY2(end.message.contains("no-such-program"), qPrintable(end.message));
    QCOMPARE(files(plan.folder).size(), 6);
  }

  // One job of the list, from the first frame to the movie's end.
  void a_stop_in_mid_movie_leaves_none() {
    RecordingPlan plan = small("mid-movie");
    plan.ffmpeg = script(window_->path("ffmpeg-slow"),
                         "for last; do :; done; echo half > $last; echo frame=1; exec sleep 60");
    JobList jobs;
    WaveRecorder recorder;
    jobs.watch(recorder.worker());
    QString part;
    connect(&recorder, &WaveRecorder::progressed, &recorder, [&](int done) {
      if (done != 1 || jobs.index(0, JobList::stage).data() != "making the movie") return;
      part = jobs.index(0, JobList::progress).data().toString();
      jobs.stop(jobs.record(0)->id);
    });
    QCOMPARE(recorded(recorder, plan).outcome, Outcome::stopped);
    QCOMPARE(part, QString("17 %"));
    QCOMPARE(files(plan.folder).size(), 6);
    QCOMPARE(jobs.rowCount(), 1);
    QCOMPARE(jobs.index(0, JobList::outcome).data().toString(), QString("stopped"));
  }

  void the_movie_plays() {
    if (find_ffmpeg().isEmpty()) QSKIP("ffmpeg is not installed: no real movie is made here");
    RecordingPlan plan = small("movie");
    plan.ffmpeg = find_ffmpeg();
    plan.per_second = 12.5;
    WaveRecorder recorder;
    const End end = recorded(recorder, plan);
    QVERIFY2(end.outcome == Outcome::done, qPrintable(end.message));
    const QString movie = plan.folder + '/' + movie_name;
    QVERIFY(QFileInfo(movie).size() > 1000);
    QProcess reader;
    reader.start(plan.ffmpeg, {"-nostdin", "-i", movie, "-f", "null", "-"});
    QVERIFY(reader.waitForFinished(patience));
    const QString told = reader.readAllStandardError();
    QVERIFY2(told.contains("320x240") && told.contains("12.50 fps") && told.contains("yuv420p"),
             qPrintable(told));
    QVERIFY(told.contains("frame=    6"));
  }

  void the_dialog_records_and_closes() {
    RecordDialog dialog(
        "Anti/form", [this] { return small("dialog"); }, nullptr);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    auto* const folder = dialog.findChild<QLineEdit*>("record folder");
    QVERIFY2(folder->text().endsWith("Anti form wave"), qPrintable(folder->text()));
    folder->setText(window_->path("dialog"));
    auto* const size = dialog.findChild<QComboBox*>("record size");
    QCOMPARE(size->currentData().toSize(), QSize(320, 240));
    QCOMPARE(size->count(), 3);
    dialog.findChild<QCheckBox*>("record movie")->setChecked(false);
    auto* const words = dialog.findChild<QLabel*>("record words");
    QVERIFY2(words->text().contains("6 frames, t = 0.000 to 0.050 s"), qPrintable(words->text()));
    keep_picture(dialog, "record-dialog");
    QTest::mouseClick(dialog.findChild<QPushButton*>("record"), Qt::LeftButton);
    QVERIFY(dialog.findChild<QPushButton*>("record stop")->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.recorder().busy(), patience);
    // The look at the folder that was typed just before does not take the words' place.
    QTest::qWait(500);
    QVERIFY2(words->text().startsWith("Written: 6 frames"), qPrintable(words->text()));
    QCOMPARE(files(window_->path("dialog")).size(), 6);
    // Closed in mid-recording, it stops.
    QTest::mouseClick(dialog.findChild<QPushButton*>("record"), Qt::LeftButton);
    dialog.close();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.recorder().busy(), patience);
  }

  void destroyed_in_mid_recording() {
    for (int wait : {0, 30, 120}) {
      RecordingPlan plan = small("destroyed");
      plan.snapshots = rings((*window_)->editor().now().grid, 200);
      WaveRecorder recorder;
      recorder.start(plan);
      QTest::qWait(wait);
    }
  }

 private:
  RecordingPlan small(const QString& folder) const {
    RecordingPlan plan = pane_->recording();
    plan.film.width = 320;
    plan.film.height = 240;
    plan.folder = window_->path(folder);
    return plan;
  }
  std::unique_ptr<ShownWindow> window_;
  WavePane* pane_ = nullptr;
};

}  // namespace test_record_dialog

FOLDWAVE_TEST(test_record_dialog, run_in_windows<test_record_dialog::TestRecordDialog>)
#include "test_record_dialog.moc"
