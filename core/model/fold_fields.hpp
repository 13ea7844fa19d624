// The keys of the fold: horizon, events, layers, and the velocity in their place (model/field.hpp).
#pragma once

#include "core/model/field.hpp"

namespace foldwave {

// Their panels have words of their own.
inline constexpr Choice shape_choices[]{{fold_shape_names[0]},
                                        {fold_shape_names[1]},
                                        {fold_shape_names[2]},
                                        {fold_shape_names[3]},
                                        {fold_shape_names[4]}};
inline constexpr Choice points_choices[]{{"thin-plate"}, {"bicubic"}};
inline constexpr Choice sense_choices[]{{"elevation"}, {"depth"}};
inline constexpr Choice length_choices[]{
    {length_words[0]}, {length_words[1]}, {length_words[2]}, {length_words[3]}};
inline constexpr Choice younger_choices[]{{"above"}, {"below"}, {"as_wound"}};
inline constexpr Choice method_choices[]{{"auto"}, {"foot-point"}, {"pmm"}};
inline constexpr Choice event_choices[]{{event_type_names[0]}, {event_type_names[1]}, {event_type_names[2]}};
inline constexpr Choice bedding_choices[]{{"onlap"}, {"drape"}};
inline constexpr Choice speed_choices[]{{"m/s"}, {"km/s"}};
inline constexpr Choice byte_choices[]{{"little"}, {"big"}};

// --- horizon ----------------------------------------------------------------------------------------------

constexpr auto fields_of(const PointsHorizon*) {
  using P = PointsHorizon;
  return std::tuple(row("points", &P::points, Presence::required),
                    row("method", &P::method, Presence::rare, {.choices = points_choices}));
}

constexpr auto fields_of(const FoldTrain*) {
  using T = FoldTrain;
  return std::tuple(row("amplitude", &T::amplitude, Presence::required,
                        {.unit = "m", .range = {-largest_length, largest_length}}),
                    row("wavelength", &T::wavelength, Presence::required, {.unit = "m", .range = above(0.0)}),
                    row("azimuth", &T::azimuth, {.unit = in_degrees, .undo = "Turn train"}),
                    row("crest", &T::crest, Presence::required, {.unit = "m", .undo = "Move crest of train"}),
                    row("shape", &T::shape, Presence::rare, {.choices = shape_choices}),
                    row("roundness", &T::roundness, Presence::rare, {.range = {0.05, 1.0}}),
                    row("skew", &T::skew, Presence::rare, {.range = {-0.9, 0.9}}),
                    row("aspect", &T::aspect, Presence::rare, {.range = {0.05, 20.0}}),
                    row("plunge", &T::plunge, Presence::rare, {.unit = in_degrees, .range = {-80.0, 80.0}}));
}

constexpr auto fields_of(const TrainsHorizon*) {
  using H = TrainsHorizon;
  return std::tuple(
      row("depth", &H::depth, Presence::required, {.unit = "m"}),
      row("dip", &H::dip, Presence::rare, {.unit = in_degrees, .range = {0.0, 80.0}}),
      row("dip_direction", &H::dip_direction, Presence::rare, {.unit = in_degrees, .range = azimuths}),
      row("trains", &H::trains, Presence::required));
}

constexpr auto fields_of(const PlaneHorizon*) {
  using H = PlaneHorizon;
  return std::tuple(row("point", &H::point, Presence::required, {.undo = "Move the plane"}),
                    row("dip", &H::dip, {.unit = in_degrees, .range = {0.0, 89.0}}),
                    row("dip_direction", &H::dip_direction, {.unit = in_degrees, .range = azimuths}));
}

constexpr auto fields_of(const XyzHorizon*) {
  using H = XyzHorizon;
  return std::tuple(
      row("file", &H::file, Presence::required, {.undo = "Choose another file of picks"}),
      row("z", &H::z, Presence::rare, {.choices = sense_choices, .undo = "Turn the sense of z"}),
      row("smoothing", &H::smoothing,
          {.name = "misfit allowed", .unit = "m", .range = above(0.0), .automatic = true}),
      row("unit", &H::unit, Presence::rare, {.name = "unit of the picks", .choices = length_choices}),
      row("where", &H::where, Presence::rare, {.undo = "Choose other rows of picks"}),
      row("dips", &H::dips, Presence::rare, {.undo = "Choose another file of dips"}),
      row("dips_where", &H::dips_where, Presence::rare, {.undo = "Choose other rows of dips"}));
}

constexpr auto fields_of(const MeshHorizon*) {
  using H = MeshHorizon;
  constexpr auto in_a_file = [](const H& h) { return !h.file.empty(); };
  constexpr auto written_out = [](const H& h) { return h.file.empty(); };
  return std::tuple(
      row("file", &H::file, Presence::rare, {.undo = "Choose another file of triangles"}),
      row("z", &H::z, Presence::rare, {.choices = sense_choices, .undo = "Turn the sense of z"}, in_a_file),
      row("vertices", &H::vertices, Presence::required, {}, written_out),
      row("triangles", &H::triangles, Presence::required, {}, written_out),
      row("younger", &H::younger, Presence::rare, {.name = "younger side", .choices = younger_choices}));
}

// --- fold -------------------------------------------------------------------------------------------------

// The axial line of a struct that has one, with the unknown keys of its object.
template <class Part>
constexpr auto axial_line_of() {
  return Group{"axial_line", &Part::line_extra,
               std::tuple(row("trend", within(&Part::axial_line, &AxialLine::trend), Presence::required,
                              {.unit = in_degrees, .range = azimuths}),
                          row("plunge", within(&Part::axial_line, &AxialLine::plunge), Presence::required,
                              {.unit = in_degrees, .range = {0.0, 90.0}}))};
}

// FoldParameters are read and written by hand, as lambda or as F and psi.
constexpr auto fields_of(const SpeedStation*) {
  using S = SpeedStation;
  return std::tuple(row("position", &S::position, Presence::required),
                    row("lambda", &S::parameters, Presence::required), axial_line_of<S>());
}

constexpr auto fields_of(const SpeedVariation*) {
  using V = SpeedVariation;
  return std::tuple(row("file", &V::file, Presence::rare, {}, [](const V& v) { return v.stations.empty(); }),
                    row("stations", &V::stations, Presence::required, {},
                        [](const V& v) { return v.file.empty() || !v.stations.empty(); }));
}

constexpr auto fields_of(const FoldSpec*) {
  using F = FoldSpec;
  return std::tuple(row("lambda", &F::parameters, Presence::required), axial_line_of<F>(),
                    row("varies", &F::varies, Presence::rare),
                    row("method", &F::method, Presence::rare, {.choices = method_choices}));
}

// The name that is left out is the type's.
constexpr auto fields_of(const FoldEvent*) {
  using E = FoldEvent;
  constexpr auto is_fold = [](const E& e) { return !e.cuts(); };
  constexpr auto is_unconformity = [](const E& e) { return e.type == EventType::unconformity; };
  constexpr auto is_no_erosion = [](const E& e) { return e.type != EventType::erosion; };
  return std::tuple(
      row("type", &E::type, {.choices = event_choices}), row("name", &E::name, {.stale = Stale::nothing}),
      row("horizon", &E::horizon, Presence::required), row("fold", &E::fold, Presence::required, {}, is_fold),
      row("deposits", &E::deposits,
          {.name = "number of layers", .range = {.low = 1.0}, .undo = "Change the deposits"},
          is_unconformity),
      row("bedding", &E::bedding, Presence::rare, {.choices = bedding_choices}, is_unconformity),
      row("datum", &E::datum, Presence::rare, {.unit = "m", .range = {-largest_length, largest_length}},
          is_no_erosion));
}

// --- layers -----------------------------------------------------------------------------------------------

constexpr auto fields_of(const Layer*) {
  using L = Layer;
  return std::tuple(
      row("name", &L::name, Presence::required, {.stale = Stale::nothing}),
      row("thickness", &L::thickness, Presence::rare, {.unit = "m"}),
      row("velocity", &L::velocity, Presence::required, {.unit = "m/s", .range = {1.0, 20000.0}}),
      row("density", &L::density, Presence::rare,
          {.unit = "kg/m3", .range = {0.0, 30000.0}, .stale = Stale::wave}),
      row("color", &L::color, {.name = "colour", .stale = Stale::nothing}));
}

constexpr auto fields_of(const LayerStack*) {
  return std::tuple(row("horizon_is_top_of", &LayerStack::horizon_is_top_of),
                    row("list", &LayerStack::layers, Presence::required));
}

// --- velocity ---------------------------------------------------------------------------------------------

constexpr auto fields_of(const VelocityFile*) {
  using V = VelocityFile;
  return std::tuple(row("file", &V::file, Presence::required), row("array", &V::array, Presence::rare),
                    row("unit", &V::in_km_s, Presence::rare, {.choices = speed_choices}),
                    row("smoothing", &V::smoothing, Presence::rare, {.range = {0.0, 1e5}}),
                    row("nodes", within(&V::layout, &VolumeLayout::nodes), Presence::rare),
                    row("spacing", within(&V::layout, &VolumeLayout::spacing), Presence::rare),
                    row("origin", within(&V::layout, &VolumeLayout::origin), Presence::rare),
                    row("axes", within(&V::layout, &VolumeLayout::axes), Presence::rare),
                    row("byte_order", within(&V::layout, &VolumeLayout::big_endian), Presence::rare,
                        {.choices = byte_choices}));
}

}  // namespace foldwave
