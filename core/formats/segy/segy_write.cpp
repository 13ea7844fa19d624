#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/formats/segy/segy_bytes.hpp"

namespace foldwave {

namespace {

using segy::BinaryHeader;
using segy::TraceHeader;

constexpr std::size_t kUserLines = 38;
constexpr std::size_t kUserColumns = 76;

struct Scalars {
  int coordinates = -100;
  int depths = -100;
};

// Header words are integers: the finest of millimetres and centimetres in which `largest` metres fit 32 bits.
int choose_scalar(const std::string& name, double largest, const char* what) {
  for (const int divisor : {1000, 100})
    if (largest * divisor < static_cast<double>(std::numeric_limits<std::int32_t>::max()) - 1.0)
      return -divisor;
  throw InputError(
      name, std::string(what) + " of " + number_text(largest, 12) + " m does not fit SEG-Y in centimetres",
      "use a map origin within 21 000 km");
}

std::int32_t scaled(double metres, int scalar) {
  return static_cast<std::int32_t>(std::llround(metres * -scalar));
}

void check_gather(const std::string& name, const SegyGather& g) {
  if (g.geometry.empty()) throw InputError(name, "a gather without traces", "give at least one receiver");
  if (g.samples < 1 || g.samples > kSegyMostSamples)
    throw InputError(name, std::to_string(g.samples) + " samples a trace, SEG-Y revision 1 holds 1 to 32767",
                     "record a shorter time or resample to a longer interval");
  if (!segy_interval(g.dt).representable)
    throw InputError(
        name,
        "an interval of " + number_text(g.dt * 1e6, 12) +
            " microseconds, SEG-Y holds whole ones from 1 to 32767",
        "resample to " + std::to_string(segy_interval(g.dt, g.samples).microseconds) + " microseconds");
  if (g.geometry.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw InputError(name, "more than 2147483647 traces", "write several files");
  const double milliseconds = g.delay * 1e3;
  if (!(std::abs(milliseconds - std::round(milliseconds)) < 1e-6) || std::abs(milliseconds) > 32767)
    throw InputError(name,
                     "a delay of " + number_text(milliseconds, 12) + " ms, SEG-Y holds whole ones to 32767",
                     "start the recording at a whole millisecond");
}

Scalars require_geometry(const std::string& name, const SegyGather& g) {
  double widest = 0;
  double deepest = 0;
  for (std::size_t t = 0; t < g.geometry.size(); ++t) {
    for (const Vec3& p : {g.geometry[t].source, g.geometry[t].receiver}) {
      if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
        throw InputError(name, "trace " + std::to_string(t + 1) + " has a position that is not a number",
                         "give finite positions");
      widest = std::max({widest, std::abs(p.x), std::abs(p.y)});
      deepest = std::max(deepest, std::abs(p.z));
    }
  }
  return {choose_scalar(name, widest, "a coordinate"), choose_scalar(name, deepest, "a depth")};
}

// EBCDIC pages agree on letters, digits and most signs, but not on these: readers show them as others.
char on_every_page(char c) {
  switch (c) {
    case '[':
      return '(';
    case ']':
      return ')';
    case '|':
      return '/';
    case '!':
      return '.';
    case '^':
      return '?';
    default:
      return c;
  }
}

// The user's lines as ASCII of at most 76 columns; a UTF-8 character beyond ASCII becomes one '?'.
std::vector<std::string> wrapped_lines(const std::string& name, const std::vector<std::string>& text) {
  std::vector<std::string> lines;
  for (const std::string& line : text) {
    std::string plain;
    for (const char c : line) {
      const bool continues = (static_cast<unsigned char>(c) & 0xc0u) == 0x80u;
      if (continues) continue;
      const bool is_white = c == '\t' || c == '\n' || c == '\r';
      plain += is_white ? ' ' : c >= 0x20 && c < 0x7f ? on_every_page(c) : '?';
    }
    do {
      lines.push_back(plain.substr(0, kUserColumns));
      plain.erase(0, kUserColumns);
    } while (!plain.empty());
  }
  if (lines.size() > kUserLines)
    throw InputError(name, std::to_string(lines.size()) + " lines of text, the textual header holds 38",
                     "shorten the description");
  return lines;
}

std::string textual_header(const std::string& name, const SegyGather& g) {
  std::vector<std::string> lines = wrapped_lines(name, g.text);
  // Where time, or depth, is counted from, for who reads the text alone.
  if (lines.size() < kUserLines)
    lines.push_back("First sample at " + number_text(1e3 * g.delay) + " ms (bytes 109-110), " +
                    std::to_string(g.samples) + " samples of " + number_text(1e3 * g.dt) + " ms");
  lines.resize(kUserLines);
  lines.emplace_back("SEG Y REV1");
  lines.emplace_back("END TEXTUAL HEADER");
  std::string header;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    std::string line = "C" + (number.size() < 2 ? " " + number : number) + " " + lines[i];
    line.resize(segy::kTextColumns, ' ');
    header += line;
  }
  std::transform(header.begin(), header.end(), header.begin(), segy::to_ebcdic);
  return header;
}

BinaryHeader binary_header(const SegyGather& g, SegyFormat format, int microseconds,
                           std::size_t traces_in_record) {
  BinaryHeader h;
  h.set32(3201, 1);  // job
  h.set32(3205, 1);  // line
  h.set32(3209, 1);  // reel
  h.set16(3213, traces_in_record <= 32767 ? static_cast<int>(traces_in_record) : 0);
  h.set16(3217, microseconds);
  h.set16(3219, microseconds);
  h.set16(3221, g.samples);
  h.set16(3223, g.samples);
  h.set16(3225, static_cast<int>(format));
  h.set16(3227, 1);       // fold
  h.set16(3229, 1);       // sorted as recorded
  h.set16(3255, 1);       // metres
  h.set16(3501, 0x0100);  // revision 1.0
  h.set16(3503, 1);       // all traces have one length
  return h;
}

TraceHeader trace_header(const SegyGather& g, std::size_t t, int trace_number, int microseconds,
                         Scalars scalars) {
  const SegyTrace& trace = g.geometry[t];
  const Vec3 line = trace.receiver - trace.source;
  const Vec3 middle = 0.5 * (trace.receiver + trace.source);
  TraceHeader h;
  h.set32(1, static_cast<std::int64_t>(t) + 1);
  h.set32(5, static_cast<std::int64_t>(t) + 1);
  h.set32(9, trace.field_record);
  h.set32(13, trace_number);
  h.set32(17, trace.source_point);
  h.set32(21, static_cast<std::int64_t>(t) + 1);  // CDP
  h.set32(25, 1);
  h.set16(29, 1);  // seismic data
  h.set16(31, 1);
  h.set16(33, 1);
  h.set16(35, 1);
  h.set32(37, std::llround(std::hypot(line.x, line.y)));
  // Depth is counted from elevation 0; a source above it has a surface elevation and no depth.
  h.set32(41, scaled(-trace.receiver.z, scalars.depths));
  h.set32(45, scaled(std::max(0.0, -trace.source.z), scalars.depths));
  h.set32(49, scaled(std::max(0.0, trace.source.z), scalars.depths));
  h.set16(69, scalars.depths);
  h.set16(71, scalars.coordinates);
  h.set32(73, scaled(trace.source.x, scalars.coordinates));
  h.set32(77, scaled(trace.source.y, scalars.coordinates));
  h.set32(81, scaled(trace.receiver.x, scalars.coordinates));
  h.set32(85, scaled(trace.receiver.y, scalars.coordinates));
  h.set16(89, 1);  // lengths
  h.set16(109, static_cast<int>(std::lround(g.delay * 1e3)));
  h.set16(115, g.samples);
  h.set16(117, microseconds);
  h.set32(181, scaled(middle.x, scalars.coordinates));
  h.set32(185, scaled(middle.y, scalars.coordinates));
  h.set32(189, trace.inline_number);
  h.set32(193, trace.crossline_number);
  return h;
}

}  // namespace

SegyWriter::SegyWriter(const std::filesystem::path& path, SegyGather gather, SegyFormat format)
    : gather_(std::move(gather)),
      format_(format),
      file_((check_gather(path.string(), gather_), require_geometry(path.string(), gather_), path)) {
  const std::string name = path.string();
  const Scalars scalars = require_geometry(name, gather_);
  depth_scalar_ = scalars.depths;
  coordinate_scalar_ = scalars.coordinates;
  const auto& traces = gather_.geometry;
  numbers_.reserve(traces.size());
  for (std::size_t t = 0; t < traces.size(); ++t) {
    const bool new_record = t == 0 || traces[t].field_record != traces[t - 1].field_record;
    numbers_.push_back(new_record ? 1 : numbers_.back() + 1);
  }
  const auto in_first = std::ranges::count(traces, traces.front().field_record, &SegyTrace::field_record);
  const std::string text = textual_header(name, gather_);
  file_.write(0, std::as_bytes(std::span(text)));
  const BinaryHeader binary = binary_header(gather_, format, segy_interval(gather_.dt).microseconds,
                                            static_cast<std::size_t>(in_first));
  file_.write(segy::kTextBytes, std::as_bytes(std::span(binary.data(), segy::kBinaryBytes)));
}

void SegyWriter::write(std::size_t trace, std::span<const float> samples) {
  const SegyTrace& its = gather_.geometry.at(trace);
  const int number = its.trace_number > 0 ? its.trace_number : numbers_[trace];
  const TraceHeader header = trace_header(gather_, trace, number, segy_interval(gather_.dt).microseconds,
                                          {coordinate_scalar_, depth_scalar_});
  std::vector<unsigned char> row(segy::kTraceHeaderBytes + 4 * samples.size());
  std::copy_n(header.data(), segy::kTraceHeaderBytes, row.data());
  unsigned char* to = row.data() + segy::kTraceHeaderBytes;
  for (const float sample : samples) {
    segy::store32(
        to, format_ == SegyFormat::ibm ? segy::float_to_ibm(sample) : std::bit_cast<std::uint32_t>(sample));
    to += 4;
  }
  file_.write(segy::kTextBytes + segy::kBinaryBytes + trace * row.size(), std::as_bytes(std::span(row)));
}

void SegyWriter::commit() {
  file_.commit();
}

void write_segy(const std::filesystem::path& path, const SegyGather& g, SegyFormat format) {
  const std::string name = path.string();
  check_gather(name, g);
  const auto samples = static_cast<std::size_t>(g.samples);
  if (g.traces.size() != g.geometry.size() * samples)
    throw InputError(name,
                     std::to_string(g.traces.size()) + " values for " + std::to_string(g.geometry.size()) +
                         " traces of " + std::to_string(g.samples) + " samples",
                     "give every trace all its samples");
  require_geometry(name, g);
  for (std::size_t i = 0; i < g.traces.size(); ++i)
    if (!std::isfinite(g.traces[i]))
      throw NumericError(name,
                         "sample " + std::to_string(i % samples + 1) + " of trace " +
                             std::to_string(i / samples + 1) + " is not finite",
                         "look for an unstable run");
  SegyWriter writer(path, g, format);
  for (std::size_t t = 0; t < g.geometry.size(); ++t)
    writer.write(t, g.traces.subspan(t * samples, samples));
  writer.commit();
}

}  // namespace foldwave
