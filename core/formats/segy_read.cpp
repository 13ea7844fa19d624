#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <istream>
#include <new>
#include <optional>
#include <string>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/segy.hpp"
#include "core/formats/segy_bytes.hpp"

namespace foldwave {

namespace {

using segy::BinaryHeader;
using segy::TraceHeader;

// Bytes in order, with the place that a message names. Never hands out what is not there.
class Source {
 public:
  Source(std::istream& stream, std::uintmax_t size, const std::string& name)
      : stream_(stream), left_(size), size_(size), name_(name) {}

  const std::string& name() const { return name_; }
  std::uintmax_t left() const { return left_; }

  void read(void* to, std::size_t bytes, const std::string& what) {
    if (bytes > left_)
      fail(what + " ends after " + std::to_string(left_) + " of " + std::to_string(bytes) + " bytes");
    stream_.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes));
    if (stream_.gcount() != static_cast<std::streamsize>(bytes)) fail(what + " could not be read to its end");
    left_ -= bytes;
  }

  [[noreturn]] void fail(const std::string& problem,
                         const std::string& remedy = "give a whole SEG-Y file of revision 0 or 1") const {
    throw InputError(name_ + ", byte " + std::to_string(size_ - left_ + 1), problem, remedy);
  }

 private:
  std::istream& stream_;
  std::uintmax_t left_;
  std::uintmax_t size_;
  const std::string& name_;
};

std::string read_text_block(Source& source, const std::string& what) {
  std::string block(segy::kTextBytes, ' ');
  source.read(block.data(), block.size(), what);
  // Revision 0 and 1 ask for EBCDIC, yet ASCII is met: a 'C' opens the first line in both.
  const auto blanks = std::count(block.begin(), block.end(), ' ');
  const auto ebcdic_blanks = std::count(block.begin(), block.end(), '\x40');
  if (block.front() != 'C' || ebcdic_blanks > blanks)
    std::transform(block.begin(), block.end(), block.begin(), segy::from_ebcdic);
  return block;
}

std::vector<std::string> text_lines(const std::string& block) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < block.size(); at += segy::kTextColumns) {
    std::string line = block.substr(at, segy::kTextColumns);
    for (char& c : line)
      if (c < 0x20 || c == 0x7f) c = ' ';
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::size_t sample_bytes(const Source& source, int format) {
  switch (format) {
    case 1:
    case 2:
    case 5:
      return 4;
    case 3:
      return 2;
    case 8:
      return 1;
    default:
      break;
  }
  const int swapped = ((format & 0xff) << 8) | ((format >> 8) & 0xff);
  if (swapped >= 1 && swapped <= 8)
    source.fail("the sample format " + std::to_string(format) + " is one of a little-endian file",
                "give a big-endian file, as the standard asks");
  source.fail("the sample format is " + std::to_string(format), "give a file of format 1, 2, 3, 5 or 8");
}

void decode(const unsigned char* from, int format, std::span<float> to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    switch (format) {
      case 1:
        to[i] = segy::ibm_to_float(segy::load32(from + 4 * i));
        break;
      case 2:
        to[i] = static_cast<float>(static_cast<std::int32_t>(segy::load32(from + 4 * i)));
        break;
      case 3:
        to[i] = static_cast<float>(static_cast<std::int16_t>(segy::load16(from + 2 * i)));
        break;
      case 8:
        to[i] = static_cast<float>(static_cast<signed char>(from[i]));
        break;
      default:
        to[i] = std::bit_cast<float>(segy::load32(from + 4 * i));
    }
  }
}

// A scalar below zero divides, above zero multiplies, and 0 stands for 1.
double unscaled(std::int32_t word, int scalar) {
  if (scalar < 0) return word / static_cast<double>(-scalar);
  return scalar > 0 ? static_cast<double>(word) * scalar : static_cast<double>(word);
}

std::int32_t word_at(const TraceHeader& h, int position) {
  return position == 0 ? 0 : h.get32(static_cast<std::size_t>(position));
}

