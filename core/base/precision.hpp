// The numbers that a solver computes in.
#pragma once

namespace foldwave {

enum class Precision { binary32, binary64 };

}  // namespace foldwave
