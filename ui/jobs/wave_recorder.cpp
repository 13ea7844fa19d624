#include "ui/jobs/wave_recorder.hpp"

#include <QBuffer>
#include <QDir>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <atomic>
#include <span>
#include <utility>

#include "core/base/error.hpp"
#include "core/formats/atomic_file.hpp"

namespace foldwave {

const char* const movie_name = "wave.mp4";

QString frame_name(int number) {
  return QString("frame_%1.png").arg(number, 4, 10, QChar('0'));
}

QString find_ffmpeg() {
  return QStandardPaths::findExecutable("ffmpeg");
}

namespace {

constexpr int png_quality = 85;  // of Qt's scale: quick rather than small
constexpr int end_wait = 2000;   // ms for ffmpeg to go when it is killed
constexpr int look_pause = 50;   // ms between two looks at what it does

void write_png(const RgbPicture& picture, const QString& file) {
  const QImage image(picture.bytes.data(), picture.width, picture.height, 3 * picture.width,
                     QImage::Format_RGB888);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  if (!image.save(&buffer, "PNG", png_quality)) throw_out_of_memory(picture.bytes.size());
  write_file_atomically(file.toStdString(),
                        std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
}

void draw_frames(const RecordingPlan& plan, std::atomic<int>& written, const Job& job) {
  require_folder(plan.folder.toStdString());
  WaveFilm film(plan.film);
  const QDir folder(plan.folder);
  const std::string words = WaveRecorder::tr("drawing frames").toStdString();
  const auto total = static_cast<int>(plan.snapshots.size());
  for (int k = 0; k < total; ++k) {
    job.throw_if_stopped();
    write_png(film.draw(plan.snapshots[static_cast<std::size_t>(k)]), folder.filePath(frame_name(k + 1)));
    written = k + 1;
    job.report({words, k + 1, total, 1.0, "frames"});
  }
}

// H.264 in 4:2:0 with its index in front: what browsers, slides and players all take.
QStringList movie_arguments(const RecordingPlan& plan, const PartFile& movie) {
  return {"-nostdin",
          "-y",
          "-loglevel",
          "error",
          "-progress",
          "pipe:1",  //
          "-framerate",
          QString::number(plan.per_second, 'g', 10),
          "-start_number",
          "1",  //
          "-i",
          "frame_%04d.png",
          "-frames:v",
          QString::number(plan.snapshots.size()),  //
          "-c:v",
          "libx264",
          "-preset",
          "veryfast",
          "-crf",
          "18",
          "-pix_fmt",
          "yuv420p",  //
          "-movflags",
          "+faststart",
          "-f",
          "mp4",
          QString::fromStdString(movie.part().filename().string())};
}

void make_movie(const RecordingPlan& plan, const Job& job) {
  PartFile movie(QDir(plan.folder).filePath(movie_name).toStdString());
  QProcess ffmpeg;
  ffmpeg.setWorkingDirectory(plan.folder);
  ffmpeg.start(plan.ffmpeg, movie_arguments(plan, movie));
  if (!ffmpeg.waitForStarted())
    throw ResourceError(plan.ffmpeg.toStdString(),
                        WaveRecorder::tr("cannot be started (%1)").arg(ffmpeg.errorString()).toStdString(),
                        WaveRecorder::tr("the frames are there, without a movie").toStdString());
  const std::string words = WaveRecorder::tr("making the movie").toStdString();
  int done = 0;
  while (!ffmpeg.waitForFinished(look_pause) && ffmpeg.state() != QProcess::NotRunning) {
    if (job.stop.stop_requested()) {
      ffmpeg.kill();
      ffmpeg.waitForFinished(end_wait);
      throw Stopped();
    }
    while (ffmpeg.canReadLine())
      if (const QByteArray line = ffmpeg.readLine().trimmed(); line.startsWith("frame="))
        done = line.mid(6).toInt();
    job.report({words, done, std::ssize(plan.snapshots), 1.0, "frames"});
  }
  if (ffmpeg.exitStatus() != QProcess::NormalExit || ffmpeg.exitCode() != 0) {
    const QString said = QString::fromLocal8Bit(ffmpeg.readAllStandardError()).trimmed().section('\n', -1);
    const QString why =
        said.isEmpty() ? WaveRecorder::tr("it ended with code %1").arg(ffmpeg.exitCode()) : said;
    throw ResourceError("ffmpeg", WaveRecorder::tr("made no movie (%1)").arg(why).toStdString(),
                        WaveRecorder::tr("the frames are there").toStdString());
  }
  movie.commit();
}

}  // namespace

WaveRecorder::WaveRecorder(QObject* parent) : QObject(parent) {
  connect(&worker_, &Worker::progressed, this, [this](const JobState& state) {
    emit progressed(static_cast<int>(state.done), static_cast<int>(state.total), state.step);
  });
  connect(&worker_, &Worker::finished, this,
          [this](const QString&, Outcome outcome, const QString& why) { end(outcome, why); });
}

void WaveRecorder::start(RecordingPlan plan) {
  if (busy()) return;
  has_movie_ = !plan.ffmpeg.isEmpty();
  since_.start();
  written_ = std::make_shared<std::atomic<int>>(0);
  const Worker::Order order{tr("Record the wave"), QString::fromStdString(plan.film.scenario.name)};
  worker_.start(order, [plan = std::move(plan), written = written_](const Job& job) {
    draw_frames(plan, *written, job);
    if (!plan.ffmpeg.isEmpty()) make_movie(plan, job);
  });
}

void WaveRecorder::stop() {
  worker_.stop();
}

void WaveRecorder::end(Outcome outcome, const QString& message) {
  const int frames = written_->load();
  seconds_ = static_cast<double>(since_.elapsed()) / 1e3;
  QString words = message;
  if (outcome == Outcome::stopped)
    words = tr("Stopped: frames written: %1").arg(frames);
  else if (outcome == Outcome::failed && frames > 0)
    words += '\n' + tr("Frames written before: %1").arg(frames);
  else if (outcome == Outcome::done)
    words = has_movie_ ? tr("Written: %1 frames and %2").arg(frames).arg(movie_name)
                       : tr("Written: %1 frames").arg(frames);
  emit finished(outcome, words);
}

}  // namespace foldwave
