#include <algorithm>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/read_file.hpp"
#include "core/model/horizon_json.hpp"
#include "core/model/json_object.hpp"
#include "core/model/scenario_json.hpp"
#include "core/model/velocity_json.hpp"

namespace foldwave {

namespace {

FoldParameters read_parameters(JsonObject& j) {
  const bool raw = j.has("F") || j.has("psi");
  if (raw && j.has("lambda")) j.fail("lambda", "stands beside F or psi", "give lambda, or F and psi");
  return raw ? FoldParameters{j.number("F"), j.number("psi"), false}
             : FoldParameters::from_lambda(j.number("lambda"));
}

AxialLine read_axial_line(JsonObject& j, ExtraKeys& extra) {
  if (!j.has("axial_line")) return {};
  JsonObject line = j.object("axial_line");
  const AxialLine read{line.number("trend"), line.number("plunge")};
  extra = line.unread();
  return read;
}

SpeedVariation read_variation(JsonObject j) {
  SpeedVariation varies;
  if (j.has("file")) {
    if (j.has("stations")) j.fail("stations", "stand beside a file", "give one of them");
    varies.file = j.string("file");
    if (varies.file.empty()) j.fail("file", "is empty", "name a .vti file, or give stations");
  } else {
    for (JsonObject s : j.objects("stations")) {
      SpeedStation station;
      station.position = s.vec3("position");
      station.parameters = read_parameters(s);
      station.axial_line = read_axial_line(s, station.line_extra);
      station.extra = s.unread();
      varies.stations.push_back(std::move(station));
    }
    if (varies.stations.empty()) j.fail("stations", "is empty", "give one or more, or a file");
  }
  varies.extra = j.unread();
  return varies;
}

FoldSpec read_fold(JsonObject j) {
  FoldSpec fold;
  fold.parameters = read_parameters(j);
  if (j.has("method")) {
    const std::vector<std::string_view> names{"auto", "foot-point", "pmm"};
    fold.method = *fold_method_named(std::string(names[j.choice("method", names)]));
  }
  fold.axial_line = read_axial_line(j, fold.line_extra);
  if (j.has("varies")) fold.varies = read_variation(j.object("varies"));
  fold.extra = j.unread();
  return fold;
}

// What an event's type has no use for stays among its unknown keys.
FoldEvent read_event(JsonObject& j) {
  FoldEvent event;
  if (j.has("type"))
    event.type = static_cast<EventType>(j.choice("type", {event_type_names.begin(), event_type_names.end()}));
  event.name =
      j.string_or("name", event.cuts() ? event_type_names[static_cast<std::size_t>(event.type)] : event.name);
  event.horizon = read_horizon(j.object("horizon"));
  if (!event.cuts()) event.fold = read_fold(j.object("fold"));
  if (event.type == EventType::unconformity) {
    event.deposits = j.integer_or("deposits", event.deposits);
    if (j.has("bedding"))
      event.bedding = static_cast<Bedding>(j.choice("bedding", {bedding_names.begin(), bedding_names.end()}));
  }
  if (event.type != EventType::erosion && j.has("datum")) event.datum = j.number("datum");
  event.extra = j.unread();
  return event;
}

std::array<int, 3> parse_color(JsonObject& j) {
  const std::string text = j.string_or("color", "#808080");
  const auto hex = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  if (text.size() != 7 || text[0] != '#' || !std::all_of(text.begin() + 1, text.end(), hex))
    j.fail("color", "\"" + text + "\" is not a colour", "give \"#rrggbb\"");
  const auto byte = [&](std::size_t at) { return std::stoi(text.substr(at, 2), nullptr, 16); };
  return {byte(1), byte(3), byte(5)};
}

LayerStack read_layers(JsonObject j) {
  LayerStack stack;
  stack.horizon_is_top_of = j.integer_or("horizon_is_top_of", 1);
  for (JsonObject l : j.objects("list")) {
    Layer layer;
    layer.name = l.string("name");
    layer.thickness = l.number_or("thickness", 0.0);
    layer.velocity = l.number("velocity");
    layer.density = l.number_or("density", 0.0);
    if (l.has("density") && !(layer.density > 0.0))
      l.fail("density", number_text(layer.density) + " is no density", "give kg/m3 above 0, or leave it out");
    layer.color = parse_color(l);
    layer.extra = l.unread();
    stack.layers.push_back(std::move(layer));
  }
  stack.extra = j.unread();
  return stack;
}

Survey read_survey(JsonObject j) {
  Survey survey;
  if (j.has("wavelet")) {
    JsonObject w = j.object("wavelet");
    survey.wavelet.kind =
        static_cast<WaveletKind>(w.choice("type", {"ricker", "gaussian_derivative", "file"}));
    if (survey.wavelet.kind == WaveletKind::file) {
      survey.wavelet.file = w.string("file");
      survey.wavelet.interval = w.number_or("interval", 0.0);
    }
    survey.wavelet.frequency = w.number("frequency");
    survey.wavelet.delay = w.number_or_auto("delay");
    survey.wavelet.amplitude = w.number_or("amplitude", 1.0);
    survey.wavelet.extra = w.unread();
  }
  if (j.has("sources")) {
    for (JsonObject s : j.objects("sources")) {
      Source source{s.vec3("position"), s.number_or("delay", 0.0), s.number_or("amplitude", 1.0), {}};
      source.extra = s.unread();
      survey.sources.push_back(std::move(source));
    }
  }
  if (j.has("receivers")) {
    for (JsonObject r : j.objects("receivers")) {
      if (r.choice("type", {"line", "carpet"}) == 0) {
        ReceiverLine line{r.vec3("from"), r.vec3("to"), r.integer("count"), {}};
        line.extra = r.unread();
        survey.receivers.emplace_back(std::move(line));
      } else {
        const auto from = r.numbers("from", 2);
        const auto to = r.numbers("to", 2);
        ReceiverCarpet carpet;
        carpet.from = {from[0], from[1]};
        carpet.to = {to[0], to[1]};
        carpet.depth = r.number("depth");
        const auto count = r.numbers("count", 2);
        for (std::size_t a = 0; a < 2; ++a)
          carpet.count[a] = r.as_integer(count[a], "count/" + std::to_string(a));
        carpet.extra = r.unread();
        survey.receivers.emplace_back(std::move(carpet));
      }
    }
  }
  if (j.has("start")) {
    JsonObject s = j.object("start");
    if (s.choice("type", {"plane_wave", "exploding_reflectors"}) == 0) {
      PlaneWaveStart wave;
      wave.at = s.vec3("at");
      wave.inclination = s.number_or("inclination", wave.inclination);
      wave.azimuth = s.number_or("azimuth", wave.azimuth);
      wave.extra = s.unread();
      survey.start = std::move(wave);
    } else {
      survey.start = ExplodingReflectors{s.unread()};
    }
  }
  survey.extra = j.unread();
  return survey;
}

Propagation read_propagation(JsonObject j) {
  Propagation p;
  p.enabled = j.boolean_or("enabled", true);
  p.order = j.integer_or("order", p.order);
  if (j.has("window")) {
    JsonObject w = j.object("window");
    StencilWindow window;
    window.alpha = w.number_or("alpha", window.alpha);
    window.beta = w.number_or("beta", window.beta);
    window.half_length = w.integer_or("half_length", window.half_length);
    window.extra = w.unread();
    p.window = std::move(window);
  }
  p.time_order = j.integer_or("time_order", p.time_order);
  if (j.has("precision")) p.precision = static_cast<Precision>(j.choice("precision", {"single", "double"}));
  if (j.has("interpolation"))
    p.interpolation = static_cast<Interpolation>(j.choice("interpolation", {"sinc", "trilinear"}));
  if (j.has("interfaces"))
    p.interfaces = static_cast<Interfaces>(j.choice("interfaces", {"cell_average", "node"}));
  p.dt = j.number_or_auto("dt");
  p.error_budget = j.number_or("error_budget", p.error_budget);
  p.duration = j.number("duration");
  p.pad_cells = j.integer_or_auto("pad_cells");
  if (j.has("boundaries")) {
    JsonObject b = j.object("boundaries");
    for (std::size_t f = 0; f < 6; ++f)
      if (b.has(face_names[f]))
        // "absorbing" leaves the kind to the program.
        p.boundaries[f] =
            std::array{Boundary::free, Boundary::sponge, Boundary::cpml,
                       Boundary::cpml}[b.choice(face_names[f], {"free", "sponge", "cpml", "absorbing"})];
    p.boundaries_extra = b.unread();
  }
  p.extra = j.unread();
  return p;
}

Outputs read_outputs(JsonObject j) {
  Outputs o;
  if (j.has("snapshots")) {
    JsonObject s = j.object("snapshots");
    if (s.has("every_steps") && s.has("interval"))
      s.fail("interval", "stands beside every_steps", "give one of them");
    o.snapshot_steps = s.integer_or("every_steps", 0);
    o.snapshot_interval = s.number_or("interval", 0.0);
    if (s.has("format"))
      o.snapshot_format = static_cast<SnapshotFormat>(
          s.choice("format", {snapshot_format_names.begin(), snapshot_format_names.end()}));
    o.snapshot_error = s.number_or("error", o.snapshot_error);
    o.snapshots_extra = s.unread();
  }
  o.pictures = j.boolean_or("pictures", true);
  o.extra = j.unread();
  return o;
}

Backdrop read_backdrop(JsonObject j) {
  Backdrop b;
  const bool image = j.choice("type", {"image", "segy"}) == 0;
  b.file = j.string("file");
  b.left = j.number("left");
  b.right = j.number("right");
  b.opacity = j.number_or("opacity", b.opacity);
  if (image) {
    b.source = ImageBackdrop{j.number("top"), j.number("bottom")};
  } else {
    SegyBackdrop segy;
    if (j.has("inline") && j.has("crossline"))
      j.fail("crossline", "stands beside inline", "give one of them, or none for all traces");
    for (const auto& [key, kind] : {std::pair{"inline", SegyLineKind::inline_number},
                                    std::pair{"crossline", SegyLineKind::crossline_number}})
      if (j.has(key)) {
        segy.kind = kind;
        segy.number = j.integer(key);
      }
    segy.velocity = j.number_or("velocity", segy.velocity);
    b.source = segy;
  }
  b.extra = j.unread();
  return b;
}

SectionSpec read_section(JsonObject j) {
  SectionSpec section;
  const auto from = j.numbers("from", 2), to = j.numbers("to", 2);
  section.line = {{from[0], from[1]}, {to[0], to[1]}};
  if (j.has("backdrop")) section.backdrop = read_backdrop(j.object("backdrop"));
  section.extra = j.unread();
  return section;
}

void read_grid(JsonObject j, Scenario& scenario) {
  const auto n = j.numbers("nodes", 3);
  const auto h = j.numbers("spacing", 3);
  for (std::size_t a = 0; a < 3; ++a) {
    scenario.grid.n[a] = j.as_integer(n[a], "nodes/" + std::to_string(a));
    scenario.grid.h[a] = h[a];
  }
  if (j.has("origin")) scenario.grid.origin = j.vec3("origin");
  scenario.grid_extra = j.unread();
}

// The line on which byte `at` of the text stands.
std::ptrdiff_t line_of(const std::string& text, std::size_t at) {
  return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(at, text.size())),
                        '\n');
}

