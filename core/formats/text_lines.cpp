#include "core/formats/text_lines.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

constexpr std::int64_t lines_a_look = 4096;

void refuse_binary(std::string_view text, const std::string& name, const char* kind) {
  constexpr std::size_t looked_at = 4096;
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' &&
           c != 0x1a;
  };
  const std::string_view start = text.substr(0, looked_at);
  if (text.find('\0') != std::string_view::npos || std::any_of(start.begin(), start.end(), is_control))
    throw InputError(name, "is not plain text", std::string("give ") + kind);
}

}  // namespace

TextLines::TextLines(std::string_view text, const std::string& name, const char* kind, const Job& job)
    : rest_(text), name_(name), job_(job), step_("reading " + name) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
  if (rest_.empty()) throw InputError(name, "is empty", std::string("give ") + kind);
  refuse_binary(rest_, name, kind);
  size_ = static_cast<std::int64_t>(rest_.size());
}

bool TextLines::next(std::string_view& line) {
  if (rest_.empty()) return false;
  if (number_ % lines_a_look == 0) {
    job_.throw_if_stopped();
    job_.report({step_, size_ - static_cast<std::int64_t>(rest_.size()), size_, 1.0, "bytes"});
  }
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  line = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  while (!line.empty() && (line.back() == '\r' || line.back() == '\f' || line.back() == 0x1a))
    line.remove_suffix(1);
  ++number_;
  return true;
}

std::size_t TextLines::foreseen(std::size_t rows) const {
  const auto all = static_cast<double>(size_);
  const double read = std::max(all - static_cast<double>(rest_.size()), 1.0);
  return static_cast<std::size_t>(1.02 * all / read * static_cast<double>(rows)) + 16;
}

void TextLines::fail(const std::string& problem, const std::string& remedy) const {
  throw InputError(name_ + ", line " + std::to_string(number_), problem, remedy);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back()))
    text.remove_suffix(1);
  return text;
}

std::string_view next_word(std::string_view& rest) {
  while (!rest.empty() && is_blank(rest.front()))
    rest.remove_prefix(1);
  std::size_t end = 0;
  while (end < rest.size() && !is_blank(rest[end]))
    ++end;
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

std::string shown(std::string_view found) {
  constexpr std::size_t longest = 40;
  std::string text(found.substr(0, longest));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return "\"" + text + (found.size() > longest ? "...\"" : "\"");
}

bool whole_number(std::string_view word, double& value) {
  const char* begin = word.data();
  const char* const end = begin + word.size();
  if (begin != end && *begin == '+') ++begin;
  const auto [stop, error] = std::from_chars(begin, end, value);
  return begin != end && error == std::errc() && stop == end;
}

bool is_null_value(double value) {
  constexpr double null_magnitude = 1e30;
  return !(std::abs(value) < 0.999999 * null_magnitude);
}

}  // namespace foldwave
