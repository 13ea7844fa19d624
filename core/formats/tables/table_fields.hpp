// The fields of a line of a table of text, for the readers of tables: parted by commas, semicolons, tabs or
// blanks, a separator inside double quotes is none; ',' may be the decimal sign where semicolons or tabs part
// the columns. No errors: what is no number is told as a word.
#pragma once

#include <string_view>

namespace foldwave {

enum class TableCell { number, empty, word };

TableCell cell_of(std::string_view field, bool decimal_comma, double& value);
std::string_view bare_field(std::string_view field);  // without the quotes around it
bool may_have_decimal_commas(char separator);
bool is_table_remark(std::string_view line);  // '#', '!' or nothing

// The fields of a line, one by one; separator ' ' stands for any blanks.
class TableFields {
 public:
  TableFields(std::string_view line, char separator);

  bool next(std::string_view& field);
  bool open_quote() const { return open_quote_; }

 private:
  bool is_separator(char c) const;

  std::string_view rest_;
  char separator_;
  bool ended_ = false, open_quote_ = false;
};

}  // namespace foldwave
