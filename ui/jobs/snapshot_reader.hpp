// The pressures of kept snapshots for a view. What is unpacked within a frame comes at once; a larger one,
// and one in a file, on a thread of its own, the one that was wished last next. The newest that were read
// stay, up to `most_bytes`.
#pragma once

#include <QObject>
#include <deque>
#include <utility>

#include "ui/jobs/worker.hpp"
#include "ui/scene/wave/snapshot.hpp"

namespace foldwave {

class SnapshotReader : public QObject {
  Q_OBJECT

 public:
  static constexpr std::int64_t most_bytes = 128'000'000;
  static constexpr double most_at_once = 0.03;  // seconds

  explicit SnapshotReader(QObject* parent = nullptr);

  // Null: it comes later, with `came`, unless another is wished before its turn.
  Pressure read(const std::shared_ptr<const Snapshot>& snapshot);
  void set_seconds_per_node(double seconds) { seconds_per_node_ = seconds; }  // as they are foretold

 signals:
  void came(std::shared_ptr<const foldwave::Snapshot> snapshot, foldwave::Pressure pressure);
  void failed(const QString& why);

 private:
  void keep(const std::shared_ptr<const Snapshot>& snapshot, const Pressure& pressure, double seconds);
  void begin(const std::shared_ptr<const Snapshot>& snapshot);

  std::deque<std::pair<std::shared_ptr<const Snapshot>, Pressure>> kept_;  // the newest last
  std::shared_ptr<const Snapshot> wished_, under_way_;
  double seconds_per_node_ = 1e-8;  // the best so far: while a wave is solved it takes longer
  Worker worker_;                   // last: it ends before the rest goes
};

}  // namespace foldwave
