// The focus of a located gather for the velocity that a slider asks for: coarse reversals one after the other
// on a thread of their own. The newest wish wins: one that waits is replaced, and what runs is finished, so
// that frames come however fast the slider is moved.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <optional>

#include "core/engine/location/quick_focus.hpp"
#include "ui/jobs/outcomes.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

class VelocityFocus : public QObject {
  Q_OBJECT

 public:
  static constexpr double least_factor = 0.9, most_factor = 1.1;

  explicit VelocityFocus(QObject* parent = nullptr);

  // Of which gather; null: none. What was wished of another one is dropped.
  void set_image(std::shared_ptr<const ImageOutcome> image, std::shared_ptr<const Backend> backend);
  void wish(double factor);
  bool busy() const { return running_; }
  int frames() const { return frames_; }  // that have come

 signals:
  void came(std::shared_ptr<const foldwave::FocusFrame> frame);
  void failed(const QString& why);

 private:
  void start(double factor);

  std::shared_ptr<const ImageOutcome> image_;
  std::shared_ptr<const Backend> backend_;
  std::shared_ptr<std::unique_ptr<QuickFocus>> focus_;  // of the worker's thread; made with the first wish
  std::optional<double> wish_;
  bool running_ = false;
  int generation_ = 0, frames_ = 0;
  Worker worker_;  // last: it ends before the rest goes
};

}  // namespace foldwave
