#include "core/formats/stations/seed_records.hpp"

#include <libmseed.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <mutex>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace foldwave {

namespace {

constexpr std::size_t seed_header_bytes = 48;

[[noreturn]] void refuse_record(const std::string& name, std::size_t at, const std::string& problem) {
  throw InputError(name + ", byte " + std::to_string(at), problem, "fetch the file again; it may be damaged");
}

// What of a record's header must hold before it is unpacked.
struct SeedLayout {
  bool is_big = true;       // the header's order of bytes
  bool is_big_data = true;  // the samples'
  std::size_t length = 0, data = 0;
  int samples = 0, encoding = -1;
};

class SeedHeader {
 public:
  SeedHeader(std::string_view file, std::size_t at, const std::string& name)
      : bytes_(file.substr(at)), at_(at), name_(name) {
    if (bytes_.starts_with("MS\x03"))
      throw InputError(name_ + ", byte " + std::to_string(at_), "is a record of miniSEED 3",
                       "convert it to miniSEED 2.4");
    if (bytes_.size() < seed_header_bytes || !has_mark())
      throw InputError(name_ + ", byte " + std::to_string(at_), "is no miniSEED record",
                       "give data records alone, as data centres send them; the file may be cut");
  }

  SeedLayout layout() {
    const auto valid_day = [this] {
      const int year = word(20), day = word(22);
      return MS_ISVALIDYEARDAY(year, day);
    };
    // libmseed's own order of trial.
    is_big_ = false;
    if (!valid_day()) is_big_ = true;
    if (!valid_day()) fail("its record has no date that could be");
    SeedLayout found;
    found.is_big = found.is_big_data = is_big_;
    found.samples = word(30);
    found.data = static_cast<std::size_t>(word(44));
    walk_blockettes(found);
    if (found.length == 0) fail("its record does not say how long it is (blockette 1000)");
    if (found.length > bytes_.size())
      throw InputError(
          name_ + ", byte " + std::to_string(at_),
          "the file ends in the middle of a record of " + std::to_string(found.length) + " bytes",
          "fetch it again; it is cut");
    check_samples(found);
    return found;
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const { refuse_record(name_, at_, problem); }

  bool has_mark() const {
    const auto digit = [](char c) { return (c >= '0' && c <= '9') || c == ' ' || c == '\0'; };
    const auto at_most = [this](std::size_t i, int most) {
      return static_cast<unsigned char>(bytes_[i]) <= most;
    };
    return std::all_of(bytes_.begin(), bytes_.begin() + 6, digit) && MS_ISDATAINDICATOR(bytes_[6]) &&
           (bytes_[7] == ' ' || bytes_[7] == '\0') && at_most(24, 23) && at_most(25, 59) && at_most(26, 60);
  }

  int word(std::size_t i) const {
    const int first = static_cast<unsigned char>(bytes_[i]),
              second = static_cast<unsigned char>(bytes_[i + 1]);
    return is_big_ ? 256 * first + second : 256 * second + first;
  }

  void walk_blockettes(SeedLayout& found) const {
    std::size_t next = static_cast<std::size_t>(word(46));
    for (std::size_t from = seed_header_bytes; next != 0;) {
      if (next < from || next + 8 > bytes_.size()) fail("its blockettes lead out of the record");
      const std::size_t blockette = next;
      if (word(blockette) == 1000) {
        const int power = static_cast<unsigned char>(bytes_[blockette + 6]);
        if (power < 7 || power > 20) fail("its record is 2^" + std::to_string(power) + " bytes long");
        const std::size_t length = std::size_t{1} << power;
        if (found.length != 0 && found.length != length) fail("its record has two lengths");
        found.length = length;
        found.encoding = static_cast<unsigned char>(bytes_[blockette + 4]);
        found.is_big_data = static_cast<signed char>(bytes_[blockette + 5]) > 0;
      }
      // What says its own length: libmseed takes four from it.
      if (word(blockette) == 2000 && word(blockette + 4) < 8) fail("its blockette 2000 has no length");
      next = static_cast<std::size_t>(word(blockette + 2));
      from = blockette + 8;
      if (found.length != 0 && std::max(from, next + 8) > found.length)
        fail("its blockettes lead out of the record");
    }
  }

  void check_samples(const SeedLayout& found) const {
    if (found.samples == 0) return;
    if (found.data < seed_header_bytes || found.data >= found.length)
      fail("its samples begin at byte " + std::to_string(found.data) + " of a record of " +
           std::to_string(found.length));
    // Bytes of a sample; of Steim's frames of 64 bytes the unpacking tells.
    const auto bytes = [&]() -> std::size_t {
      switch (found.encoding) {
        case DE_ASCII:
          return 1;
        case DE_INT16:
        case DE_GEOSCOPE163:
        case DE_GEOSCOPE164:
        case DE_CDSN:
        case DE_SRO:
        case DE_DWWSSN:
          return 2;
        case DE_GEOSCOPE24:
          return 3;
        case DE_INT32:
        case DE_FLOAT32:
          return 4;
        case DE_FLOAT64:
          return 8;
        case DE_STEIM1:
        case DE_STEIM2:
          return 0;
        default:
          fail("its samples are packed by a way unknown here, number " + std::to_string(found.encoding));
      }
    }();
    if (static_cast<std::size_t>(found.samples) * bytes > found.length - found.data)
      fail("its header promises " + std::to_string(found.samples) + " samples, more than its record holds");
  }

  std::string_view bytes_;
  std::size_t at_;
  const std::string& name_;
  bool is_big_ = true;
};

// libmseed keeps what it works on in variables of the whole program, and would write to standard error.
std::mutex& seed_library() {
  static std::mutex mutex;
  static std::once_flag quiet;
  std::call_once(quiet, [] {
    const auto say_nothing = [](char*) {};
    ms_loginit(say_nothing, nullptr, say_nothing, nullptr);
    // What records say of themselves holds, not the environment.
    unpackheaderbyteorder = unpackdatabyteorder = -1;
    unpackencodingformat = unpackencodingfallback = -1;
  });
  return mutex;
}

struct FreeRecord {
  void operator()(MSRecord* record) const { msr_free(&record); }
};

// Steim's frames end with what the last sample must be.
std::int32_t last_of_steim(std::string_view record, const SeedLayout& layout) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto byte = static_cast<unsigned char>(record[layout.data + 8 + (layout.is_big_data ? i : 3 - i)]);
    value = value << 8 | byte;
  }
  return static_cast<std::int32_t>(value);
}

