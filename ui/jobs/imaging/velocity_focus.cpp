#include "ui/jobs/imaging/velocity_focus.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.hpp"
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

constexpr std::size_t most_kept_bytes = std::size_t{512} << 20;

// All of them, or where the device fails the first alone.
std::vector<FocusFrame> together_or_first(QuickFocus& focus, const std::vector<double>& factors,
                                          const Job& job) {
  try {
    return focus.at(factors, job);
  } catch (const DeviceError&) {
    if (factors.size() == 1) throw;
    std::vector<FocusFrame> first;
    first.push_back(focus.at(factors.front(), job));
    return first;
  }
}

int slider_step(double factor) {
  return static_cast<int>(std::lround(VelocityFocus::steps_of_one * factor));
}
double slider_factor(int step) {
  return step / double{VelocityFocus::steps_of_one};
}

}  // namespace

VelocityFocus::VelocityFocus(QObject* parent, int together) : QObject(parent), asked_together_(together) {
  connect(&worker_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    running_ = worker_.busy();
    if (running_) return;
    if (outcome == Outcome::failed && asked_) emit failed(why);
    if (wish_) return start_about(*std::exchange(wish_, std::nullopt), true);
    if (together_ > 1 && outcome != Outcome::failed && keeps_more()) start_about(last_wish_, false);
  });
}

void VelocityFocus::set_image(std::shared_ptr<const ImageOutcome> image,
                              std::shared_ptr<const Backend> backend) {
  if (image == image_ && backend == backend_) return;
  ++generation_;
  wish_.reset();
  made_.clear();
  worker_.stop();
  image_ = std::move(image);
  backend_ = std::move(backend);
  focus_ = std::make_shared<std::unique_ptr<QuickFocus>>();
  together_ = asked_together_ > 0 ? asked_together_ : !backend_ || backend_->on_host() ? 1 : 8;
}

void VelocityFocus::wish(double factor) {
  if (!image_) return;
  last_wish_ = factor;
  if (const auto there = made_.find(slider_step(factor)); there != made_.end()) {
    wish_.reset();
    return show(there->second);
  }
  if (!running_) return start_about(factor, true);
  wish_ = factor;
  if (!asked_) worker_.stop();  // what nobody has asked for
}

bool VelocityFocus::keeps_more() const {
  if (made_.empty() || made_.size() * made_.begin()->second->focus.values().size_bytes() > most_kept_bytes)
    return false;
  return std::ssize(made_) <= slider_step(most_factor) - slider_step(least_factor);
}

std::vector<double> VelocityFocus::next_about(double factor) const {
  std::vector<double> next;
  const int at = slider_step(factor), low = slider_step(least_factor), high = slider_step(most_factor);
  if (!made_.contains(at)) next.push_back(factor);
  for (int away = 1; away <= high - low && std::ssize(next) < together_; ++away)
    for (const int step : {at - away, at + away})
      if (step >= low && step <= high && std::ssize(next) < together_ && !made_.contains(step))
        next.push_back(slider_factor(step));
  return next;
}

void VelocityFocus::start_about(double factor, bool is_wish) {
  std::vector<double> factors = next_about(factor);
  if (factors.empty()) return;
  running_ = true;
  asked_ = is_wish;
  worker_.start(QString(), [this, factors = std::move(factors), image = image_, backend = backend_,
                            focus = focus_, generation = generation_,
                            asked = is_wish ? std::optional(factor) : std::nullopt](const Job& job) {
    // Nobody reads what a coarse reversal says of its progress.
    const Job quiet{nullptr, job.stop};
    if (*focus == nullptr)
      *focus = std::make_unique<QuickFocus>(image->scenario, image->fold->result, image->result, *backend,
                                            limits_of(*backend), quiet);
    std::vector<Frame> frames;
    for (FocusFrame& frame : together_or_first(**focus, factors, quiet))
      frames.push_back(std::make_shared<const FocusFrame>(std::move(frame)));
    worker_.hand_over([this, frames = std::move(frames), asked, generation] {
      if (generation == generation_) take(frames, asked);
    });
  });
}

void VelocityFocus::take(const std::vector<Frame>& frames, std::optional<double> asked) {
  // A device that is lost, or has no room for several, is asked for one at a time.
  const bool alone = frames.size() == 1 && next_about(frames.front()->factor).size() > 1;
  if (alone || std::ranges::any_of(frames, [](const Frame& f) { return f->taken_over; })) together_ = 1;
  if (together_ > 1) {
    if (!keeps_more()) made_.clear();
    for (const Frame& frame : frames)
      made_[slider_step(frame->factor)] = frame;
  }
  for (const Frame& frame : frames)
    // One that came meanwhile, as it was made already, is newer.
    if (asked && frame->factor == *asked && (wish_ || *asked == last_wish_))
      show(frame);
    else
      emit foretold(frame->factor, frame->z);
  if (!wish_) return;
  if (const auto there = made_.find(slider_step(*wish_)); there != made_.end()) {
    wish_.reset();
    show(there->second);
  }
}

void VelocityFocus::show(const Frame& frame) {
  ++frames_;
  emit came(frame);
}

}  // namespace foldwave
