// Times of day as text. Microseconds since 1970, without leap seconds.
#pragma once

#include <cstdint>
#include <string>

namespace foldwave {

std::string utc_text(std::int64_t microseconds);  // 2026-03-01T04:05:06.007008Z

}  // namespace foldwave
