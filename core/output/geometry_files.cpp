#include "core/output/geometry_files.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/angle.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/engine/speed_setup.hpp"
#include "core/geology/attitude.hpp"
#include "core/geology/curvature.hpp"
#include "core/model/layer_sequence.hpp"
#include "core/output/csv_text.hpp"
#include "core/output/surface_files.hpp"

namespace foldwave {

namespace {

const char* kind(bool antiform) {
  return antiform ? "antiform" : "synform";
}

struct Tables {
  const Scenario& scenario;
  const FoldResult& fold;
  const std::optional<Vec3>& axis;
  const Job& job;
  AtomicFile& file;
  SolvedFold solved = solved_fold(scenario, fold);
  ArrivalProbe probe = solved.probe();
  std::size_t oldest = static_cast<std::size_t>(solved.layering.oldest());

  const std::string& name(std::size_t layer) const { return scenario.stack.layers[layer].name; }
  Vec3 map(const Vec3& local) const { return fold.grid.origin + local; }
  ChosenProfile chosen() const { return choose_profile(solved, axis ? &*axis : nullptr); }
  Profile profile() const { return chosen().profile; }

  void layers() const {
    const std::string unit = fold.grid.is_section() ? "area_m2" : "volume_m3";
    CsvText csv(
        file,
        "layer,name," + unit +
            ",vertical_least_m,vertical_mean_m,vertical_greatest_m,vertical_share,orthogonal_least_m,"
            "orthogonal_mean_m,orthogonal_greatest_m,orthogonal_share,thinner_than_cell_share,hinge_m,class,"
            "lambda,lambda_error");
    const FoldGeometry geometry = measure_fold(scenario, fold, axis, job);
    for (std::size_t m = 0; m < geometry.layers.size(); ++m) {
      const LayerGeometry& layer = geometry.layers[m];
      csv << m << layer.name << layer.volume;
      for (const ThicknessRange& t : {layer.vertical, layer.orthogonal})
        csv << t.least << t.mean << t.greatest << t.share;
      const ClassFit& fit = layer.dips.fit;
      csv << layer.thin_share << fit.hinge_thickness << fit.name << fit.lambda << fit.uncertainty;
      csv.end_row();
    }
    csv.finish();
  }

  void thickness() const {
    CsvText csv(file,
                "layer,name,alpha_deg,t_m,T_m,t_ratio,T_ratio,t_ratio_foretold,lower_x_m,lower_y_m,"
                "lower_elevation_m,upper_x_m,upper_y_m,upper_elevation_m");
    const ChosenProfile chosen_one = chosen();
    const Profile& at = chosen_one.profile;
    const auto foretold = foretold_parameters(solved, chosen_one);
    const double lambda = foretold ? foretold->lambda() : std::nan("");
    const auto curves = boundary_curves(probe, at, fold.bands, job);
    for (std::size_t m = 1; m < curves.size(); ++m)
      for (const ThicknessPoint& p : measure_thickness(probe, at, curves[m], curves[m - 1], {}, job).points) {
        csv << oldest + m << name(oldest + m) << degrees(p.alpha) << p.orthogonal << p.axial << p.ratio
            << p.ratio / std::cos(p.alpha) << foretold_ratio(lambda, p.alpha)
            << map(at.at(p.ends.lower.s, p.ends.lower.t)) << map(at.at(p.ends.upper.s, p.ends.upper.t));
        csv.end_row();
      }
    csv.finish();
  }

  void thickness_map() const {
    CsvText csv(file, "x_m,y_m,layer,name,vertical_m,orthogonal_m");
    const auto maps = thickness_maps(fold.grid, solved.layering, job);
    const Grid3& g = fold.grid;
    for (int j = 0, column = 0; j < g.n[1]; ++j) {
      job.throw_if_stopped();
      for (int i = 0; i < g.n[0]; ++i, ++column) {
        const Vec3 place = map(g.local(i, j, 0));
        for (std::size_t m = 1; m + 1 < maps.size(); ++m) {
          const auto c = static_cast<std::size_t>(column);
          csv << place.x << place.y << m << name(m) << static_cast<double>(maps[m].vertical[c])
              << static_cast<double>(maps[m].orthogonal[c]);
          csv.end_row();
        }
      }
    }
    csv.finish();
  }

  void isogons() const {
    CsvText csv(file, "isogon,alpha_deg,fold,layer,top_of,x_m,y_m,elevation_m");
    const Profile at = profile();
    auto curves = boundary_curves(probe, at, fold.bands, job);
    std::reverse(curves.begin(), curves.end());
    std::size_t number = 0;
    for (const Isogon& isogon : dip_isogons(probe, at, curves, {radians(60.0), radians(5.0)}, job)) {
      for (std::size_t q = 0; q < isogon.points.size(); ++q) {
        const std::size_t below = oldest + curves.size() - isogon.boundary[q];
        csv << number << degrees(isogon.alpha) << std::string(kind(isogon.antiform)) << below << name(below)
            << map(isogon.points[q]);
        csv.end_row();
      }
      ++number;
    }
    csv.finish();
  }

