// HDF5 as this folder uses it; only for its .cpp files. One lock over every call, as Debian's library has
// none of its own. Files go through a driver of ours on an open descriptor: it takes no locks on the file,
// and it keeps the first failure of a write and lets HDF5 go on, which cannot close a file on a full disk
// otherwise.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <utility>

namespace foldwave {

std::unique_lock<std::mutex> lock_hdf();

// Owns a handle of HDF5. To be made and to end under the lock.
class HdfHandle {
 public:
  HdfHandle() = default;
  HdfHandle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  HdfHandle(HdfHandle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  HdfHandle& operator=(HdfHandle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~HdfHandle() { reset(); }

  void reset() {
    if (id_ >= 0) close_(id_);
    id_ = -1;
  }
  bool is_there() const { return id_ >= 0; }
  operator hid_t() const { return id_; }  // NOLINT(google-explicit-constructor)

 private:
  hid_t id_ = -1;
  herr_t (*close_)(hid_t) = nullptr;
};

// An open file and what became of it; outlives the handles on it.
struct HdfBytes {
  int descriptor = -1;
  std::uint64_t size = 0;
  int error_number = 0;  // of the first write that failed
  // Where given: values are not read, and this is told where they lie. HDF5 1.10 finds a chunk's place only
  // by going through all of them.
  std::uint64_t* place = nullptr;
};

std::uint32_t sum_of(std::span<const std::byte> bytes);  // CRC-32

// Of the lengths of all packed bricks by number: whether the bytes that the sums were taken of still lie
// there, or another program has packed the file anew.
std::uint32_t sum_of_lengths(std::span<const std::uint64_t> lengths);

// File access properties that lead to these bytes.
HdfHandle access_to(HdfBytes& bytes);

}  // namespace foldwave
