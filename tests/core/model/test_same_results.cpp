// Protects what makes a fold or a wave stale: every key that the scenario's writer writes is edited alone,
// and a table says which results are then of another scenario. A key without a row fails, as does a row that
// no key reaches. What the tables of core/model/fields.hpp say themselves is tested in test_fields.cpp.
#include <QTest>
#include <functional>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "core/base/error.hpp"
#include "core/model/same_results.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"

namespace test_same_results {

using namespace foldwave;
using Json = nlohmann::json;

namespace {

enum Stale { nothing, wave, fold_and_wave, refused };  // refused: it cannot be left out or changed

// A pattern's * is any index. Of a value, what it is changed to: the first of the `others` that it is not (an
// object stands in for the whole that the key is of), or else a number grows, a word gets a letter and a
// switch is turned. Of a list of objects, its last one goes; an object goes as a whole.
struct Row {
  const char* pattern;
  Stale stale;
  const char* others = "[]";
};

const Row table[] = {
    {"/format", refused},
    {"/version", refused},
    {"/name", nothing},
    {"/description", nothing},
    {"/grid", refused},
    {"/grid/nodes/*", fold_and_wave},
    {"/grid/spacing/*", fold_and_wave},
    {"/grid/origin/*", fold_and_wave},

    {"/events", fold_and_wave},
    {"/events/*/type", fold_and_wave, R"(["erosion", "unconformity"])"},
    {"/events/*/name", nothing},
    {"/events/*/datum", fold_and_wave},
    {"/events/*/deposits", fold_and_wave},
    {"/events/*/bedding", fold_and_wave, R"(["onlap"])"},
    {"/events/*/horizon", refused},
    {"/events/*/horizon/type", fold_and_wave,
     R"([{"type": "plane", "point": [1, 2, 3], "dip": 4, "dip_direction": 5}])"},
    {"/events/*/horizon/points/*/*", fold_and_wave},
    {"/events/*/horizon/method", fold_and_wave, R"(["thin-plate"])"},
    {"/events/*/horizon/depth", fold_and_wave},
    {"/events/*/horizon/dip", fold_and_wave},
    {"/events/*/horizon/dip_direction", fold_and_wave},
    {"/events/*/horizon/trains", fold_and_wave},
    {"/events/*/horizon/trains/*/amplitude", fold_and_wave},
    {"/events/*/horizon/trains/*/wavelength", fold_and_wave},
    {"/events/*/horizon/trains/*/azimuth", fold_and_wave},
    {"/events/*/horizon/trains/*/crest/*", fold_and_wave},
    {"/events/*/horizon/trains/*/shape", fold_and_wave, R"(["box"])"},
    {"/events/*/horizon/trains/*/roundness", fold_and_wave},
    {"/events/*/horizon/trains/*/skew", fold_and_wave},
    {"/events/*/horizon/trains/*/aspect", fold_and_wave},
    {"/events/*/horizon/trains/*/plunge", fold_and_wave},
    {"/events/*/horizon/point/*", fold_and_wave},
    {"/events/*/horizon/file", fold_and_wave},
    {"/events/*/horizon/z", fold_and_wave, R"(["depth", "elevation"])"},
    {"/events/*/horizon/smoothing", fold_and_wave, R"(["auto", 3.5])"},
    {"/events/*/horizon/unit", fold_and_wave, R"(["metres"])"},
    {"/events/*/horizon/where", fold_and_wave, R"(["v == 61"])"},
    {"/events/*/horizon/younger", fold_and_wave, R"(["as_wound"])"},
    {"/events/*/horizon/vertices/*/*", fold_and_wave},
    {"/events/*/horizon/triangles/*/*", fold_and_wave},
    {"/events/*/fold", refused},
    {"/events/*/fold/lambda", fold_and_wave},
    {"/events/*/fold/F", fold_and_wave},
    {"/events/*/fold/psi", fold_and_wave},
    {"/events/*/fold/method", fold_and_wave, R"(["foot-point"])"},
    {"/events/*/fold/axial_line", fold_and_wave},
    {"/events/*/fold/axial_line/trend", fold_and_wave},
    {"/events/*/fold/axial_line/plunge", fold_and_wave},
    {"/events/*/fold/varies", fold_and_wave},
    {"/events/*/fold/varies/file", fold_and_wave},
    {"/events/*/fold/varies/stations", fold_and_wave},
    {"/events/*/fold/varies/stations/*/position/*", fold_and_wave},
    {"/events/*/fold/varies/stations/*/lambda", fold_and_wave},
    {"/events/*/fold/varies/stations/*/F", fold_and_wave},
    {"/events/*/fold/varies/stations/*/psi", fold_and_wave},
    {"/events/*/fold/varies/stations/*/axial_line", fold_and_wave},
    {"/events/*/fold/varies/stations/*/axial_line/trend", fold_and_wave},
    {"/events/*/fold/varies/stations/*/axial_line/plunge", fold_and_wave},

    {"/layers", refused},
    {"/layers/horizon_is_top_of", fold_and_wave},
    {"/layers/list", fold_and_wave},
    {"/layers/list/*/name", nothing},
    {"/layers/list/*/thickness", fold_and_wave},
    {"/layers/list/*/velocity", fold_and_wave},
    {"/layers/list/*/density", wave},
    {"/layers/list/*/color", nothing, R"(["#010203"])"},

    {"/velocity", fold_and_wave},
    {"/velocity/file", fold_and_wave},
    {"/velocity/array", fold_and_wave},
    {"/velocity/unit", fold_and_wave, R"(["m/s"])"},
    {"/velocity/smoothing", fold_and_wave},
    {"/velocity/nodes/*", fold_and_wave},
    {"/velocity/spacing/*", fold_and_wave},
    {"/velocity/origin/*", fold_and_wave},
    {"/velocity/axes", fold_and_wave},
    {"/velocity/byte_order", fold_and_wave, R"(["little"])"},

    {"/survey", wave},
    {"/survey/wavelet", wave},
    {"/survey/wavelet/type", wave, R"(["ricker"])"},
    {"/survey/wavelet/frequency", wave},
    {"/survey/wavelet/delay", wave, R"(["auto", 0.5])"},
    {"/survey/wavelet/amplitude", wave},
    {"/survey/wavelet/file", wave},
    {"/survey/wavelet/interval", wave},
    {"/survey/sources", wave},
    {"/survey/sources/*/position/*", wave},
    {"/survey/sources/*/delay", wave},
    {"/survey/sources/*/amplitude", wave},
    {"/survey/receivers", wave},
    {"/survey/receivers/*/type", wave,
     R"([{"type": "line", "from": [1, 2, 3], "to": [4, 5, 6], "count": 7}])"},
    {"/survey/receivers/*/from/*", wave},
    {"/survey/receivers/*/to/*", wave},
    {"/survey/receivers/*/depth", wave},
    {"/survey/receivers/*/count", wave},
    {"/survey/receivers/*/count/*", wave},
    {"/survey/start", wave},
    {"/survey/start/type", wave,
     R"([{"type": "exploding_reflectors"}, {"type": "plane_wave", "at": [1, 2, 3]}])"},
    {"/survey/start/at/*", wave},
    {"/survey/start/inclination", wave},
    {"/survey/start/azimuth", wave},

    {"/propagation", wave},
    {"/propagation/enabled", wave},
    {"/propagation/order", wave},
    {"/propagation/window", wave},
    {"/propagation/window/alpha", wave},
    {"/propagation/window/beta", wave},
    {"/propagation/window/half_length", wave},
    {"/propagation/time_order", wave},
    {"/propagation/precision", wave, R"(["single"])"},
    {"/propagation/interpolation", wave, R"(["sinc"])"},
    {"/propagation/interfaces", wave, R"(["cell_average"])"},
    {"/propagation/dt", wave, R"(["auto", 0.5])"},
    {"/propagation/error_budget", wave},
    {"/propagation/duration", wave},
    {"/propagation/boundaries", wave},
    {"/propagation/boundaries/x_min", wave, R"(["sponge"])"},
    {"/propagation/boundaries/x_max", wave, R"(["sponge"])"},
    {"/propagation/boundaries/y_min", wave, R"(["sponge"])"},
    {"/propagation/boundaries/y_max", wave, R"(["sponge"])"},
    {"/propagation/boundaries/z_min", wave, R"(["sponge"])"},
    {"/propagation/boundaries/z_max", wave, R"(["sponge"])"},
    {"/propagation/pad_cells", wave, R"(["auto", 17])"},

    {"/outputs", wave},
    {"/outputs/snapshots", wave},
    {"/outputs/snapshots/interval", wave},
    {"/outputs/snapshots/every_steps", wave},
    {"/outputs/snapshots/format", nothing, R"(["hdf"])"},
    {"/outputs/snapshots/error", nothing},
    {"/outputs/pictures", nothing},

    {"/imaging", nothing},  // of fold and wave
    {"/imaging/purpose", nothing, R"(["focus"])"},
    {"/imaging/data", nothing},
    {"/imaging/stations", nothing},
    {"/imaging/noise", nothing},
    {"/imaging/seed", nothing},
    {"/imaging/velocity_scale", nothing},
    {"/imaging/velocity_smoothing", nothing},
    {"/imaging/most_events", nothing},
    {"/imaging/false_alarm", nothing},
    {"/imaging/least_share", nothing},
    {"/imaging/receiver_zone", nothing, R"(["auto", 50.5])"},
    {"/imaging/bad_traces", nothing, R"(["refuse"])"},
    {"/imaging/condition", nothing, R"(["peak"])"},
    {"/imaging/groups", nothing},
    {"/imaging/scan_range", nothing},
    {"/imaging/scan_count", nothing},
    {"/imaging/survey", nothing},
    {"/imaging/survey/layout", nothing, R"(["section", "volume"])"},
    {"/imaging/survey/data", nothing},
    {"/imaging/survey/shots", nothing, R"(["auto", 12])"},
    {"/imaging/survey/lines", nothing, R"(["auto", 3])"},
    {"/imaging/survey/receiver_spacing", nothing, R"(["auto", 12.5])"},
    {"/imaging/survey/least_offset", nothing},
    {"/imaging/survey/most_offset", nothing, R"(["auto", 1250])"},
    {"/imaging/survey/aperture", nothing, R"(["auto", 1250])"},
    {"/imaging/survey/depth", nothing, R"(["auto", 5])"},
    {"/imaging/survey/frequency", nothing, R"(["auto", 12.5])"},
    {"/imaging/survey/order", nothing},
    {"/imaging/survey/duration", nothing, R"(["auto", 1.25])"},
    {"/imaging/survey/free_surface", nothing},
    {"/imaging/survey/smoothing", nothing, R"(["auto", 75])"},
    {"/imaging/survey/condition", nothing, R"(["laplacian"])"},
    {"/imaging/survey/iterations", nothing},
    {"/imaging/survey/stop_at", nothing},
    {"/imaging/survey/illumination", nothing},
    {"/imaging/survey/direct_wave", nothing, R"(["keep"])"},
    {"/imaging/survey/gathers", nothing},
    {"/imaging/survey/offsets", nothing},

    {"/section", nothing},
    {"/section/from/*", nothing},
    {"/section/to/*", nothing},
    {"/section/backdrop", nothing},
    {"/section/backdrop/type", nothing, R"([{"type": "image", "file": "b.png", "left": 0, "right": 1,
                                             "top": 2, "bottom": 3}])"},
    {"/section/backdrop/file", nothing},
    {"/section/backdrop/left", nothing},
    {"/section/backdrop/right", nothing},
    {"/section/backdrop/opacity", nothing},
    {"/section/backdrop/top", nothing},
    {"/section/backdrop/bottom", nothing},
    {"/section/backdrop/inline", nothing},
    {"/section/backdrop/crossline", nothing},
    {"/section/backdrop/velocity", nothing},

