// Protects the wave's keys in the scenario file: every one comes back as it was typed, alone and with all
// others, what is usual is not written, and a velocity file stands in for events and layers.
#include <QTest>
#include <functional>

#include "core/base/error.hpp"
#include "core/model/json_object.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_files.hpp"
#include "core/model/scenario_json.hpp"
#include "core/model/velocity_json.hpp"
#include "tests/test_program.hpp"

namespace test_wave_keys {

using namespace foldwave;

namespace {

const char* const bare = R"({
  "format": "foldwave-scenario", "version": 1,
  "grid": {"nodes": [40, 1, 30], "spacing": [10, 10, 5]},
  "velocity": {"file": "speeds.vti"},
  "survey": {"wavelet": {"type": "ricker", "frequency": 20}, "sources": [{"position": [100, 0, 20]}]},
  "propagation": {"duration": 0.5}
})";

struct Key {
  const char* text;  // that must stand in the file
  std::function<void(Scenario&)> set;
};

const std::vector<Key>& keys() {
  static const std::vector<Key> all{
      {"\"half_length\": 7",
       [](Scenario& s) {
         s.propagation.window = {0.7, 3.5, 7, {{"why", "1"}}};
       }},
      {"\"time_order\": 4", [](Scenario& s) { s.propagation.time_order = 4; }},
      {"\"precision\": \"double\"", [](Scenario& s) { s.propagation.precision = Precision::binary64; }},
      {"\"trilinear\"", [](Scenario& s) { s.propagation.interpolation = Interpolation::trilinear; }},
      {"\"interfaces\": \"node\"", [](Scenario& s) { s.propagation.interfaces = Interfaces::node; }},
      {"\"pad_cells\": 17", [](Scenario& s) { s.propagation.pad_cells = 17; }},
      {"\"x_min\": \"sponge\"", [](Scenario& s) { s.propagation.boundaries[x_min] = Boundary::sponge; }},
      {"\"z_max\": \"free\"", [](Scenario& s) { s.propagation.boundaries[z_max] = Boundary::free; }},
      {"\"z_min\": \"cpml\"", [](Scenario& s) { s.propagation.boundaries[z_min] = Boundary::cpml; }},
      {"\"error_budget\": 0.004", [](Scenario& s) { s.propagation.error_budget = 0.004; }},
      {"\"dt\": 0.00037", [](Scenario& s) { s.propagation.dt = 0.00037; }},
      {"\"order\": 12", [](Scenario& s) { s.propagation.order = 12; }},
      {"\"density\": 2650",
       [](Scenario& s) {
         for (Layer& layer : s.stack.layers)
           layer.density = 2650.0;
       }},
      {"gaussian_derivative", [](Scenario& s) { s.survey.wavelet.kind = WaveletKind::gaussian_derivative; }},
      {"\"interval\": 0.002",
       [](Scenario& s) {
         s.survey.wavelet.kind = WaveletKind::file;
         s.survey.wavelet.file = "shot.txt";
         s.survey.wavelet.interval = 0.002;
       }},
      {"\"delay\": 0.125", [](Scenario& s) { s.survey.wavelet.delay = 0.125; }},
      {"\"amplitude\": -2.5", [](Scenario& s) { s.survey.sources[0].amplitude = -2.5; }},
      {"\"delay\": 0.0625", [](Scenario& s) { s.survey.sources[0].delay = 0.0625; }},
      {"plane_wave",
       [](Scenario& s) {
         s.survey.start = PlaneWaveStart{{1.0, 0.0, 3.0}, 12.5, 270.0, {{"note", "\"x\""}}};
       }},
      {"exploding_reflectors", [](Scenario& s) { s.survey.start = ExplodingReflectors{}; }},
      {"\"interval\": 0.01", [](Scenario& s) { s.outputs.snapshot_interval = 0.01; }},
      {"\"format\": \"vti\"", [](Scenario& s) { s.outputs.snapshot_format = SnapshotFormat::vti; }},
      {"\"error\": 0.015625", [](Scenario& s) { s.outputs.snapshot_error = 0.015625; }},
      {"\"unit\": \"km/s\"", [](Scenario& s) { s.velocity->in_km_s = true; }},
      {"\"array\": \"vp\"", [](Scenario& s) { s.velocity->array = "vp"; }},
      {"\"smoothing\": 45.5", [](Scenario& s) { s.velocity->smoothing = 45.5; }},
      {"\"byte_order\": \"big\"", [](Scenario& s) { s.velocity->layout.big_endian = true; }},
      {"\"axes\": \"zxy\"",
       [](Scenario& s) {
         s.velocity->layout = {{40, 1, 31}, {10.0, 10.0, 5.0}, {7.0, 8.0, -9.0}, "zxy", false};
       }},
      {"by_hand",
       [](Scenario& s) {
         s.velocity->extra = {{"by_hand", "true"}};
       }},
  };
  return all;
}

