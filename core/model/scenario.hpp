// A scenario: everything a user drew and typed, as plain values. It holds parameters and references to files,
// never results or large arrays.
//
// Positions are map coordinates: x east, y north, z depth positive down, in metres, double precision. Times
// are seconds, frequencies hertz, velocities metres a second, angles degrees. JSON in and out:
// model/scenario_json.hpp. Each part keeps the JSON keys that this version does not know (`extra`: key to
// JSON text) and writes them back.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/grid.hpp"
#include "core/base/precision.hpp"
#include "core/base/units.hpp"
#include "core/model/fold_method.hpp"
#include "core/model/imaging/imaging_spec.hpp"
#include "core/model/markers/marker.hpp"
#include "core/model/section.hpp"
#include "core/model/velocity/velocity_file.hpp"

namespace foldwave {

using ExtraKeys = std::map<std::string, std::string>;

// --- horizon ----------------------------------------------------------------------------------------------

inline constexpr std::size_t least_control_points = 3;
inline constexpr std::size_t most_control_points = 2000;

// A smooth surface through control points, by a named method. thin_plate: the spline of least bending energy
// through them, exactly. bicubic: near them, within a reported misfit: the least bending of a bicubic spline
// whose cells are half as wide as the points are apart.
enum class PointsMethod { thin_plate, bicubic };
struct PointsHorizon {
  std::vector<Vec3> points;
  PointsMethod method = PointsMethod::thin_plate;
  ExtraKeys extra{};
  bool operator==(const PointsHorizon&) const = default;
};

// A wave train of folds. P is its profile across the folds, 1 at the crest (antiform hinge) and -1 at the
// trough, with theta = 2 pi s / wavelength and s the distance from `crest` along `azimuth`:
//
//   cosine      cos(theta)
//   chevron     asin(k cos w) / asin(k),  k = sqrt(1 - roundness^2)
//   box         atan(k cos w) / atan(k),  k = sqrt(1 / roundness^2 - 1)
//   asymmetric  cos(w)
//   dome        cos(theta) cos(2 pi q / (aspect wavelength)), q the distance along the hinge: domes and
//   basins
//
// w = theta + skew (1 - cos(theta)): above 0 the limb ahead of the crest is the steeper one. Roundness 1 is a
// cosine. The hinge plunges by `plunge` towards azimuth - 90: the train rides on a plane that leans that way
// and holds `crest` at its depth.
enum class FoldShape { cosine, chevron, box, asymmetric, dome };
inline constexpr std::array<const char*, 5> fold_shape_names{"cosine", "chevron", "box", "asymmetric",
                                                             "dome"};
struct FoldTrain {
  double amplitude = 0.0;
  double wavelength = 1.0;
  double azimuth = 90.0;  // direction of the wave vector, clockwise from north
  std::array<double, 2> crest{0.0, 0.0};
  FoldShape shape = FoldShape::cosine;
  double roundness = 0.2;  // of chevron and box: 0.05 to 1
  double skew = 0.0;       // of chevron, box and asymmetric: -0.9 to 0.9
  double aspect = 1.0;     // of dome: wavelength along the hinge over that across
  double plunge = 0.0;     // -80 to 80
  ExtraKeys extra{};
  bool operator==(const FoldTrain&) const = default;
};
// depth(x, y) = depth - sum over trains of amplitude P, on a plane of this dip that has `depth` at the
// first train's crest.
struct TrainsHorizon {
  double depth = 0.0;
  std::vector<FoldTrain> trains;
  double dip = 0.0;            // 0 to 80
  double dip_direction = 0.0;  // azimuth of the steepest way down
  ExtraKeys extra{};
  bool operator==(const TrainsHorizon&) const = default;
};

struct PlaneHorizon {
  Vec3 point{};
  double dip = 0.0;            // 0 to below 90
  double dip_direction = 0.0;  // azimuth of the steepest way down
  ExtraKeys extra;
  bool operator==(const PlaneHorizon&) const = default;
};

// Picks in a file (core/formats/horizons/horizon_file.hpp); a relative file is looked for beside the
// scenario. What is empty of unit and sense is as the file says, and where that says nothing as puts the
// picks into the box.
struct XyzHorizon {
  std::string file;
  std::optional<VerticalSense> z;
  double smoothing = 0.0;  // root-mean-square misfit in metres that the smooth surface may have; 0: automatic
  std::optional<Unit> unit;  // of x, y and z: a length
  std::string where;   // rows of a table that are meant (core/formats/tables/row_filter.hpp); empty: all
  std::string dips{};  // file of orientations that guide the surface (core/formats/tables/dips.hpp)
  std::string dips_where{};  // rows of it that are meant
  ExtraKeys extra{};
  bool operator==(const XyzHorizon&) const = default;
};

// A triangulated surface, which may be folded over: from a GOCAD TSurf, or, with no file, written out.
enum class YoungerSide { above, below, as_wound };  // as_wound: where its triangles are counter-clockwise
struct MeshHorizon {
  std::string file;                // a relative one is looked for beside the scenario
  std::optional<VerticalSense> z;  // of the file; empty: as the file says
  std::vector<Vec3> vertices;      // used when there is no file
  std::vector<std::array<int, 3>> triangles;
  YoungerSide younger = YoungerSide::above;
  ExtraKeys extra;
  bool operator==(const MeshHorizon&) const = default;
};

using HorizonSpec = std::variant<PointsHorizon, TrainsHorizon, PlaneHorizon, XyzHorizon, MeshHorizon>;

// --- fold -------------------------------------------------------------------------------------------------

// F |grad T| + psi a . grad T = 1. With the class knob lambda = psi / (F + psi) and F + psi = 1, T is metres
// of thickness at the hinge: lambda < 0 class 1A, 0 class 1B (parallel), 0..1 class 1C, 1 class 2 (similar).
struct FoldParameters {
  double F = 1.0;
  double psi = 0.0;
  bool by_class = true;  // written as lambda; false: written as F and psi
  bool operator==(const FoldParameters&) const = default;

