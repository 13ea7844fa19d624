// The threads of system.hpp, apart from the rest so that readers alone link without OpenMP.
#include <omp.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "core/base/error.hpp"
#include "core/base/system.hpp"

namespace foldwave {

namespace {

std::atomic<int> chosen_threads = 0;  // 0: never chosen

}  // namespace

int thread_count() {
  return omp_get_max_threads();
}

void let_waiting_threads_sleep(char** argv) {
  if (std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  setenv("OMP_WAIT_POLICY", "passive", 1);
  execv("/proc/self/exe", argv);
}

void set_thread_count(int threads) {
  if (threads < 1) throw InputError("threads", std::to_string(threads) + " is not a count", "give 1 or more");
  chosen_threads = threads;
  omp_set_num_threads(threads);
}

void follow_thread_count() {
  if (const int threads = chosen_threads) omp_set_num_threads(threads);
}

void set_threads_of_this_thread(int threads) {
  omp_set_num_threads(threads);
}

}  // namespace foldwave
