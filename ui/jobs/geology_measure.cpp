#include "ui/jobs/geology_measure.hpp"

#include <utility>

#include "core/output/geometry_files.hpp"

namespace foldwave {
namespace {

constexpr int much_larger = 8;  // nodes of what runs over those of what waits

}  // namespace

GeologyMeasure::GeologyMeasure(QObject* parent) : QObject(parent) {
  connect(&worker_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    if (outcome == Outcome::failed) emit failed(why);
    if (!worker_.busy() && wanted_) begin();
  });
}

void GeologyMeasure::measure(std::shared_ptr<const FoldOutcome> fold, const GeologyWish& wish) {
  wanted_ = std::move(fold);
  wish_ = wish;
  if (!worker_.busy()) return begin();
  const bool large = running_nodes_ > much_larger * wanted_->result.grid.size();
  if (large || !(running_wish_ == wish_)) worker_.stop();
}

void GeologyMeasure::forget() {
  wanted_.reset();
  ++generation_;
  worker_.stop();
}

void GeologyMeasure::begin() {
  const auto fold = std::exchange(wanted_, nullptr);
  running_nodes_ = fold->result.grid.size();
  running_wish_ = wish_;
  worker_.start(QString(), [this, fold, wish = wish_, generation = generation_](const Job& job) {
    const auto found = std::make_shared<MeasuredFold>(MeasuredFold{fold, wish, {}, {}});
    if (wish.geometry) found->geometry = measure_fold(fold->scenario, fold->result, {}, job);
    if (wish.marks) found->marks = measure_marks(fold->scenario, fold->result, wish.line, *wish.marks, job);
    worker_.hand_over([this, found, generation] {
      if (generation == generation_) emit measured(found);
    });
  });
}

}  // namespace foldwave
