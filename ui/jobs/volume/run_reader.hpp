// The snapshots of a run that foldwave-cli has written, for the wave's film: a run's folder, or a series of
// .hdf files. Each is read once on a thread of its own, for where its colours end, and not kept: what the
// view shows is read from its file. They come one after the other, as those of a run do. Of a run that goes
// on the job waits for what it writes next, until its report is there, nothing has come for ten minutes or it
// is stopped. A grid other than the scenario's, a folder without snapshots, a file that cannot be read:
// `failed` names it and what would do.
#pragma once

#include <QObject>
#include <filesystem>
#include <memory>

#include "core/volume/store/hdf_series.hpp"
#include "ui/jobs/results.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

class RunReader : public QObject {
  Q_OBJECT

 public:
  explicit RunReader(Results& results, QObject* parent = nullptr);  // `results` must outlive it

  void open(const QString& place);
  void stop();
  Worker& worker() { return worker_; }

  // The series of a place: itself, or the folder's.
  static QString series_of(const QString& place);  // empty: there is none

 signals:
  void came(int snapshots, const QString& place);   // all of them
  void grows(int snapshots, const QString& place);  // so far: more are waited for
  void failed(const QString& why);
  void told(const QString& words);  // of damage

 private:
  void read(const QString& series, const WaveShown& wave, const Job& job);
  void take(const std::filesystem::path& file, const HdfSeries::Frame& frame, int number,
            const std::shared_ptr<const WaveShown>& shown, const Job& job);

  Results& results_;
  Worker worker_;  // last: it ends before the rest goes
};

}  // namespace foldwave
