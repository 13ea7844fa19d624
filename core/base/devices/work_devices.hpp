// Devices of one process that share work: piece p of it goes to device p % count. `enter` binds the calling
// thread to its piece's device until what it gives goes; empty: there is nothing to bind, as on the
// processor.
#pragma once

#include <functional>
#include <memory>

#include "core/base/progress.hpp"

namespace foldwave {

struct WorkDevices {
  int count = 1;
  std::function<std::shared_ptr<const void>(int piece)> enter = {};
  int together = 1;  // pieces that each may have at a time, where the caller has asked how many fit

  std::shared_ptr<const void> on(int piece) const { return enter ? enter(piece) : nullptr; }
};

// work(part, job) for parts 0 .. parts - 1 side by side, each bound to a device, on a thread of its own with
// its share of the processor's threads; the first reports. One part stays on the calling thread. What one
// throws stops the others, and is thrown.
void for_each_part(const WorkDevices& devices, int parts, const Job& job,
                   const std::function<void(int part, const Job& job)>& work);

}  // namespace foldwave
