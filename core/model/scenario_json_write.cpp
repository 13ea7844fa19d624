#include <array>

#include "core/formats/atomic_file.hpp"
#include "core/model/json_object.hpp"
#include "core/model/scenario_json.hpp"
#include "core/model/velocity_json.hpp"

namespace foldwave {

namespace {

Json list(const Vec3& v) {
  return Json::array({v.x, v.y, v.z});
}

// What differs from its default; cosines alone are written as older versions read them.
void write_trains(Json& j, const TrainsHorizon& h) {
  const FoldTrain usual;
  bool cosines = h.dip == 0.0 && h.dip_direction == 0.0;
  Json list = Json::array();
  for (const FoldTrain& t : h.trains) {
    Json train{
        {"amplitude", t.amplitude}, {"wavelength", t.wavelength}, {"azimuth", t.azimuth}, {"crest", t.crest}};
    const std::size_t known = train.size();
    if (t.shape != usual.shape) train["shape"] = fold_shape_names[static_cast<std::size_t>(t.shape)];
    if (t.roundness != usual.roundness) train["roundness"] = t.roundness;
    if (t.skew != usual.skew) train["skew"] = t.skew;
    if (t.aspect != usual.aspect) train["aspect"] = t.aspect;
    if (t.plunge != usual.plunge) train["plunge"] = t.plunge;
    cosines = cosines && train.size() == known;
    write_extra(train, t.extra);
    list.push_back(std::move(train));
  }
  j["type"] = cosines ? "cosine" : "trains";
  j["depth"] = h.depth;
  if (h.dip != 0.0 || h.dip_direction != 0.0) {
    j["dip"] = h.dip;
    j["dip_direction"] = h.dip_direction;
  }
  j["trains"] = std::move(list);
  write_extra(j, h.extra);
}

Json horizon_json(const HorizonSpec& spec) {
  Json j = Json::object();
  if (const auto* points = std::get_if<PointsHorizon>(&spec)) {
    j["type"] = "points";
    j["points"] = Json::array();
    for (const Vec3& p : points->points)
      j["points"].push_back(list(p));
    if (points->method == PointsMethod::bicubic) j["method"] = "bicubic";
    write_extra(j, points->extra);
  } else if (const auto* trains = std::get_if<TrainsHorizon>(&spec)) {
    write_trains(j, *trains);
  } else if (const auto* plane = std::get_if<PlaneHorizon>(&spec)) {
    j["type"] = "plane";
    j["point"] = list(plane->point);
    j["dip"] = plane->dip;
    j["dip_direction"] = plane->dip_direction;
    write_extra(j, plane->extra);
  } else if (const auto* mesh = std::get_if<MeshHorizon>(&spec)) {
    j["type"] = "mesh";
    if (!mesh->file.empty()) {
      j["file"] = mesh->file;
      if (mesh->z) j["z"] = *mesh->z == VerticalSense::depth ? "depth" : "elevation";
    } else {
      j["vertices"] = Json::array();
      for (const Vec3& p : mesh->vertices)
        j["vertices"].push_back(list(p));
      j["triangles"] = mesh->triangles;
    }
    if (mesh->younger != YoungerSide::above)
      j["younger"] = mesh->younger == YoungerSide::below ? "below" : "as_wound";
    write_extra(j, mesh->extra);
  } else {
    const auto& xyz = std::get<XyzHorizon>(spec);
    j["type"] = "xyz";
    j["file"] = xyz.file;
    if (xyz.z) j["z"] = sense_name(*xyz.z);
    j["smoothing"] = xyz.smoothing > 0.0 ? Json(xyz.smoothing) : Json("auto");
    if (xyz.unit) j["unit"] = length_words.at(static_cast<std::size_t>(*xyz.unit));
    if (!xyz.where.empty()) j["where"] = xyz.where;
    write_extra(j, xyz.extra);
  }
  return j;
}

void write_parameters(Json& j, const FoldParameters& parameters) {
  if (parameters.by_class) {
    j["lambda"] = parameters.psi;
  } else {
    j["F"] = parameters.F;
    j["psi"] = parameters.psi;
  }
}

Json axial_line_json(const AxialLine& axial_line, const ExtraKeys& extra) {
  Json line{{"trend", axial_line.trend}, {"plunge", axial_line.plunge}};
  write_extra(line, extra);
  return line;
}

Json variation_json(const SpeedVariation& varies) {
  Json j = Json::object();
  if (varies.stations.empty()) {
    j["file"] = varies.file;
  } else {
    j["stations"] = Json::array();
    for (const SpeedStation& s : varies.stations) {
      Json station{{"position", list(s.position)}};
      write_parameters(station, s.parameters);
      station["axial_line"] = axial_line_json(s.axial_line, s.line_extra);
      write_extra(station, s.extra);
      j["stations"].push_back(std::move(station));
    }
  }
  write_extra(j, varies.extra);
  return j;
}

Json fold_json(const FoldSpec& spec) {
  Json fold = Json::object();
  write_parameters(fold, spec.parameters);
  fold["axial_line"] = axial_line_json(spec.axial_line, spec.line_extra);
  if (spec.varies) fold["varies"] = variation_json(*spec.varies);
  if (spec.method != FoldMethod::automatic) fold["method"] = fold_method_name(spec.method);
  write_extra(fold, spec.extra);
  return fold;
}

// Older versions ask for the type of a fold, too.
Json event_json(const FoldEvent& event) {
  Json j{{"type", event_type_names[static_cast<std::size_t>(event.type)]},
         {"name", event.name},
         {"horizon", horizon_json(event.horizon)}};
  if (!event.cuts()) j["fold"] = fold_json(event.fold);
  if (event.type == EventType::unconformity) {
    j["deposits"] = event.deposits;
    if (event.bedding != Bedding::onlap)
      j["bedding"] = bedding_names[static_cast<std::size_t>(event.bedding)];
  }
  if (event.type != EventType::erosion && event.datum) j["datum"] = *event.datum;
  write_extra(j, event.extra);
  return j;
}

std::string color_text(const std::array<int, 3>& color) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text = "#";
  for (const int c : color) {
    text += digits[c / 16 % 16];
    text += digits[c % 16];
  }
  return text;
}

Json layers_json(const LayerStack& stack) {
  Json all = Json::array();
  for (const Layer& layer : stack.layers) {
    Json j{{"name", layer.name}};
    if (layer.thickness != 0.0) j["thickness"] = layer.thickness;
    j["velocity"] = layer.velocity;
    if (layer.density > 0.0) j["density"] = layer.density;
    j["color"] = color_text(layer.color);
    write_extra(j, layer.extra);
    all.push_back(std::move(j));
  }
  Json j{{"horizon_is_top_of", stack.horizon_is_top_of}, {"list", std::move(all)}};
  write_extra(j, stack.extra);
  return j;
}

Json receivers_json(const ReceiverSet& set) {
  if (const auto* line = std::get_if<ReceiverLine>(&set)) {
    Json j{{"type", "line"}, {"from", list(line->from)}, {"to", list(line->to)}, {"count", line->count}};
    write_extra(j, line->extra);
    return j;
  }
  const auto& carpet = std::get<ReceiverCarpet>(set);
  Json j{{"type", "carpet"},
         {"from", carpet.from},
         {"to", carpet.to},
         {"depth", carpet.depth},
         {"count", carpet.count}};
  write_extra(j, carpet.extra);
  return j;
}

Json start_json(const WaveStart& start) {
  Json j = Json::object();
  if (const auto* wave = std::get_if<PlaneWaveStart>(&start)) {
    j = {{"type", "plane_wave"},
         {"at", list(wave->at)},
         {"inclination", wave->inclination},
         {"azimuth", wave->azimuth}};
    write_extra(j, wave->extra);
  } else {
    j["type"] = "exploding_reflectors";
    write_extra(j, std::get<ExplodingReflectors>(start).extra);
  }
  return j;
}

Json survey_json(const Survey& survey) {
  const Wavelet& w = survey.wavelet;
  Json wavelet{{"type", wavelet_kind_names[static_cast<std::size_t>(w.kind)]},
               {"frequency", w.frequency},
               {"delay", w.delay > 0.0 ? Json(w.delay) : Json("auto")},
               {"amplitude", w.amplitude}};
  if (w.kind == WaveletKind::file) wavelet["file"] = w.file;
  if (w.interval > 0.0) wavelet["interval"] = w.interval;
  write_extra(wavelet, w.extra);
  Json j{{"wavelet", std::move(wavelet)}, {"sources", Json::array()}, {"receivers", Json::array()}};
  for (const Source& s : survey.sources) {
    Json source{{"position", list(s.position)}, {"delay", s.delay}, {"amplitude", s.amplitude}};
    write_extra(source, s.extra);
    j["sources"].push_back(std::move(source));
  }
  for (const ReceiverSet& set : survey.receivers)
    j["receivers"].push_back(receivers_json(set));
  if (!std::holds_alternative<std::monostate>(survey.start)) j["start"] = start_json(survey.start);
  write_extra(j, survey.extra);
  return j;
}

Json propagation_json(const Propagation& p) {
  Json faces = Json::object();
  for (std::size_t f = 0; f < 6; ++f)
    faces[face_names[f]] = boundary_names[static_cast<std::size_t>(p.boundaries[f])];
  write_extra(faces, p.boundaries_extra);
  Json j{{"enabled", p.enabled},
         {"order", p.order},
         {"dt", p.dt > 0.0 ? Json(p.dt) : Json("auto")},
         {"error_budget", p.error_budget},
         {"duration", p.duration},
         {"boundaries", std::move(faces)},
         {"pad_cells", p.pad_cells > 0 ? Json(p.pad_cells) : Json("auto")}};
  if (p.window) {
    j["window"] = {
        {"alpha", p.window->alpha}, {"beta", p.window->beta}, {"half_length", p.window->half_length}};
    write_extra(j["window"], p.window->extra);
  }
  if (p.time_order != 2) j["time_order"] = p.time_order;
  if (p.precision != Precision::binary32) j["precision"] = "double";
  if (p.interpolation != Interpolation::sinc)
    j["interpolation"] = interpolation_names[static_cast<std::size_t>(p.interpolation)];
  if (p.interfaces != Interfaces::cell_average)
    j["interfaces"] = interfaces_names[static_cast<std::size_t>(p.interfaces)];
  write_extra(j, p.extra);
  return j;
}

Json outputs_json(const Outputs& o) {
  Json j = Json::object();
  if (o.snapshot_interval > 0.0)
    j["snapshots"] = {{"interval", o.snapshot_interval}};
  else
    j["snapshots"] = {{"every_steps", o.snapshot_steps}};
  if (o.snapshot_format != SnapshotFormat::hdf)
    j["snapshots"]["format"] = snapshot_format_names[static_cast<std::size_t>(o.snapshot_format)];
  if (o.snapshot_error != Outputs{}.snapshot_error) j["snapshots"]["error"] = o.snapshot_error;
  write_extra(j["snapshots"], o.snapshots_extra);
  j["pictures"] = o.pictures;
  write_extra(j, o.extra);
  return j;
}

Json backdrop_json(const Backdrop& b) {
  Json j{{"type", "image"}, {"file", b.file}, {"left", b.left}, {"right", b.right}, {"opacity", b.opacity}};
  if (const auto* image = std::get_if<ImageBackdrop>(&b.source)) {
    j["top"] = image->top;
    j["bottom"] = image->bottom;
  } else {
    const auto& segy = std::get<SegyBackdrop>(b.source);
    j["type"] = "segy";
    if (segy.kind == SegyLineKind::inline_number) j["inline"] = segy.number;
    if (segy.kind == SegyLineKind::crossline_number) j["crossline"] = segy.number;
    j["velocity"] = segy.velocity;
  }
  write_extra(j, b.extra);
  return j;
}

Json section_json(const SectionSpec& section) {
  Json j{{"from", section.line.from}, {"to", section.line.to}};
  if (section.backdrop) j["backdrop"] = backdrop_json(*section.backdrop);
  write_extra(j, section.extra);
  return j;
}

// What a scenario and a variant of one have in common, added to `j`.
void write_body(Json& j, const Scenario& s) {
  Json grid{{"nodes", s.grid.n}, {"spacing", s.grid.h}, {"origin", list(s.grid.origin)}};
  write_extra(grid, s.grid_extra);
  j["name"] = s.name;
  j["description"] = s.description;
  j["grid"] = std::move(grid);
  if (has_fold(s)) {
    j["events"] = Json::array();
    for (const FoldEvent& event : s.events)
      j["events"].push_back(event_json(event));
    j["layers"] = layers_json(s.stack);
  }
  if (s.velocity) j["velocity"] = velocity_file_json(*s.velocity);
  j["survey"] = survey_json(s.survey);
  j["propagation"] = propagation_json(s.propagation);
  j["outputs"] = outputs_json(s.outputs);
  if (s.section) j["section"] = section_json(*s.section);
}

}  // namespace

std::string scenario_text(const Scenario& s) {
  Json j{{"format", "foldwave-scenario"}, {"version", scenario_version}};
  write_body(j, s);
  if (!s.variants.empty()) j["variants"] = Json::array();
  for (const Scenario& variant : s.variants) {
    Json v = Json::object();
    write_body(v, variant);
    write_extra(v, variant.extra);
    j["variants"].push_back(std::move(v));
  }
  write_extra(j, s.extra);
  // A name that is not UTF-8 must not lose the rest.
  return j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void save_scenario(const Scenario& scenario, const std::string& file) {
  write_file_atomically(file, scenario_text(scenario));
}

}  // namespace foldwave
