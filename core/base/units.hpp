// Units that files state their coordinates in, and the sense of their vertical axis. Inside the program
// lengths are metres and z is depth, positive down.
#pragma once

#include <array>

namespace foldwave {

enum class Unit { metre, foot, us_foot, kilometre, second, millisecond };
inline constexpr int unit_count = 6;

// In metres or seconds. The international foot is 0.3048 m; the US survey foot 1200 / 3937 m, which is 2 ppm
// longer: 2 m at a northing of a million feet.
constexpr double in_si(Unit unit) {
  switch (unit) {
    case Unit::metre:
    case Unit::second:
      break;
    case Unit::foot:
      return 0.3048;
    case Unit::us_foot:
      return 1200.0 / 3937.0;
    case Unit::kilometre:
      return 1000.0;
    case Unit::millisecond:
      return 1e-3;
  }
  return 1.0;
}

constexpr bool is_time(Unit unit) {
  return unit == Unit::second || unit == Unit::millisecond;
}

constexpr const char* unit_name(Unit unit) {
  constexpr const char* names[unit_count] = {"metres", "feet", "US survey feet", "kilometres", "s", "ms"};
  return names[static_cast<int>(unit)];
}

// The lengths as scenarios and the command line write them, in Unit's order.
inline constexpr std::array<const char*, 4> length_words{"metres", "feet", "us-feet", "kilometres"};

enum class VerticalSense { elevation, depth };

constexpr const char* sense_name(VerticalSense sense) {
  return sense == VerticalSense::depth ? "depth" : "elevation";
}

}  // namespace foldwave
