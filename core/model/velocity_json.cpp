#include "core/model/velocity_json.hpp"

#include <algorithm>
#include <cctype>

#include "core/base/error.hpp"
#include "core/model/fields_json.hpp"

namespace foldwave {

namespace {

std::string lower_suffix(const std::string& file) {
  const std::size_t dot = file.find_last_of('.');
  std::string suffix = dot == std::string::npos ? std::string() : file.substr(dot + 1);
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return suffix;
}

}  // namespace

bool is_hdf_velocity(const std::string& file) {
  const std::string suffix = lower_suffix(file);
  return suffix == "hdf" || suffix == "h5" || suffix == "hdf5" || suffix == "vtkhdf";
}

VelocityFormat velocity_format(const std::string& file) {
  const std::string suffix = lower_suffix(file);
  if (suffix == "vti" || suffix == "pvti") return VelocityFormat::vti;
  return suffix == "sgy" || suffix == "segy" || suffix == "su" ? VelocityFormat::segy : VelocityFormat::raw;
}

VelocityFile with_file(VelocityFile velocity, const std::string& file) {
  velocity.file = file;
  const VelocityFormat format = velocity_format(file);
  VolumeLayout& layout = velocity.layout;
  if (format == VelocityFormat::vti)
    layout = {};
  else
    velocity.array.clear();
  if (format != VelocityFormat::segy) return velocity;
  layout.big_endian = false;
  if (layout.spacing == VolumeLayout{}.spacing) layout.origin = {}, layout.axes.clear();
  return velocity;
}

VelocityFile with_header(VelocityFile velocity, const std::string& text, const std::string& place) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded())
    throw InputError(place, "this is not valid JSON", "look for a missing comma, quote or bracket");
  JsonObject header(json, "", place);
  for (const char* key : {"nodes", "spacing"})
    if (!header.has(key)) header.fail(key, "is missing", "add \"" + std::string(key) + "\": three numbers");
  const std::vector<std::string> keys{"nodes", "spacing", "origin", "axes", "byte_order", "unit"};
  each_row<VelocityFile>([&](const auto& row, const std::string&) {
    if (std::ranges::find(keys, row.field.key) != keys.end()) read_row(header, row, velocity);
  });
  // Such a header is written by hand for this program alone: a slip in it is none of another program's keys.
  for (const auto& [key, value] : header.unread())
    if (const std::string near = header.near_key(key); !near.empty())
      header.fail(key, "is not known", "did you mean \"" + near + "\"?");
  return velocity;
}

}  // namespace foldwave
