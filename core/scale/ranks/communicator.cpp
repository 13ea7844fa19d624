#include "core/scale/ranks/communicator.hpp"

#include <cstdint>
#include <cstring>

#include "core/base/error.hpp"

namespace foldwave {

void send_bytes(Communicator& ranks, int to, std::span<const std::byte> bytes) {
  const std::uint64_t size = bytes.size();
  ranks.send(to, std::as_bytes(std::span(&size, 1)));
  if (size > 0) ranks.send(to, bytes);
}

std::vector<std::byte> receive_bytes(Communicator& ranks, int from) {
  std::uint64_t size = 0;
  ranks.receive(from, std::as_writable_bytes(std::span(&size, 1)));
  std::vector<std::byte> bytes(size);
  if (size > 0) ranks.receive(from, bytes);
  return bytes;
}

void send_text(Communicator& ranks, int to, const std::string& text) {
  send_bytes(ranks, to, std::as_bytes(std::span(text)));
}

std::string receive_text(Communicator& ranks, int from) {
  const std::vector<std::byte> bytes = receive_bytes(ranks, from);
  std::string text(bytes.size(), '\0');
  if (!bytes.empty()) std::memcpy(text.data(), bytes.data(), bytes.size());
  return text;
}

std::string rank_text(const Communicator& ranks, int rank) {
  return "rank " + std::to_string(rank) + " on host " + ranks.host(rank);
}

void require_same_version(Communicator& ranks, const std::string& version) {
  if (ranks.rank() > 0) return send_text(ranks, 0, version);
  std::string other;
  for (int rank = 1; rank < ranks.size(); ++rank)
    if (const std::string found = receive_text(ranks, rank); found != version && other.empty())
      other = rank_text(ranks, rank) + " runs version " + found + ", rank 0 runs " + version;
  if (!other.empty()) throw InputError("ranks", other, "start the same foldwave-cli on all hosts");
}

}  // namespace foldwave