void check_comes_back(const Scenario& s, const char* text) {
  const std::string written = scenario_text(s);
  QVERIFY2(written.find(text) != std::string::npos, (std::string(text) + " in " + written).c_str());
  const Scenario again = parse_scenario(written, "again");
  QVERIFY2(again == s, text);
  QVERIFY2(scenario_text(again) == written, text);
}

QString fault(const std::function<void()>& work) {
  try {
    work();
    return "no error";
  } catch (const InputError& e) {
    return e.what();
  }
}

}  // namespace

class TestWaveKeys : public QObject {
  Q_OBJECT
 private slots:
  void each_comes_back_alone() {
    for (const Key& key : keys()) {
      Scenario s = parse_scenario(bare, "s.json");
      QVERIFY2(scenario_text(s).find(key.text) == std::string::npos, key.text);
      key.set(s);
      check_comes_back(s, key.text);
    }
  }

  void all_come_back_together() {
    Scenario s = parse_scenario(bare, "s.json");
    for (const Key& key : keys())
      key.set(s);
    check_comes_back(s, "speeds.vti");
    s.variants = {s};
    check_comes_back(s, "speeds.vti");
  }

  void a_velocity_file_needs_no_fold() {
    const Scenario s = parse_scenario(bare, "s.json");
    QVERIFY(check_scenario(s).empty());
    QVERIFY(!has_fold(s) && s.events == stand_in_events() && s.stack == stand_in_layers());
    const std::string text = scenario_text(s);
    QVERIFY(text.find("events") == std::string::npos && text.find("layers") == std::string::npos);

    // What is drawn later is kept.
    Scenario drawn = s;
    drawn.events[0].horizon = PlaneHorizon{{0.0, 0.0, 50.0}, 3.0, 0.0, {}};
    QVERIFY(has_fold(drawn));
    check_comes_back(drawn, "\"events\"");
    drawn.velocity.reset();
    check_comes_back(drawn, "\"layers\"");

    // An empty list of events is one left out; without the file both are asked for.
    std::string without = bare;
    without.insert(without.find("\"velocity\""), "\"events\": [],\n");
    QVERIFY(parse_scenario(without, "s.json") == s);
    without.replace(without.find("\"velocity\""), 10, "\"elsewhere\"");
    QVERIFY(fault([&] { parse_scenario(without, "s.json"); }).contains("/layers"));
  }

  // Layers without an event, or the other way round, would stand on a horizon that nobody drew.
  void a_fold_is_whole_or_not_there() {
    Scenario drawn = parse_scenario(bare, "s.json");
    drawn.events[0].horizon = PlaneHorizon{{0.0, 0.0, 50.0}, 3.0, 0.0, {}};
    const auto json = Json::parse(scenario_text(drawn));
    for (const auto& [left_out, path] : {std::pair{"events", "/layers"}, {"layers", "/events"}}) {
      Json part = json;
      part.erase(left_out);
      const QString said = fault([&] { parse_scenario(part.dump(), "s.json"); });
      QVERIFY2(said.contains(path) && said.contains("give both, or neither"), qPrintable(said));
      part["variants"] = Json::array({part});
      part.erase(path + 1);
      const QString inside = fault([&] { parse_scenario(part.dump(), "s.json"); });
      QVERIFY2(inside.contains(QString("/variants/0") + path), qPrintable(inside));
    }
    Json empty = json;
    empty["events"] = Json::array();
    QVERIFY(fault([&] { parse_scenario(empty.dump(), "s.json"); }).contains("/layers"));
  }