  static FoldParameters from_lambda(double lambda) { return {1.0 - lambda, lambda, true}; }
  double lambda() const { return by_class ? psi : psi / (F + psi); }
};

// The axial line by trend and plunge (positive down); the axial direction `a` is its upward sense.
struct AxialLine {
  double trend = 0.0;
  double plunge = 90.0;  // 0 to 90
  bool operator==(const AxialLine&) const = default;

  Vec3 upward() const;  // the unit vector a; plunge 90 gives (0, 0, -1)

  // The line along `direction` (any length), whichever end of it points up. A vertical one has no trend of
  // its own: it keeps `trend`. Trend 0 to below 360.
  static AxialLine from_upward(const Vec3& direction, double trend);
  AxialLine rounded(double step) const;  // both angles to multiples of `step`
};

// Ramsay's class (1967) of a fold with these parameters: "1A", "1B", "1C", "2" or "3"; empty for F + psi <=
// 0.
const char* fold_class(const FoldParameters& parameters);

// F, psi and a that vary in space: stations with values of their own, or the nodes of a file of volumes.
struct SpeedStation {
  Vec3 position{};
  FoldParameters parameters;
  AxialLine axial_line;
  ExtraKeys extra;
  ExtraKeys line_extra;
  bool operator==(const SpeedStation&) const = default;

  Vec3 advection() const { return parameters.psi * axial_line.upward(); }
};
struct SpeedVariation {
  std::vector<SpeedStation> stations;
  std::string file;  // used when there are no stations; a relative one is looked for beside the scenario
  ExtraKeys extra;
  bool operator==(const SpeedVariation&) const = default;
};

struct FoldSpec {
  FoldParameters parameters;
  AxialLine axial_line;
  std::optional<SpeedVariation> varies;       // in place of both; thickness is still measured by `parameters`
  FoldMethod method = FoldMethod::automatic;  // automatic, foot_point or pmm
  ExtraKeys extra;
  ExtraKeys line_extra;
  bool operator==(const FoldSpec&) const = default;

