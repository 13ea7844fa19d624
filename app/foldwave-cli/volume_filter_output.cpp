#include "app/foldwave-cli/volume_filter_output.hpp"

namespace foldwave::cli {

namespace {

using Json = nlohmann::ordered_json;

Json json_point(const Vec3& p) {
  return {p.x, p.y, p.z};
}

}  // namespace

Json json_lines(const std::vector<HoughLine>& lines, const LineAccumulator& votes, const GridSlice& slice) {
  const std::string axis(1, "xyz"[slice.axis]);
  Json j{{"axis", axis},
         {"node", slice.at},
         {"at", slice.point(0.0, 0.0)[slice.axis]},
         {"angles", votes.angles},
         {"distance_step", votes.step},
         {"votes_cast", votes.cast},
         {"lines", Json::array()}};
  for (const HoughLine& line : lines) {
    Json one{
        {"theta", line.theta}, {"distance", line.distance}, {"votes", line.votes}, {"ends", Json::array()}};
    if (const auto ends = ends_in_map(line, slice))
      for (const Vec3& end : *ends)
        one["ends"].push_back(json_point(end));
    j["lines"].push_back(one);
  }
  return j;
}

Json json_planes(const HoughPlanes& found, const Grid3& grid) {
  Json j{{"origin", json_point(grid.origin)}, {"planes", Json::array()}};
  for (const HoughPlane& plane : found.planes) {
    Json one{{"dip", plane.dip},        {"azimuth", plane.azimuth}, {"distance", plane.distance},
             {"votes", plane.votes},    {"nodes", plane.nodes},     {"score", plane.score},
             {"outline", Json::array()}};
    for (const Vec3& corner : plane_outline(plane, grid))
      one["outline"].push_back(json_point(corner));
    j["planes"].push_back(one);
  }
  return j;
}

}  // namespace foldwave::cli
