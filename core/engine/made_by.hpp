// Where a result was made: the back end, its device and the threads. A result that another one made than is
// chosen now, or the CPU in its place, says so by this.
#pragma once

#include <string>

namespace foldwave {

class Backend;

struct MadeBy {
  std::string backend;  // "cpu", "cuda"; empty: not known
  std::string device;   // its name, and who shared the waves: ", 2 ranks"
  int threads = 0;      // on the CPU; 0 on a device
  bool operator==(const MadeBy&) const = default;
};

MadeBy made_by(const Backend& backend);  // what it does now, with the threads that a loop would use now

// "CUDA on NVIDIA H200", "the CPU, AMD EPYC 9654, with 16 threads"; empty where it is not known.
std::string made_by_text(const MadeBy& made);

}  // namespace foldwave
