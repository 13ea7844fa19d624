// What this machine has: threads, memory, disks, versions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace foldwave {

int thread_count();  // threads that a parallel loop will use now

// Threads of a parallel loop that wait for each other spin by default, which starves the window and every
// other program as soon as the cores are shared (a fold took three times as long). The OpenMP library reads
// its setting only when it is loaded, so a program that was started without one is started again, once, with
// it. To be called first in main; returns when there is nothing to do.
void let_waiting_threads_sleep(char** argv);

// Throws InputError when threads < 1. OpenMP keeps the count of each thread of its own: a thread that was
// made before, or is not made by this one, takes it over with follow_thread_count().
void set_thread_count(int threads);
void follow_thread_count();
// Of the parallel loops that the calling thread begins, whatever was chosen for the rest.
void set_threads_of_this_thread(int threads);

std::int64_t available_memory_bytes();  // that can be taken without swapping
std::int64_t total_memory_bytes();
std::int64_t resident_memory_bytes();  // of this process now; 0: not known
std::int64_t peak_memory_bytes();      // of this process so far, or since the last reset
void reset_peak_memory();              // does nothing where the system does not let it
// Of the disk on which this folder lies or would be made; below 0: the system does not tell.
double free_disk_bytes(const std::filesystem::path& folder);
std::string cpu_name();
std::string program_version();

}  // namespace foldwave
