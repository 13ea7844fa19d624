// Protects the scenario file: it comes back as it was, keeps keys that this version does not know, and every
// fault in it is named with its JSON path.
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/error.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"

namespace test_scenario_json {

using namespace foldwave;

namespace {

const char* const minimal = R"({
  "format": "foldwave-scenario", "version": 1,
  "grid": {"nodes": [8, 8, 8], "spacing": [10, 10, 5], "origin": [550551.8125, 7821921.875, 8000]},
  "events": [{"type": "fold", "horizon": {"type": "plane", "point": [0, 0, 20], "dip": 10, "dip_direction": 90},
              "fold": {"lambda": 0.3, "axial_line": {"trend": 30, "plunge": 80}}}],
  "layers": {"horizon_is_top_of": 1, "list": [{"name": "a", "velocity": 2000}, {"name": "b", "velocity": 3000}]},
  "survey": {"wavelet": {"type": "ricker", "frequency": 20},
             "sources": [{"position": [550560, 7821930, 8010]}],
             "receivers": [{"type": "carpet", "from": [550555, 7821925], "to": [550575, 7821945], "depth": 8005,
                            "count": [3, 4]}]},
  "propagation": {"duration": 0.5, "dt": "auto"}
})";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

QString fault(const std::string& text) {
  try {
    parse_scenario(text, "s.json");
    return "no error";
  } catch (const InputError& e) {
    return e.what();
  }
}

}  // namespace

class TestScenarioJson : public QObject {
  Q_OBJECT
 private slots:
  void values_arrive() {
    const Scenario s = parse_scenario(minimal, "s.json");
    QVERIFY(s.grid.origin == (Vec3{550551.8125, 7821921.875, 8000.0}));
    QVERIFY(s.grid.h[2] == 5.0 && s.grid.n[0] == 8);
    QVERIFY(s.events.at(0).fold.parameters.F == 0.7 && s.events[0].fold.parameters.psi == 0.3);
    QVERIFY(s.propagation.dt == 0.0 && s.propagation.enabled);
    const auto receivers = s.survey.receiver_positions();
    QVERIFY(receivers.size() == 12);
    QVERIFY(receivers[1] == (Vec3{550565.0, 7821925.0, 8005.0}));
    QVERIFY(receivers[11] == (Vec3{550575.0, 7821945.0, 8005.0}));
  }

  // Written and read again it is the same value, and the same bytes.
  void round_trip_is_exact() {
    for (const char* name :
         {"antiform", "two-layer", "chevron", "box", "dome-and-basin", "unconformity", "erosion"}) {
      const Scenario s =
          load_scenario(std::string(FOLDWAVE_SOURCE_DIR "/resources/scenarios/") + name + ".json");
      const std::string text = scenario_text(s);
      Scenario again = parse_scenario(text, "again");
      again.folder = s.folder;
      QVERIFY2(again == s, name);
      QVERIFY2(scenario_text(again) == text, name);
    }
  }

  // The section that is drawn in, with either backdrop; a wrong one is told and refuses no run.
  void section_and_backdrop() {
    Scenario s = parse_scenario(minimal, "s.json");
    QVERIFY(!s.section);
    const MapLine whole = section_line(s);
    QVERIFY(whole.from[0] == s.grid.origin.x && whole.at(whole.length())[0] == s.grid.origin.x + 70.0);
    QVERIFY(std::abs(line_along(s.grid, 45.0).length() - 70.0 * std::sqrt(2.0)) < 1e-9);
    s.section = SectionSpec{{{550560, 7821930}, {550560, 7821960}}, {}, {}};
    QVERIFY(section_line(s) == s.section->line);
    const auto station = s.section->line.station(550557, 7821940);
    QVERIFY(station.along == 10.0 && station.left == 3.0);
    s.section->backdrop = Backdrop{"line.png", 0, 30, 0.5, ImageBackdrop{8000, 8035}, {}};
    QVERIFY(parse_scenario(scenario_text(s), "again") == s);
    for (const SegyLineKind kind : {SegyLineKind::all, SegyLineKind::crossline_number}) {
      const bool all = kind == SegyLineKind::all;
      s.section->backdrop->source = SegyBackdrop{kind, all ? 0 : 875, 2200, all, !all};
      QVERIFY(parse_scenario(scenario_text(s), "again") == s);
    }
    QVERIFY(check_scenario(s).empty());
    s.section->backdrop->right = 0;
    s.section->line.to = s.section->line.from;
    QVERIFY(section_line(s) == whole);
    const Findings findings = check_scenario(s);
    QVERIFY(findings.size() == 2 && !has_errors(findings));
    QVERIFY(findings[0].path == "/section/to" && findings[1].path == "/section/backdrop/right");
    const std::string both =
        replaced(scenario_text(s), R"("crossline": 875)", R"("crossline": 875, "inline": 3)");
    QVERIFY(fault(both).contains("/section/backdrop/crossline"));
  }

