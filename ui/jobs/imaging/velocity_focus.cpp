#include "ui/jobs/imaging/velocity_focus.hpp"

#include <utility>

#include "core/engine/backend.hpp"

namespace foldwave {
namespace {

// What a reversal may take so that frames follow a hand.
QuickFocusLimits limits_of(const Backend& backend) {
  QuickFocusLimits limits;
  limits.fastest = VelocityFocus::most_factor;
  if (!backend.on_host()) limits.most_updates = 2e9;
  return limits;
}

}  // namespace

VelocityFocus::VelocityFocus(QObject* parent) : QObject(parent) {
  connect(&worker_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    running_ = worker_.busy();
    if (outcome == Outcome::failed) emit failed(why);
    if (wish_ && !running_) start(*std::exchange(wish_, std::nullopt));
  });
}

void VelocityFocus::set_image(std::shared_ptr<const ImageOutcome> image,
                              std::shared_ptr<const Backend> backend) {
  if (image == image_ && backend == backend_) return;
  ++generation_;
  wish_.reset();
  worker_.stop();
  image_ = std::move(image);
  backend_ = std::move(backend);
  focus_ = std::make_shared<std::unique_ptr<QuickFocus>>();
}

void VelocityFocus::wish(double factor) {
  if (!image_) return;
  if (running_)
    wish_ = factor;
  else
    start(factor);
}

void VelocityFocus::start(double factor) {
  running_ = true;
  worker_.start(QString(), [this, factor, image = image_, backend = backend_, focus = focus_,
                            generation = generation_](const Job& job) {
    // Nobody reads what a coarse reversal says of its progress.
    const Job quiet{nullptr, job.stop};
    if (*focus == nullptr)
      *focus = std::make_unique<QuickFocus>(image->scenario, image->fold->result, image->result, *backend,
                                            limits_of(*backend), quiet);
    auto frame = std::make_shared<const FocusFrame>((*focus)->at(factor, quiet));
    worker_.hand_over([this, frame = std::move(frame), generation] {
      if (generation != generation_) return;
      ++frames_;
      emit came(frame);
    });
  });
}

}  // namespace foldwave
