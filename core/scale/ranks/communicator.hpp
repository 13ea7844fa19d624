// Ranks: the processes (or threads) of one run that share a model by slabs. Rank 0 runs the program and alone
// speaks; the others serve it. Messages between two ranks come in the order in which they were sent.
//
// The implementations: threads of this process (thread_ranks.hpp), for tests and as the simplest case, and
// MPI (app/ranks), which the command line alone links.
// Errors: ResourceError of a message that cannot go or come. A rank that is lost is told by name where ranks
// are threads; under MPI its starter ends the others, and rank 0 says whom it waits for.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace foldwave {

class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual std::string host(int rank) const = 0;

  // Returns when the bytes may be changed, and when exactly so many have come.
  virtual void send(int to, std::span<const std::byte> bytes) = 0;
  virtual void receive(int from, std::span<std::byte> bytes) = 0;

  // Several at once: begun in any order, all over when wait_all comes back. The bytes stay as they are until
  // then.
  virtual void begin_send(int to, std::span<const std::byte> bytes) = 0;
  virtual void begin_receive(int from, std::span<std::byte> bytes) = 0;
  virtual void wait_all() = 0;

  // Whether the bytes of these may lie in a CUDA device's memory.
  virtual bool takes_device_memory() const { return false; }

  // Of all ranks; each must ask.
  virtual double largest(double value) = 0;

  // This one fails where others wait for it: says why, and ends them all. Where ranks are threads, those that
  // wait for it throw.
  virtual void abandon(const std::string& why) = 0;
};

// A length, then so many bytes.
void send_bytes(Communicator& ranks, int to, std::span<const std::byte> bytes);
std::vector<std::byte> receive_bytes(Communicator& ranks, int from);
void send_text(Communicator& ranks, int to, const std::string& text);
std::string receive_text(Communicator& ranks, int from);

std::string rank_text(const Communicator& ranks, int rank);  // "rank 2 on host node7"

// The first that all ranks do: what they send each other is no format that lasts. Throws InputError on rank 0
// where another runs another version of the program; the others go on.
void require_same_version(Communicator& ranks, const std::string& version);

}  // namespace foldwave
