// Items of a loop that is run over and over by the same threads: each takes those of its own share, the same
// every time, which its cache may still hold, and helps with the others' when it has none left.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

namespace foldwave {

class WorkShares {
 public:
  WorkShares(int items, int threads) : shares_(static_cast<std::size_t>(std::max(1, threads))) {
    const auto first = [&](std::size_t share) {
      return static_cast<int>(static_cast<std::size_t>(items) * share / shares_.size());
    };
    for (std::size_t s = 0; s < shares_.size(); ++s) {
      shares_[s].next.store(first(s), std::memory_order_relaxed);
      shares_[s].last = first(s + 1);
    }
  }

  // The next item for a thread, counted from 0; -1: none is left. Each item is given once.
  int take(int thread) {
    for (std::size_t other = 0; other < shares_.size(); ++other) {
      Share& share = shares_[(static_cast<std::size_t>(thread) + other) % shares_.size()];
      if (share.next.load(std::memory_order_relaxed) >= share.last) continue;
      const int item = share.next.fetch_add(1, std::memory_order_relaxed);
      if (item < share.last) return item;
    }
    return -1;
  }

 private:
  struct alignas(64) Share {  // a line of the cache each
    std::atomic<int> next{0};
    int last = 0;
  };
  std::vector<Share> shares_;
};

}  // namespace foldwave