template <class Value>
void take_samples(const MSRecord& record, std::vector<float>& to) {
  const auto* const values = static_cast<const Value*>(record.datasamples);
  for (std::int64_t n = 0; n < record.numsamples; ++n)
    to.push_back(static_cast<float>(values[n]));
}

}  // namespace

SeedRecord seed_record(std::string_view file, std::size_t at, const std::string& name) {
  const SeedLayout layout = SeedHeader(file, at, name).layout();
  SeedRecord found;
  found.bytes = layout.length;
  found.is_text = layout.encoding == DE_ASCII && layout.samples > 0;
  const bool is_wanted = layout.samples > 0 && !found.is_text;
  const bool is_steim = layout.encoding == DE_STEIM1 || layout.encoding == DE_STEIM2;
  // libmseed may look a little past the end.
  std::vector<char> bytes(layout.length + 1024, '\0');
  std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(at), layout.length, bytes.begin());
  const std::scoped_lock lock(seed_library());
  MSRecord* made = nullptr;
  const int problem = msr_unpack(bytes.data(), static_cast<int>(layout.length), &made, is_wanted ? 1 : 0, 0);
  const std::unique_ptr<MSRecord, FreeRecord> record(made);
  if (problem != MS_NOERROR || !record)
    refuse_record(name, at,
                  is_wanted
                      ? "its record of " + std::to_string(layout.samples) + " samples cannot be unpacked"
                      : "its record cannot be read");
  found.network = record->network;
  found.station = record->station;
  found.location = record->location;
  found.channel = record->channel;
  found.start = record->starttime;
  found.rate = record->samprate;
  if (!is_wanted) return found;
  if (record->numsamples != layout.samples)
    refuse_record(name, at,
                  "its header promises " + std::to_string(layout.samples) + " samples, and it holds " +
                      std::to_string(record->numsamples));
  if (is_steim && static_cast<const std::int32_t*>(record->datasamples)[record->numsamples - 1] !=
                      last_of_steim(std::string_view(bytes.data(), bytes.size()), layout))
    refuse_record(name, at, "the last of its samples is not what the record says that it must be");
  if (!(found.rate > 0.0) || !std::isfinite(found.rate) || found.rate > 1e6)
    refuse_record(name, at, number_text(found.rate) + " samples a second are no rate");
  if (found.start == HPTERROR) refuse_record(name, at, "its record has no time that could be");
  if (record->sampletype == 'f')
    take_samples<float>(*record, found.samples);
  else if (record->sampletype == 'd')
    take_samples<double>(*record, found.samples);
  else
    take_samples<std::int32_t>(*record, found.samples);
  return found;
}

}  // namespace foldwave