  Vec3 advection() const;  // b = psi a, for the upper side
};

inline constexpr std::size_t most_events = 8;

// unconformity: the rock was cut away down to `horizon`, as that stood at the time, and `deposits` layers
// were laid down on it. erosion: cut away alike; the first layer fills the space (air, water).
enum class EventType { fold, unconformity, erosion };
inline constexpr std::array<const char*, 3> event_type_names{"fold", "unconformity", "erosion"};

// Deposits flat at their time, or at equal heights over the surface that they lie on.
enum class Bedding { onlap, drape };

// `datum` of a fold: the depth at which the horizon lay flat before it; empty: the horizon's mean depth over
// the box. It places what older events had made, so the first event's counts for nothing. Of an unconformity:
// the depth from which flat deposits are measured; empty: the surface's deepest point over the box.
struct FoldEvent {
  std::string name = "fold";
  HorizonSpec horizon = PlaneHorizon{};
  FoldSpec fold;  // of a fold alone, as `deposits` and `bedding` are of an unconformity alone
  std::optional<double> datum{};
  EventType type = EventType::fold;
  int deposits = 1;  // layers of the list, model/layer_sequence.hpp
  Bedding bedding = Bedding::onlap;
  ExtraKeys extra{};
  bool operator==(const FoldEvent&) const = default;

  bool cuts() const { return type != EventType::fold; }
};

// --- layers -----------------------------------------------------------------------------------------------

// Youngest first. The first layer of a sequence (model/layer_sequence.hpp) goes on upwards and the last of
// all downwards without end, so their thickness is not used and may be left out (0).
struct Color : std::array<int, 3> {};  // red, green, blue: 0 to 255
struct Layer {
  std::string name;
  double thickness = 0.0;  // metres at the hinge
  double velocity = 0.0;   // m/s
  Color color{128, 128, 128};
  ExtraKeys extra{};
  double density = 0.0;  // kg/m^3; 0 in every layer: the same everywhere
  bool operator==(const Layer&) const = default;
};
struct LayerStack {
  int horizon_is_top_of = 1;  // index of the layer whose top is the first event's horizon (T = 0)
  std::vector<Layer> layers;
  ExtraKeys extra;
  bool operator==(const LayerStack&) const = default;
};

// --- survey and propagation -------------------------------------------------------------------------------

// gaussian_derivative: the first derivative of a Gaussian. file: samples of a text file
// (wave/source/wavelet_file.hpp), which begin at `delay`.
enum class WaveletKind { ricker, gaussian_derivative, file };
inline constexpr std::array<const char*, 3> wavelet_kind_names{"ricker", "gaussian_derivative", "file"};
struct Wavelet {
  double frequency = 10.0;  // peak frequency
  double delay = 0.0;       // time of the middle; 0 or less: 1.5 / frequency, of a file: 0
  double amplitude = 1.0;
  WaveletKind kind = WaveletKind::ricker;
  std::string file;       // a relative one is looked for beside the scenario
  double interval = 0.0;  // seconds between the samples of a file of one column
  ExtraKeys extra{};
  bool operator==(const Wavelet&) const = default;

  double peak_time() const { return delay > 0.0 ? delay : 1.5 / frequency; }

  // Above it the spectrum is below 3.3 % of its peak; what a file holds is taken for a Ricker wavelet's.
  double largest_frequency() const {
    return (kind == WaveletKind::gaussian_derivative ? 3.2 : 2.5) * frequency;
  }
  // The Ricker wavelet that a time step harms as much (wave/dispersion.hpp).
  double ricker_frequency() const {
    return (kind == WaveletKind::gaussian_derivative ? 1.18 : 1.0) * frequency;
  }
};
struct Source {
  Vec3 position{};
  double delay = 0.0;  // seconds added to the wavelet's own
  double amplitude = 1.0;
  ExtraKeys extra;
  bool operator==(const Source&) const = default;
};
struct ReceiverLine {
  Vec3 from{}, to{};
  int count = 1;
  ExtraKeys extra;
  bool operator==(const ReceiverLine&) const = default;
};
// A rectangle of receivers at constant depth, x fastest.
struct ReceiverCarpet {
  std::array<double, 2> from{}, to{};
  double depth = 0.0;
  std::array<int, 2> count{1, 1};
  ExtraKeys extra;
  bool operator==(const ReceiverCarpet&) const = default;
};
using ReceiverSet = std::variant<ReceiverLine, ReceiverCarpet>;

// A wave that is there at the start, beside or instead of sources (wave/source/start_fields.hpp). The plane
// wave passes `at` as the wavelet says; it goes down, leaning by `inclination` towards `azimuth`.
struct PlaneWaveStart {
  Vec3 at{};
  double inclination = 0.0;  // 0 to below 180; above 90: upwards
  double azimuth = 90.0;
  ExtraKeys extra{};
  bool operator==(const PlaneWaveStart&) const = default;

