// Choices that a file guesses once it is read: what the user chose before that goes before the guess, once.
#pragma once

#include <QComboBox>
#include <initializer_list>
#include <set>

namespace foldwave {

using ChosenBeforeRead = std::set<const QComboBox*>;

struct GuessedChoice {
  QComboBox* combo;
  int index;
};

inline void show_guessed(std::initializer_list<GuessedChoice> guesses, ChosenBeforeRead& chosen) {
  for (const GuessedChoice& guess : guesses)
    if (!chosen.contains(guess.combo)) guess.combo->setCurrentIndex(guess.index);
  chosen.clear();
}

}  // namespace foldwave
