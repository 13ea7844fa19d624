#include "core/output/marker_files.hpp"

#include "core/output/csv_text.hpp"

namespace foldwave {

void write_markers(const std::filesystem::path& file, const Scenario& scenario) {
  AtomicFile out(file);
  CsvText csv(out, "marker,name,type,corner,x_m,y_m,elevation_m,dip_deg,dip_direction_deg");
  const Grid3& grid = scenario.grid;
  for (std::size_t m = 0; m < scenario.markers.size(); ++m) {
    const Marker& marker = scenario.markers[m];
    const auto* const plane = std::get_if<PlaneMarker>(&marker);
    std::vector<Vec3> corners;
    if (plane == nullptr) {
      corners = {std::get<LineMarker>(marker).from, std::get<LineMarker>(marker).to};
    } else {
      for (const Vec3& local : marker_in_box(marker, grid))
        corners.push_back(grid.origin + local);
      if (corners.empty()) corners = {plane->point};
    }
    for (std::size_t c = 0; c < corners.size(); ++c) {
      csv << m << name_of(marker) << std::string(plane != nullptr ? "plane" : "line") << c << corners[c]
          << (plane != nullptr ? plane->dip : NAN) << (plane != nullptr ? plane->dip_direction : NAN);
      csv.end_row();
    }
  }
  csv.finish();
  out.commit();
}

}  // namespace foldwave