Json parse_json(const std::string& text, const std::string& place) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& e) {
    throw InputError(place, "line " + std::to_string(line_of(text, e.byte)) + ": this is not valid JSON",
                     "look for a missing comma, quote or bracket near there");
  } catch (const Json::exception& e) {
    // The parser says "... parsing '1e999'" and no place: the first such number in the text is the one.
    const std::string said = e.what();
    const std::size_t open = said.find('\'');
    const std::size_t close = said.rfind('\'');
    if (open == std::string::npos || close <= open + 1)
      throw InputError(place, "a number is out of range", "give numbers below 1e308");
    const std::string number = said.substr(open + 1, close - open - 1);
    throw InputError(
        place,
        "line " + std::to_string(line_of(text, text.find(number))) + ": " + number + " is out of range",
        "give a number below 1e308");
  }
}

void check_version(const JsonObject& object, int version) {
  if (version > scenario_version)
    object.fail("version", std::to_string(version) + " was written by a newer Foldwave",
                "update the program (this one reads up to version " + std::to_string(scenario_version) + ")");
  if (version < 1) object.fail("version", std::to_string(version) + " is not a version", "give 1");
}

// What a scenario and a variant of one have in common.
Scenario read_body(JsonObject& root) {
  Scenario s;
  s.name = root.string_or("name", s.name);
  s.description = root.string_or("description", "");
  read_grid(root.object("grid"), s);
  if (root.has("velocity")) s.velocity = read_velocity_file(root.object("velocity"));
  const bool events = root.has("events") && !root.at("events").empty();
  if (s.velocity && events != root.has("layers"))
    root.fail(events ? "events" : "layers",
              events ? "stand there without layers" : "stand there without an event that they follow",
              "give both, or neither: the velocity comes from its file");
  for (JsonObject e :
       s.velocity && !root.has("events") ? std::vector<JsonObject>{} : root.objects("events")) {
    s.events.push_back(read_event(e));
  }
  if (s.velocity && s.events.empty()) s.events = stand_in_events();
  s.stack = s.velocity && !root.has("layers") ? stand_in_layers() : read_layers(root.object("layers"));
  if (root.has("survey")) s.survey = read_survey(root.object("survey"));
  if (root.has("propagation"))
    s.propagation = read_propagation(root.object("propagation"));
  else
    s.propagation.enabled = false;
  if (root.has("outputs")) s.outputs = read_outputs(root.object("outputs"));
  if (root.has("section")) s.section = read_section(root.object("section"));
  return s;
}

}  // namespace

Scenario parse_scenario(const std::string& text, const std::string& place, Findings* unknown) {
  const Json json = parse_json(text, place);
  JsonObject root(json, "", place, unknown);
  if (root.string_or("format", "") != "foldwave-scenario")
    root.fail("format", "this is not a Foldwave scenario",
              "a scenario has \"format\": \"foldwave-scenario\"");
  check_version(root, root.integer("version"));
  Scenario s = read_body(root);
  if (root.has("variants"))
    for (JsonObject v : root.objects("variants")) {
      if (v.has("variants")) v.fail("variants", "stands inside a variant", "take it out");
      check_version(v, v.integer_or("version", scenario_version));
      s.variants.push_back(read_body(v));
      s.variants.back().extra = v.unread();
    }
  s.extra = root.unread();
  return s;
}

Scenario load_scenario(const std::string& file, const Job& job) {
  Scenario scenario = parse_scenario(read_whole_file(file, most_bytes::scenario, job), file);
  // Beside a pipe lies nothing: its files are looked for in the working folder.
  std::error_code ignored;
  if (std::filesystem::is_regular_file(file, ignored))
    scenario.folder = std::filesystem::path(file).parent_path().string();
  return scenario;
}

}  // namespace foldwave
