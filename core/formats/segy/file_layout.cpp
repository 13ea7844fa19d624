#include "core/formats/segy/file_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/units.hpp"
#include "core/formats/segy/sample_formats.hpp"
#include "core/formats/segy/segy_bytes.hpp"

namespace foldwave::segy {

namespace {

constexpr std::uint32_t order_constant = 16909060;  // 0x01020304
constexpr std::uint32_t swapped_pairs = 0x02010403;
constexpr std::string_view last_stanza = "((SEG:ENDTEXT))";

// EBCDIC has its letters and digits beyond ASCII, and its blank where ASCII has '@'.
bool looks_ebcdic(const std::string& block) {
  std::ptrdiff_t ascii = 0, ebcdic = 0;
  for (const char c : block) {
    const auto code = static_cast<unsigned char>(c);
    if (code == 0x40 || code >= 0x80)
      ++ebcdic;
    else if (code >= 0x20 && code < 0x7f)
      ++ascii;
  }
  return ebcdic > ascii;
}

std::string read_text_block(ByteSource& source, const std::string& what) {
  std::string block(kTextBytes, ' ');
  source.read(block.data(), block.size(), what);
  if (looks_ebcdic(block)) std::transform(block.begin(), block.end(), block.begin(), from_ebcdic);
  return block;
}

std::vector<std::string> lines_of(const std::string& block) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < block.size(); at += kTextColumns) {
    std::string line = block.substr(at, kTextColumns);
    for (char& c : line)
      if (c < 0x20 || c == 0x7f) c = ' ';
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string without_blanks_upper(const std::string& block) {
  std::string plain;
  for (const char c : block)
    if (c > 0x20) plain += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return plain;
}

// The headings of stanzas, "((SEG:Layout))" say, as they are written.
void note_stanzas(const std::string& block, std::vector<std::string>& stanzas) {
  constexpr std::size_t longest = 80;
  for (std::size_t at = block.find("(("); at != std::string::npos; at = block.find("((", at + 2)) {
    const std::size_t end = block.find("))", at);
    if (end == std::string::npos) return;
    if (end - at <= longest) stanzas.push_back(lines_of(block.substr(at + 2, end - at - 2)).front());
  }
}

// A count, or -1 for "until the end stanza".
void read_extended_text(ByteSource& source, int count, FileLayout& layout) {
  if (count < -1) source.fail("the count of extended textual headers is " + std::to_string(count));
  for (int i = 0; count < 0 || i < count; ++i) {
    const std::string block = read_text_block(source, "extended textual header " + std::to_string(i + 1));
    note_stanzas(block, layout.stanzas);
    if (count < 0 && without_blanks_upper(block).find(last_stanza) != std::string::npos) return;
  }
}

// Files that give no revision may have such text all the same. The numbers of a trace's header have bytes
// that are 0, and text has none.
bool text_follows(ByteSource& source) {
  if (source.left() < kTextBytes) return false;
  std::array<char, kTraceHeaderBytes> start{};
  const auto at = source.at();
  source.read(start.data(), start.size(), "what follows the binary header");
  source.go_to(at);
  return std::ranges::find(start, '\0') == start.end();
}

// The constant of revision 2, else whether the sample format is one in the other order alone.
bool is_little_endian(const ByteSource& source, BinaryHeader& h) {
  const std::uint32_t constant = h.getu32(3297);
  h.set_little(true);
  const std::uint32_t swapped = h.getu32(3297);
  const auto has_format = [&h] {
    return h.getu16(3225) == 4 || find_sample_format(h.getu16(3225)) != nullptr;
  };
  const bool by_format = has_format();
  h.set_little(false);
  if (constant == swapped_pairs || swapped == swapped_pairs)
    source.fail("the bytes of its words are swapped in pairs", "give a big-endian or little-endian file");
  if (constant == order_constant) return false;
  if (swapped == order_constant) return true;
  return by_format && !has_format();
}

// Two bytes of their own in revision 2; a word before.
void take_revision(const BinaryHeader& h, FileLayout& layout) {
  const int a = h.data()[3501 - 3201], b = h.data()[3502 - 3201];
  if (a == 2 && b <= 1) {
    layout.revision = 2, layout.minor = b;
  } else if (layout.is_little && b == 2 && a <= 1) {
    layout.revision = 2, layout.minor = a;
  } else {
    layout.revision = a == 1 || (a == 0 && b == 1) ? 1 : 0;
  }
}

// Counts that revision 2 gives more room to.
void take_long_counts(const ByteSource& source, const BinaryHeader& h, FileLayout& layout) {
  const std::uint32_t samples = h.getu32(3269);
  if (samples > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max()))
    source.fail("its traces have " + std::to_string(samples) + " samples, as bytes 3269-3272 say",
                "give a file of at most 2147483647");
  if (samples > 0) layout.samples = static_cast<int>(samples);
  const double interval = h.get_double(3273);
  if (std::isfinite(interval) && interval > 0.0) layout.interval = 1e-6 * interval;
  const std::int64_t extra = layout.minor == 0 ? std::int64_t{h.get32(3507)} : std::int64_t{h.getu16(3507)};
  constexpr int most_extra = 1000;
  if (extra < 0 || extra > most_extra)
    source.fail("it has " + std::to_string(extra) + " additional headers a trace, as byte 3507 says",
                "give a file of at most " + std::to_string(most_extra));
  layout.extra_headers = static_cast<int>(extra);
}

// Where revision 2 says that the traces begin and end.
void take_trace_range(ByteSource& source, const BinaryHeader& h, FileLayout& layout) {
  const std::uint64_t first = h.getu64(3521);
  if (first > source.at()) {
    if (first >= source.end())
      source.fail("its first trace begins at byte " + std::to_string(first) +
                  ", as byte 3521 says, behind "
                  "its end");
    layout.warnings.push_back("the traces begin at byte " + std::to_string(first) + ", " +
                              std::to_string(first - source.at()) + " bytes behind the headers");
    source.go_to(first);
  } else if (first > 0 && first < source.at()) {
    layout.warnings.push_back("byte 3521 has the first trace within the headers, at byte " +
                              std::to_string(first) + "; it is taken where they end");
  }
  const std::int32_t trailer = h.get32(3529);
  if (trailer < 0)
    source.fail("a number of stanzas that is not said follows its traces",
                "give a file that says how many (bytes 3529-3532), or has none");
  const std::uintmax_t bytes = static_cast<std::uintmax_t>(trailer) * kTextBytes;
  if (bytes > source.left())
    source.fail(std::to_string(trailer) +
                " stanzas of 3200 bytes follow its traces, as byte 3529 says, "
                "more than the file has");
  source.end_at(source.end() - bytes);
}

void require_format(const ByteSource& source, int format) {
  if (find_sample_format(format) != nullptr) return;
  source.fail("the sample format is " + std::to_string(format) +
                  (format == 4 ? ", fixed point with gain, which the standard has withdrawn" : ""),
              "give a SEG-Y file, of format 1 to 3, 5 to 12, 15 or 16");
}

// Four-byte IEEE floats, of the byte order in which the first trace's length makes whole traces.
void take_su(ByteSource& source, FileLayout& layout) {
  if (source.end() == 0) source.fail("the file holds no trace", "give a Seismic Unix file with traces");
  TraceHeader h;
  source.read(h.data(), kTraceHeaderBytes, "the header of trace 1");
  source.go_to(0);
  const auto fits = [&](bool little) {
    h.set_little(little);
    const std::uintmax_t samples = h.getu16(115);
    return samples > 0 && source.end() % (kTraceHeaderBytes + sizeof(float) * samples) == 0;
  };
  const bool big = fits(false), little = fits(true);
  // Where both do, the first trace of a file has a small number.
  h.set_little(true);
  const std::uint32_t number = h.getu32(1);
  h.set_little(false);
  layout.is_su = true;
  layout.is_little = big && little ? number <= h.getu32(1) : little;
  if (!big && !little) {
    const int as_big = h.getu16(115);
    h.set_little(true);
    source.fail("its first trace says " + std::to_string(h.getu16(115)) + " or, big-endian, " +
                    std::to_string(as_big) + " samples, and the file's length fits neither",
                "give a whole Seismic Unix file, whose traces have one length");
  }
  layout.format = 5;
  layout.may_differ = false;
}

}  // namespace