SegyTrace trace_geometry(const TraceHeader& h, const SegyMapping& mapping) {
  const int plane = h.get16(71);
  const int depth = h.get16(69);
  const auto length = [&](int position, int scalar) {
    const std::int32_t word = word_at(h, position);
    return mapping.unit * (mapping.scalar > 0.0 ? mapping.scalar * word : unscaled(word, scalar));
  };
  SegyTrace t;
  t.field_record = word_at(h, mapping.shot);
  t.trace_number = h.get32(13);
  t.source_point = h.get32(17);
  t.source = Vec3{length(mapping.source_x, plane), length(mapping.source_y, plane),
                  length(mapping.source_depth, depth) - length(mapping.source_elevation, depth)} +
             mapping.offset;
  t.receiver = Vec3{length(mapping.receiver_x, plane), length(mapping.receiver_y, plane),
                    0.0 - length(mapping.receiver_elevation, depth)} +
               mapping.offset;
  t.cdp_x = unscaled(h.get32(181), plane);
  t.cdp_y = unscaled(h.get32(185), plane);
  t.inline_number = h.get32(189);
  t.crossline_number = h.get32(193);
  return t;
}

// Skips the extended textual headers: a count, or -1 for "until the end stanza".
void skip_extended_text(Source& source, int count) {
  if (count < -1) source.fail("the count of extended textual headers is " + std::to_string(count));
  for (int i = 0; count < 0 || i < count; ++i) {
    const std::string block = read_text_block(source, "extended textual header " + std::to_string(i + 1));
    if (count < 0 && block.find("((SEG: EndText))") != std::string::npos) return;
  }
}

struct Layout {
  int format = 0;
  int revision = 0;
  int samples = 0;        // 0: the first trace says
  int microseconds = 0;   // 0: the first trace says
  double interval = 0.0;  // above 0: goes before the headers', seconds
};

// With a unit in the mapping's place for one, 0 where the file is to say it.
Layout read_layout(Source& source, SegyMapping& mapping, std::vector<std::string>& warnings) {
  BinaryHeader h;
  source.read(h.data(), segy::kBinaryBytes, "the binary header");
  Layout layout;
  layout.format = h.getu16(3225);
  const int word = h.getu16(3501);
  const int major = word >> 8;
  if (major == 2 && (word & 0xff) <= 1)
    source.fail("the file is of SEG-Y revision 2", "convert it to revision 1");
  layout.revision = major == 1 || word == 1 ? 1 : 0;
  layout.samples = h.getu16(3221);
  layout.microseconds = h.getu16(3217);
  const bool feet = h.get16(3255) == 2;
  if (feet && mapping.unit == 1.0) warnings.emplace_back("lengths are in feet, as the file has them");
  if (feet && mapping.unit == 0.0) warnings.emplace_back("lengths are in feet, and are made metres");
  if (mapping.unit == 0.0) mapping.unit = feet ? in_si(Unit::foot) : 1.0;
  if (mapping.interval > 0.0) layout.interval = mapping.interval;
  sample_bytes(source, layout.format);
  if (layout.revision == 1) skip_extended_text(source, h.get16(3505));
  return layout;
}

// Whether what is left, from the first trace's samples on, is whole traces of `samples` samples.
bool fits_length(const Source& source, const Layout& layout, int samples) {
  const auto bytes = static_cast<std::uintmax_t>(samples) * sample_bytes(source, layout.format);
  return (source.left() + segy::kTraceHeaderBytes) % (bytes + segy::kTraceHeaderBytes) == 0;
}

