#include "core/volume/codec/wave/wave_kernels.hpp"

namespace foldwave {

namespace {

bool processor_has(WavePath path) {
#if (defined(__x86_64__) || defined(_M_X64)) && defined(__GNUC__)
  if (path == WavePath::avx2) return __builtin_cpu_supports("avx2");
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
#else
  return path == WavePath::plain;
#endif
}

const WaveKernels* widest() {
  for (const WavePath path : {WavePath::avx512, WavePath::avx2})
    if (const WaveKernels* found = wave_kernels(path)) return found;
  return plain_wave_kernels();
}

}  // namespace

const WaveKernels* wave_kernels(WavePath path) {
  switch (path) {
    case WavePath::fastest: {
      static const WaveKernels* const found = widest();
      return found;
    }
    case WavePath::plain:
      return plain_wave_kernels();
    case WavePath::avx2:
      return processor_has(path) ? avx2_wave_kernels() : nullptr;
    case WavePath::avx512:
      return processor_has(path) ? avx512_wave_kernels() : nullptr;
  }
  return nullptr;
}

void put_escape(std::int32_t q, std::vector<std::byte>& bytes) {
  std::uint32_t folded = (static_cast<std::uint32_t>(q) << 1) ^ (q < 0 ? ~0U : 0U);
  for (; folded > 127; folded >>= 7)
    bytes.push_back(static_cast<std::byte>((folded & 127U) | 128U));
  bytes.push_back(static_cast<std::byte>(folded));
}

bool take_escape(std::span<const std::byte>& bytes, std::int32_t& q) {
  std::uint32_t folded = 0;
  for (int shift = 0; shift < 35 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<std::uint32_t>(bytes.front());
    bytes = bytes.subspan(1);
    folded |= (byte & 127U) << shift;
    if (byte < 128) {
      q = static_cast<std::int32_t>((folded >> 1) ^ ((folded & 1U) != 0 ? ~0U : 0U));
      return true;
    }
  }
  return false;
}

}  // namespace foldwave