  // Cosines alone are written as older versions wrote them; every other value of a train comes back too.
  void trains_come_back_and_cosines_stay_bytes() {
    const std::string plane = R"({"type": "plane", "point": [0, 0, 20], "dip": 10, "dip_direction": 90})";
    const auto with = [&](const std::string& horizon) {
      return scenario_text(parse_scenario(replaced(minimal, plane, horizon), "s.json"));
    };
    const std::string cosine =
        R"("depth": 20, "trains": [{"amplitude": 3, "wavelength": 40, "azimuth": 80, "crest": [7, 8]}]})";
    const std::string old = with(R"({"type": "cosine", )" + cosine);
    QVERIFY(old.find(R"("type": "cosine")") != std::string::npos);
    for (const char* key : {"shape", "roundness", "skew", "aspect", "\"dip"})
      QVERIFY2(old.find(key) == std::string::npos, key);
    QVERIFY(with(R"({"type": "trains", )" + cosine) == old);

    Scenario s = parse_scenario(old, "s.json");
    auto& trains = std::get<TrainsHorizon>(s.events[0].horizon);
    trains.dip = 7.0;
    trains.dip_direction = 33.0;
    for (std::size_t i = 0; i < fold_shape_names.size(); ++i)
      trains.trains.push_back({5.0, 60.0, 10.0, {1, 2}, static_cast<FoldShape>(i), 0.3, -0.2, 1.5, 9.0, {}});
    QVERIFY(parse_scenario(scenario_text(s), "again") == s);
    QVERIFY(scenario_text(s).find(R"("type": "trains")") != std::string::npos);
    const std::string wrong = replaced(scenario_text(s), R"("shape": "box")", R"("shape": "cube")");
    QVERIFY(fault(wrong).contains("/events/0/horizon/trains/3/shape"));

    PointsHorizon points{{{1, 2, 3}, {4, 5, 6}, {7, 9, 8}}, PointsMethod::thin_plate, {}};
    s.events[0].horizon = points;
    QVERIFY(scenario_text(s).find("method") == std::string::npos);
    points.method = PointsMethod::bicubic;
    s.events[0].horizon = points;
    QVERIFY(parse_scenario(scenario_text(s), "again") == s);
    QVERIFY(fault(replaced(scenario_text(s), "bicubic", "cubic")).contains("/events/0/horizon/method"));
  }

  void unknown_keys_are_kept_everywhere() {
    std::string text = minimal;
    text = replaced(text, R"("version": 1,)", R"("version": 1, "x_root": {"deep": [1, null]},)");
    text = replaced(text, R"("nodes": [8)", R"("x_grid": "g", "nodes": [8)");
    text = replaced(text, R"({"type": "fold",)", R"({"x_event": 1, "type": "fold",)");
    text = replaced(text, R"("type": "plane",)", R"("x_horizon": 2, "type": "plane",)");
    text = replaced(text, R"({"lambda")", R"({"x_fold": 3, "lambda")");
    text = replaced(text, R"({"trend")", R"({"x_line": 4, "trend")");
    text = replaced(text, R"({"name": "a")", R"({"x_layer": 5, "name": "a")");
    text = replaced(text, R"({"type": "ricker")", R"({"x_wavelet": 6, "type": "ricker")");
    text = replaced(text, R"({"position")", R"({"x_source": 7, "position")");
    text = replaced(text, R"({"type": "carpet")", R"({"x_carpet": 8, "type": "carpet")");
    text =
        replaced(text, R"({"duration")", R"({"x_propagation": 9, "boundaries": {"x_face": 10}, "duration")");
    QVERIFY(!text.empty());
    const std::string out = scenario_text(parse_scenario(text, "s.json"));
    for (const char* key : {"x_root", "x_grid", "x_event", "x_horizon", "x_fold", "x_line", "x_layer",
                            "x_wavelet", "x_source", "x_carpet", "x_propagation", "x_face"})
      QVERIFY2(out.find(key) != std::string::npos, key);
    QVERIFY(scenario_text(parse_scenario(out, "again")) == out);
  }

