// Records the wave view: every snapshot as a numbered PNG in a folder and, where ffmpeg is there, a movie of
// them. Frames are drawn on a thread of its own; each file is whole or not there, and what was written stays
// when a recording is stopped or fails.
#pragma once

#include <QElapsedTimer>
#include <QProcess>
#include <memory>
#include <vector>

#include "core/formats/atomic_file.hpp"
#include "ui/jobs/worker.hpp"
#include "ui/scene/wave_film.hpp"

namespace foldwave {

struct RecordingPlan {
  WaveFilmPlan film;
  std::vector<std::shared_ptr<const Snapshot>> snapshots;
  double per_second = 15.0;
  QString folder;  // made where it is not there
  QString ffmpeg;  // the program; empty: no movie
};

QString frame_name(int number);       // from 1: "frame_0001.png"
extern const char* const movie_name;  // beside the frames
QString find_ffmpeg();                // empty: it is not installed

class WaveRecorder : public QObject {
  Q_OBJECT

 public:
  explicit WaveRecorder(QObject* parent = nullptr);
  ~WaveRecorder() override;  // stops

  void start(RecordingPlan plan);  // of no effect while it is busy
  void stop();
  bool busy() const { return busy_; }
  double seconds() const { return seconds_; }  // that the last recording took

 signals:
  void progressed(int done, int total, const QString& what);
  void finished(foldwave::Outcome outcome, const QString& message);

 private:
  void make_movie();
  void read_progress();
  void movie_ended(int code, QProcess::ExitStatus status);
  void end(Outcome outcome, const QString& message);

  RecordingPlan plan_;
  std::shared_ptr<std::atomic<int>> written_;  // frames
  bool busy_ = false, stopping_ = false;
  double seconds_ = 0.0;
  QElapsedTimer since_;
  std::unique_ptr<PartFile> movie_;
  QProcess ffmpeg_;
  Worker worker_;
};

}  // namespace foldwave
