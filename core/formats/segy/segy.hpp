// Seismic traces as SEG-Y (SEG Technical Standards Committee, revision 1, 2002): a textual header of 40 lines
// of 80 EBCDIC characters, a binary header of 400 bytes, then for each trace 240 bytes of header and its
// samples, all big-endian. Written: format 5 (IEEE float) or 1 (IBM float), fixed length, coordinates in
// metres as integers with a scalar that keeps centimetres or better, depth as source depth and receiver
// elevation (= -z), midpoint as CDP. Read: revisions 0 to 2.1 of either byte order, every sample format
// (segy/sample_formats.hpp), additional trace headers, stanzas, traces of different lengths where the file
// allows them, and Seismic Unix files (.su: traces alone, by the name).
// Shapes: traces one after another, samples fastest: traces[t * samples + i] is at time delay + i dt.
// Units: seconds, metres in the map frame (x east, y north, z depth positive down).
// Errors: InputError naming the file, the place in it, the value and the remedy.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/vec3.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/segy/cube_words.hpp"
#include "core/formats/segy/segy_mapping.hpp"

namespace foldwave {

inline constexpr int kSegyMostSamples = 32767;
inline constexpr int kSegyLongestInterval = 32767;  // microseconds

enum class SegyFormat : int { ibm = 1, ieee = 5 };

struct SegyTrace {
  Vec3 source{};
  Vec3 receiver{};
  int field_record = 1;  // the shot
  int trace_number = 0;  // within the shot; 0 lets the writer count
  int source_point = 1;
  int inline_number = 0;
  int crossline_number = 0;
  double cdp_x = 0;  // when read; the writer puts the midpoint
  double cdp_y = 0;
};

struct SegyGather {
  double dt = 0;     // s, a whole number of microseconds
  double delay = 0;  // s, of the first sample, a whole number of milliseconds
  int samples = 0;
  std::vector<SegyTrace> geometry;
  std::span<const float> traces;  // geometry.size() * samples
  std::vector<std::string>
      text;  // for the textual header: up to 38 lines of 76 characters, longer ones are wrapped
};

// Throws InputError for what the format cannot hold, NumericError for a sample that is not finite.
void write_segy(const std::filesystem::path& path, const SegyGather& gather,
                SegyFormat format = SegyFormat::ieee);

// The same a trace at a time, in any order, for who has not all of them at once; `gather.traces` is not
// looked at. Every trace must be written before the commit. As IEEE floats what is not finite is kept.
class SegyWriter {
 public:
  SegyWriter(const std::filesystem::path& path, SegyGather gather, SegyFormat format = SegyFormat::ieee);
  void write(std::size_t trace, std::span<const float> samples);
  void commit();

 private:
  SegyGather gather_;
  SegyFormat format_;
  int depth_scalar_ = 0, coordinate_scalar_ = 0;
  std::vector<int> numbers_;  // of the traces within their records
  PlacedFile file_;
};

// Whether SEG-Y can hold traces of an interval, and the one to resample to when it cannot: the next shorter
// whole microsecond, or, where that would make more than 32767 samples, the shortest one that does not.
struct SegyInterval {
  bool representable = false;
  int microseconds = 0;  // the interval itself, or the one to resample to
};
SegyInterval segy_interval(double dt, int samples = 0);

// Traces at a new interval by band-limited interpolation, a sinc under a Kaiser window, cut off at the lower
// of the two Nyquist frequencies: g(t) = sum_i f_i c sinc(c (t/dt - i)) w(c (t/dt - i) / 32), c = min(1,
// dt/dt'). Below 0.8 of that frequency the error is under 1e-5 of the amplitude; beyond its ends a trace is
// continued by reflection through its end point. The new samples start at the first old one and end at or
// before the last.
struct SegyResampled {
  int samples = 0;
  double dt = 0;
  std::vector<float> traces;
};
SegyResampled resample_for_segy(std::span<const float> traces, int samples, double dt, int microseconds);

struct SegyFile {
  double dt = 0;
  double delay = 0;
  double unit = 1.0;  // metres a length of the file, as its headers or the mapping say
  int samples = 0;
  int format = 0;
  int revision = 0;
  bool little_endian = false;
  bool is_su = false;                       // of Seismic Unix: no text, no revision
  std::vector<int> lengths;                 // samples of each trace where they differ; else empty
  std::vector<std::string> text;            // 40 lines
  std::vector<std::string> stanzas;         // headings in the extended textual headers
  std::vector<unsigned char> first_header;  // of the first trace, raw: 240 bytes
  std::vector<SegyTrace> geometry;
  std::vector<float> traces;          // of a shorter trace what it lacks is NaN
  std::int64_t not_finite = 0;        // samples that are NaN or infinite, left as they are
  std::vector<std::string> warnings;  // what the reader of the numbers must know: feet, angles, odd headers
};

SegyFile read_segy(const std::filesystem::path& path, const Job& job = {}, const SegyMapping& mapping = {},
                   const SegyCubeWords& words = {});

// The traces of a file that memory need not hold: headers are read when it is opened, samples when they are
// asked for, by any number of threads.
class SegyTraces {
 public:
  explicit SegyTraces(const std::filesystem::path& path, const Job& job = {}, const SegyMapping& mapping = {},
                      const SegyCubeWords& words = {});
  ~SegyTraces();
  SegyTraces(const SegyTraces&) = delete;
  SegyTraces& operator=(const SegyTraces&) = delete;

  const SegyFile& headers() const;  // without traces, and what is not finite is not counted
  std::uintmax_t bytes() const;
  void read(std::size_t trace, std::span<float> samples) const;

 private:
  struct Open;
  std::unique_ptr<Open> file_;
};

// The same from a stream of `size` bytes; `name` stands for the file in messages.
SegyFile read_segy(std::istream& stream, std::uintmax_t size, const std::string& name, const Job& job = {},
                   const SegyMapping& mapping = {}, const SegyCubeWords& words = {});

}  // namespace foldwave
