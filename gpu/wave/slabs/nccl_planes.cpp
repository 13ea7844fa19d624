#include "gpu/wave/slabs/nccl_planes.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

// Of NCCL's interface, which has been the same since its version 2.7, what is used of it.
using Result = int;  // 0: well
struct UniqueId {
  std::array<char, 128> bytes;
};
using CommHandle = void*;
constexpr int bytes_type = 1;  // ncclUint8

struct Library {
  Result (*unique_id)(UniqueId*) = nullptr;
  Result (*init_rank)(CommHandle*, int, UniqueId, int) = nullptr;
  Result (*destroy)(CommHandle) = nullptr;
  Result (*group_start)() = nullptr;
  Result (*group_end)() = nullptr;
  Result (*send)(const void*, std::size_t, int, int, CommHandle, cudaStream_t) = nullptr;
  Result (*receive)(void*, std::size_t, int, int, CommHandle, cudaStream_t) = nullptr;
  const char* (*error_text)(Result) = nullptr;
};

// Null: it is not there.
const Library* library() {
  static const Library loaded = [] {
    Library found;
    void* const handle = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return found;
    bool all = true;
    const auto take = [&](auto& function, const char* name) {
      void* const symbol = dlsym(handle, name);
      all = all && symbol != nullptr;
      std::memcpy(&function, &symbol, sizeof function);
    };
    take(found.unique_id, "ncclGetUniqueId");
    take(found.init_rank, "ncclCommInitRank");
    take(found.destroy, "ncclCommDestroy");
    take(found.group_start, "ncclGroupStart");
    take(found.group_end, "ncclGroupEnd");
    take(found.send, "ncclSend");
    take(found.receive, "ncclRecv");
    take(found.error_text, "ncclGetErrorString");
    return all ? found : Library();
  }();
  return loaded.init_rank != nullptr ? &loaded : nullptr;
}

void check_nccl(Result result, const char* what) {
  if (result != 0)
    throw DeviceError("nccl", std::string(what) + ": " + library()->error_text(result),
                      "start the ranks again, without NCCL in the library path if it fails again");
}

// Rank 0's id, on all; empty where two ranks have one device.
std::vector<std::byte> agree_on_id(Communicator& ranks, const std::string& device) {
  const std::string mine = ranks.host(ranks.rank()) + ": " + device;
  if (ranks.rank() > 0) {
    send_text(ranks, 0, mine);
    return receive_bytes(ranks, 0);
  }
  std::vector<std::string> devices{mine};
  for (int other = 1; other < ranks.size(); ++other)
    devices.push_back(receive_text(ranks, other));
  std::ranges::sort(devices);
  std::vector<std::byte> bytes;
  UniqueId id{};
  if (std::ranges::adjacent_find(devices) == devices.end() && library()->unique_id(&id) == 0) {
    bytes.resize(sizeof id);
    std::memcpy(bytes.data(), &id, sizeof id);
  }
  for (int other = 1; other < ranks.size(); ++other)
    send_bytes(ranks, other, bytes);
  return bytes;
}

}  // namespace

struct NcclPlanes::Comm {
  CommHandle handle = nullptr;
  ~Comm() {
    if (handle != nullptr) library()->destroy(handle);
  }
};

NcclPlanes::NcclPlanes(std::unique_ptr<Comm> comm) : comm_(std::move(comm)) {}
NcclPlanes::~NcclPlanes() = default;

std::unique_ptr<NcclPlanes> NcclPlanes::join(Communicator& ranks, const std::string& device) {
  if (ranks.largest(library() != nullptr ? 0.0 : 1.0) > 0.0) return nullptr;
  const std::vector<std::byte> bytes = agree_on_id(ranks, device);
  UniqueId id{};
  if (bytes.size() != sizeof id) return nullptr;
  std::memcpy(&id, bytes.data(), sizeof id);
  auto comm = std::make_unique<Comm>();
  const Result joined = library()->init_rank(&comm->handle, ranks.size(), id, ranks.rank());
  if (joined != 0) comm->handle = nullptr;
  if (ranks.largest(joined == 0 ? 0.0 : 1.0) > 0.0) return nullptr;
  return std::unique_ptr<NcclPlanes>(new NcclPlanes(std::move(comm)));
}

void NcclPlanes::begin() {
  check_nccl(library()->group_start(), "planes do not leave");
}
void NcclPlanes::send(int to, const void* from, std::size_t bytes, cudaStream_t stream) {
  check_nccl(library()->send(from, bytes, bytes_type, to, comm_->handle, stream), "planes do not leave");
}
void NcclPlanes::receive(int from, void* to, std::size_t bytes, cudaStream_t stream) {
  check_nccl(library()->receive(to, bytes, bytes_type, from, comm_->handle, stream), "planes do not come");
}
void NcclPlanes::end() {
  check_nccl(library()->group_end(), "planes do not come");
}

}  // namespace foldwave
