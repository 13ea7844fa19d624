#include "ui/jobs/geology_measure.hpp"

#include <utility>

#include "core/engine/geometry_output.hpp"

namespace foldwave {
namespace {

constexpr int much_larger = 8;  // nodes of what runs over those of what waits

}  // namespace

GeologyMeasure::GeologyMeasure(QObject* parent) : QObject(parent) {
  connect(&worker_, &Worker::finished, this, [this] {
    if (!worker_.busy() && wanted_) begin();
  });
}

void GeologyMeasure::measure(std::shared_ptr<const FoldOutcome> fold) {
  wanted_ = std::move(fold);
  if (!worker_.busy()) return begin();
  if (running_nodes_ > much_larger * wanted_->result.grid.size()) worker_.stop();
}

void GeologyMeasure::forget() {
  wanted_.reset();
  ++generation_;
  worker_.stop();
}

void GeologyMeasure::begin() {
  const auto fold = std::exchange(wanted_, nullptr);
  running_nodes_ = fold->result.grid.size();
  worker_.start({}, [this, fold, generation = generation_](const Job& job) {
    const auto found = std::make_shared<MeasuredFold>(
        MeasuredFold{fold, measure_fold(fold->scenario, fold->result, {}, job)});
    worker_.hand_over([this, found, generation] {
      if (generation == generation_) emit measured(found);
    });
  });
}

}  // namespace foldwave
