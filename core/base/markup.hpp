// Text that stands in XML or HTML, as an attribute too: what these take for their own is written out, and
// characters that XML has no place for are left away.
#pragma once

#include <string>
#include <string_view>

namespace foldwave {

inline std::string markup_text(std::string_view plain) {
  std::string text;
  for (const char c : plain) {
    if (c == '&')
      text += "&amp;";
    else if (c == '<')
      text += "&lt;";
    else if (c == '>')
      text += "&gt;";
    else if (c == '"')
      text += "&quot;";
    else if (static_cast<unsigned char>(c) >= 32 || c == '\t' || c == '\n' || c == '\r')
      text += c;
  }
  return text;
}

}  // namespace foldwave