  void hinges() const {
    CsvText csv(file, "axial_surface,fold,profile,layer,top_of,x_m,y_m,elevation_m,curvature_per_m,sharp");
    const std::vector<double> levels(fold.bands.boundary.rbegin(), fold.bands.boundary.rend());
    const int profiles = fold.grid.is_section() ? 1 : 21;
    for (const Hinge& h : fold_hinges(probe, profile(), levels, profiles, job)) {
      const std::size_t below = oldest + levels.size() - h.boundary;
      csv << static_cast<std::size_t>(h.fold) << std::string(kind(h.antiform))
          << static_cast<std::size_t>(h.station) << below << name(below) << map(h.at) << h.curvature
          << std::string(h.sharp ? "yes" : "no");
      csv.end_row();
    }
    csv.finish();
  }

  void attitudes() const {
    CsvText csv(file,
                "layer,top_of,x_m,y_m,elevation_m,strike_deg,dip_deg,dip_direction_deg,overturned,"
                "mean_curvature_per_m,gaussian_curvature_per_m2");
    const Grid3& g = fold.grid;
    const std::vector<LayerBoundary> boundaries = solved.layering.boundaries();
    for (std::size_t b = 0; b < boundaries.size(); ++b) {
      const ArrivalProbe along(g, *boundaries[b].field);
      for (int j = 0; j < g.n[1]; ++j) {
        job.throw_if_stopped();
        for (int i = 0; i < g.n[0]; ++i)
          for (const double depth : column_crossings(g, boundaries[b], i, j)) {
            Vec3 place = g.local(i, j, 0);
            place.z = depth;
            const auto jet = along.at(place);
            const auto bend = jet ? curvature_of(*jet) : std::nullopt;
            if (!bend) continue;
            const Attitude attitude = attitude_of(jet->gradient);
            csv << b + 1 << boundary_name(scenario, b) << map(place) << attitude.strike << attitude.dip
                << attitude.dip_direction << std::string(attitude.overturned ? "yes" : "no") << bend->mean()
                << bend->gaussian();
            csv.end_row();
          }
      }
    }
    csv.finish();
  }
};

}  // namespace

SolvedFold solved_fold(const Scenario& scenario, const FoldResult& fold) {
  return {fold.grid,
          fold.layering(),
          fold.horizon.get(),
          fold.mesh.get(),
          scenario.events.front().fold,
          fold_count(scenario) > 1};
}

FoldGeometry measure_fold(const Scenario& scenario, const FoldResult& fold, const std::optional<Vec3>& axis,
                          const Job& job) {
  std::vector<std::string> names;
  for (const Layer& layer : scenario.stack.layers)
    names.push_back(layer.name);
  FoldGeometry geometry = measure_fold(solved_fold(scenario, fold), names, axis ? &*axis : nullptr, job);
  geometry.tops = top_misfits(scenario.markers, fold.grid, fold.layering(), names);
  return geometry;
}

FoldMarks measure_marks(const Scenario& scenario, const FoldResult& fold, const MapLine& line,
                        const MarksWish& wish, const Job& job) {
  const bool varies = scenario.events.front().fold.varies.has_value();
  const auto speeds = varies && wish.section.characteristics ? build_speeds(scenario) : nullptr;
  return measure_marks(solved_fold(scenario, fold), speeds.get(), line, wish, job);
}

void write_geometry_table(const std::filesystem::path& file, const std::string& table,
                          const Scenario& scenario, const FoldResult& fold, const std::optional<Vec3>& axis,
                          const Job& job) {
  struct Known {
    std::string_view name;
    void (Tables::*write)() const;
  };
  constexpr std::array<Known, geometry_tables.size()> known{{{"layers", &Tables::layers},
                                                             {"thickness", &Tables::thickness},
                                                             {"thickness-map", &Tables::thickness_map},
                                                             {"isogons", &Tables::isogons},
                                                             {"hinges", &Tables::hinges},
                                                             {"attitudes", &Tables::attitudes}}};
  const auto wanted =
      std::find_if(known.begin(), known.end(), [&](const Known& k) { return k.name == table; });
  if (wanted == known.end())
    throw InputError(file.string(), "there is no table \"" + table + "\"",
                     "choose layers, thickness, thickness-map, isogons, hinges or attitudes");
  AtomicFile out(file);
  const Tables tables{scenario, fold, axis, job, out};
  (tables.*wanted->write)();
  job.throw_if_stopped();
  out.commit();
}

}  // namespace foldwave
