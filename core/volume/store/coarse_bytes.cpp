#include <zlib.h>

#include "core/volume/store/coarse_level.hpp"

namespace foldwave {

std::vector<std::byte> pack_coarse(const Field<float>& coarse) {
  const auto bytes = std::as_bytes(coarse.values());
  const std::size_t count = coarse.values().size();
  std::vector<std::byte> planes(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i)
    planes[i % sizeof(float) * count + i / sizeof(float)] = bytes[i];
  uLongf size = compressBound(static_cast<uLong>(planes.size()));
  std::vector<std::byte> packed(size);
  compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(planes.data()),
            static_cast<uLong>(planes.size()), Z_BEST_SPEED);
  packed.resize(size);
  return packed;
}

bool unpack_coarse(std::span<const std::byte> packed, Field<float>& coarse) {
  const auto bytes = std::as_writable_bytes(coarse.values());
  const std::size_t count = coarse.values().size();
  std::vector<std::byte> planes(bytes.size());
  auto size = static_cast<uLongf>(planes.size());
  if (uncompress(reinterpret_cast<Bytef*>(planes.data()), &size,
                 reinterpret_cast<const Bytef*>(packed.data()), static_cast<uLong>(packed.size())) != Z_OK ||
      size != planes.size())
    return false;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = planes[i % sizeof(float) * count + i / sizeof(float)];
  return true;
}

}  // namespace foldwave
