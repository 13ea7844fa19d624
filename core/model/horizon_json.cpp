#include <algorithm>

#include "core/model/fields_json.hpp"

namespace foldwave {

namespace {

constexpr std::array<const char*, 5> horizon_types{"points", "trains", "plane", "xyz", "mesh"};

// A list of lists of three numbers.
template <class Use>
void read_triples(JsonObject& j, const std::string& key, const std::string& form, Use&& use) {
  const Json& list = j.at(key);
  if (!list.is_array()) j.fail(key, "is not a list", "give [" + form + ", ...]");
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_array() || list[i].size() != 3 ||
        !std::all_of(list[i].begin(), list[i].end(), [](const Json& v) { return v.is_number(); }))
      j.fail(key + "/" + std::to_string(i), list[i].dump() + " is not of three numbers", "give " + form);
    use(list[i], key + "/" + std::to_string(i));
  }
}

// What older versions read, too.
bool is_cosine(const TrainsHorizon& h) {
  return h.dip == 0.0 && h.dip_direction == 0.0 &&
         std::all_of(h.trains.begin(), h.trains.end(), [](const FoldTrain& t) {
           FoldTrain usual{t.amplitude, t.wavelength, t.azimuth, t.crest};
           usual.extra = t.extra;
           return t == usual;
         });
}

}  // namespace

void read_value(JsonObject& j, const KeyFacts& field, std::vector<Vec3>& points) {
  read_triples(j, field.key, "[x, y, depth]", [&](const Json& v, const std::string&) {
    points.push_back({v[0].get<double>(), v[1].get<double>(), v[2].get<double>()});
  });
}

void write_value(Json& j, const KeyFacts& field, const std::vector<Vec3>& points) {
  Json& list = j[field.key] = Json::array();
  for (const Vec3& p : points)
    list.push_back({p.x, p.y, p.z});
}

void read_value(JsonObject& j, const KeyFacts& field, std::vector<std::array<int, 3>>& triangles) {
  read_triples(j, field.key, "[first, second, third] vertex", [&](const Json& v, const std::string& key) {
    std::array<int, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k)
      corners[k] = j.as_integer(v[k].get<double>(), key);
    triangles.push_back(corners);
  });
}

void complete(JsonObject& j, MeshHorizon& mesh) {
  if (!j.has("file")) return;
  if (j.has("vertices")) j.fail("vertices", "stands beside a file", "give one of them");
  if (mesh.file.empty()) j.fail("file", "is empty", "name a GOCAD TSurf, or give vertices and triangles");
}

void read_value(JsonObject& parent, const KeyFacts& field, HorizonSpec& spec) {
  JsonObject j = parent.object(field.key);
  switch (j.choice("type", {"points", "cosine", "plane", "xyz", "mesh", "trains"})) {
    case 0:
      return read_part(j, spec.emplace<PointsHorizon>());
    case 2:
      return read_part(j, spec.emplace<PlaneHorizon>());
    case 3:
      return read_part(j, spec.emplace<XyzHorizon>());
    case 4:
      return read_part(j, spec.emplace<MeshHorizon>());
    default:
      return read_part(j, spec.emplace<TrainsHorizon>());
  }
}

void write_value(Json& parent, const KeyFacts& field, const HorizonSpec& spec) {
  const auto* const trains = std::get_if<TrainsHorizon>(&spec);
  Json& j = parent[field.key] =
      Json{{"type", trains != nullptr && is_cosine(*trains) ? "cosine" : horizon_types[spec.index()]}};
  std::visit([&](const auto& horizon) { write_part(j, horizon); }, spec);
}

}  // namespace foldwave