  void faults_name_their_place_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* from, const char* to, const char* expected) {
      QTest::newRow(name) << from << to << expected;
    };
    row("not ours", "foldwave-scenario", "other", "/format");
    row("newer", R"("version": 1)", R"("version": 2)", "newer Foldwave");
    row("no version", R"("version": 1,)", "", "/version: is missing");
    row("missing key", R"("nodes": [8, 8, 8], )", "", "/grid/nodes: is missing");
    row("wrong type", R"("dip": 10)", R"("dip": "10")", "/events/0/horizon/dip: \"10\" is not a number");
    row("unknown horizon", R"("type": "plane")", R"("type": "bowl")",
        "use one of: points, cosine, plane, xyz, mesh, trains");
    row("unknown wavelet", "ricker", "morlet", "/survey/wavelet/type");
    row("fraction", "[8, 8, 8]", "[8, 8.5, 8]", "/grid/nodes");
    row("two numbers", "[8, 8, 8]", "[8, 8]", "/grid/nodes");
    row("lambda and F", R"("lambda": 0.3)", R"("lambda": 0.3, "F": 1)", "/events/0/fold/lambda");
    row("colour", R"({"name": "a")", R"({"name": "a", "color": "red")", "/layers/list/0/color");
    row("dt word", R"("dt": "auto")", R"("dt": "fast")", "/propagation/dt");
    row("dt negative", R"("dt": "auto")", R"("dt": -1)", "/propagation/dt");
    row("too large", "[10, 10, 5]", "[10, 10, 1e999]", "1e999 is out of range");
    row("not a number", "[10, 10, 5]", "[10, 10, NaN]", "line 3: this is not valid JSON");
    row("a list for an object", R"({"lambda": 0.3, "axial_line": {"trend": 30, "plunge": 80}})", "[1]",
        "/events/0/fold: [1] is not an object");
  }
  void faults_name_their_place() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, expected);
    const std::string text = replaced(minimal, from.toStdString(), to.toStdString());
    QVERIFY(!text.empty());
    const QString message = fault(text);
    QVERIFY2(message.startsWith("s.json: ") && message.contains(expected), qPrintable(message));
    QVERIFY2(message.contains("; ") && !message.contains('\n'), qPrintable(message));
  }

  void a_newer_variant_is_refused() {
    Scenario s = parse_scenario(minimal, "s.json");
    s.variants.push_back(s);
    const std::string text = scenario_text(s);
    const std::size_t inside = text.find("\"variants\"");
    const std::size_t brace = text.find('{', inside);
    std::string newer = text, same = text;
    newer.insert(brace + 1, "\"version\": 2, ");
    same.insert(brace + 1, "\"version\": 1, ");
    QVERIFY2(fault(newer).contains("/variants/0/version: 2 was written by a newer Foldwave"),
             qPrintable(fault(newer)));
    QVERIFY(parse_scenario(same, "s.json") == s);
  }

  void a_missing_file_is_named() {
    QVERIFY_EXCEPTION_THROWN(load_scenario("/no/such/file.json"), InputError);
    QVERIFY_EXCEPTION_THROWN(load_scenario("/"), InputError);
  }

  // Broken bytes give an InputError or a scenario, never anything else.
  void random_damage_is_survived() {
    std::mt19937 random(20260101);
    const std::string whole = scenario_text(parse_scenario(minimal, "s.json"));
    int refused = 0;
    for (int trial = 0; trial < 4000; ++trial) {
      std::string text = whole;
      for (int cut = 0; cut < 3; ++cut) {
        const std::size_t at = random() % text.size();
        switch (random() % 3) {
          case 0:
            text[at] = static_cast<char>(random() % 256);
            break;
          case 1:
            text.erase(at, random() % 12);
            break;
          default:
            text.insert(at, text.substr(random() % text.size(), random() % 12));
        }
      }
      try {
        parse_scenario(text, "s.json");
      } catch (const InputError&) {
        ++refused;
      }
    }
    QVERIFY(refused > 2000);
  }

  void the_axial_direction_points_up() {
    const Vec3 vertical = AxialLine{123.0, 90.0}.upward();
    QVERIFY(vertical == (Vec3{-0.0, -0.0, -1.0}));
    // The seed's psi a = (-0.35, 0.4, 0.7) with z up.
    const Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/tests/core/model/pmm-test.json");
    const Vec3 b = s.events[0].fold.advection();
    QVERIFY(std::abs(b.x + 0.35) < 1e-9 && std::abs(b.y - 0.4) < 1e-9 && std::abs(b.z + 0.7) < 1e-9);
  }
};

}  // namespace test_scenario_json

FOLDWAVE_TEST(test_scenario_json, run_guiless<test_scenario_json::TestScenarioJson>)
#include "test_scenario_json.moc"