    {"/variants", nothing},  // and all that stands in them
};

// All that a scenario can have, but for what stands beside something else.
const char* const everything = R"({
  "format": "foldwave-scenario", "version": 1, "name": "all", "description": "of it",
  "grid": {"nodes": [8, 9, 10], "spacing": [10, 11, 12], "origin": [1, 2, 3]},
  "events": [
    {"type": "fold", "name": "first", "datum": 40,
     "horizon": {"type": "points", "points": [[0, 0, 10], [50, 0, 20], [0, 50, 30]], "method": "bicubic"},
     "fold": {"lambda": 0.25, "axial_line": {"trend": 30, "plunge": 80}, "method": "pmm",
              "varies": {"stations": [{"position": [1, 2, 3], "lambda": 0.5, "axial_line": {"trend": 1, "plunge": 2}},
                                      {"position": [4, 5, 6], "F": 0.5, "psi": 0.25,
                                       "axial_line": {"trend": 3, "plunge": 4}}]}}},
    {"type": "unconformity", "name": "second", "deposits": 2, "bedding": "drape", "datum": 50,
     "horizon": {"type": "trains", "depth": 60, "dip": 10, "dip_direction": 20,
                 "trains": [{"amplitude": 5, "wavelength": 60, "azimuth": 80, "crest": [7, 8], "shape": "dome",
                             "roundness": 0.5, "skew": 0.25, "aspect": 2, "plunge": 10},
                            {"amplitude": 2, "wavelength": 30, "azimuth": 10, "crest": [0, 0]}]}},
    {"type": "fold", "name": "third", "horizon": {"type": "mesh", "file": "m.ts", "z": "depth", "younger": "below"},
     "fold": {"F": 0.75, "psi": 0.5, "axial_line": {"trend": 5, "plunge": 6}, "varies": {"file": "speeds.vti"}}},
    {"type": "erosion", "name": "fourth", "horizon": {"type": "xyz", "file": "p.xyz", "z": "elevation", "smoothing": 2, "unit": "feet",
     "where": "v == 60"}},
    {"type": "fold", "name": "fifth",
     "horizon": {"type": "mesh", "vertices": [[0, 0, 1], [9, 0, 1], [0, 9, 1]], "triangles": [[0, 1, 2]]},
     "fold": {"lambda": 0, "axial_line": {"trend": 7, "plunge": 8}}},
    {"type": "fold", "name": "sixth", "horizon": {"type": "plane", "point": [0, 0, 9], "dip": 1, "dip_direction": 2},
     "fold": {"lambda": 0.5, "axial_line": {"trend": 9, "plunge": 10}}}],
  "layers": {"horizon_is_top_of": 2, "list": [
    {"name": "a", "thickness": 1, "velocity": 1500, "density": 1000, "color": "#102030"},
    {"name": "b", "thickness": 2, "velocity": 2500, "density": 2000, "color": "#405060"}]},
  "velocity": {"file": "v.bin", "array": "v", "unit": "km/s", "smoothing": 5, "nodes": [4, 5, 6],
               "spacing": [7, 8, 9], "origin": [10, 11, 12], "axes": "zxy", "byte_order": "big"},
  "survey": {"wavelet": {"type": "file", "file": "w.txt", "interval": 0.001, "frequency": 20, "delay": 0.1,
                         "amplitude": 3},
             "sources": [{"position": [1, 2, 3], "delay": 0.2, "amplitude": 2}, {"position": [4, 5, 6]}],
             "receivers": [{"type": "line", "from": [0, 0, 1], "to": [9, 0, 1], "count": 3},
                           {"type": "carpet", "from": [0, 0], "to": [9, 9], "depth": 2, "count": [3, 4]}],
             "start": {"type": "plane_wave", "at": [1, 2, 3], "inclination": 10, "azimuth": 20}},
  "propagation": {"enabled": true, "order": 4, "window": {"alpha": 0.25, "beta": 5, "half_length": 6},
                  "time_order": 4, "precision": "double", "interpolation": "trilinear", "interfaces": "node",
                  "dt": 0.001, "error_budget": 0.01, "duration": 0.5, "pad_cells": 12,
                  "boundaries": {"x_min": "free", "x_max": "cpml", "y_min": "cpml", "y_max": "cpml",
                                 "z_min": "free", "z_max": "cpml"}},
  "outputs": {"snapshots": {"interval": 0.1, "format": "vti", "error": 0.01}, "pictures": true},
  "imaging": {"purpose": "locate", "data": "g.mseed", "stations": "s.csv", "velocity_scale": 1.25, "velocity_smoothing": 60, "most_events": 3,
              "false_alarm": 0.01, "least_share": 0.2, "receiver_zone": 50, "bad_traces": "leave_out",
              "condition": "geometric_mean", "groups": 6, "scan_range": 0.1, "scan_count": 5,
              "survey": {"layout": "volume", "data": "d.sgy", "shots": 11, "lines": 4, "receiver_spacing": 25,
                         "least_offset": 50, "most_offset": 2000, "aperture": 900, "depth": 10, "frequency": 11, "order": 10,
                         "duration": 1.5, "free_surface": true, "smoothing": 80, "condition": "correlation",
                         "illumination": false, "iterations": 4, "stop_at": 0.5, "direct_wave": "mute"}},
  "section": {"from": [0, 1], "to": [8, 9],
              "backdrop": {"type": "image", "file": "i.png", "left": 0, "right": 9, "opacity": 0.5, "top": 1, "bottom": 2}}
})";