std::size_t FileLayout::sample_bytes() const {
  const SampleFormat* const known = find_sample_format(format);
  return known == nullptr ? 0 : known->bytes;
}

std::uintmax_t FileLayout::header_bytes() const {
  return kTraceHeaderBytes * (1 + static_cast<std::uintmax_t>(extra_headers));
}

FileLayout read_file_layout(ByteSource& source, SegyMapping& mapping) {
  FileLayout layout;
  bool feet = false;
  if (source.name().ends_with(".su") || source.name().ends_with(".SU")) {
    take_su(source, layout);
  } else {
    layout.text = lines_of(read_text_block(source, "the textual header"));
    BinaryHeader h;
    source.read(h.data(), kBinaryBytes, "the binary header");
    layout.is_little = is_little_endian(source, h);
    h.set_little(layout.is_little);
    layout.format = h.getu16(3225);
    require_format(source, layout.format);
    take_revision(h, layout);
    layout.samples = h.getu16(3221);
    layout.interval = 1e-6 * h.getu16(3217);
    layout.may_differ = layout.revision == 0 || h.get16(3503) == 0;
    feet = h.get16(3255) == 2;
    if (layout.revision == 2) take_long_counts(source, h, layout);
    if (layout.revision > 0 || (h.get16(3505) > 0 && text_follows(source)))
      read_extended_text(source, h.get16(3505), layout);
    if (layout.revision == 2) take_trace_range(source, h, layout);
  }
  if (feet && mapping.unit == 1.0) layout.warnings.emplace_back("lengths are in feet, as the file has them");
  if (feet && mapping.unit == 0.0) layout.warnings.emplace_back("lengths are in feet, and are made metres");
  if (mapping.unit == 0.0) mapping.unit = feet ? in_si(Unit::foot) : 1.0;
  if (mapping.interval > 0.0) layout.interval = mapping.interval;
  if (const SampleFormat* const known = find_sample_format(layout.format); !known->is_exact)
    if (layout.format != 1)
      layout.warnings.push_back(std::string("samples are ") + known->name +
                                ", and are rounded to 4-byte floats");
  layout.first = source.at();
  if (source.left() == 0) source.fail("the file holds no trace");
  return layout;
}

}  // namespace foldwave::segy
