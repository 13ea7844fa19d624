#include "core/bench/host.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/engine/forecast/machine/machine_bounds.hpp"

namespace foldwave {

namespace {

using HostJson = nlohmann::ordered_json;

constexpr std::size_t line_bytes = 64, least_bytes = 4096;
constexpr std::size_t large_page = std::size_t{2} << 20;

struct alignas(line_bytes) Line {
  const Line* next = nullptr;
};

// Memory that no page but a large one holds, where the system has such.
class ChaseMemory {
 public:
  explicit ChaseMemory(std::size_t bytes) : bytes_(bytes) {
    memory_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED)
      throw ResourceError("bench host", "there is no memory for the chase", "end other programs");
    large_ = ::madvise(memory_, bytes_, MADV_HUGEPAGE) == 0;
  }
  ~ChaseMemory() { ::munmap(memory_, bytes_); }
  ChaseMemory(const ChaseMemory&) = delete;
  ChaseMemory& operator=(const ChaseMemory&) = delete;

  bool large() const { return large_; }
  // A whole large page on its own: small sizes lie in one.
  Line* lines() const {
    const auto at = reinterpret_cast<std::uintptr_t>(memory_);
    return reinterpret_cast<Line*>((at + large_page - 1) / large_page * large_page);
  }

 private:
  std::size_t bytes_;
  void* memory_;
  bool large_ = false;
};

// Lines in an order that visits each once and is no stride: a linear congruence of full period.
const Line* linked(Line* lines, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    lines[i].next = lines + ((i * 6364136223846793005ULL + 1442695040888963407ULL) & (count - 1));
  return lines;
}

// The address is kept from the optimiser, so that each step is made.
const Line* follow(const Line* at, std::size_t steps) {
  for (std::size_t s = 0; s < steps; ++s)
    at = at->next;
  return at;
}

Measurement chase_seconds(const Line* at, std::size_t count, int repeats) {
  const std::size_t warm = std::min(count, std::size_t{1} << 20);
  at = follow(at, warm);
  // As many as take some milliseconds.
  const std::size_t steps =
      count * line_bytes <= (std::size_t{1} << 22) ? std::size_t{1} << 20 : std::size_t{1} << 17;
  std::vector<double> seconds;
  std::uintptr_t kept = 0;
  for (int r = 0; r < repeats; ++r) {
    const Clock clock;
    at = follow(at, steps);
    kept ^= reinterpret_cast<std::uintptr_t>(at);
    seconds.push_back(clock.seconds() / static_cast<double>(steps));
  }
  if (kept == 1) return {};
  // What disturbs a run only adds to it.
  std::ranges::sort(seconds);
  seconds.resize(std::max<std::size_t>(1, seconds.size() / 2 + 1));
  return measurement_of(seconds, 1e-9 / static_cast<double>(steps), 2);
}

double cache_bytes(int level) {
  for (int index = 0; index < 8; ++index) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    std::ifstream levels(folder + "level"), kinds(folder + "type"), sizes(folder + "size");
    int of = 0;
    std::string kind;
    double size = 0.0;
    char unit = 'K';
    if (!(levels >> of) || !(kinds >> kind) || of != level || kind == "Instruction") continue;
    if (sizes >> size && sizes >> unit) return size * (unit == 'M' ? 1048576.0 : 1024.0);
  }
  return 0.0;
}

double median_of(const std::vector<HostChasePoint>& chase, double from, double to) {
  std::vector<double> seconds;
  for (const HostChasePoint& p : chase)
    if (p.bytes >= from && p.bytes <= to) seconds.push_back(p.seconds.mean);
  if (seconds.empty()) return 0.0;
  std::ranges::nth_element(seconds, seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2));
  return seconds[seconds.size() / 2];
}

}  // namespace

double HostFigures::l1_latency() const {
  return median_of(chase, 0.0, l1_bytes / 2.0);
}
double HostFigures::l2_latency() const {
  return median_of(chase, 2.0 * l1_bytes, l2_bytes / 2.0);
}
double HostFigures::l3_latency() const {
  return median_of(chase, 2.0 * l2_bytes, l3_bytes / 2.0);
}
double HostFigures::memory_latency() const {
  const double last = std::max({l1_bytes, l2_bytes, l3_bytes});
  return last > 0.0 ? median_of(chase, 4.0 * last, 1e30) : 0.0;
}

HostFigures measure_host(const HostBenchPlan& plan, const std::filesystem::path& folder, const Job& job) {
  HostFigures f;
  f.l1_bytes = cache_bytes(1);
  f.l2_bytes = cache_bytes(2);
  f.l3_bytes = cache_bytes(3);
  const auto room = static_cast<std::size_t>(std::max<std::int64_t>(0, available_memory_bytes() / 4));
  const std::size_t most = std::max(least_bytes, std::min(plan.most_bytes, room));
  const ChaseMemory memory(most + large_page);
  f.large_pages = memory.large();
  for (std::size_t bytes = least_bytes; bytes <= most; bytes *= 2) {
    job.throw_if_stopped();
    const std::size_t count = bytes / line_bytes;
    f.chase.push_back(
        {static_cast<double>(bytes), chase_seconds(linked(memory.lines(), count), count, plan.repeats)});
  }
  f.bounds = measure_bounds(*cpu_backend(), folder, job);
  return f;
}

HostJson to_json(const HostFigures& f) {
  const auto known = [](double value) { return value > 0.0 ? HostJson(value) : HostJson(); };
  HostJson j{{"levels",
              {{"l1_latency", known(f.l1_latency())},
               {"l2_latency", known(f.l2_latency())},
               {"l3_latency", known(f.l3_latency())},
               {"memory_latency", known(f.memory_latency())},
               {"triad_bandwidth", known(f.bounds.triad)}}},
             {"l1_bytes", known(f.l1_bytes)},
             {"l2_bytes", known(f.l2_bytes)},
             {"l3_bytes", known(f.l3_bytes)},
             {"large_pages", f.large_pages},
             {"operations_per_second", known(f.bounds.arithmetic)},
             {"loop_seconds", known(f.bounds.launch)},
             {"disk_write", known(f.bounds.disk_write)},
             {"disk_read", known(f.bounds.disk_read)},
             {"disk_way", f.bounds.disk_way},
             {"chase", HostJson::array()}};
  for (const HostChasePoint& p : f.chase)
    j["chase"].push_back(
        {{"bytes", p.bytes}, {"seconds", p.seconds.mean}, {"uncertainty", p.seconds.uncertainty}});
  return j;
}

}  // namespace foldwave