// What stands in its place.
const char* const changes[] = {
    R"({})",
    R"({"survey": {"wavelet": {"type": "gaussian_derivative", "delay": "auto", "file": null, "interval": null},
                   "start": {"type": "exploding_reflectors", "at": null, "inclination": null, "azimuth": null}},
        "propagation": {"dt": "auto", "pad_cells": "auto"}, "outputs": {"snapshots": {"interval": null, "every_steps": 5}},
        "section": {"backdrop": {"type": "segy", "inline": 3, "velocity": 1800, "top": null, "bottom": null}}})",
    R"({"velocity": null, "imaging": {"data": null, "noise": 0.25, "seed": 7,
        "survey": {"layout": "section", "lines": null, "gathers": 5, "offsets": 6}}, "section": {"backdrop": {"type": "segy", "crossline": 3, "velocity": 1800,
                                                   "top": null, "bottom": null}}})",
};

Json written(const Scenario& scenario) {
  return Json::parse(scenario_text(scenario));
}

std::vector<Json> scenarios() {
  std::vector<Json> all;
  for (const char* const change : changes) {
    Json json = Json::parse(everything);
    json.merge_patch(Json::parse(change));
    Scenario scenario = parse_scenario(json.dump(), "s");
    scenario.variants.push_back(scenario);
    all.push_back(written(scenario));
  }
  return all;
}

