#include "core/base/devices/work_devices.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/system.hpp"

namespace foldwave {

void for_each_part(const WorkDevices& devices, int parts, const Job& job,
                   const std::function<void(int part, const Job& job)>& work) {
  if (parts == 1) {
    const auto there = devices.on(0);
    return work(0, job);
  }
  std::stop_source stop;
  std::exception_ptr failed;
  std::mutex mutex;
  const int threads_each = std::max(1, thread_count() / parts);
  {
    const std::stop_callback pass_on(job.stop, [&stop] { stop.request_stop(); });
    std::vector<std::jthread> threads;
    for (int part = 0; part < parts; ++part)
      threads.emplace_back([&, part] {
        try {
          set_threads_of_this_thread(threads_each);
          const auto there = devices.on(part);
          work(part, {part == 0 ? job.progress : nullptr, stop.get_token()});
        } catch (...) {
          const std::scoped_lock lock(mutex);
          // Those that it stops come later.
          if (!failed) failed = std::current_exception();
          stop.request_stop();
        }
      });
  }
  if (failed) std::rethrow_exception(failed);
}

}  // namespace foldwave
