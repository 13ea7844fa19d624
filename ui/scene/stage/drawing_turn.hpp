// VTK keeps its fonts and its OpenGL functions once for the whole process, and neither stands two threads at
// once: whoever draws with VTK holds this meanwhile. A window's thread only tries, and shows its last picture
// where it fails.
#pragma once

#include <mutex>

namespace foldwave {

inline std::mutex& drawing_turn() {
  static std::mutex turn;
  return turn;
}

}  // namespace foldwave