// Fills what the binary header left open. Programs that cut a file often correct one of the two sample counts
// only; the length of the file tells which.
void take_from_first_trace(const Source& source, const TraceHeader& h, Layout& layout,
                           std::vector<std::string>& warnings) {
  const int samples = h.getu16(115);
  if (layout.samples == 0) layout.samples = samples;
  if (layout.samples == 0) source.fail("no header says how many samples a trace has");
  if (samples != 0 && samples != layout.samples) {
    const std::string both = "the binary header says " + std::to_string(layout.samples) +
                             " samples and the first trace " + std::to_string(samples);
    if (!fits_length(source, layout, layout.samples)) {
      if (!fits_length(source, layout, samples)) source.fail(both + ", and the file's length fits neither");
      layout.samples = samples;
    }
    warnings.push_back(both + "; " + std::to_string(layout.samples) + " fits the file's length and is taken");
  }
  if (layout.microseconds == 0) layout.microseconds = h.getu16(117);
  if (layout.microseconds == 0 && layout.interval == 0.0) source.fail("no header says the sample interval");
}

void check_trace(const Source& source, int samples, int first_samples, std::size_t number) {
  if (samples != first_samples)
    source.fail("trace " + std::to_string(number) + " has " + std::to_string(samples) +
                    " samples, the first one " + std::to_string(first_samples),
                "give a file whose traces have one length");
}

// What the headers of all traces say together.
struct TraceNotes {
  double delay = 0.0;  // of the first
  bool any = false, angles = false, delays_differ = false;

  void see(const TraceHeader& h) {
    const double its = h.get16(109) * 1e-3;
    if (!any) delay = its;
    any = true;
    angles = angles || h.get16(89) > 1;
    delays_differ = delays_differ || its != delay;
  }
  void tell(std::vector<std::string>& warnings) const {
    if (angles) warnings.emplace_back("positions are angles, not lengths, as the file has them");
    if (delays_differ) warnings.emplace_back("traces start at different times; the first one's is taken");
  }
};

void take_layout(const Layout& layout, const TraceNotes& notes, SegyFile& file) {
  notes.tell(file.warnings);
  file.format = layout.format;
  file.revision = layout.revision;
  file.samples = layout.samples;
  file.dt = layout.interval > 0.0 ? layout.interval : layout.microseconds * 1e-6;
  file.delay = notes.delay;
}

void read_place(int descriptor, unsigned char* to, std::size_t bytes, std::uintmax_t offset,
                const std::string& name) {
  while (bytes > 0) {
    const ssize_t got = ::pread(descriptor, to, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      throw InputError(name + ", byte " + std::to_string(offset + 1),
                       got == 0 ? "the file has become shorter" : std::strerror(errno),
                       "leave the file as it is while it is read");
    to += got;
    bytes -= static_cast<std::size_t>(got);
    offset += static_cast<std::uintmax_t>(got);
  }
}

}  // namespace

SegyFile read_segy(std::istream& stream, std::uintmax_t size, const std::string& name, const Job& job,
                   const SegyMapping& asked) {
  Source source(stream, size, name);
  SegyMapping mapping = asked;
  SegyFile file;
  file.text = text_lines(read_text_block(source, "the textual header"));
  Layout layout = read_layout(source, mapping, file.warnings);
  if (source.left() == 0) source.fail("the file holds no trace");

  try {
    std::vector<unsigned char> row;
    int first_samples = 0;
    TraceNotes notes;
    for (std::size_t number = 1; source.left() > 0; ++number) {
      job.throw_if_stopped();
      TraceHeader h;
      const std::string trace_name = "trace " + std::to_string(number);
      source.read(h.data(), segy::kTraceHeaderBytes, "the header of " + trace_name);
      if (number == 1) {
        take_from_first_trace(source, h, layout, file.warnings);
        first_samples = h.getu16(115);
        row.resize(static_cast<std::size_t>(layout.samples) * sample_bytes(source, layout.format));
        // How many traces there are follows from the bytes that are really there.
        const auto traces =
            (source.left() + segy::kTraceHeaderBytes) / (row.size() + segy::kTraceHeaderBytes);
        file.geometry.reserve(traces);
        file.traces.reserve(traces * static_cast<std::size_t>(layout.samples));
      }
      check_trace(source, h.getu16(115), first_samples, number);
      source.read(row.data(), row.size(), trace_name);
      const std::size_t start = file.traces.size();
      file.traces.resize(start + static_cast<std::size_t>(layout.samples));
      const auto samples = std::span(file.traces).subspan(start);
      decode(row.data(), layout.format, samples);
      file.not_finite +=
          std::count_if(samples.begin(), samples.end(), [](float v) { return !std::isfinite(v); });
      file.geometry.push_back(trace_geometry(h, mapping));
      notes.see(h);
    }
    take_layout(layout, notes, file);
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(static_cast<std::size_t>(size) * 4);
  }
  if (file.not_finite > 0)
    file.warnings.push_back(std::to_string(file.not_finite) + " samples are not finite numbers");
  return file;
}

