#include "core/imaging/rtm/source_history.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/error.hpp"
#include "core/wave/boundary_strips.hpp"

namespace foldwave {

namespace {

class StripHistory final : public SourceHistory {
 public:
  StripHistory(WaveStepper& wave, const StripOptions& options)
      : wave_(wave), strips_(wave.make_strip_record(options)) {
    wave_.record(*strips_);
  }
  void forward(int steps, const std::stop_token& stop) override { wave_.advance(steps, stop); }
  void back(int steps, const std::stop_token& stop) override {
    if (!wave_.backward()) {
      wave_.turn_back(*strips_);
      --steps;
    }
    wave_.advance(steps, stop);
  }
  std::int64_t bytes() const override { return strips_->bytes(); }

 private:
  WaveStepper& wave_;
  std::unique_ptr<StripRecord> strips_;
};

class CheckpointHistory final : public SourceHistory {
 public:
  explicit CheckpointHistory(WaveStepper& wave) : wave_(wave) {}

  void forward(int steps, const std::stop_token& stop) override {
    end_ = at_ = wave_.step() + steps;
    interval_ = std::max(1, static_cast<int>(std::ceil(std::sqrt(end_))));
    while (wave_.step() < end_ && !stop.stop_requested()) {
      checkpoints_.push_back(wave_.levels());
      wave_.advance(std::min(interval_, end_ - wave_.step()), stop);
    }
  }
  void back(int steps, const std::stop_token& stop) override {
    at_ -= steps;
    const int segment = at_ / interval_;
    if (segment != segment_) fill(segment, stop);
    const auto kept = static_cast<std::size_t>(at_ - segment * interval_);
    if (kept < levels_.size()) wave_.restore(*levels_[kept], at_ + 1, true);
  }
  std::int64_t bytes() const override {
    std::int64_t sum = 0;
    for (const auto* all : {&checkpoints_, &levels_})
      for (const auto& levels : *all)
        sum += levels->bytes();
    return sum;
  }

 private:
  // The levels of each step after the segment's first.
  void fill(int segment, const std::stop_token& stop) {
    segment_ = segment;
    levels_.clear();
    const int first = segment * interval_;
    wave_.restore(*checkpoints_[static_cast<std::size_t>(segment)], first);
    while (wave_.step() < std::min(end_, first + interval_) && !stop.stop_requested()) {
      wave_.advance(1, stop);
      levels_.push_back(wave_.levels());
    }
  }

  WaveStepper& wave_;
  int end_ = 0, at_ = 0, interval_ = 1, segment_ = -1;
  std::vector<std::unique_ptr<WaveLevels>> checkpoints_, levels_;
};

class LevelHistory final : public SourceHistory {
 public:
  LevelHistory(WaveStepper& wave, int every, const FieldRecordOptions& options)
      : wave_(wave), every_(every), record_(wave.make_field_record(options)) {}

  void forward(int steps, const std::stop_token& stop) override {
    const int end = wave_.step() + steps;
    wave_.keep(*record_);
    while (wave_.step() < end && !stop.stop_requested()) {
      wave_.advance(std::min(every_ - wave_.step() % every_, end - wave_.step()), stop);
      if (wave_.step() % every_ == 0 && wave_.step() < end) wave_.keep(*record_);
    }
    at_ = end;
  }
  void back(int steps, const std::stop_token&) override {
    at_ -= steps;
    wave_.show(*record_, at_);
  }
  std::int64_t bytes() const override { return record_->bytes(); }

 private:
  WaveStepper& wave_;
  int every_, at_ = 0;
  std::unique_ptr<FieldRecord> record_;
};

constexpr double foretold_ratio = 20.0;  // of packed levels

double exact_strip_bytes(const WaveModel& model) {
  const double real = model.precision == Precision::binary64 ? sizeof(double) : sizeof(float);
  const double strips = static_cast<double>(BoundaryStrips(PaddedGrid(model), strip_reach(model)).values());
  return strips * (model.steps + 1.0) * real;
}

// Those of `every`, the last step's left out: nothing comes back to it.
int kept_levels(int steps, int every) {
  return 1 + std::max(0, steps - 1) / std::max(1, every);
}

}  // namespace

double source_field_bytes(const WaveModel& model, SourceField field, int every) {
  const PaddedGrid padded(model);
  const double real = model.precision == Precision::binary64 ? sizeof(double) : sizeof(float);
  const double steps = model.steps + 1.0, nodes = static_cast<double>(model.grid.size());
  const double strips = static_cast<double>(BoundaryStrips(padded, strip_reach(model)).values());
  switch (field) {
    case SourceField::checkpoints:
      return 4.0 * std::sqrt(steps) * static_cast<double>(padded.size()) * real;
    case SourceField::levels:
      return nodes * sizeof(float) * kept_levels(model.steps, every);
    case SourceField::packed:
      return nodes * sizeof(float) * kept_levels(model.steps, every) / foretold_ratio;
    case SourceField::strips16:
      return 2.125 * strips * steps / std::max(1, every);
    case SourceField::strips8:
      return 1.125 * strips * steps / std::max(1, every);
    case SourceField::strip_file:
      return 0.0;
    case SourceField::strips:
      break;
  }
  return exact_strip_bytes(model);
}

double source_field_disk_bytes(const WaveModel& model, SourceField field) {
  return field == SourceField::strip_file ? exact_strip_bytes(model) : 0.0;
}

SourceField source_field_that_fits(const WaveModel& model, int every, bool rates, double bytes) {
  for (const SourceField field : {SourceField::levels, SourceField::strips, SourceField::packed}) {
    if (rates && keeps_levels(field)) continue;
    const double most = field == SourceField::levels ? std::min(bytes, most_level_bytes) : bytes;
    if (source_field_bytes(model, field, every) <= most) return field;
  }
  return SourceField::checkpoints;
}

std::unique_ptr<SourceHistory> make_source_history(WaveStepper& wave, SourceField field,
                                                   const StripOptions& options,
                                                   const FieldRecordOptions& packed) {
  StripOptions strips = options;
  switch (field) {
    case SourceField::checkpoints:
      return std::make_unique<CheckpointHistory>(wave);
    case SourceField::packed:
      return std::make_unique<LevelHistory>(wave, std::max(1, options.every), packed);
    case SourceField::levels: {
      const int every = std::max(1, options.every);
      FieldRecordOptions exact;
      exact.exact = true;
      exact.levels = kept_levels(options.steps, every);
      return std::make_unique<LevelHistory>(wave, every, exact);
    }
    case SourceField::strips16:
      strips.precision = StripPrecision::bits16;
      break;
    case SourceField::strips8:
      strips.precision = StripPrecision::bits8;
      break;
    case SourceField::strip_file:
      if (strips.folder.empty())
        throw InputError("imaging", "strips in a file have no folder for it", "name one");
      [[fallthrough]];
    case SourceField::strips:
      strips.precision = StripPrecision::exact;
      break;
  }
  return std::make_unique<StripHistory>(wave, strips);
}

}  // namespace foldwave
