// libh5z-foldwave.so: this program's codecs for whoever reads or writes HDF5 (h5py, h5repack, VTK, ParaView).
// HDF5 loads it from its folder of plugins when a file names filter 479. One library serves every flavour of
// HDF5: it is linked with none, and takes the few functions that it needs from the one that called it.
// Values must be little-endian floats of 4 bytes; a chunk of more than three axes is taken as three.
#include <H5PLextern.h>
#include <dlfcn.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>

#include "core/volume/store/plugin/own_filter.hpp"

namespace {

using namespace foldwave;

constexpr std::size_t most_axes = 32;  // H5S_MAX_RANK
constexpr std::size_t most_asked = 16;

// Functions of the HDF5 whose code holds `caller`.
class CallingHdf {
 public:
  explicit CallingHdf(void* caller) {
    Dl_info at{};
    if (dladdr(caller, &at) == 0) return;
    library_ = dlopen(at.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    // Linked into the program itself.
    if (library_ == nullptr) library_ = dlopen(nullptr, RTLD_LAZY);
  }
  ~CallingHdf() {
    if (library_ != nullptr) dlclose(library_);
  }
  CallingHdf(const CallingHdf&) = delete;
  CallingHdf& operator=(const CallingHdf&) = delete;

  template <class Function>
  Function* find(const char* name) const {
    return library_ == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library_, name));
  }

 private:
  void* library_ = nullptr;
};

htri_t can_apply(hid_t, hid_t type, hid_t) {
  const CallingHdf hdf(__builtin_return_address(0));
  const auto kind = hdf.find<decltype(H5Tget_class)>("H5Tget_class");
  const auto size = hdf.find<decltype(H5Tget_size)>("H5Tget_size");
  const auto order = hdf.find<decltype(H5Tget_order)>("H5Tget_order");
  if (kind == nullptr || size == nullptr || order == nullptr) return -1;
  return kind(type) == H5T_FLOAT && size(type) == sizeof(float) && order(type) == H5T_ORDER_LE ? 1 : 0;
}

// Completes what was asked for by the shape of the chunks.
herr_t set_local(hid_t made_as, hid_t, hid_t) {
  const CallingHdf hdf(__builtin_return_address(0));
  const auto get = hdf.find<decltype(H5Pget_filter_by_id2)>("H5Pget_filter_by_id2");
  const auto chunk_of = hdf.find<decltype(H5Pget_chunk)>("H5Pget_chunk");
  const auto modify = hdf.find<decltype(H5Pmodify_filter)>("H5Pmodify_filter");
  if (get == nullptr || chunk_of == nullptr || modify == nullptr) return -1;
  std::array<unsigned, most_asked> asked{};
  std::size_t count = asked.size();
  unsigned flags = 0;
  std::array<hsize_t, most_axes> chunk{};
  const int axes = chunk_of(made_as, static_cast<int>(most_axes), chunk.data());
  if (get(made_as, own_filter_id, &flags, &count, asked.data(), 0, nullptr, nullptr) < 0 ||
      count > asked.size() || axes < 1)
    return -1;
  try {
    std::array<hsize_t, 3> n{1, 1, 1};
    for (int a = 0; a < axes; ++a) {
      const auto from_last = static_cast<std::size_t>(axes - 1 - a);
      n[from_last < 2 ? from_last : 2] *= chunk[static_cast<std::size_t>(a)];
    }
    BrickShape shape;
    for (std::size_t a = 0; a < 3; ++a) {
      if (n[a] > INT_MAX) return -1;
      shape.n[a] = static_cast<int>(n[a]);
    }
    const auto parameters = asked_parameters(std::span(asked).first(count), shape);
    return modify(made_as, own_filter_id, flags, parameters.size(), parameters.data());
  } catch (const std::exception&) {
    return -1;
  }
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
using Buffer = std::unique_ptr<void, Free>;

// What HDF5 gets back in place of its buffer, whose memory is malloc's on both sides.
std::size_t hand_over(Buffer made, std::size_t bytes, std::size_t* size, void** buffer) {
  std::free(*buffer);
  *buffer = made.release();
  *size = bytes;
  return bytes;
}

// 0 says that it failed, and leaves the buffer as it was.
std::size_t filter(unsigned flags, std::size_t count, const unsigned* parameters, std::size_t bytes,
                   std::size_t* size, void** buffer) {
  try {
    const OwnPacking packing = own_packing({parameters, count});
    const std::size_t values = packing.shape.values();
    if ((flags & H5Z_FLAG_REVERSE) != 0) {
      Buffer raw(std::malloc(values * sizeof(float)));
      if (!raw) return 0;
      packing.codec->decode({static_cast<const std::byte*>(*buffer), bytes}, packing.shape,
                            {static_cast<float*>(raw.get()), values});
      return hand_over(std::move(raw), values * sizeof(float), size, buffer);
    }
    if (bytes != values * sizeof(float)) return 0;
    const auto packed =
        packing.codec->encode({static_cast<const float*>(*buffer), values}, packing.shape, packing.bound);
    // Longer ones do not pay: HDF5 then leaves the filter out, where that is allowed.
    if (packed.size() >= bytes && (flags & H5Z_FLAG_OPTIONAL) != 0) return 0;
    Buffer made(std::malloc(packed.size()));
    if (!made) return 0;
    std::memcpy(made.get(), packed.data(), packed.size());
    return hand_over(std::move(made), packed.size(), size, buffer);
  } catch (const std::exception&) {
    return 0;
  }
}

const H5Z_class2_t filter_class{H5Z_CLASS_T_VERS,    own_filter_id, 1,         1,
                                "Foldwave's codecs", can_apply,     set_local, filter};

}  // namespace

extern "C" {
H5PL_type_t H5PLget_plugin_type(void) {
  return H5PL_TYPE_FILTER;
}
const void* H5PLget_plugin_info(void) {
  return &filter_class;
}
}
