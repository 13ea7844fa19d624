#include "core/formats/segy/trace_index.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "core/formats/segy/sample_formats.hpp"
#include "core/formats/segy/segy_bytes.hpp"

namespace foldwave::segy {

namespace {

// The header of a trace and, of revision 2, the first of its additional ones (trace header extension 1).
struct HeaderPair {
  TraceHeader main, extension;
  bool has_extension = false;

  // 0: it does not say.
  std::uint32_t samples() const {
    const std::uint32_t longer = has_extension ? extension.getu32(137) : 0;
    return longer > 0 ? longer : main.getu16(115);
  }
  double interval() const {
    const double longer = has_extension ? extension.get_double(145) : 0.0;
    return std::isfinite(longer) && longer > 0.0 ? 1e-6 * longer : 1e-6 * main.getu16(117);
  }
};

std::string title(std::uintmax_t number) {
  return "trace " + std::to_string(number);
}

bool is_extension_one(const TraceHeader& h) {
  constexpr std::string_view name = "SEG00001";
  const auto* const at = h.data() + 232;
  return std::equal(name.begin(), name.end(), at,
                    [](char c, unsigned char found) { return c == static_cast<char>(found); }) ||
         std::equal(name.begin(), name.end(), at,
                    [](char c, unsigned char found) { return c == from_ebcdic(static_cast<char>(found)); });
}

// Leaves the source behind all of the trace's headers.
HeaderPair read_headers(ByteSource& source, const FileLayout& layout, std::uintmax_t number) {
  HeaderPair pair;
  const std::uintmax_t begin = source.at();
  source.read(pair.main.data(), kTraceHeaderBytes, "the header of " + title(number));
  pair.main.set_little(layout.is_little);
  if (layout.extra_headers == 0) return pair;
  source.read(pair.extension.data(), kTraceHeaderBytes, "the additional header of " + title(number));
  pair.extension.set_little(layout.is_little);
  pair.has_extension = is_extension_one(pair.extension);
  const int said = pair.has_extension ? pair.extension.getu16(157) : 0;
  if (said != 0 && said != layout.extra_headers)
    source.fail(title(number) + " has " + std::to_string(said) + " additional headers, the file " +
                    std::to_string(layout.extra_headers),
                "give a file whose traces have as many each");
  source.go_to(begin + layout.header_bytes());
  return pair;
}

// A scalar below zero divides, above zero multiplies, and 0 stands for 1.
double unscaled(std::int32_t word, int scalar) {
  if (scalar < 0) return word / static_cast<double>(-scalar);
  return scalar > 0 ? static_cast<double>(word) * scalar : static_cast<double>(word);
}

std::int32_t header_word(const TraceHeader& h, SegyWord word) {
  if (word.position == 0) return 0;
  const auto at = static_cast<std::size_t>(word.position);
  return word.bytes == 2 ? std::int32_t{h.get16(at)} : h.get32(at);
}

// A length of the extension goes before the one of the header, where there is one.
double longer_length(const HeaderPair& pair, std::size_t position, double otherwise) {
  if (!pair.has_extension) return otherwise;
  const double value = pair.extension.get_double(position);
  return std::isfinite(value) && value != 0.0 ? value : otherwise;
}

// Where the words of the headers are.
struct HeaderWords {
  SegyMapping shots;
  SegyCubeWords cube;
};

SegyTrace trace_geometry(const HeaderPair& pair, const HeaderWords& words) {
  const SegyMapping& mapping = words.shots;
  const SegyCubeWords& cube = words.cube;
  const TraceHeader& h = pair.main;
  const int plane = h.get16(71);
  const int depth = h.get16(69);
  const auto length = [&](SegyWord word, int scalar) {
    const std::int32_t number = header_word(h, word);
    return mapping.unit * (mapping.scalar > 0.0 ? mapping.scalar * number : unscaled(number, scalar));
  };
  constexpr SegyMapping usual_shots;
  const auto along = [&](SegyWord word, SegyWord usual, std::size_t extended) {
    const double own = length(word, plane);
    return word == usual && mapping.scalar == 0.0
               ? longer_length(pair, extended, own / mapping.unit) * mapping.unit
               : own;
  };
  SegyTrace t;
  t.field_record = header_word(h, mapping.shot);
  t.trace_number = h.get32(13);
  t.source_point = h.get32(17);
  t.source = Vec3{along(mapping.source_x, usual_shots.source_x, 97),
                  along(mapping.source_y, usual_shots.source_y, 105),
                  length(mapping.source_depth, depth) - length(mapping.source_elevation, depth)} +
             mapping.offset;
  t.receiver = Vec3{along(mapping.receiver_x, usual_shots.receiver_x, 113),
                    along(mapping.receiver_y, usual_shots.receiver_y, 121),
                    0.0 - length(mapping.receiver_elevation, depth)} +
               mapping.offset;
  constexpr SegyCubeWords standard;
  const auto midpoint = [&](SegyWord word, SegyWord usual, std::size_t extended) {
    const double own = unscaled(header_word(h, word), plane);
    return mapping.unit * (word == usual ? longer_length(pair, extended, own) : own);
  };
  t.cdp_x = midpoint(cube.x, standard.x, 161);
  t.cdp_y = midpoint(cube.y, standard.y, 169);
  t.inline_number = header_word(h, cube.inline_number);
  t.crossline_number = header_word(h, cube.crossline_number);
  return t;
}

// Where SEG-Y has CDP coordinates and lines, Seismic Unix has the floats d1, f1, d2 and f2 (its segy.h), and
// a file that was made of SEG-Y the former. What is no such float at 181, 189 or 193 is no coordinate or
// number of a line that is as large.
void leave_out_su_floats(const TraceHeader& first, FileLayout& layout, SegyCubeWords& cube) {
  const auto is_float = [&](std::size_t position) {
    const double size = std::abs(static_cast<double>(std::bit_cast<float>(first.getu32(position))));
    return size >= 1e-6 && size <= 1e6;
  };
  if (!layout.is_su || !(is_float(181) || is_float(189) || is_float(193))) return;
  constexpr SegyCubeWords standard;
  for (SegyWord SegyCubeWords::*const word :
       {&SegyCubeWords::x, &SegyCubeWords::y, &SegyCubeWords::inline_number,
        &SegyCubeWords::crossline_number})
    if (cube.*word == standard.*word) cube.*word = {0};
  layout.warnings.emplace_back(
      "bytes 181 to 196 hold Seismic Unix's d1, f1, d2 and f2, so there are no CDP coordinates and lines");
}

// What the headers of all traces say together.
struct TraceNotes {
  double delay = 0.0;  // of the first
  bool any = false, angles = false, delays_differ = false;

