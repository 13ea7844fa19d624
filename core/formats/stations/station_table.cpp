#include "core/formats/stations/station_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "core/base/error.hpp"
#include "core/formats/column_names.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/stations/miniseed.hpp"
#include "core/formats/tables/number_table.hpp"
#include "core/formats/tables/table_fields.hpp"
#include "core/formats/text_lines.hpp"

namespace foldwave {

namespace {

constexpr const char* stations_kind = "a table with columns network, station, x, y and z";

int column_called(const std::vector<std::string>& names, std::initializer_list<std::string_view> stems) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::find(stems.begin(), stems.end(), column_stem(names[i])) != stems.end())
      return static_cast<int>(i);
  return -1;
}

char separator_of(std::string_view line) {
  for (const char c : {',', ';', '\t'})
    if (line.find(c) != std::string_view::npos) return c;
  return ' ';
}

// Codes agree where both are told.
bool may_be_one(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() || a == b;
}

bool may_be_one(const Station& a, const Station& b) {
  return may_be_one(a.network, b.network) && may_be_one(a.location, b.location) &&
         may_be_one(a.channel, b.channel);
}

bool is_of(const std::string& wanted, const std::string& code) {
  return wanted.empty() || wanted == (code.empty() ? "--" : code);
}

class StationReader {
 public:
  StationReader(std::string_view text, const std::string& name, const Job& job)
      : lines_(text, name, stations_kind, job), name_(name) {}

  std::vector<Station> read() {
    std::string_view line;
    bool has_names = false;
    while (lines_.next(line)) {
      if (!has_names)
        has_names = take_names(line);
      else if (!is_table_remark(line))
        take(line);
    }
    if (stations_.empty())
      throw InputError(name_, has_names ? "holds no station" : "names no columns",
                       std::string("give ") + stations_kind);
    return std::move(stations_);
  }

 private:
  // The line of names may be a remark; other remarks stand before it.
  bool take_names(std::string_view line) {
    separator_ = separator_of(line);
    const std::vector<std::string> names = names_in(line, separator_);
    const NamedColumns places = find_columns(names);
    codes_ = {column_called(names, {"network", "net"}), column_called(names, {"station", "sta"}),
              column_called(names, {"location", "loc"}), column_called(names, {"channel", "chan", "cha"})};
    const bool has_station = codes_[1] >= 0;
    if (!has_station || !places.complete()) {
      if (is_table_remark(line)) return false;
      if (!places.degrees.empty())
        lines_.fail("column " + places.degrees + " holds degrees", "project it to metres (UTM, say)");
      lines_.fail("its columns do not tell stations and places: " + column_list(names),
                  std::string("give ") + stations_kind);
    }
    if (!places.degrees.empty())
      lines_.fail("column " + places.degrees + " holds degrees", "project it to metres (UTM, say)");
    if ((places.xy_unit && is_time(*places.xy_unit)) || (places.z_unit && is_time(*places.z_unit)))
      lines_.fail("its places are in seconds", "give metres");
    std::copy_n(places.at, 3, at_.begin());
    const double xy = in_si(places.xy_unit.value_or(Unit::metre));
    const double z = in_si(places.z_unit.value_or(Unit::metre));
    scale_ = {xy, xy, places.sense == VerticalSense::elevation ? -z : z};
    return true;
  }

  std::string code(std::size_t which) const {
    const int column = codes_[which];
    if (column < 0 || static_cast<std::size_t>(column) >= fields_.size()) return {};
    return std::string(bare_field(fields_[static_cast<std::size_t>(column)]));
  }

  void take(std::string_view line) {
    fields_.clear();
    TableFields fields(line, separator_);
    for (std::string_view field; fields.next(field);)
      fields_.push_back(field);
    if (fields.open_quote())
      lines_.fail("has a quote that does not end: " + shown(line), "close it in its line");
    Station station{code(0), code(1), code(2), code(3), {}, lines_.number()};
    if (station.station.empty()) lines_.fail("names no station: " + shown(line), "give its code");
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto column = static_cast<std::size_t>(at_[axis]);
      double value = 0.0;
      if (column >= fields_.size() ||
          cell_of(fields_[column], may_have_decimal_commas(separator_), value) != TableCell::number ||
          !(std::abs(value) < 1e12))
        lines_.fail(station.name() + " has no " + "xyz"[axis] + ": " +
                        shown(column < fields_.size() ? trimmed(fields_[column]) : line),
                    "give each station its place as numbers, with '.' as the decimal sign");
      const double metres = value * scale_[axis];
      (axis == 0 ? station.place.x : axis == 1 ? station.place.y : station.place.z) = metres;
    }
    keep(std::move(station));
  }

  void keep(Station station) {
    std::vector<std::size_t>& alike = by_code_[station.station];
    for (const std::size_t other : alike)
      if (may_be_one(stations_[other], station))
        lines_.fail(station.name() + " stands in line " + std::to_string(stations_[other].line) + " too",
                    "give each station, or each of its channels, once");
    alike.push_back(stations_.size());
    stations_.push_back(std::move(station));
  }

  TextLines lines_;
  const std::string& name_;
  char separator_ = ',';
  std::array<int, 4> codes_{};
  std::array<int, 3> at_{};
  std::array<double, 3> scale_{};
  std::vector<std::string_view> fields_;
  std::vector<Station> stations_;
  std::map<std::string, std::vector<std::size_t>> by_code_;
};

}  // namespace

std::string Station::name() const {
  const auto told = [](const std::string& code) { return code.empty() ? "*" : code == "--" ? "" : code; };
  return told(network) + "." + station + "." + told(location) + "." + told(channel);
}

bool stands_at(const SeedTrace& trace, const Station& station) {
  return trace.station == station.station && is_of(station.network, trace.network) &&
         is_of(station.location, trace.location) && is_of(station.channel, trace.channel);
}

std::vector<Station> parse_stations(std::string_view text, const std::string& name, const Job& job) {
  return StationReader(text, name, job).read();
}

std::vector<Station> read_stations(const std::filesystem::path& path, const Job& job) {
  return parse_stations(read_whole_file(path, most_bytes::small, job), path.string(), job);
}

}  // namespace foldwave
