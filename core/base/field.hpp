// One value a node of a grid, x fastest, 64-byte aligned and first touched by the threads that will use it.
// Move-only by intent: a copy of a volume is always written out (`clone`).
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "core/base/aligned_memory.hpp"
#include "core/base/error.hpp"
#include "core/base/grid.hpp"

namespace foldwave {

template <class T>
class Field {
 public:
  Field() = default;

  // Throws ResourceError when the memory is not to be had.
  explicit Field(std::array<int, 3> n, T value = T{}) : n_(n), size_(Index{1} * n[0] * n[1] * n[2]) {
    data_.reset(static_cast<T*>(allocate_aligned(static_cast<std::size_t>(size_) * sizeof(T))));
    T* const p = data_.get();
#pragma omp parallel for schedule(static)
    for (Index m = 0; m < size_; ++m)
      p[m] = value;
  }

  Field(Field&& other) noexcept
      : n_(std::exchange(other.n_, {0, 0, 0})),
        size_(std::exchange(other.size_, 0)),
        data_(std::move(other.data_)) {}
  Field& operator=(Field&& other) noexcept {
    n_ = std::exchange(other.n_, {0, 0, 0});
    size_ = std::exchange(other.size_, 0);
    data_ = std::move(other.data_);
    return *this;
  }

  Field clone() const {
    Field copy(n_);
    const T* const from = data_.get();
    T* const to = copy.data_.get();
#pragma omp parallel for schedule(static)
    for (Index m = 0; m < size_; ++m)
      to[m] = from[m];
    return copy;
  }

  std::array<int, 3> shape() const {
    return n_;
  }
  Index size() const {
    return size_;
  }
  bool empty() const {
    return size_ == 0;
  }
  T* data() {
    return data_.get();
  }
  const T* data() const {
    return data_.get();
  }
  std::span<const T> values() const {
    return {data_.get(), static_cast<std::size_t>(size_)};
  }
  std::span<T> values() {
    return {data_.get(), static_cast<std::size_t>(size_)};
  }

  T& operator[](Index m) {
    return data_.get()[m];
  }
  const T& operator[](Index m) const {
    return data_.get()[m];
  }
  T& operator()(int i, int j, int k) {
    return data_.get()[i + n_[0] * (j + Index{1} * n_[1] * k)];
  }
  const T& operator()(int i, int j, int k) const {
    return data_.get()[i + n_[0] * (j + Index{1} * n_[1] * k)];
  }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  std::array<int, 3> n_{0, 0, 0};
  Index size_ = 0;
  std::unique_ptr<T, Free> data_;
};

}  // namespace foldwave