  // What a file's format cannot use is told at its key, not passed over.
  void a_key_that_the_format_cannot_use_is_refused() {
    const auto refused = [](const char* file, const VolumeLayout& layout, const char* array = "") {
      Scenario s = parse_scenario(bare, "s.json");
      s.velocity = VelocityFile{file, array, false, 0.0, layout, {}};
      QStringList paths;
      for (const Finding& f : check_scenario(s))
        paths += QString::fromStdString(f.path).remove("/velocity/");
      return paths.join(' ');
    };
    const VolumeLayout all{{40, 1, 31}, {10.0, 10.0, 5.0}, {7.0, 8.0, -9.0}, "zxy", true};
    VolumeLayout unplaced;
    unplaced.origin = all.origin;
    unplaced.axes = all.axes;
    QCOMPARE(refused("v.vti", all, "vp"), QString("nodes spacing origin axes byte_order"));
    QCOMPARE(refused("v.sgy", all, "vp"), QString("array byte_order"));
    QCOMPARE(refused("v.segy", unplaced), QString("origin axes"));
    QCOMPARE(refused("v.f32", all, "vp"), QString("array"));
    QCOMPARE(refused("v.f32", unplaced), QString());  // its header has the rest
    QCOMPARE(refused("v.vti", {}, "vp"), QString());
  }

  void its_file_moves_with_the_scenario() {
    Scenario s = parse_scenario(bare, "s.json");
    s.folder = "/a/b";
    QVERIFY(refers_to_files(s));
    QCOMPARE(moved_to_folder(s, "/c").velocity->file, std::string("/a/b/speeds.vti"));
  }

  void bad_values_are_found_at_their_path() {
    const std::vector<Key> bad{
        {"/velocity/file", [](Scenario& s) { s.velocity->file.clear(); }},
        {"/velocity/smoothing", [](Scenario& s) { s.velocity->smoothing = -1.0; }},
        {"/velocity/nodes/1",
         [](Scenario& s) {
           s.velocity->layout.nodes = {4, 0, 4};
         }},
        {"/velocity/spacing/2",
         [](Scenario& s) {
           s.velocity->layout.spacing = {4.0, 4.0, -4.0};
         }},
        {"/velocity/origin", [](Scenario& s) { s.velocity->layout.origin.x = 1e300; }},
        {"/velocity/axes", [](Scenario& s) { s.velocity->layout.axes = "zzx"; }},
    };
    for (const Key& key : bad) {
      Scenario s = parse_scenario(bare, "s.json");
      s.velocity->file = "speeds.f32";
      key.set(s);
      const Findings findings = check_scenario(s);
      QVERIFY2(findings.size() == 1 && findings[0].path == key.text, key.text);
    }
  }

  void a_header_gives_the_layout() {
    VelocityFile velocity;
    velocity.file = "v.f32";
    const std::string good =
        R"({"nodes": [5, 1, 4], "spacing": [10, 10, 5], "axes": "zxy", "unit": "km/s", "byte_order": "big"})";
    const VelocityFile read = with_header(velocity, good, "v.f32.json");
    QVERIFY(read.layout == (VolumeLayout{{5, 1, 4}, {10.0, 10.0, 5.0}, {}, "zxy", true}) && read.in_km_s);
    for (const auto& [text, said] :
         {std::pair{"", "v.f32.json: this is not valid JSON"},
          {"[1]", "is not an object"},
          {R"({"nodes": [5, 1, 4]})", "/spacing"},
          {R"({"spacing": [5, 1, 4]})", "/nodes"},
          {R"({"nodes": [5, 1.5, 4], "spacing": [1, 1, 1]})", "/nodes/1"},
          {R"({"nodes": [5, 1, 4], "spacing": [1, 1, 1], "unit": "ft/s"})", "/unit"}})
      QVERIFY2(fault([&, t = text] { with_header(velocity, t, "v.f32.json"); }).contains(said), said);
  }
};

}  // namespace test_wave_keys

FOLDWAVE_TEST(test_wave_keys, run_guiless<test_wave_keys::TestWaveKeys>)
#include "test_wave_keys.moc"
