#include "ui/jobs/snapshot_reader.hpp"

#include <algorithm>

#include "core/base/clock.hpp"

namespace foldwave {

SnapshotReader::SnapshotReader(QObject* parent) : QObject(parent) {
  connect(&worker_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    under_way_.reset();
    if (outcome == Outcome::failed) emit failed(why);
    const auto next = std::exchange(wished_, nullptr);
    if (!next) return;
    if (const Pressure pressure = read(next)) emit came(next, pressure);
  });
}

Pressure SnapshotReader::read(const std::shared_ptr<const Snapshot>& snapshot) {
  wished_.reset();
  if (!snapshot || (!snapshot->packed && !snapshot->stored)) return pressure_of(snapshot);
  for (const auto& [of, pressure] : kept_)
    if (of == snapshot) return pressure;
  const auto n = snapshot->shape();
  const double nodes = 1.0 * n[0] * n[1] * n[2];
  // How long a disk takes is not known.
  if (!snapshot->stored && nodes * seconds_per_node_ <= most_at_once) {
    const Clock clock;
    Pressure pressure = pressure_of(snapshot);
    keep(snapshot, pressure, clock.seconds());
    return pressure;
  }
  if (!under_way_)
    begin(snapshot);
  else if (under_way_ != snapshot)
    wished_ = snapshot;
  return nullptr;
}

void SnapshotReader::begin(const std::shared_ptr<const Snapshot>& snapshot) {
  under_way_ = snapshot;
  worker_.start(QString(), [this, snapshot](const Job& job) {
    const Clock clock;
    const Pressure pressure = pressure_of(snapshot, job);
    worker_.hand_over([this, snapshot, pressure, seconds = clock.seconds()] {
      keep(snapshot, pressure, seconds);
      emit came(snapshot, pressure);
    });
  });
}

void SnapshotReader::keep(const std::shared_ptr<const Snapshot>& snapshot, const Pressure& pressure,
                          double seconds) {
  // Of a few nodes the time is that of the call.
  constexpr Index enough = 100'000;
  if (pressure->size() >= enough)
    seconds_per_node_ = std::min(seconds_per_node_, seconds / static_cast<double>(pressure->size()));
  kept_.emplace_back(snapshot, pressure);
  std::int64_t bytes = 0;
  for (const auto& [of, values] : kept_)
    bytes += values->size() * static_cast<Index>(sizeof(float));
  while (bytes > most_bytes && kept_.size() > 1) {
    bytes -= kept_.front().second->size() * static_cast<Index>(sizeof(float));
    kept_.pop_front();
  }
}

}  // namespace foldwave
