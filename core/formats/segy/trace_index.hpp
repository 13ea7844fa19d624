// Where the traces of a SEG-Y file lie, and what their headers say. Traces of one length lie evenly; where
// the file allows it they may differ, and each says its own. Errors: InputError naming the file, the byte,
// the trace, what was found and the remedy; Stopped.
#pragma once

#include "core/base/progress.hpp"
#include "core/formats/segy/file_layout.hpp"
#include "core/formats/segy/segy.hpp"

namespace foldwave::segy {

struct TraceIndex {
  FileLayout layout;
  SegyFile headers;                      // without samples
  std::vector<std::uintmax_t> places{};  // of traces that differ in length, their first byte; else empty

  std::uintmax_t samples_at(std::size_t trace) const;  // the byte of its first sample
  int samples_of(std::size_t trace) const;
};

TraceIndex index_traces(ByteSource& source, const SegyMapping& mapping, const SegyCubeWords& words,
                        const Job& job);

// The samples of a trace; what a shorter one lacks is not a number.
void read_trace(ByteSource& source, const TraceIndex& index, std::size_t trace, std::span<float> samples);

}  // namespace foldwave::segy
