// Traces that stations recorded, out of a file of miniSEED (SEED 2.4, FDSN 2012), by libmseed: records of any
// order and length, integers, floats, Steim's compressions and the older encodings.
//
// Samples of a trace lie on the clock of its first record: one that begins within half a sample of where it
// is due goes on with the one before it. Later, it is a gap: a new segment. Earlier, it overlaps: samples
// that are the same are taken once, others make the trace one with a fault. Both are named. Records of text
// (logs) and without samples are left out. Times are microseconds since 1970, UTC.
// Memory: at most 8 times the file's size. Errors: InputError naming file, byte and remedy: what is no
// miniSEED, a file that is cut, a record whose header or packing is broken; a build without libmseed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.hpp"

namespace foldwave {

struct SeedSegment {
  std::int64_t first = 0;  // its first sample, counted on the trace's clock
  std::vector<float> samples;
};

struct SeedTrace {
  std::string network, station, location, channel;
  std::int64_t start = 0;             // of sample 0
  double interval = 0.0;              // seconds
  std::vector<SeedSegment> segments;  // in time, apart from each other
  std::string fault;                  // "has records that ..."; empty: none

  std::string name() const;  // GR.FUR..HHZ
  std::int64_t end() const;  // of the samples, past the last
  std::int64_t time_of(std::int64_t sample) const;
};

struct SeedFile {
  std::vector<SeedTrace> traces;      // in the order of their names; each has samples
  std::vector<std::string> warnings;  // gaps, samples that are there twice, text
};

bool has_miniseed();                             // whether this build has libmseed
bool is_miniseed_name(const std::string& file);  // by its suffix: .mseed, .miniseed, .ms, .seed

SeedFile parse_miniseed(std::string_view bytes, const std::string& name, const Job& job = {});
SeedFile read_miniseed(const std::filesystem::path& path, const Job& job = {});

}  // namespace foldwave
