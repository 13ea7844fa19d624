// Records the wave view: every snapshot as a numbered PNG in a folder and, where ffmpeg is there, a movie of
// them, one job on a thread of its own; each file is whole or not there, and what was written stays
// when a recording is stopped or fails.
#pragma once

#include <QElapsedTimer>
#include <atomic>
#include <memory>
#include <vector>

#include "ui/jobs/worker.hpp"
#include "ui/scene/wave/wave_film.hpp"

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

  void start(RecordingPlan plan);  // of no effect while it is busy
  void stop();
  bool busy() const { return worker_.busy(); }
  Worker& worker() { return worker_; }
  double seconds() const { return seconds_; }  // that the last recording took

 signals:
  void progressed(int done, int total, const QString& what);
  void finished(foldwave::Outcome outcome, const QString& message);

 private:
  void end(Outcome outcome, const QString& message);

  std::shared_ptr<std::atomic<int>> written_;  // frames
  bool has_movie_ = false;
  double seconds_ = 0.0;
  QElapsedTimer since_;
  Worker worker_;  // last: it ends before the rest goes
};

}  // namespace foldwave
