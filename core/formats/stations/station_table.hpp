// Where stations stand: a table of text whose first line names its columns, parted as in csv.hpp:
//
//   station                     its code; needed
//   network, location, channel  where they are not there, or empty: any; "--": a code of blanks
//   x, y                        map coordinates, in metres where their names do not tell another unit
//   z or depth, elevation       z is depth, positive down
//
// Errors: InputError naming file, line and remedy: a column that is not there, degrees, a row without its
// place, two rows of one station.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/vec3.hpp"

namespace foldwave {

struct Station {
  std::string network, station, location, channel;  // empty: any, but the second
  Vec3 place{};                                     // metres, z depth
  std::int64_t line = 0;                            // of the table

  std::string name() const;  // GR.FUR..HHZ, with * for any
};

struct SeedTrace;
bool stands_at(const SeedTrace& trace, const Station& station);

std::vector<Station> parse_stations(std::string_view text, const std::string& name, const Job& job = {});
std::vector<Station> read_stations(const std::filesystem::path& path, const Job& job = {});

}  // namespace foldwave
