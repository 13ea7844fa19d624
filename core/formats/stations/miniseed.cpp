#include "core/formats/stations/miniseed.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/base/time/utc.hpp"
#include "core/formats/read_file.hpp"
#ifdef FOLDWAVE_HAS_MSEED
#include "core/formats/stations/seed_records.hpp"
#endif

namespace foldwave {

std::string SeedTrace::name() const {
  return network + "." + station + "." + location + "." + channel;
}

std::int64_t SeedTrace::end() const {
  return segments.back().first + static_cast<std::int64_t>(segments.back().samples.size());
}

std::int64_t SeedTrace::time_of(std::int64_t sample) const {
  return start + std::llround(static_cast<double>(sample) * interval * 1e6);
}

bool is_miniseed_name(const std::string& file) {
  const std::string suffix = std::filesystem::path(file).extension().string();
  return suffix == ".mseed" || suffix == ".miniseed" || suffix == ".ms" || suffix == ".seed";
}

SeedFile read_miniseed(const std::filesystem::path& path, const Job& job) {
  return parse_miniseed(read_whole_file(path, most_bytes::volume, job), path.string(), job);
}

#ifndef FOLDWAVE_HAS_MSEED

bool has_miniseed() {
  return false;
}

SeedFile parse_miniseed(std::string_view, const std::string& name, const Job&) {
  throw InputError(name, "this build has no libmseed, which reads miniSEED",
                   "give a SEG-Y gather, or a build with FOLDWAVE_MSEED=ON");
}

#else

namespace {

using SeedName = std::tuple<std::string, std::string, std::string, std::string>;

// Rates that differ by less are one, told with other digits.
constexpr double same_rate = 1e-4;

// The records of one channel, in time, made a trace.
class TraceMaker {
 public:
  TraceMaker(const SeedName& name, std::vector<SeedRecord>& records, std::vector<std::string>& warnings)
      : records_(records), warnings_(warnings) {
    std::tie(trace_.network, trace_.station, trace_.location, trace_.channel) = name;
    std::stable_sort(records.begin(), records.end(),
                     [](const SeedRecord& a, const SeedRecord& b) { return a.start < b.start; });
    trace_.start = records.front().start;
    trace_.interval = 1.0 / records.front().rate;
  }

  SeedTrace make() {
    for (SeedRecord& record : records_) {
      if (!(std::abs(record.rate * trace_.interval - 1.0) < same_rate)) {
        fault("has " + number_text(1.0 / trace_.interval) + " samples a second, and " +
              number_text(record.rate) + " from " + utc_text(record.start) + " on");
        continue;
      }
      add(record);
      record.samples = {};
    }
    if (gaps_ > 0)
      warnings_.push_back(trace_.name() + " has " +
                          (gaps_ == 1 ? "a gap of " : std::to_string(gaps_) + " gaps, the first of ") +
                          number_text(gap_seconds_) + " s from " + utc_text(gap_from_) + " on");
    if (twice_ > 0)
      warnings_.push_back(trace_.name() + " has " + std::to_string(twice_) + " samples twice, the first at " +
                          utc_text(twice_from_));
    return std::move(trace_);
  }

 private:
  void fault(const std::string& what) {
    if (trace_.fault.empty()) trace_.fault = what;
  }

  void add(const SeedRecord& record) {
    const double passed = 1e-6 * static_cast<double>(record.start - trace_.start) / trace_.interval;
    const std::int64_t first = std::llround(passed);
    std::size_t begin = 0;
    if (trace_.segments.empty()) {
      trace_.segments.push_back({0, {}});
    } else if (const std::int64_t due = trace_.end(); first > due) {
      if (gaps_++ == 0) {
        gap_seconds_ = static_cast<double>(first - due) * trace_.interval;
        gap_from_ = trace_.time_of(due);
      }
      trace_.segments.push_back({first, {}});
    } else if (first < due) {
      begin = overlap(record, first, due);
    }
    std::vector<float>& to = trace_.segments.back().samples;
    to.insert(to.end(), record.samples.begin() + static_cast<std::ptrdiff_t>(begin), record.samples.end());
  }

  // How many of its samples are there already.
  std::size_t overlap(const SeedRecord& record, std::int64_t first, std::int64_t due) {
    const std::size_t count = std::min(static_cast<std::size_t>(due - first), record.samples.size());
    if (twice_ == 0) twice_from_ = trace_.time_of(first);
    twice_ += count;
    for (std::size_t n = 0; n < count; ++n) {
      const float* const there = sample_at(first + static_cast<std::int64_t>(n));
      if (there != nullptr &&
          (*there == record.samples[n] || (std::isnan(*there) && std::isnan(record.samples[n]))))
        continue;
      fault("has records that overlap from " + utc_text(trace_.time_of(first)) + " on and differ");
      break;
    }
    return count;
  }

  // Records are in time: what one overlaps begins no later than it, and lies in one of the last segments.
  const float* sample_at(std::int64_t sample) const {
    for (auto s = trace_.segments.rbegin(); s != trace_.segments.rend(); ++s)
      if (sample >= s->first) {
        const auto at = static_cast<std::size_t>(sample - s->first);
        return at < s->samples.size() ? &s->samples[at] : nullptr;
      }
    return nullptr;
  }

  std::vector<SeedRecord>& records_;
  std::vector<std::string>& warnings_;
  SeedTrace trace_;
  std::size_t gaps_ = 0, twice_ = 0;
  double gap_seconds_ = 0.0;
  std::int64_t gap_from_ = 0, twice_from_ = 0;
};

}  // namespace

bool has_miniseed() {
  return true;
}

SeedFile parse_miniseed(std::string_view bytes, const std::string& name, const Job& job) {
  if (bytes.empty()) throw InputError(name, "is empty", "give a miniSEED file");
  std::map<SeedName, std::vector<SeedRecord>> channels;
  std::size_t texts = 0;
  const std::string step = "reading " + name;
  for (std::size_t at = 0; at < bytes.size();) {
    job.throw_if_stopped();
    job.report({step, static_cast<std::int64_t>(at), static_cast<std::int64_t>(bytes.size()), 1.0, "bytes"});
    SeedRecord record = seed_record(bytes, at, name);
    at += record.bytes;
    if (record.is_text) ++texts;
    if (record.samples.empty()) continue;
    const SeedName of{record.network, record.station, record.location, record.channel};
    channels[of].push_back(std::move(record));
  }
  SeedFile file;
  for (auto& [of, records] : channels)
    file.traces.push_back(TraceMaker(of, records, file.warnings).make());
  if (file.traces.empty()) throw InputError(name, "holds no samples", "give records with data");
  if (texts > 0) file.warnings.push_back(std::to_string(texts) + " records of text are left out");
  return file;
}

#endif

}  // namespace foldwave
