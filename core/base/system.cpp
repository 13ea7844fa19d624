#include "core/base/system.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace foldwave {

namespace {

// A line "MemAvailable:   123 kB" of such a file, in bytes; 0 when it is not there.
std::int64_t listed_bytes(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(key + ":", 0) != 0) continue;
    std::istringstream words(line.substr(key.size() + 1));
    std::int64_t kilobytes = 0;
    words >> kilobytes;
    return kilobytes * 1024;
  }
  return 0;
}

}  // namespace

double free_disk_bytes(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::path at = std::filesystem::absolute(folder, failed);
  while (!failed && !std::filesystem::exists(at, failed) && at.has_relative_path())
    at = at.parent_path();
  const std::filesystem::space_info space = std::filesystem::space(at, failed);
  return failed ? -1.0 : static_cast<double>(space.available);
}

std::int64_t available_memory_bytes() {
  return listed_bytes("/proc/meminfo", "MemAvailable");
}

std::int64_t total_memory_bytes() {
  return listed_bytes("/proc/meminfo", "MemTotal");
}

std::int64_t resident_memory_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t size = 0;
  std::int64_t resident = 0;
  return file >> size >> resident ? resident * sysconf(_SC_PAGESIZE) : 0;
}

std::int64_t peak_memory_bytes() {
  // getrusage also counts what the process that started this one had then.
  if (const std::int64_t peak = listed_bytes("/proc/self/status", "VmHWM"); peak > 0) return peak;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

void reset_peak_memory() {
  std::ofstream("/proc/self/clear_refs") << 5;
}

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const auto colon = line.find(':');
    return colon + 2 < line.size() ? line.substr(colon + 2) : "unknown";
  }
  return "unknown";
}

std::string program_version() {
  return FOLDWAVE_VERSION;
}

}  // namespace foldwave
