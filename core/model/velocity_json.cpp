#include "core/model/velocity_json.hpp"

#include <algorithm>
#include <cctype>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

constexpr std::array<std::string_view, 2> units{"m/s", "km/s"};
constexpr std::array<std::string_view, 2> byte_orders{"little", "big"};

// Whether it is the second name; a key that is left out leaves what holds already.
void choose(JsonObject& j, const std::string& key, const std::array<std::string_view, 2>& names,
            bool& second) {
  if (j.has(key)) second = j.choice(key, {names.begin(), names.end()}) == 1;
}

void read_layout(JsonObject& j, VelocityFile& velocity) {
  VolumeLayout& layout = velocity.layout;
  if (j.has("nodes")) {
    const auto n = j.numbers("nodes", 3);
    for (std::size_t a = 0; a < 3; ++a)
      layout.nodes[a] = j.as_integer(n[a], "nodes/" + std::to_string(a));
  }
  if (j.has("spacing")) {
    const auto h = j.numbers("spacing", 3);
    std::copy(h.begin(), h.end(), layout.spacing.begin());
  }
  if (j.has("origin")) layout.origin = j.vec3("origin");
  layout.axes = j.string_or("axes", layout.axes);
  choose(j, "byte_order", byte_orders, layout.big_endian);
  choose(j, "unit", units, velocity.in_km_s);
}

}  // namespace

VelocityFormat velocity_format(const std::string& file) {
  const std::size_t dot = file.find_last_of('.');
  std::string suffix = dot == std::string::npos ? std::string() : file.substr(dot + 1);
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (suffix == "vti") return VelocityFormat::vti;
  return suffix == "sgy" || suffix == "segy" ? VelocityFormat::segy : VelocityFormat::raw;
}

VelocityFile read_velocity_file(JsonObject j) {
  VelocityFile velocity;
  velocity.file = j.string("file");
  velocity.array = j.string_or("array", "");
  velocity.smoothing = j.number_or("smoothing", 0.0);
  read_layout(j, velocity);
  velocity.extra = j.unread();
  return velocity;
}

Json velocity_file_json(const VelocityFile& velocity) {
  const VelocityFile usual;
  const VolumeLayout& layout = velocity.layout;
  Json j{{"file", velocity.file}};
  if (!velocity.array.empty()) j["array"] = velocity.array;
  if (velocity.in_km_s) j["unit"] = units[1];
  if (velocity.smoothing != 0.0) j["smoothing"] = velocity.smoothing;
  if (layout.nodes != usual.layout.nodes) j["nodes"] = layout.nodes;
  if (layout.spacing != usual.layout.spacing) j["spacing"] = layout.spacing;
  if (layout.origin != usual.layout.origin) j["origin"] = {layout.origin.x, layout.origin.y, layout.origin.z};
  if (!layout.axes.empty()) j["axes"] = layout.axes;
  if (layout.big_endian) j["byte_order"] = byte_orders[1];
  write_extra(j, velocity.extra);
  return j;
}

VelocityFile with_header(VelocityFile velocity, const std::string& text, const std::string& place) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded())
    throw InputError(place, "this is not valid JSON", "look for a missing comma, quote or bracket");
  JsonObject header(json, "", place);
  for (const char* key : {"nodes", "spacing"})
    if (!header.has(key)) header.fail(key, "is missing", "add \"" + std::string(key) + "\": three numbers");
  read_layout(header, velocity);
  // Such a header is written by hand for this program alone: a slip in it is none of another program's keys.
  for (const auto& [key, value] : header.unread())
    if (const std::string near = header.near_key(key); !near.empty())
      header.fail(key, "is not known", "did you mean \"" + near + "\"?");
  return velocity;
}

}  // namespace foldwave
