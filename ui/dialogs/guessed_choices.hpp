// Choices that a file guesses once it is read: what the user chose before that goes before the guess, once.
#pragma once

#include <QComboBox>
#include <set>
#include <vector>

namespace foldwave {

using ChosenBeforeRead = std::set<const QComboBox*>;

struct GuessedChoice {
  QComboBox* combo;
  int index;
};

// Where the same file is read again: what was changed from its guess stays.
inline void keep_changed(const std::vector<GuessedChoice>& guesses, ChosenBeforeRead& chosen) {
  for (const GuessedChoice& guess : guesses)
    if (guess.combo->currentIndex() != guess.index) chosen.insert(guess.combo);
}

inline void show_guessed(const std::vector<GuessedChoice>& guesses, ChosenBeforeRead& chosen) {
  for (const GuessedChoice& guess : guesses)
    if (!chosen.contains(guess.combo)) guess.combo->setCurrentIndex(guess.index);
  chosen.clear();
}

}  // namespace foldwave
