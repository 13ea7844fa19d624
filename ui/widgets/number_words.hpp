// Numbers as people read them, as core/base/shown_text.hpp writes them.
#pragma once

#include <QString>
#include <concepts>

#include "core/base/shown_text.hpp"

namespace foldwave {

inline QString short_words(double value, int significant = 3) {
  return QString::fromStdString(short_text(value, significant));
}

inline QString count_words(std::integral auto count) {
  return QString::fromStdString(count_text(static_cast<std::int64_t>(count)));
}

inline QString metres_words(double metres) {
  return QString::fromStdString(metres_text(metres));
}

}  // namespace foldwave
