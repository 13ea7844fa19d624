#include "core/engine/recorded/station_gather.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/base/time/utc.hpp"

namespace foldwave {

namespace {

struct PlacedTrace {
  const SeedTrace* trace = nullptr;
  Vec3 place{};
};

struct Window {
  std::int64_t begin = 0;           // microseconds
  std::int64_t samples = 0;         // of every trace
  std::vector<std::int64_t> first;  // of each trace, on its own clock
  double furthest = 0.0;            // off the common clock, in samples
};

// "A, B, C and 12 more"
std::string name_list(const std::vector<std::string>& names) {
  constexpr std::size_t shown_names = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), shown_names); ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > shown_names ? text + " and " + std::to_string(names.size() - shown_names) + " more"
                                    : text;
}

class GatherMaker {
 public:
  GatherMaker(const std::vector<Station>& stations, BadTraces bad, std::vector<std::string>& warnings)
      : stations_(stations), bad_(bad), warnings_(warnings) {}

  void place(const SeedFile& file) {
    std::multimap<std::string, std::size_t> by_code;
    for (std::size_t s = 0; s < stations_.size(); ++s)
      by_code.emplace(stations_[s].station, s);
    std::vector<const SeedTrace*> at(stations_.size(), nullptr);
    std::vector<std::string> unlisted;
    for (const SeedTrace& trace : file.traces) {
      const auto [begin, end] = by_code.equal_range(trace.station);
      if (begin == end) {
        leave_out(trace, "has no place: the table does not have its station");
        continue;
      }
      const auto found =
          std::find_if(begin, end, [&](const auto& s) { return stands_at(trace, stations_[s.second]); });
      if (found == end) {
        unlisted.push_back(trace.name());
        continue;
      }
      const SeedTrace*& first = at[found->second];
      if (first != nullptr)
        throw InputError(trace.name(),
                         "stands where " + first->name() + " does, by line " +
                             std::to_string(stations_[found->second].line) + " of the table",
                         "say in a column \"channel\" of the table which is meant");
      first = &trace;
      if (trace.fault.empty())
        traces_.push_back({&trace, stations_[found->second].place});
      else
        leave_out(trace, trace.fault);
    }
    if (!unlisted.empty()) warnings_.push_back("the table does not list " + name_list(unlisted));
    std::vector<std::string> silent;
    for (std::size_t s = 0; s < stations_.size(); ++s)
      if (at[s] == nullptr) silent.push_back(stations_[s].name());
    if (!silent.empty()) warnings_.push_back("no trace is of " + name_list(silent));
  }

  StationGather make() {
    Window window = common_window();
    // A trace that is left out may have bounded the window.
    while (drop_gaps(window))
      window = common_window();
    check_intervals(window);
    if (window.furthest > 0.05)
      warnings_.push_back("samples are up to " + number_text(window.furthest, 2) +
                          " of an interval off the common clock: the nearest are taken");
    StationGather made;
    made.began = window.begin;
    made.gather.dt = traces_.front().trace->interval;
    made.gather.samples = static_cast<int>(window.samples);
    made.gather.traces.reserve(traces_.size() * static_cast<std::size_t>(window.samples));
    for (std::size_t t = 0; t < traces_.size(); ++t) {
      const SeedSegment& from = *segment_at(*traces_[t].trace, window.first[t]);
      const auto begin = from.samples.begin() + (window.first[t] - from.first);
      made.gather.traces.insert(made.gather.traces.end(), begin, begin + window.samples);
      made.gather.receivers.push_back(traces_[t].place);
      made.gather.names.push_back(traces_[t].trace->name());
    }
    return made;
  }

 private:
  void leave_out(const SeedTrace& trace, const std::string& fault) {
    if (bad_ == BadTraces::refuse)
      throw InputError(trace.name(), fault, "mend it, or have such traces left out");
    warnings_.push_back(trace.name() + " " + fault + " and is left out");
  }

  Window common_window() const {
    if (traces_.empty())
      throw InputError("stations", "no trace has a place and can be used",
                       "give the table of the stations that recorded it");
    const auto latest = std::max_element(traces_.begin(), traces_.end(), [](const auto& a, const auto& b) {
      return a.trace->start < b.trace->start;
    });
    Window window{latest->trace->start, std::numeric_limits<std::int64_t>::max(), {}, 0.0};
    const SeedTrace* shortest = nullptr;
    for (const PlacedTrace& placed : traces_) {
      const SeedTrace& trace = *placed.trace;
      const double passed = 1e-6 * static_cast<double>(window.begin - trace.start) / trace.interval;
      window.first.push_back(std::llround(passed));
      window.furthest = std::max(window.furthest, std::abs(passed - std::round(passed)));
      if (const std::int64_t left = trace.end() - window.first.back(); left < window.samples) {
        window.samples = left;
        shortest = &trace;
      }
    }
    if (window.samples < 2)
      throw InputError(latest->trace->name(),
                       "begins at " + utc_text(window.begin) + ", and " + shortest->name() + " ends at " +
                           utc_text(shortest->time_of(shortest->end() - 1)),
                       "take out of the table what has no time with the others");
    return window;
  }

  static const SeedSegment* segment_at(const SeedTrace& trace, std::int64_t sample) {
    for (const SeedSegment& segment : trace.segments)
      if (sample >= segment.first &&
          sample < segment.first + static_cast<std::int64_t>(segment.samples.size()))
        return &segment;
    return nullptr;
  }

  bool drop_gaps(const Window& window) {
    std::vector<PlacedTrace> whole;
    for (std::size_t t = 0; t < traces_.size(); ++t) {
      const SeedTrace& trace = *traces_[t].trace;
      const std::int64_t begin = window.first[t], end = begin + window.samples;
      const SeedSegment* const segment = segment_at(trace, begin);
      const std::int64_t there =
          segment == nullptr ? begin : segment->first + static_cast<std::int64_t>(segment->samples.size());
      if (there >= end)
        whole.push_back(traces_[t]);
      else
        leave_out(trace, "has a gap from " + utc_text(trace.time_of(there)) + " on");
    }
    const bool dropped = whole.size() < traces_.size();
    traces_ = std::move(whole);
    return dropped;
  }

  void check_intervals(const Window& window) const {
    const SeedTrace& first = *traces_.front().trace;
    for (const PlacedTrace& placed : traces_) {
      const double drift =
          std::abs(placed.trace->interval / first.interval - 1.0) * static_cast<double>(window.samples);
      if (!(drift <= 0.5))
        throw InputError(placed.trace->name(),
                         "has a sample every " + number_text(placed.trace->interval, 9) + " s, and " +
                             first.name() + " every " + number_text(first.interval, 9) + " s",
                         "give traces of one interval");
    }
    if (window.samples > std::numeric_limits<int>::max())
      throw InputError(first.name(),
                       "has " + std::to_string(window.samples) + " samples in common with others",
                       "cut the file to the time of the events");
  }

  const std::vector<Station>& stations_;
  BadTraces bad_;
  std::vector<std::string>& warnings_;
  std::vector<PlacedTrace> traces_;
};

}  // namespace

StationGather station_gather(const SeedFile& file, const std::vector<Station>& stations, BadTraces bad,
                             std::vector<std::string>& warnings) {
  warnings.insert(warnings.end(), file.warnings.begin(), file.warnings.end());
  GatherMaker maker(stations, bad, warnings);
  maker.place(file);
  return maker.make();
}

}  // namespace foldwave
