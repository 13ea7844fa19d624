#include "core/formats/segy/trace_words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/near_word.hpp"
#include "core/formats/segy/segy_bytes.hpp"

namespace foldwave {

namespace {

constexpr std::array named_words{
    SegyNamedWord{"trace-in-line", {1, 4}},
    SegyNamedWord{"trace-in-file", {5, 4}},
    SegyNamedWord{"field-record", {9, 4}},
    SegyNamedWord{"trace-in-record", {13, 4}},
    SegyNamedWord{"source-point", {17, 4}},
    SegyNamedWord{"cdp", {21, 4}},
    SegyNamedWord{"trace-in-cdp", {25, 4}},
    SegyNamedWord{"trace-id", {29, 2}},
    SegyNamedWord{"vertical-sum", {31, 2}},
    SegyNamedWord{"horizontal-sum", {33, 2}},
    SegyNamedWord{"data-use", {35, 2}},
    SegyNamedWord{"offset", {37, 4}},
    SegyNamedWord{"receiver-elevation", {41, 4}},
    SegyNamedWord{"source-elevation", {45, 4}},
    SegyNamedWord{"source-depth", {49, 4}},
    SegyNamedWord{"receiver-datum", {53, 4}},
    SegyNamedWord{"source-datum", {57, 4}},
    SegyNamedWord{"source-water", {61, 4}},
    SegyNamedWord{"receiver-water", {65, 4}},
    SegyNamedWord{"elevation-scalar", {69, 2}},
    SegyNamedWord{"coordinate-scalar", {71, 2}},
    SegyNamedWord{"source-x", {73, 4}},
    SegyNamedWord{"source-y", {77, 4}},
    SegyNamedWord{"receiver-x", {81, 4}},
    SegyNamedWord{"receiver-y", {85, 4}},
    SegyNamedWord{"coordinate-units", {89, 2}},
    SegyNamedWord{"weathering-velocity", {91, 2}},
    SegyNamedWord{"subweathering-velocity", {93, 2}},
    SegyNamedWord{"source-uphole", {95, 2}},
    SegyNamedWord{"receiver-uphole", {97, 2}},
    SegyNamedWord{"source-static", {99, 2}},
    SegyNamedWord{"receiver-static", {101, 2}},
    SegyNamedWord{"total-static", {103, 2}},
    SegyNamedWord{"lag-a", {105, 2}},
    SegyNamedWord{"lag-b", {107, 2}},
    SegyNamedWord{"delay", {109, 2}},
    SegyNamedWord{"mute-start", {111, 2}},
    SegyNamedWord{"mute-end", {113, 2}},
    SegyNamedWord{"samples", {115, 2}},
    SegyNamedWord{"interval", {117, 2}},
    SegyNamedWord{"gain-type", {119, 2}},
    SegyNamedWord{"gain-constant", {121, 2}},
    SegyNamedWord{"initial-gain", {123, 2}},
    SegyNamedWord{"correlated", {125, 2}},
    SegyNamedWord{"year", {157, 2}},
    SegyNamedWord{"day", {159, 2}},
    SegyNamedWord{"hour", {161, 2}},
    SegyNamedWord{"minute", {163, 2}},
    SegyNamedWord{"second", {165, 2}},
    SegyNamedWord{"time-basis", {167, 2}},
    SegyNamedWord{"trace-weight", {169, 2}},
    SegyNamedWord{"cdp-x", {181, 4}},
    SegyNamedWord{"cdp-y", {185, 4}},
    SegyNamedWord{"inline", {189, 4}},
    SegyNamedWord{"crossline", {193, 4}},
    SegyNamedWord{"shot-point", {197, 4}},
    SegyNamedWord{"shot-point-scalar", {201, 2}},
    SegyNamedWord{"value-unit", {203, 2}},
    SegyNamedWord{"time-scalar", {215, 2}},
};

// Digits alone, up to the end; none otherwise.
std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

}  // namespace

std::span<const SegyNamedWord> segy_trace_words() {
  return named_words;
}

SegyWord parse_segy_word(const std::string& text, const std::string& what) {
  const auto found = std::ranges::find(named_words, text, &SegyNamedWord::name);
  if (found != named_words.end()) return found->word;
  const std::size_t colon = text.find(':');
  const auto position = whole_number(std::string_view(text).substr(0, colon));
  const auto bytes = colon == std::string::npos ? std::optional<int>(4)
                                                : whole_number(std::string_view(text).substr(colon + 1));
  if (!position || !bytes) {
    std::vector<std::string> names;
    for (const SegyNamedWord& word : named_words)
      names.emplace_back(word.name);
    const std::string near = near_word(text, names);
    throw InputError(what, "\"" + text + "\" is no word of a trace header",
                     near.empty() ? "give a byte's place, such as 189 or 189:2, or a name, such as inline"
                                  : "write \"" + near + "\", or a byte's place, such as 189 or 189:2");
  }
  if (*bytes != 2 && *bytes != 4)
    throw InputError(what, "a word of " + std::to_string(*bytes) + " bytes", "give 2 or 4");
  const SegyWord word{*position, *bytes};
  if (word.position == 0 || !in_trace_header(word))
    throw InputError(what, "byte " + std::to_string(word.position) + " is beyond a trace header",
                     "give 1 to " + std::to_string(kSegyLastWord + 4 - word.bytes));
  return word;
}

SegyWord parse_segy_word_or_none(const std::string& text, const std::string& what) {
  return text == "0" ? SegyWord{} : parse_segy_word(text, what);
}

std::string segy_word_text(SegyWord word) {
  return std::to_string(word.position) + (word.bytes == 2 ? ":2" : "");
}

std::vector<SegyHeaderValue> segy_header_values(std::span<const unsigned char> header, bool little) {
  std::vector<SegyHeaderValue> values;
  for (const SegyNamedWord& named : named_words) {
    const unsigned char* const at = header.data() + named.word.position - 1;
    const auto value = named.word.bytes == 2
                           ? std::int32_t{static_cast<std::int16_t>(segy::load_word<2>(at, little))}
                           : static_cast<std::int32_t>(segy::load_word<4>(at, little));
    if (value != 0) values.push_back({named.name, named.word, value});
  }
  return values;
}

}  // namespace foldwave
