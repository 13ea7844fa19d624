// What the program says, with the names of its fields in place of paths in a file.
#pragma once

#include <QString>

#include "core/model/words/path_words.hpp"

namespace foldwave {

inline QString said(const std::string& text) {
  return QString::fromStdString(paths_in_words(text));
}

}  // namespace foldwave