std::string pattern_of(const std::string& path) {
  return std::regex_replace(path, std::regex("/[0-9]+(?=/|$)"), "/*");
}

bool holds_objects(const Json& node) {
  return node.is_array() && !node.empty() && node.front().is_object();
}

// Every node that is edited: values, objects that are keys, and lists of objects.
void each_node(const Json& node, const std::string& path,
               const std::function<void(const std::string&)>& use) {
  if (path.starts_with("/variants/")) return;
  const bool element = path.empty() || (path.back() >= '0' && path.back() <= '9');
  if (!node.is_structured() || holds_objects(node) || (node.is_object() && !element)) use(path);
  for (const auto& [key, value] : node.items())
    if (node.is_structured()) each_node(value, path + "/" + key, use);
}

Json other_value(const Json& value, const Json& others) {
  for (const Json& other : others)
    if (other != value) return other;
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_number_integer()) return value.get<int>() + 1;
  if (value.is_number()) return value.get<double>() + 0.5;
  return value.get<std::string>() + "x";
}

Json edited(Json json, const std::string& path, const Row& row) {
  const Json::json_pointer at(path);
  Json& node = json[at];
  if (holds_objects(node)) {
    node.erase(node.size() - 1);
  } else if (node.is_object()) {
    json[at.parent_pointer()].erase(at.back());
  } else {
    const Json others = Json::parse(row.others);
    Json other = others.empty() || !others.front().is_object() ? other_value(node, others) : Json();
    for (const Json& whole : others)
      if (other.is_null() && whole["type"] != node) other = whole;
    if (other.is_null()) other = others.front();
    json[other.is_object() ? at.parent_pointer() : at] = other;
  }
  return json;
}

