#include "ui/jobs/wave_recorder.hpp"

#include <QBuffer>
#include <QDir>
#include <QImage>
#include <QStandardPaths>
#include <atomic>
#include <span>
#include <utility>

#include "core/base/error.hpp"

namespace foldwave {

const char* const movie_name = "wave.mp4";

namespace {

constexpr int png_quality = 85;  // of Qt's scale: quick rather than small
constexpr int end_wait = 2000;   // ms for ffmpeg to go when the program does

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

}  // namespace

QString frame_name(int number) {
  return QString("frame_%1.png").arg(number, 4, 10, QChar('0'));
}

QString find_ffmpeg() {
  return QStandardPaths::findExecutable("ffmpeg");
}

WaveRecorder::WaveRecorder(QObject* parent) : QObject(parent) {
  connect(&worker_, &Worker::progressed, this, [this](const JobState& state) {
    emit progressed(static_cast<int>(state.done), static_cast<int>(state.total), state.step);
  });
  connect(&worker_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    if (outcome == Outcome::done && !stopping_ && !plan_.ffmpeg.isEmpty()) return make_movie();
    end(stopping_ && outcome == Outcome::done ? Outcome::stopped : outcome, why);
  });
  connect(&ffmpeg_, &QProcess::readyReadStandardOutput, this, &WaveRecorder::read_progress);
  connect(&ffmpeg_, &QProcess::finished, this, &WaveRecorder::movie_ended);
  connect(&ffmpeg_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart)
      end(Outcome::failed, tr("%1 cannot be started (%2): the frames are there, without a movie")
                               .arg(plan_.ffmpeg, ffmpeg_.errorString()));
  });
}

WaveRecorder::~WaveRecorder() {
  disconnect(&ffmpeg_, nullptr, this, nullptr);
  if (ffmpeg_.state() == QProcess::NotRunning) return;
  ffmpeg_.kill();
  ffmpeg_.waitForFinished(end_wait);
}

void WaveRecorder::start(RecordingPlan plan) {
  if (busy_) return;
  plan_ = std::move(plan);
  busy_ = true;
  stopping_ = false;
  since_.start();
  written_ = std::make_shared<std::atomic<int>>(0);
  worker_.start(tr("Record the wave"), [plan = plan_, written = written_,
                                        words = tr("drawing frames").toStdString()](const Job& job) {
    require_folder(plan.folder.toStdString());
    WaveFilm film(plan.film);
    const QDir folder(plan.folder);
    const auto total = static_cast<int>(plan.snapshots.size());
    for (int k = 0; k < total; ++k) {
      job.throw_if_stopped();
      write_png(film.draw(plan.snapshots[static_cast<std::size_t>(k)]), folder.filePath(frame_name(k + 1)));
      written->store(k + 1);
      job.report({words, k + 1, total, 1.0, {}});
    }
  });
}

void WaveRecorder::stop() {
  if (!busy_) return;
  stopping_ = true;
  worker_.stop();
  if (ffmpeg_.state() != QProcess::NotRunning) ffmpeg_.kill();
}

// H.264 in 4:2:0 with its index in front: what browsers, slides and players all take.
void WaveRecorder::make_movie() {
  try {
    movie_ = std::make_unique<PartFile>(QDir(plan_.folder).filePath(movie_name).toStdString());
  } catch (const Error& error) {
    return end(Outcome::failed, QString::fromUtf8(error.what()));
  }
  const auto frames = static_cast<int>(plan_.snapshots.size());
  emit progressed(0, frames, tr("making the movie"));
  ffmpeg_.setWorkingDirectory(plan_.folder);
  ffmpeg_.start(plan_.ffmpeg, {"-nostdin",
                               "-y",
                               "-loglevel",
                               "error",
                               "-progress",
                               "pipe:1",  //
                               "-framerate",
                               QString::number(plan_.per_second, 'g', 10),
                               "-start_number",
                               "1",  //
                               "-i",
                               "frame_%04d.png",
                               "-frames:v",
                               QString::number(frames),  //
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
                               QString::fromStdString(movie_->part().filename().string())});
}

void WaveRecorder::read_progress() {
  while (ffmpeg_.canReadLine()) {
    const QByteArray line = ffmpeg_.readLine().trimmed();
    if (line.startsWith("frame="))
      emit progressed(line.mid(6).toInt(), static_cast<int>(plan_.snapshots.size()), tr("making the movie"));
  }
}

void WaveRecorder::movie_ended(int code, QProcess::ExitStatus status) {
  const QString said = QString::fromLocal8Bit(ffmpeg_.readAllStandardError()).trimmed().section('\n', -1);
  if (stopping_) return end(Outcome::stopped, {});
  if (status != QProcess::NormalExit || code != 0)
    return end(Outcome::failed, tr("ffmpeg made no movie (%1): the frames are there")
                                    .arg(said.isEmpty() ? tr("it ended with code %1").arg(code) : said));
  try {
    movie_->commit();
  } catch (const Error& error) {
    return end(Outcome::failed, QString::fromUtf8(error.what()));
  }
  end(Outcome::done, {});
}

void WaveRecorder::end(Outcome outcome, const QString& message) {
  const int frames = written_->load();
  const bool whole_movie = outcome == Outcome::done && movie_ != nullptr;
  movie_.reset();
  busy_ = false;
  seconds_ = static_cast<double>(since_.elapsed()) / 1e3;
  plan_.snapshots.clear();
  plan_.film = {};
  QString words = message;
  if (outcome == Outcome::stopped)
    words = tr("Stopped: frames written: %1").arg(frames);
  else if (outcome == Outcome::failed && frames > 0)
    words += '\n' + tr("Frames written before: %1").arg(frames);
  else if (outcome == Outcome::done)
    words = whole_movie ? tr("Written: %1 frames and %2").arg(frames).arg(movie_name)
                        : tr("Written: %1 frames").arg(frames);
  emit finished(outcome, words);
}

}  // namespace foldwave
