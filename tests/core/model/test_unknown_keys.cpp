// Protects the warning of misspelt keys: whatever object of a scenario holds a key that is not known, it is
// told by its path, with the known key that it is near, and written back as it was.
#include "core/model/unknown_keys.hpp"

#include <QDir>
#include <QElapsedTimer>
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/base/near_word.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"

namespace test_unknown_keys {

using namespace foldwave;
using Json = nlohmann::ordered_json;

namespace {

const char* const layers = R"("layers": {"horizon_is_top_of": 1, "list": [
  {"name": "a", "velocity": 2000}, {"name": "b", "velocity": 3000}]})";
const char* const head = R"({"format": "foldwave-scenario", "version": 1, "name": "n",
  "grid": {"nodes": [20, 20, 20], "spacing": [10, 10, 10]}, )";

std::string whole(const std::string& horizon, const std::string& fold, const std::string& rest) {
  return head + std::string(R"("events": [{"type": "fold", "name": "f", "horizon": )") + horizon +
         R"(, "fold": )" + fold + "}], " + layers + rest + "}";
}

const std::string plain_fold = R"({"lambda": 0.2, "axial_line": {"trend": 0, "plunge": 90}})";

// Together they hold an object of every kind.
std::vector<std::string> scenarios() {
  const std::string plane = R"({"type": "plane", "point": [100, 100, 100]})";
  return {
      whole(R"({"type": "trains", "depth": 100, "trains": [
              {"amplitude": 5, "wavelength": 100, "azimuth": 90, "crest": [100, 100]}]})",
            plain_fold, R"(, "survey": {"wavelet": {"type": "ricker", "frequency": 20},
              "sources": [{"position": [100, 100, 20]}],
              "receivers": [{"type": "line", "from": [0, 0, 0], "to": [190, 0, 0], "count": 3},
                            {"type": "carpet", "from": [0, 0], "to": [10, 10], "depth": 0, "count": [2, 2]}],
              "start": {"type": "plane_wave", "at": [100, 100, 100]}},
            "propagation": {"duration": 0.1, "window": {"alpha": 0.5}, "boundaries": {"x_min": "free"}},
            "outputs": {"snapshots": {"interval": 0.1}},
            "section": {"from": [0, 100], "to": [190, 100], "backdrop":
              {"type": "image", "file": "a.png", "left": 0, "right": 1, "top": 0, "bottom": 1}})"),
      whole(plane,
            R"({"lambda": 0, "varies": {"stations": [
              {"position": [0, 0, 0], "lambda": 0.1, "axial_line": {"trend": 0, "plunge": 90}}]}})",
            R"(, "survey": {"start": {"type": "exploding_reflectors"}}, "variants": [
              {"name": "v", "grid": {"nodes": [20, 20, 20], "spacing": [10, 10, 10]}, "events": [
                {"type": "fold", "horizon": )" +
                plane + R"(, "fold": )" + plain_fold + "}], " + layers + "}]"),
      whole(R"({"type": "points", "points": [[0, 0, 100], [190, 0, 100], [0, 190, 100]]})", plain_fold, ""),
      whole(R"({"type": "xyz", "file": "a.xyz"})", plain_fold, ""),
      whole(R"({"type": "mesh", "file": "a.ts"})", plain_fold, ""),
      head + std::string(R"("velocity": {"file": "v.f32", "nodes": [2, 2, 2], "spacing": [1, 1, 1]}})")};
}

void collect_objects(const Json& j, const std::string& path, std::vector<std::string>& found) {
  if (j.is_object()) found.push_back(path);
  for (const auto& [key, value] : j.items())
    if (value.is_structured()) collect_objects(value, path + "/" + key, found);
}

Findings told(const std::string& text) {
  Findings about;
  for (const Finding& f : check_scenario(parse_scenario(text, "test")))
    if (f.problem.find("key is not known") != std::string::npos) about.push_back(f);
  return about;
}

}  // namespace

class TestUnknownKeys : public QObject {
  Q_OBJECT

