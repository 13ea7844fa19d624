// A text, line by line: what the readers of text formats share. A line comes without its end (LF, CRLF, a
// form feed or Ctrl-Z before it); errors name file and line; the stop token is looked at and the bytes read
// are reported every few thousand lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/progress.hpp"

namespace foldwave {

class TextLines {
 public:
  // Throws InputError when the text is empty or holds control characters; `kind` says what it should be. The
  // text, the name and the job must outlive the reader. A byte order mark is stepped over.
  TextLines(std::string_view text, const std::string& name, const char* kind, const Job& job);
  TextLines(std::string_view text, const std::string& name, const char* kind, Job&& job) = delete;

  bool next(std::string_view& line);               // false at the end
  std::int64_t number() const { return number_; }  // of the line read last, from 1
  // How many rows the whole text may hold, when `rows` were read so far: to ask for memory once.
  std::size_t foreseen(std::size_t rows) const;
  [[noreturn]] void fail(const std::string& problem, const std::string& remedy) const;

 private:
  std::string_view rest_;
  const std::string& name_;
  const Job& job_;
  std::string step_;
  std::int64_t number_ = 0, size_ = 0;
};

// After so many rows their length is known well enough.
inline constexpr std::size_t rows_before_reserve = 4096;

inline bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
std::string_view trimmed(std::string_view text);          // without blanks at both ends
std::string_view next_word(std::string_view& rest);       // parted by blanks; empty at the end
std::string shown(std::string_view found);                // fit for a one-line message, in quotes
bool whole_number(std::string_view word, double& value);  // the word is one number and nothing else

// A value that stands for "nothing here": not finite, or of a magnitude of 1e30 and more.
bool is_null_value(double value);

// What interpretation programs write for a depth that is not there.
inline constexpr double null_depth = -999.25;

}  // namespace foldwave
