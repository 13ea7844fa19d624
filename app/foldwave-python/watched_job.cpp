#include "app/foldwave-python/watched_job.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace foldwave::python {

namespace {

namespace py = pybind11;

struct Told {
  std::string step;
  std::int64_t done = 0, total = 0;
};

// The latest report, from whichever thread works, for the one that waits.
class LatestReport final : public Progress {
 public:
  void report(const ProgressReport& r) override {
    const std::lock_guard lock(mutex_);
    latest_ = Told{std::string(r.step), r.done, r.total};
  }
  void end(std::exception_ptr failed) {
    const std::lock_guard lock(mutex_);
    failed_ = std::move(failed);
    ended_ = true;
    changed_.notify_one();
  }
  // Whether the work has ended, after a tenth of a second at most.
  bool wait(std::optional<Told>& told) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(100), [&] { return ended_; });
    told = std::exchange(latest_, std::nullopt);
    return ended_;
  }
  std::exception_ptr failed() const { return failed_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Told> latest_;
  std::exception_ptr failed_;
  bool ended_ = false;
};

}  // namespace

void run_watched(const py::object& progress, const std::function<void(const Job&)>& work) {
  LatestReport report;
  std::jthread worker([&](const std::stop_token& stop) {
    std::exception_ptr failed;
    try {
      work(Job{&report, stop});
    } catch (...) {
      failed = std::current_exception();
    }
    report.end(failed);
  });
  // What Python itself raised meanwhile: it goes before what the stopped work says.
  std::optional<py::error_already_set> raised;
  bool ended = false;
  while (!ended) {
    std::optional<Told> told;
    {
      const py::gil_scoped_release release;
      ended = report.wait(told);
    }
    if (raised) continue;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (told && !progress.is_none()) progress(told->step, told->done, told->total);
    } catch (py::error_already_set& error) {
      raised.emplace(std::move(error));
      worker.request_stop();
    }
  }
  if (raised) throw py::error_already_set(std::move(*raised));
  if (report.failed()) std::rethrow_exception(report.failed());
}

}  // namespace foldwave::python
