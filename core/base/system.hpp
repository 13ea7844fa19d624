// What this machine has: threads, memory, versions.
#pragma once

#include <cstdint>
#include <string>

namespace foldwave {

int thread_count();                     // threads that a parallel loop will use now
void set_thread_count(int threads);     // throws InputError when threads < 1
std::int64_t available_memory_bytes();  // that can be taken without swapping
std::int64_t total_memory_bytes();
std::int64_t peak_memory_bytes();  // of this process so far
std::string cpu_name();
std::string program_version();

}  // namespace foldwave
