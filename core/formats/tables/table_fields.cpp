#include "core/formats/tables/table_fields.hpp"

#include <algorithm>
#include <array>

#include "core/formats/text_lines.hpp"

namespace foldwave {

std::string_view bare_field(std::string_view field) {
  field = trimmed(field);
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
    field = trimmed(field.substr(1, field.size() - 2));
  return field;
}

TableCell cell_of(std::string_view field, bool decimal_comma, double& value) {
  field = bare_field(field);
  if (field.empty()) return TableCell::empty;
  const auto told = [](bool is_number) { return is_number ? TableCell::number : TableCell::word; };
  const std::size_t comma = decimal_comma ? field.find(',') : std::string_view::npos;
  if (comma == std::string_view::npos) return told(whole_number(field, value));
  std::array<char, 64> text{};
  if (field.size() > text.size() || field.find('.') != std::string_view::npos) return TableCell::word;
  std::copy(field.begin(), field.end(), text.begin());
  text[comma] = '.';
  return told(whole_number({text.data(), field.size()}, value));
}

bool may_have_decimal_commas(char separator) {
  return separator == ';' || separator == '\t';
}

bool is_table_remark(std::string_view line) {
  line = trimmed(line);
  return line.empty() || line.front() == '#' || line.front() == '!';
}

TableFields::TableFields(std::string_view line, char separator) : rest_(line), separator_(separator) {
  if (separator_ == ' ') rest_ = trimmed(rest_);
}

bool TableFields::is_separator(char c) const {
  return separator_ == ' ' ? is_blank(c) : c == separator_;
}

bool TableFields::next(std::string_view& field) {
  if (ended_) return false;
  std::size_t end = 0;
  bool quoted = false;
  for (; end < rest_.size() && (quoted || !is_separator(rest_[end])); ++end)
    if (rest_[end] == '"') quoted = !quoted;
  open_quote_ = open_quote_ || quoted;
  field = rest_.substr(0, end);
  ended_ = end == rest_.size();
  rest_.remove_prefix(ended_ ? end : end + 1);
  while (separator_ == ' ' && !rest_.empty() && is_blank(rest_.front()))
    rest_.remove_prefix(1);
  return true;
}

}  // namespace foldwave
