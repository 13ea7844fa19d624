// Tables as text: a header line, cells parted by commas, '.' as the decimal sign; an empty cell for what is
// no number, quotes around a word with a comma. Places are given in depth and written as elevation.
#pragma once

#include <cmath>
#include <string>

#include "core/base/text.hpp"
#include "core/base/vec3.hpp"
#include "core/formats/atomic_file.hpp"

namespace foldwave {

// Rows, in pieces of about a megabyte, into a file.
class CsvText {
 public:
  CsvText(AtomicFile& file, const std::string& header) : file_(file), text_(header + '\n') {}

  CsvText& operator<<(double value) { return cell(std::isfinite(value) ? number_text(value, 10) : ""); }
  CsvText& operator<<(std::size_t value) { return cell(std::to_string(value)); }
  CsvText& operator<<(const Vec3& map) { return *this << map.x << map.y << -map.z; }
  CsvText& operator<<(const std::string& value) {
    if (value.find_first_of(",\"\n\r") == std::string::npos) return cell(value);
    std::string quoted = "\"";
    for (const char c : value)
      quoted += c == '"' ? "\"\"" : std::string(1, c == '\n' || c == '\r' ? ' ' : c);
    return cell(quoted + '"');
  }
  void end_row() {
    text_ += '\n';
    begun_ = false;
    if (text_.size() > 1'000'000) finish();
  }
  void finish() {
    file_.write(text_);
    text_.clear();
  }

 private:
  CsvText& cell(const std::string& value) {
    if (begun_) text_ += ',';
    text_ += value;
    begun_ = true;
    return *this;
  }

  AtomicFile& file_;
  std::string text_;
  bool begun_ = false;
};

}  // namespace foldwave
