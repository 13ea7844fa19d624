#include "core/volume/store/hdf_file.hpp"

#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace foldwave {

namespace {

struct OpenBytes {
  H5FD_t base;  // HDF5's part, first
  HdfBytes* bytes;
  haddr_t end_of_addresses;
};

OpenBytes& of(H5FD_t* file) {
  return *reinterpret_cast<OpenBytes*>(file);
}
const OpenBytes& of(const H5FD_t* file) {
  return *reinterpret_cast<const OpenBytes*>(file);
}

H5FD_t* open_bytes(const char*, unsigned, hid_t access, haddr_t) {
  const void* const info = H5Pget_driver_info(access);
  if (info == nullptr) return nullptr;
  auto* const open = new OpenBytes{};
  std::memcpy(&open->bytes, info, sizeof open->bytes);
  return &open->base;
}

herr_t close_bytes(H5FD_t* file) {
  delete &of(file);
  return 0;
}

herr_t features(const H5FD_t*, unsigned long* flags) {
  if (flags != nullptr)
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

haddr_t end_of_addresses(const H5FD_t* file, H5FD_mem_t) {
  return of(file).end_of_addresses;
}

herr_t set_end_of_addresses(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  of(file).end_of_addresses = end;
  return 0;
}

haddr_t end_of_file(const H5FD_t* file, H5FD_mem_t) {
  return of(file).bytes->size;
}

herr_t read_bytes(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t at, size_t size, void* to) {
  HdfBytes& bytes = *of(file).bytes;
  if (bytes.place != nullptr && kind == H5FD_MEM_DRAW) {
    *bytes.place = at;
    return 0;
  }
  auto* next = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t got = ::pread(bytes.descriptor, next, size, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) {
      // Beyond its end a file that is being written holds zeros.
      std::memset(next, 0, size);
      return 0;
    }
    next += got;
    at += static_cast<haddr_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  return 0;
}

herr_t write_bytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, size_t size, const void* from) {
  HdfBytes& bytes = *of(file).bytes;
  const auto* next = static_cast<const char*>(from);
  while (size > 0 && bytes.error_number == 0) {
    const ssize_t put = ::pwrite(bytes.descriptor, next, size, static_cast<off_t>(at));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) {
      bytes.error_number = put < 0 ? errno : ENOSPC;
      break;
    }
    next += put;
    at += static_cast<haddr_t>(put);
    size -= static_cast<std::size_t>(put);
  }
  bytes.size = std::max<std::uint64_t>(bytes.size, at + size);
  return 0;
}

herr_t set_length(H5FD_t* file, hid_t, hbool_t) {
  OpenBytes& open = of(file);
  if (open.bytes->error_number != 0 || open.end_of_addresses == open.bytes->size) return 0;
  if (::ftruncate(open.bytes->descriptor, static_cast<off_t>(open.end_of_addresses)) != 0)
    open.bytes->error_number = errno;
  open.bytes->size = open.end_of_addresses;
  return 0;
}

hid_t driver() {
  static const hid_t id = [] {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    // A plugin would set up its filter anew in what we make; bricks are packed and unpacked by us.
    H5PLset_loading_state(0);
    static H5FD_class_t functions{};
#if H5_VERSION_GE(1, 14, 0)
    functions.version = H5FD_CLASS_VERSION;
    functions.value = static_cast<H5FD_class_value_t>(600);
#endif
    functions.name = "foldwave";
    functions.maxaddr = (haddr_t{1} << 62U) - 1;
    functions.fc_degree = H5F_CLOSE_STRONG;
    functions.fapl_size = sizeof(HdfBytes*);
    functions.open = open_bytes;
    functions.close = close_bytes;
    functions.query = features;
    functions.get_eoa = end_of_addresses;
    functions.set_eoa = set_end_of_addresses;
    functions.get_eof = end_of_file;
    functions.read = read_bytes;
    functions.write = write_bytes;
    functions.truncate = set_length;
    const H5FD_mem_t map[] = H5FD_FLMAP_DICHOTOMY;
    std::copy(std::begin(map), std::end(map), std::begin(functions.fl_map));
    return H5FDregister(&functions);
  }();
  return id;
}

}  // namespace

std::unique_lock<std::mutex> lock_hdf() {
  static std::mutex mutex;
  std::unique_lock lock(mutex);
  // What fails is told by errors of ours. HDF5 keeps this a thread, where it has been built for threads.
  thread_local const bool is_quiet = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
  static_cast<void>(is_quiet);
  return lock;
}

std::uint32_t sum_of(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::uint32_t sum_of_lengths(std::span<const std::uint64_t> lengths) {
  return sum_of(std::as_bytes(lengths));
}

HdfHandle access_to(HdfBytes& bytes) {
  HdfHandle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  HdfBytes* const pointer = &bytes;
  H5Pset_driver(access, driver(), &pointer);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  // Checksums over all of HDF5's own structures; read by HDF5 1.10 (2016) and later.
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  return access;
}

}  // namespace foldwave