SegyFile read_segy(const std::filesystem::path& path, const Job& job, const SegyMapping& mapping) {
  const std::string name = path.string();
  const std::uintmax_t size = size_to_read(path, most_bytes::volume);
  std::ifstream stream(path, std::ios::binary);
  return read_segy(stream, size, name, job, mapping);
}

SegyTraces::SegyTraces(const std::filesystem::path& path, const Job& job, const SegyMapping& mapping)
    : name_(path.string()) {
  size_ = size_on_disk(path);
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0)
    throw InputError(name_, std::string("cannot be read (") + std::strerror(errno) + ")",
                     "give a file that can");
  try {
    read_headers(mapping, job);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

SegyTraces::~SegyTraces() {
  ::close(descriptor_);
}

void SegyTraces::read_headers(const SegyMapping& asked, const Job& job) {
  SegyMapping mapping = asked;
  std::ifstream stream(name_, std::ios::binary);
  Source source(stream, size_, name_);
  file_.text = text_lines(read_text_block(source, "the textual header"));
  Layout layout = read_layout(source, mapping, file_.warnings);
  if (source.left() == 0) source.fail("the file holds no trace");
  first_ = size_ - source.left();
  TraceHeader first;
  source.read(first.data(), segy::kTraceHeaderBytes, "the header of trace 1");
  take_from_first_trace(source, first, layout, file_.warnings);
  stride_ = segy::kTraceHeaderBytes +
            static_cast<std::uintmax_t>(layout.samples) * sample_bytes(source, layout.format);
  const std::uintmax_t traces = (size_ - first_) / stride_;
  if (traces == 0 || (size_ - first_) % stride_ != 0)
    source.fail("trace " + std::to_string(traces + 1) + " ends after " +
                std::to_string((size_ - first_) % stride_) + " of " + std::to_string(stride_) + " bytes");
  TraceNotes notes;
  file_.geometry.reserve(traces);
  constexpr std::uintmax_t look = 4096;
  for (std::uintmax_t t = 0; t < traces; ++t) {
    if (t % look == 0) {
      job.throw_if_stopped();
      job.report({"trace headers", static_cast<std::int64_t>(t), static_cast<std::int64_t>(traces), 0.0, {}});
    }
    TraceHeader h;
    read_place(descriptor_, h.data(), segy::kTraceHeaderBytes, first_ + t * stride_, name_);
    check_trace(source, h.getu16(115), first.getu16(115), t + 1);
    file_.geometry.push_back(trace_geometry(h, mapping));
    notes.see(h);
  }
  take_layout(layout, notes, file_);
}

void SegyTraces::read(std::size_t trace, std::span<float> samples) const {
  if (trace >= file_.geometry.size() || samples.size() != static_cast<std::size_t>(file_.samples))
    throw InputError(name_, "has no trace " + std::to_string(trace + 1) + " of such a length",
                     "ask for one that it has");
  std::vector<unsigned char> row(stride_ - segy::kTraceHeaderBytes);
  read_place(descriptor_, row.data(), row.size(), first_ + trace * stride_ + segy::kTraceHeaderBytes, name_);
  decode(row.data(), file_.format, samples);
}

}  // namespace foldwave
