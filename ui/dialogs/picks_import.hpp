// A horizon's file on its way in, on a thread of its own: read, brought to the model's frame, thinned to
// control points. A new wish drops the one before it; what it would have said is not heard any more.
#pragma once

#include <QObject>
#include <memory>

#include "core/formats/horizons/horizon_file.hpp"
#include "core/horizon/decimate.hpp"
#include "core/horizon/picks_frame.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

struct ReadPicks {
  HorizonPicks picks;  // as the file has them
  PicksGuess guess;
  bool height_field = true;
};

struct PlacedPicks {
  HorizonPicks picks;  // in map coordinates, z depth
  PicksBounds bounds;
  std::vector<Vec3> shown;        // enough of them for a map
  std::string no_control_points;  // why there are none; empty: there may be
};

class PicksImport : public QObject {
  Q_OBJECT

 public:
  explicit PicksImport(const Grid3& grid, QObject* parent = nullptr);

  void read(const QString& file, const HorizonFileOptions& options);
  // Of what was read; control points are chosen after it, where they are wanted.
  void place(const PicksChoice& choice, bool control_points = true);
  void measure(int count);               // how the first `count` control points fit all picks
  void write_copy(const QString& file);  // of what was placed: elevation, metres
  void stop();
  bool busy() const { return worker_.busy(); }
  Worker& worker() { return worker_; }

  const std::shared_ptr<const ReadPicks>& picks() const { return read_; }
  const std::shared_ptr<const PlacedPicks>& placed() const { return placed_; }
  const std::shared_ptr<const Decimation>& chosen() const { return chosen_; }

 signals:
  void looked(const foldwave::HorizonFileStart& start);
  void was_read();
  void was_placed();
  void was_chosen();
  void was_measured(int count, const foldwave::Misfit& misfit);
  void copied(const QString& file);
  void failed(const QString& why);
  void stopped();  // by the user
  void progressed(const QString& step, double part);
  void idle();

 private:
  template <class Work>
  void start(const QString& name, Work&& work);
  template <class Call>
  void tell(int wish, Call&& call);
  void job_told(const JobRecord& job);

  Grid3 grid_;
  std::shared_ptr<const ReadPicks> read_;
  std::shared_ptr<const PlacedPicks> placed_;
  std::shared_ptr<const Decimation> chosen_;
  QString about_;  // the file's name
  QString copy_;   // that is being written
  bool stopping_ = false;
  int wish_ = 0;   // counts: what an older one gives is dropped
  JobId job_ = 0;  // of the newest wish; 0: it has ended
  Worker worker_;  // last: it ends before what its calls touch
};

}  // namespace foldwave
