// The values made last, by what they were made from: what a picture that follows the mouse asks for again and
// again is made once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

namespace foldwave {

// Safe from several threads; no lock is held while a value is made, so two that ask for the same at once may
// both make it.
template <class Key, class Value>
class LastMade {
 public:
  explicit LastMade(std::size_t most) : most_(most) {}

  // The value of this key, or the one that `make` gives; what it throws is not kept.
  template <class Make>
  std::shared_ptr<const Value> get(const Key& key, const Make& make) {
    if (auto there = take(key)) return put(key, std::move(there));
    return put(key, std::make_shared<const Value>(make()));
  }

 private:
  std::shared_ptr<const Value> take(const Key& key) {
    const std::scoped_lock lock(mutex_);
    const auto at = find(key);
    return at == kept_.end() ? nullptr : at->second;
  }
  std::shared_ptr<const Value> put(const Key& key, std::shared_ptr<const Value> value) {
    std::deque<Entry> dropped;  // goes when the lock is gone: it may be large
    const std::scoped_lock lock(mutex_);
    if (const auto at = find(key); at != kept_.end()) {
      dropped.push_back(std::move(*at));
      kept_.erase(at);
    }
    kept_.emplace_front(key, value);
    if (kept_.size() > most_) {
      dropped.push_back(std::move(kept_.back()));
      kept_.pop_back();
    }
    return value;
  }
  using Entry = std::pair<Key, std::shared_ptr<const Value>>;
  auto find(const Key& key) {
    return std::find_if(kept_.begin(), kept_.end(), [&](const Entry& e) { return e.first == key; });
  }

  std::mutex mutex_;
  std::deque<Entry> kept_;  // the newest first
  std::size_t most_;
};

}  // namespace foldwave