const char* word(Stale stale) {
  return std::array{"nothing", "the wave", "fold and wave", "refused"}[stale];
}

Stale made_stale(const Scenario& before, const Json& after) {
  try {
    const Scenario scenario = parse_scenario(after.dump(), "s");
    const bool fold = same_fold(before, scenario), wave_too = same_wave(before, scenario);
    if (fold != same_fold(scenario, before) || wave_too != same_wave(scenario, before) || (wave_too && !fold))
      qFatal("a comparison that hangs on which comes first, or a wave of another fold");
    return wave_too ? nothing : fold ? wave : fold_and_wave;
  } catch (const InputError&) {
    return refused;
  }
}

}  // namespace

class TestSameResults : public QObject {
  Q_OBJECT

 private slots:
  void every_key_has_its_row() {
    FOLDWAVE_NUMBERS();
    std::map<std::string, const Row*> rows;
    for (const Row& row : table)
      QVERIFY2(rows.emplace(row.pattern, &row).second, row.pattern);
    std::set<std::string> met;
    for (const Json& json : scenarios()) {
      const Scenario scenario = parse_scenario(json.dump(), "s");
      QVERIFY(written(scenario) == json);
      QCOMPARE(made_stale(scenario, json), nothing);
      each_node(json, "", [&](const std::string& path) {
        const auto row = rows.find(pattern_of(path));
        if (row == rows.end()) return QTest::qFail(("no row for " + path).c_str(), __FILE__, __LINE__);
        met.insert(row->first);
        const Json next = edited(json, path, *row->second);
        if (next == json) return QTest::qFail(("not edited: " + path).c_str(), __FILE__, __LINE__);
        const Stale stale = made_stale(scenario, next);
        if (stale != row->second->stale)
          QTest::qFail((path + " makes stale: " + word(stale) + ", not " + word(row->second->stale)).c_str(),
                       __FILE__, __LINE__);
      });
      if (QTest::currentTestFailed()) return;
    }
    for (const auto& [pattern, row] : rows)
      QVERIFY2(met.contains(pattern), pattern.c_str());
  }

