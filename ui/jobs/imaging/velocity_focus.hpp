// The focus of a located gather for the velocity that a slider asks for: coarse reversals on a thread of
// their own. The newest wish wins: one that waits is replaced, and what runs is finished, so that frames come
// however fast the slider is moved. On a device several velocities go together, those about the wish with
// it, and when it rests the others are made, too: what is there comes at once.
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/engine/location/quick_focus.hpp"
#include "ui/jobs/outcomes.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

class VelocityFocus : public QObject {
  Q_OBJECT

 public:
  static constexpr double least_factor = 0.9, most_factor = 1.1;
  static constexpr int steps_of_one = 1000;  // of the slider: a thousandth each

  // `together`: velocities at once; 0: one on the processor, eight on a device.
  explicit VelocityFocus(QObject* parent = nullptr, int together = 0);

  // Of which gather; null: none. What was wished of another one is dropped.
  void set_image(std::shared_ptr<const ImageOutcome> image, std::shared_ptr<const Backend> backend);
  void wish(double factor);
  bool busy() const { return running_; }
  int frames() const { return frames_; }  // that have come

 signals:
  void came(std::shared_ptr<const foldwave::FocusFrame> frame);
  void foretold(double factor, double z);  // of one that nobody has wished yet
  void failed(const QString& why);

 private:
  using Frame = std::shared_ptr<const FocusFrame>;

  void start_about(double factor, bool is_wish);
  void take(const std::vector<Frame>& frames, std::optional<double> asked);
  void show(const Frame& frame);
  bool keeps_more() const;
  // Those that are not made, it first and then the nearest.
  std::vector<double> next_about(double factor) const;

  int asked_together_, together_ = 1;
  std::shared_ptr<const ImageOutcome> image_;
  std::shared_ptr<const Backend> backend_;
  std::shared_ptr<std::unique_ptr<QuickFocus>> focus_;  // of the worker's thread; made with the first wish
  std::map<int, Frame> made_;                           // by the slider's step
  std::optional<double> wish_;
  double last_wish_ = 1.0;
  bool running_ = false, asked_ = false;  // for what runs, by a wish
  int generation_ = 0, frames_ = 0;
  Worker worker_;  // last: it ends before the rest goes
};

}  // namespace foldwave
