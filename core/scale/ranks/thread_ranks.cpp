#include "core/scale/ranks/thread_ranks.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

// The letters on their way, by sender and receiver.
class Post {
 public:
  void put(int from, int to, std::span<const std::byte> bytes) {
    const std::scoped_lock lock(mutex_);
    letters_[{from, to}].emplace_back(bytes.begin(), bytes.end());
    come_.notify_all();
  }

  void take(int from, int to, std::span<std::byte> bytes) {
    std::unique_lock lock(mutex_);
    auto& box = letters_[{from, to}];
    come_.wait(lock, [&] { return !box.empty() || lost_.contains(from); });
    if (box.empty())
      throw ResourceError("ranks", "rank " + std::to_string(from) + " on host here is lost",
                          "start them again");
    const std::vector<std::byte> letter = std::move(box.front());
    box.pop_front();
    if (letter.size() != bytes.size())
      throw ResourceError("ranks", "two ranks do not speak of the same", "use one version everywhere");
    if (!letter.empty()) std::memcpy(bytes.data(), letter.data(), letter.size());
  }

  void lose(int rank) {
    const std::scoped_lock lock(mutex_);
    lost_.insert(rank);
    come_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable come_;
  std::map<std::pair<int, int>, std::deque<std::vector<std::byte>>> letters_;
  std::set<int> lost_;
};

class ThreadRank final : public Communicator {
 public:
  ThreadRank(Post& post, int rank, int size) : post_(post), rank_(rank), size_(size) {}
  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::string host(int) const override { return "here"; }
  void send(int to, std::span<const std::byte> bytes) override { post_.put(rank_, to, bytes); }
  void receive(int from, std::span<std::byte> bytes) override { post_.take(from, rank_, bytes); }
  void begin_send(int to, std::span<const std::byte> bytes) override { send(to, bytes); }
  void begin_receive(int from, std::span<std::byte> bytes) override { awaited_.push_back({from, bytes}); }
  void wait_all() override {
    for (const auto& one : std::exchange(awaited_, {}))
      receive(one.first, one.second);
  }
  double largest(double value) override {
    const auto bytes = [](double& one) { return std::as_writable_bytes(std::span(&one, 1)); };
    if (rank_ > 0) {
      send(0, bytes(value));
      receive(0, bytes(value));
      return value;
    }
    double most = value;
    for (int other = 1; other < size_; ++other) {
      receive(other, bytes(value));
      most = std::max(most, value);
    }
    for (int other = 1; other < size_; ++other)
      send(other, bytes(most));
    return most;
  }
  void abandon(const std::string&) override { post_.lose(rank_); }

 private:
  Post& post_;
  int rank_, size_;
  std::vector<std::pair<int, std::span<std::byte>>> awaited_;
};

}  // namespace

void as_ranks(int count, const std::function<void(Communicator&)>& work) {
  Post post;
  std::mutex mutex;
  std::exception_ptr first;
  const auto one = [&](int rank) {
    ThreadRank self(post, rank, count);
    try {
      work(self);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!first) first = std::current_exception();
      post.lose(rank);
    }
  };
  {
    std::vector<std::jthread> others;
    for (int rank = 1; rank < count; ++rank)
      others.emplace_back(one, rank);
    one(0);
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace foldwave
