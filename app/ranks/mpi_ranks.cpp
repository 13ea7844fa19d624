#include "app/ranks/mpi_ranks.hpp"

#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace foldwave {

namespace {

// A message counts its bytes in an int.
constexpr std::size_t most_bytes_at_once = std::size_t{1} << 30;
constexpr double seconds_of_silence = 8.0;

void check_mpi(int code, const char* what) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw ResourceError("mpi", std::string(what) + ": " + text.data(), "start the ranks again");
}

// How many processes the starter has started; 1 where there is none.
int started_ranks() {
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"})
    if (const char* const count = std::getenv(name)) return std::atoi(count);
  return 1;
}

class MpiRanks final : public Communicator {
 public:
  MpiRanks(int* argc, char*** argv) {
    int given = 0;
    check_mpi(MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &given), "MPI does not start");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    std::array<char, MPI_MAX_PROCESSOR_NAME + 1> name{};
    int length = 0;
    MPI_Get_processor_name(name.data(), &length);
    std::vector<char> all(name.size() * static_cast<std::size_t>(size_));
    check_mpi(MPI_Allgather(name.data(), static_cast<int>(name.size()), MPI_CHAR, all.data(),
                            static_cast<int>(name.size()), MPI_CHAR, MPI_COMM_WORLD),
              "ranks do not find each other");
    for (int r = 0; r < size_; ++r)
      hosts_.emplace_back(all.data() + name.size() * static_cast<std::size_t>(r));
  }
  ~MpiRanks() override { MPI_Finalize(); }
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::string host(int rank) const override { return hosts_.at(static_cast<std::size_t>(rank)); }

  void send(int to, std::span<const std::byte> bytes) override {
    begin_send(to, bytes);
    wait_all();
  }
  void receive(int from, std::span<std::byte> bytes) override {
    begin_receive(from, bytes);
    wait_all();
  }
  void begin_send(int to, std::span<const std::byte> bytes) override {
    each_part(bytes, [&](std::span<const std::byte> part) {
      MPI_Request request{};
      check_mpi(
          MPI_Isend(part.data(), static_cast<int>(part.size()), MPI_BYTE, to, 0, MPI_COMM_WORLD, &request),
          "a message does not leave");
      waiting_.push_back({request, to});
    });
  }
  void begin_receive(int from, std::span<std::byte> bytes) override {
    each_part(bytes, [&](std::span<std::byte> part) {
      MPI_Request request{};
      check_mpi(
          MPI_Irecv(part.data(), static_cast<int>(part.size()), MPI_BYTE, from, 0, MPI_COMM_WORLD, &request),
          "a message does not come");
      waiting_.push_back({request, from});
    });
  }

  // A rank that waits for rank 0 to say what is next sleeps a little; within a run messages come at once.
  void wait_all() override {
    const Clock clock;
    bool told = false;
    for (Waiting& one : std::exchange(waiting_, {})) {
      for (int done = 0;;) {
        check_mpi(MPI_Test(&one.request, &done, MPI_STATUS_IGNORE), "a message is lost");
        if (done != 0) break;
        const double since = clock.seconds();
        // On a shared core the other rank may be who waits for it.
        std::this_thread::yield();
        if (since > 0.02) std::this_thread::sleep_for(std::chrono::microseconds(since > 1.0 ? 1000 : 100));
        if (rank_ == 0 && since > seconds_of_silence && !std::exchange(told, true))
          std::cerr << "warning: rank 0 has waited " + seconds_text(since) + " for " +
                           rank_text(*this, one.other) + "\n";
      }
    }
  }

  // As Open MPI answers; of other libraries it is not known.
  bool takes_device_memory() const override {
#if defined(MPIX_CUDA_AWARE_SUPPORT)
    return MPIX_Query_cuda_support() == 1;
#else
    return false;
#endif
  }

  double largest(double value) override {
    double most = value;
    check_mpi(MPI_Allreduce(&value, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD), "ranks do not meet");
    return most;
  }

  void abandon(const std::string& why) override {
    std::cerr << "foldwave-cli: " + rank_text(*this, rank_) + ": " + why + "\n";
    MPI_Abort(MPI_COMM_WORLD, 1);
  }

 private:
  struct Waiting {
    MPI_Request request{};
    int other = 0;
  };

  template <class Byte, class Use>
  static void each_part(std::span<Byte> bytes, const Use& use) {
    for (std::size_t at = 0; at < bytes.size(); at += most_bytes_at_once)
      use(bytes.subspan(at, std::min(most_bytes_at_once, bytes.size() - at)));
  }

  int rank_ = 0, size_ = 1;
  std::vector<std::string> hosts_;
  std::vector<Waiting> waiting_;
};

}  // namespace

std::unique_ptr<Communicator> make_mpi_ranks(int* argc, char*** argv) {
  if (started_ranks() < 2) return nullptr;
  return std::make_unique<MpiRanks>(argc, argv);
}

}  // namespace foldwave