  // Keys that this version does not know, wherever they stand.
  void unknown_keys_count_for_nothing() {
    for (const Json& json : scenarios()) {
      const Scenario scenario = parse_scenario(json.dump(), "s");
      int objects = 0;
      const std::function<void(const Json&, const Json::json_pointer&)> visit =
          [&](const Json& node, const Json::json_pointer& at) {
            if (node.is_object()) {
              Json next = json;
              next[at]["of_another_version"] = 1;
              if (made_stale(scenario, next) != nothing) QFAIL(at.to_string().c_str());
              ++objects;
            }
            if (node.is_array())
              for (std::size_t i = 0; i < node.size(); ++i)
                visit(node[i], at / i);
            else if (node.is_object())
              for (const auto& [key, value] : node.items())
                visit(value, at / key);
          };
      visit(json, Json::json_pointer());
      QVERIFY(objects > 50);
    }
  }

  // Saved in another folder, a scenario names the same files in another way.
  void files_are_compared_by_where_they_lie() {
    Scenario scenario = parse_scenario(scenarios()[0].dump(), "s");
    scenario.folder = "/a";
    Scenario moved = scenario;
    moved.folder = "/b";
    QVERIFY(!same_fold(scenario, moved) && !same_wave(scenario, moved));
    moved.velocity->file = "/a/v.bin";
    std::get<MeshHorizon>(moved.events[2].horizon).file = "../a/m.ts";
    moved.events[2].fold.varies->file = "/a/speeds.vti";
    std::get<XyzHorizon>(moved.events[3].horizon).file = "/a/./p.xyz";
    QVERIFY(same_fold(scenario, moved) && !same_wave(scenario, moved));
    moved.survey.wavelet.file = "/a/w.txt";
    QVERIFY(same_wave(scenario, moved));
  }

  void one_class_written_in_two_ways_is_one_fold() {
    Scenario scenario = parse_scenario(scenarios()[0].dump(), "s");
    const Scenario before = scenario;
    scenario.events[0].fold.parameters.by_class = false;
    QVERIFY(same_wave(before, scenario));
  }
};

}  // namespace test_same_results

FOLDWAVE_TEST(test_same_results, run_alone<test_same_results::TestSameResults>)
#include "test_same_results.moc"