  Vec3 direction() const;
};
struct ExplodingReflectors {
  ExtraKeys extra{};
  bool operator==(const ExplodingReflectors&) const = default;
};
using WaveStart = std::variant<std::monostate, PlaneWaveStart, ExplodingReflectors>;

struct Survey {
  Wavelet wavelet;
  std::vector<Source> sources;
  std::vector<ReceiverSet> receivers;
  WaveStart start;
  ExtraKeys extra;
  bool operator==(const Survey&) const = default;

  std::vector<Vec3> receiver_positions() const;  // all sets in order
};

// free: p = 0 on the face. sponge, cpml: absorbed in `pad_cells` cells outside the user's grid, by damping
// (Cerjan) or by a convolutional perfectly matched layer.
enum class Boundary { free, sponge, cpml };
enum Face { x_min, x_max, y_min, y_max, z_min, z_max };
inline constexpr std::array<const char*, 6> face_names{"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"};

// How a source or receiver between nodes is spread over them: Kaiser-windowed sinc (Hicks 2002) or trilinear.
enum class Interpolation { sinc, trilinear };

// What a node has whose cell holds several layers: their mean (fold/layers/cell_means.hpp), or the layer's
// that the node itself lies in.
enum class Interfaces { cell_average, node };

// The windowed stencil of wave/stencil.hpp.
struct StencilWindow {
  double alpha = 0.5, beta = 6.0;
  int half_length = 8;
  ExtraKeys extra{};
  bool operator==(const StencilWindow&) const = default;
};

struct Propagation {
  bool enabled = true;
  int order = 8;                        // of the spatial stencil: 2, 4, .. 16
  std::optional<StencilWindow> window;  // a windowed stencil instead
  int time_order = 2;                   // or 4
  Precision precision = Precision::binary32;
  Interpolation interpolation = Interpolation::sinc;
  Interfaces interfaces = Interfaces::cell_average;
  double dt = 0.0;             // 0: automatic, from error_budget and the stability limit
  double error_budget = 0.02;  // relative L2 error of a trace that the time step may cause
  double duration = 1.0;
  std::array<Boundary, 6> boundaries{Boundary::cpml, Boundary::cpml, Boundary::cpml,
                                     Boundary::cpml, Boundary::free, Boundary::cpml};
  int pad_cells = 0;  // 0: automatic, what each kind needs
  ExtraKeys extra;
  ExtraKeys boundaries_extra;
  bool operator==(const Propagation&) const = default;
};

enum class SnapshotFormat { hdf, vti };
inline constexpr std::array<const char*, 2> snapshot_format_names{"hdf", "vti"};

struct Outputs {
  int snapshot_steps = 0;          // a snapshot every so many steps; 0: none, unless an interval is given
  double snapshot_interval = 0.0;  // or every so many seconds
  std::vector<int> snapshot_list;  // or at these steps, ascending
  SnapshotFormat snapshot_format = SnapshotFormat::hdf;
  double snapshot_error = 1e-4;  // of the run's largest pressure; 0: lossless
  bool pictures = true;
  ExtraKeys extra;
  ExtraKeys snapshots_extra;
  bool operator==(const Outputs&) const = default;
};

struct Scenario {
  std::string name = "untitled";
  std::string description;
  Grid3 grid;
  std::vector<FoldEvent> events;  // oldest first: a fold, which later ones fold again or cut away
  LayerStack stack;
  std::optional<VelocityFile> velocity;  // in place of the layers'
  Survey survey;
  Propagation propagation;
  Outputs outputs;
  std::optional<Imaging> imaging;      // none: nothing is located
  std::optional<SectionSpec> section;  // where it is drawn in; of no influence on results
  std::vector<Marker> markers;         // likewise
  std::vector<Scenario> variants;      // kept beside this one (model/variants.hpp)
  std::string folder;                  // where relative files are looked for; not part of the JSON
  ExtraKeys extra;
  ExtraKeys grid_extra;

  bool operator==(const Scenario&) const = default;
};

// A scenario with a file of velocities needs no events and no layers. A flat horizon and two layers stand in
// for those that it leaves out, and are not written.
std::vector<FoldEvent> stand_in_events();
LayerStack stand_in_layers();
bool has_fold(const Scenario& scenario);  // false: both stand in

}  // namespace foldwave
