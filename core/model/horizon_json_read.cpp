#include <algorithm>

#include "core/model/horizon_json.hpp"

namespace foldwave {

namespace {

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

MeshHorizon read_mesh(JsonObject& j) {
  MeshHorizon h;
  if (j.has("file")) {
    if (j.has("vertices")) j.fail("vertices", "stands beside a file", "give one of them");
    h.file = j.string("file");
    if (h.file.empty()) j.fail("file", "is empty", "name a GOCAD TSurf, or give vertices and triangles");
    if (j.has("z"))
      h.z = j.choice("z", {"elevation", "depth"}) == 1 ? VerticalSense::depth : VerticalSense::elevation;
  } else {
    read_triples(j, "vertices", "[x, y, depth]", [&](const Json& v, const std::string&) {
      h.vertices.push_back({v[0].get<double>(), v[1].get<double>(), v[2].get<double>()});
    });
    read_triples(j, "triangles", "[first, second, third] vertex", [&](const Json& v, const std::string& key) {
      std::array<int, 3> corners{};
      for (std::size_t k = 0; k < 3; ++k)
        corners[k] = j.as_integer(v[k].get<double>(), key);
      h.triangles.push_back(corners);
    });
  }
  if (j.has("younger"))
    h.younger = static_cast<YoungerSide>(j.choice("younger", {"above", "below", "as_wound"}));
  h.extra = j.unread();
  return h;
}

TrainsHorizon read_trains(JsonObject& j) {
  const std::vector<std::string_view> shapes(fold_shape_names.begin(), fold_shape_names.end());
  TrainsHorizon h;
  h.depth = j.number("depth");
  h.dip = j.number_or("dip", 0.0);
  h.dip_direction = j.number_or("dip_direction", 0.0);
  for (JsonObject t : j.objects("trains")) {
    FoldTrain train;
    train.amplitude = t.number("amplitude");
    train.wavelength = t.number("wavelength");
    train.azimuth = t.number_or("azimuth", train.azimuth);
    const auto crest = t.numbers("crest", 2);
    train.crest = {crest[0], crest[1]};
    if (t.has("shape")) train.shape = static_cast<FoldShape>(t.choice("shape", shapes));
    train.roundness = t.number_or("roundness", train.roundness);
    train.skew = t.number_or("skew", train.skew);
    train.aspect = t.number_or("aspect", train.aspect);
    train.plunge = t.number_or("plunge", train.plunge);
    train.extra = t.unread();
    h.trains.push_back(std::move(train));
  }
  h.extra = j.unread();
  return h;
}

}  // namespace

HorizonSpec read_horizon(JsonObject j) {
  switch (j.choice("type", {"points", "cosine", "plane", "xyz", "mesh", "trains"})) {
    case 0: {
      PointsHorizon h;
      const Json& list = j.at("points");
      if (!list.is_array()) j.fail("points", "is not a list", "give [[x, y, depth], ...]");
      for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string key = "points/" + std::to_string(i);
        if (!list[i].is_array() || list[i].size() != 3 ||
            !std::all_of(list[i].begin(), list[i].end(), [](const Json& v) { return v.is_number(); }))
          j.fail(key, list[i].dump() + " is not a point", "give [x, y, depth]");
        h.points.push_back({list[i][0].get<double>(), list[i][1].get<double>(), list[i][2].get<double>()});
      }
      if (j.has("method"))
        h.method = static_cast<PointsMethod>(j.choice("method", {"thin-plate", "bicubic"}));
      h.extra = j.unread();
      return h;
    }
    case 1:
    case 5:
      return read_trains(j);
    case 2: {
      PlaneHorizon h;
      h.point = j.vec3("point");
      h.dip = j.number_or("dip", 0.0);
      h.dip_direction = j.number_or("dip_direction", 0.0);
      h.extra = j.unread();
      return h;
    }
    case 4:
      return read_mesh(j);
    default: {
      XyzHorizon h;
      h.file = j.string("file");
      if (j.has("z"))
        h.z = j.choice("z", {"elevation", "depth"}) == 1 ? VerticalSense::depth : VerticalSense::elevation;
      h.smoothing = j.number_or_auto("smoothing");
      if (j.has("unit"))
        h.unit = static_cast<Unit>(j.choice("unit", {length_words.begin(), length_words.end()}));
      if (j.has("where")) h.where = j.string("where");
      h.extra = j.unread();
      return h;
    }
  }
}

}  // namespace foldwave
