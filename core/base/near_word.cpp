#include "core/base/near_word.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace foldwave {

int letters_apart(std::string_view a, std::string_view b) {
  const auto letter = [](std::string_view word, std::size_t i) {
    return std::tolower(static_cast<unsigned char>(word[i]));
  };
  const std::size_t width = b.size() + 1;
  std::vector<int> before(width), last(width), row(width);
  for (std::size_t j = 0; j < width; ++j)
    last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j < width; ++j) {
      const int changed = letter(a, i - 1) == letter(b, j - 1) ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + changed});
      if (i > 1 && j > 1 && letter(a, i - 1) == letter(b, j - 2) && letter(a, i - 2) == letter(b, j - 1))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last.back();
}

std::string near_word(std::string_view word, std::span<const std::string> known) {
  // Nobody mistypes a word of this length, and comparing takes the product of both.
  constexpr std::size_t longest = 60;
  std::string nearest;
  int best = 0;
  if (word.size() > longest) return nearest;
  for (const std::string& candidate : known) {
    const int most = std::max<int>(1, static_cast<int>(std::max(word.size(), candidate.size())) / 3);
    const int apart = letters_apart(word, candidate);
    if (apart > most || (!nearest.empty() && apart >= best)) continue;
    nearest = candidate;
    best = apart;
  }
  return nearest;
}

}  // namespace foldwave
