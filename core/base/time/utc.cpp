#include "core/base/time/utc.hpp"

#include <array>
#include <chrono>
#include <cstdio>

namespace foldwave {

std::string utc_text(std::int64_t microseconds) {
  using namespace std::chrono;
  const sys_time<std::chrono::microseconds> at{std::chrono::microseconds(microseconds)};
  const auto day = floor<days>(at);
  const year_month_day date{day};
  const hh_mm_ss clock{at - day};
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%06dZ",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
                static_cast<int>(clock.subseconds().count()));
  return text.data();
}

}  // namespace foldwave
