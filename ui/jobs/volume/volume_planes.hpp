// What a view shows of one volume, of another, or of their difference: planes and numbers. Of volumes that
// lie in memory a plane comes at once; of others it is read on a thread of its own, and until it is there the
// coarse one that the file keeps or the pass through the volume has left. The newest wish counts. A filter
// may stand between what is read and what is shown.
#pragma once

#include <QObject>
#include <array>
#include <functional>
#include <memory>
#include <optional>

#include "core/volume/view/volume_survey.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

enum class VolumeSide { a, b, difference };  // difference: a - b

class VolumePlanes : public QObject {
  Q_OBJECT

 public:
  // Of a plane, on any thread; spacing along u and v in metres.
  using Filter = std::function<VolumePlane(VolumePlane plane, double hu, double hv, const Job& job)>;

  explicit VolumePlanes(QObject* parent = nullptr);

  void set_volumes(Volume a, Volume b);  // null: none; what is known of a volume that stays is kept
  void set_side(VolumeSide side);
  void set_filter(Filter filter);  // none: an empty one
  void wish(const std::array<int, 3>& nodes);
  void survey();  // the pass through both, if it has not been made
  void stop();

  const Volume& a() const { return a_.volume; }
  const Volume& b() const { return b_.volume; }
  VolumeSide side() const { return side_; }
  bool are_alike() const;  // there is a difference
  bool reads() const { return under_way_; }
  const VolumeSurvey* survey_of(VolumeSide side) const;       // null: not yet, or a difference
  const ValueHistogram* histogram_of(VolumeSide side) const;  // likewise, and of a difference
  const VolumeDifference* errors() const { return errors_ ? &*errors_ : nullptr; }
  Worker& worker() { return pass_; }  // of the passes, for the list of jobs

 signals:
  void plane_came(const foldwave::VolumePlane& plane, bool coarse);
  void surveyed();                     // of one of the two, or their errors
  void damaged(const QString& words);  // bricks of the planes that came last; empty: none
  void failed(const QString& why);

 private:
  struct Known {
    Volume volume;
    std::shared_ptr<PlaneReader> reader;  // of the planes' thread
    std::shared_ptr<const VolumeSurvey> survey;
    std::optional<ValueHistogram> histogram{};

    // What the pass has left, else what the file keeps; null: neither.
    std::shared_ptr<const Field<float>> coarse() const {
      return survey   ? std::shared_ptr<const Field<float>>(survey, &survey->coarse)
             : volume ? volume->coarse()
                      : nullptr;
    }
  };
  bool wants(VolumeSide side) const { return side_ == VolumeSide::difference || side_ == side; }
  bool is_there() const;  // what the side needs
  bool is_quick() const;
  bool has_coarse() const;
  void show_coarse(int axis);
  void read_now(const std::array<bool, 3>& axes);
  void begin();
  void pass_through(Known VolumePlanes::*which);
  void compare();

  Known a_, b_;
  VolumeSide side_ = VolumeSide::a;
  Filter filter_;
  std::array<int, 3> wished_{-1, -1, -1};
  std::array<bool, 3> due_{};  // planes that are wished and not read yet
  bool under_way_ = false, survey_wanted_ = false;
  int asked_ = 0;  // counts what was asked for: what is of an older state is dropped
  JobId reading_ = 0;
  int volumes_ = 0;  // counts them
  std::optional<VolumeDifference> errors_;
  std::optional<ValueHistogram> difference_;
  Worker pass_, planes_;  // last: they end before the rest goes
};

}  // namespace foldwave
