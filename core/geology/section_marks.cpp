#include "core/geology/section_marks.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"

namespace foldwave {
namespace {

constexpr double most_oblique =
    radians(60.0);  // beyond, a section shows more of the axis than of the profile
constexpr double near_profile = radians(5.0);
constexpr DipRange drawn_dips{radians(80.0), radians(10.0)};
constexpr int characteristics_each = 24;  // from each of the two outermost boundaries

Vec3 normal_of(const MapLine& line) {
  const double size = line.length();
  return {-(line.to[1] - line.from[1]) / size, (line.to[0] - line.from[0]) / size, 0.0};
}

// Evenly along the curves of a boundary.
std::vector<Vec3> even_places(const Profile& profile, const LevelCurves& boundary) {
  double length = 0.0;
  const auto piece = [](const CurvePoint& a, const CurvePoint& b) {
    return std::hypot(b.s - a.s, b.t - a.t);
  };
  for (const LevelCurve& curve : boundary.curves)
    for (std::size_t i = 1; i < curve.size(); ++i)
      length += piece(curve[i - 1], curve[i]);
  std::vector<Vec3> places;
  const double step = length / characteristics_each;
  double due = 0.5 * step;
  for (const LevelCurve& curve : boundary.curves)
    for (std::size_t i = 1; i < curve.size(); ++i) {
      due -= piece(curve[i - 1], curve[i]);
      if (due > 0.0) continue;
      places.push_back(profile.at(curve[i].s, curve[i].t));
      due += step;
    }
  return places;
}

}  // namespace

SectionPlace onto_section(const Vec3& local, const Vec3& axis, const MapLine& line) {
  const Vec3 m = normal_of(line), from{line.from[0], line.from[1], 0.0};
  const Vec3 met = local + (dot(m, from - local) / dot(m, axis)) * axis;
  return {line.station(met.x, met.y).along, met.z};
}

double profile_obliquity(const Profile& profile, const MapLine& line) {
  return std::acos(std::min(std::abs(dot(profile.axis, normal_of(line))), 1.0));
}

SectionMarks measure_section(const SolvedFold& solved, const ChosenProfile& chosen, const SpeedModel* speeds,
                             const MapLine& line, const SectionWish& wish, const Job& job) {
  SectionMarks marks;
  const Vec3& axis = chosen.profile.axis;
  marks.obliquity = profile_obliquity(chosen.profile, line);
  const std::string doubt = chosen.doubt.substr(0, chosen.doubt.find(':'));  // without what follows from it
  const std::string off = number_text(degrees(marks.obliquity), 2) + " degrees off the profile";
  if (!solved.grid.is_section() && !chosen.axis.found())
    marks.refusal = "the horizon is a plane and has no fold axis";
  else if (marks.obliquity > most_oblique)
    marks.refusal = "the section is " + off;
  else if (!chosen.doubt.empty() && marks.obliquity > near_profile)
    marks.refusal = "the section is " + off + " and " + doubt;
  if (!marks.refusal.empty()) return marks;
  marks.doubt = doubt;

  const auto middle = line.at(0.5 * line.length());
  const Profile profile = make_profile({middle[0], middle[1], 0.5 * solved.grid.extent().z}, axis,
                                       solved.fold.axial_line.upward());
  const ArrivalProbe probe = solved.probe();
  const auto seen = [&](const Vec3& local) { return onto_section(local, axis, line); };
  if (wish.hinges) {
    const std::vector<double> levels(solved.layering.bands.boundary.rbegin(),
                                     solved.layering.bands.boundary.rend());
    for (const Hinge& hinge : fold_hinges(probe, profile, levels, 1, job))
      marks.hinges.push_back({seen(hinge.at), hinge.fold, hinge.antiform, hinge.sharp});
  }
  const bool paths = wish.characteristics && !solved.refolded;
  if (!wish.isogons && !paths) return marks;
  auto curves = boundary_curves(probe, profile, solved.layering.bands, job);
  std::reverse(curves.begin(), curves.end());
  if (wish.isogons)
    for (const Isogon& isogon : dip_isogons(probe, profile, curves, drawn_dips, job)) {
      SectionIsogon drawn{isogon.alpha, isogon.antiform, {}};
      for (const Vec3& place : isogon.points)
        drawn.points.push_back(seen(place));
      marks.isogons.push_back(std::move(drawn));
    }
  for (std::size_t end = 0; paths && end < 2; ++end)
    for (const Vec3& place : even_places(profile, end == 0 ? curves.front() : curves.back())) {
      job.throw_if_stopped();
      const auto path =
          speeds != nullptr
              ? characteristic(probe, *speeds, place)
              : characteristic(probe, {solved.fold.parameters.F, solved.fold.advection()}, place);
      std::vector<SectionPlace> drawn;
      for (const Vec3& at : path)
        drawn.push_back(seen(at));
      if (drawn.size() > 1) marks.characteristics.push_back(std::move(drawn));
    }
  return marks;
}

}  // namespace foldwave