  void see(const TraceHeader& h) {
    const double its = 1e-3 * unscaled(h.get16(109), h.get16(215));
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

// Bytes of a trace, headers and samples; none where a trace of so many does not fit what is there.
std::optional<std::uintmax_t> trace_bytes(const ByteSource& source, const FileLayout& layout,
                                          std::uintmax_t samples) {
  const std::uintmax_t bytes = layout.header_bytes() + samples * layout.sample_bytes();
  return bytes > source.end() - layout.first ? std::nullopt : std::optional(bytes);
}

bool fits_length(const ByteSource& source, const FileLayout& layout, std::uintmax_t samples) {
  const auto bytes = trace_bytes(source, layout, samples);
  return bytes && (source.end() - layout.first) % *bytes == 0;
}

// Fills what the binary header left open. Programs that cut a file often correct one of the two sample counts
// only; the length of the file tells which. False: it fits neither.
bool take_from_first_trace(const ByteSource& source, const HeaderPair& first, FileLayout& layout) {
  const auto samples = static_cast<std::int64_t>(first.samples());
  if (samples > std::numeric_limits<std::int32_t>::max())
    source.fail("trace 1 has " + std::to_string(samples) + " samples", "give traces of at most 2147483647");
  if (layout.interval == 0.0) layout.interval = first.interval();
  if (layout.interval == 0.0) source.fail("no header says the sample interval");
  if (layout.samples == 0) layout.samples = static_cast<int>(samples);
  if (layout.samples == 0) source.fail("no header says how many samples a trace has");
  if (samples == 0 || samples == layout.samples) return true;
  const std::string both = "the binary header says " + std::to_string(layout.samples) +
                           " samples and the first trace " + std::to_string(samples);
  if (!fits_length(source, layout, static_cast<std::uintmax_t>(layout.samples))) {
    if (!fits_length(source, layout, static_cast<std::uintmax_t>(samples))) {
      if (layout.may_differ) return false;
      source.fail(both + ", and the file's length fits neither");
    }
    layout.samples = static_cast<int>(samples);
  }
  layout.warnings.push_back(both + "; " + std::to_string(layout.samples) +
                            " fits the file's length and is taken");
  return true;
}

void look_in(const Job& job, std::uintmax_t at, std::uintmax_t all, std::size_t traces) {
  constexpr std::size_t look = 4096;
  if (traces % look != 0) return;
  job.throw_if_stopped();
  job.report({"trace headers", static_cast<std::int64_t>(at), static_cast<std::int64_t>(all), 0.0, {}});
}

void require_whole_traces(ByteSource& source, const FileLayout& layout) {
  const auto bytes = trace_bytes(source, layout, static_cast<std::uintmax_t>(layout.samples));
  const std::uintmax_t all = source.end() - layout.first;
  const std::uintmax_t stride =
      layout.header_bytes() + static_cast<std::uintmax_t>(layout.samples) * layout.sample_bytes();
  const std::uintmax_t rest = all % stride, number = all / stride + 1;
  if (bytes && rest == 0) return;
  const bool in_header = rest < layout.header_bytes();
  source.go_to(source.end() - rest + (in_header ? 0 : layout.header_bytes()));
  source.fail((in_header ? "the header of " : "") + title(number) + " ends after " +
              std::to_string(in_header ? rest : rest - layout.header_bytes()) + " of " +
              std::to_string(in_header ? layout.header_bytes() : stride - layout.header_bytes()) + " bytes");
}

// Traces of one length, whose headers say so; false: they say otherwise, as the file allows.
bool index_even(ByteSource& source, const HeaderWords& words, const Job& job, TraceIndex& index,
                TraceNotes& notes) {
  const FileLayout& layout = index.layout;
  const std::uintmax_t stride = *trace_bytes(source, layout, static_cast<std::uintmax_t>(layout.samples));
  const std::uintmax_t traces = (source.end() - layout.first) / stride;
  auto& geometry = index.headers.geometry;
  geometry.reserve(traces);
  std::uint32_t first = 0;
  for (std::uintmax_t t = 0; t < traces; ++t) {
    look_in(job, t, traces, t);
    source.go_to(layout.first + t * stride);
    const HeaderPair pair = read_headers(source, layout, t + 1);
    if (t == 0) first = pair.samples();
    if (pair.samples() != first) {
      if (layout.may_differ) return false;
      source.fail(title(t + 1) + " has " + std::to_string(pair.samples()) + " samples, the first one " +
                      std::to_string(first),
                  "give a file whose traces have one length, or that says that they differ (byte 3503)");
    }
    geometry.push_back(trace_geometry(pair, words));
    notes.see(pair.main);
  }
  return true;
}

// Traces that say their own lengths, one behind the other up to the end.
void index_uneven(ByteSource& source, const HeaderWords& words, const Job& job, TraceIndex& index,
                  TraceNotes& notes) {
  FileLayout& layout = index.layout;
  const int usual = layout.samples;
  SegyFile& file = index.headers;
  layout.samples = 0;
  source.go_to(layout.first);
  while (source.left() > 0) {
    look_in(job, source.at(), source.end(), file.geometry.size());
    const std::uintmax_t number = file.geometry.size() + 1;
    index.places.push_back(source.at());
    const HeaderPair pair = read_headers(source, layout, number);
    const std::uint32_t samples = pair.samples() == 0 ? static_cast<std::uint32_t>(usual) : pair.samples();
    const std::uintmax_t bytes = std::uintmax_t{samples} * layout.sample_bytes();
    if (bytes > source.left() || samples > static_cast<std::uint32_t>(std::numeric_limits<int>::max()))
      source.fail(title(number) + " has " + std::to_string(samples) + " samples, as its header says, and " +
                  std::to_string(source.left()) + " bytes are left");
    source.go_to(source.at() + bytes);
    file.lengths.push_back(static_cast<int>(samples));
    layout.samples = std::max(layout.samples, static_cast<int>(samples));
    file.geometry.push_back(trace_geometry(pair, words));
    notes.see(pair.main);
  }
  const auto [least, most] = std::ranges::minmax(file.lengths);
  layout.warnings.push_back("traces have " + std::to_string(least) + " to " + std::to_string(most) +
                            " samples; what a shorter one lacks is not a number");
}

}  // namespace

std::uintmax_t TraceIndex::samples_at(std::size_t trace) const {
  const std::uintmax_t stride =
      layout.header_bytes() + static_cast<std::uintmax_t>(layout.samples) * layout.sample_bytes();
  return (places.empty() ? layout.first + trace * stride : places[trace]) + layout.header_bytes();
}

int TraceIndex::samples_of(std::size_t trace) const {
  return headers.lengths.empty() ? layout.samples : headers.lengths[trace];
}

TraceIndex index_traces(ByteSource& source, const SegyMapping& mapping, const SegyCubeWords& cube,
                        const Job& job) {
  HeaderWords words{mapping, cube};
  TraceIndex index;
  SegyFile& file = index.headers;
  index.layout = read_file_layout(source, words.shots);
  FileLayout& layout = index.layout;
  const HeaderPair first = read_headers(source, layout, 1);
  file.first_header.assign(first.main.data(), first.main.data() + kTraceHeaderBytes);
  leave_out_su_floats(first.main, layout, words.cube);
  bool even = take_from_first_trace(source, first, layout);
  TraceNotes notes;
  if (even &&
      !(layout.may_differ && !fits_length(source, layout, static_cast<std::uintmax_t>(layout.samples))))
    require_whole_traces(source, layout);
  else
    even = false;
  if (!even || !index_even(source, words, job, index, notes)) {
    file.geometry.clear();
    notes = {};
    index_uneven(source, words, job, index, notes);
  }
  notes.tell(layout.warnings);
  file.text = layout.text;
  file.stanzas = layout.stanzas;
  file.warnings = layout.warnings;
  file.format = layout.format;
  file.revision = layout.revision;
  file.little_endian = layout.is_little;
  file.is_su = layout.is_su;
  file.unit = words.shots.unit;
  file.samples = layout.samples;
  file.dt = layout.interval;
  file.delay = notes.delay;
  return index;
}

void read_trace(ByteSource& source, const TraceIndex& index, std::size_t trace, std::span<float> samples) {
  const auto own = static_cast<std::size_t>(index.samples_of(trace));
  std::vector<unsigned char> row(own * index.layout.sample_bytes());
  source.go_to(index.samples_at(trace));
  source.read(row.data(), row.size(), title(trace + 1));
  decode_samples(row.data(), index.layout.format, index.layout.is_little, samples.first(own));
  std::ranges::fill(samples.subspan(own), std::numeric_limits<float>::quiet_NaN());
}

}  // namespace foldwave::segy