 private slots:
  void every_object_tells_a_key_that_it_does_not_know() {
    int objects = 0;
    for (const std::string& text : scenarios()) {
      QCOMPARE(told(text), Findings());
      const Json json = Json::parse(text);
      std::vector<std::string> paths;
      collect_objects(json, "", paths);
      for (const std::string& path : paths) {
        Json changed = json;
        changed[Json::json_pointer(path)]["of_another_program"] = "kept";
        const Findings found = told(changed.dump());
        QVERIFY2(found.size() == 1, (path + ": " + std::to_string(found.size())).c_str());
        QCOMPARE(found[0].path, path + "/of_another_program");
        QVERIFY(found[0].severity == Severity::note);
        const Json back = Json::parse(scenario_text(parse_scenario(changed.dump(), "test")));
        QCOMPARE(back[Json::json_pointer(path)].value("of_another_program", ""), std::string("kept"));
        ++objects;
      }
    }
    QVERIFY(objects > 50);
  }

  void a_slip_is_told_with_what_was_meant_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("right");
    const auto row = [](const char* path, const char* right) { QTest::addRow("%s", path) << path << right; };
    row("/events/0/horizon/trains/0/asimuth", "azimuth");
    row("/propagation/boundries", "boundaries");
    row("/propagation/time_ordr", "time_order");
    row("/propagation/Precision", "precision");
    row("/propagation/boundaries/xmax", "x_max");
    row("/grid/orgin", "origin");
    row("/layers/list/1/denstiy", "density");
    row("/survey/wavelet/dealy", "delay");
    row("/outputs/picturs", "pictures");
    row("/varients", "variants");
  }
  void a_slip_is_told_with_what_was_meant() {
    QFETCH(QString, path);
    QFETCH(QString, right);
    Json json = Json::parse(scenarios()[0]);
    json[Json::json_pointer("/events/0/horizon/trains/0")].erase("azimuth");
    if (path.endsWith("boundries")) json["propagation"].erase("boundaries");
    json[Json::json_pointer(path.toStdString())] = 1;
    const Findings found = told(json.dump());
    QCOMPARE(found.size(), 1U);
    QCOMPARE(QString::fromStdString(found[0].path), path);
    QVERIFY(found[0].severity == Severity::warning);
    QCOMPARE(QString::fromStdString(found[0].remedy), "did you mean \"" + right + "\"?");
  }

  void what_a_variant_does_not_know_is_told_once_and_under_it() {
    Json json = Json::parse(scenarios()[1]);
    json["variants"][0]["grid"]["orgin"] = 1;
    const Findings found = told(json.dump());
    QCOMPARE(found.size(), 1U);
    QCOMPARE(found[0].path, std::string("/variants/0/grid/orgin"));
    QVERIFY(found[0].severity == Severity::warning);
  }

  void the_shipped_examples_have_none() {
    const QDir folder(FOLDWAVE_SOURCE_DIR "/resources/scenarios");
    const QStringList names = folder.entryList({"*.json"});
    QVERIFY(names.size() > 5);
    for (const QString& name : names) {
      const Scenario s = load_scenario(folder.filePath(name).toStdString());
      QVERIFY2(unknown_keys(s).empty(), qPrintable(name));
    }
  }

  // Half a million vertices must not be written and read again at each edit.
  void coordinates_are_not_read_again() {
    Scenario s = parse_scenario(scenarios()[4], "test");
    MeshHorizon mesh;
    mesh.vertices.assign(500'000, Vec3{1.0, 2.0, 3.0});
    mesh.extra["yonger"] = "1";
    s.events[0].horizon = mesh;
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(unknown_keys(s).size(), 1U);
    QVERIFY2(clock.elapsed() < 100, qPrintable(QString::number(clock.elapsed())));
  }

  void letters_are_counted() {
    QCOMPARE(letters_apart("", ""), 0);
    QCOMPARE(letters_apart("azimuth", ""), 7);
    QCOMPARE(letters_apart("asimuth", "azimuth"), 1);
    QCOMPARE(letters_apart("kitten", "sitting"), 3);
    QCOMPARE(letters_apart("Kitten", "kITTEN"), 0);
    QCOMPARE(letters_apart("ab", "ba"), 1);
    QCOMPARE(letters_apart("ca", "abc"), 3);  // where Damerau's own distance is 2
    const std::vector<std::string> words{"run", "bench", "export"};
    QCOMPARE(near_word("rnu", words), std::string("run"));
    QCOMPARE(near_word("exprot", words), std::string("export"));
    QCOMPARE(near_word("frob", words), std::string());
    QCOMPARE(near_word(std::string(100'000, 'a'), words), std::string());
    QCOMPARE(near_word("run", {}), std::string());
  }
};

}  // namespace test_unknown_keys

FOLDWAVE_TEST(test_unknown_keys, run_guiless<test_unknown_keys::TestUnknownKeys>)
#include "test_unknown_keys.moc"
