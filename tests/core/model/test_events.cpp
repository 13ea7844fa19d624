// Protects the events that cut rock away: their JSON, which layers of the list each one laid down, and that
// what cannot be is refused at its own path.
#include <QTest>
#include <functional>

#include "core/base/error.hpp"
#include "core/model/layer_sequence.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"

namespace test_events {

using namespace foldwave;

namespace {

FoldEvent cut(EventType type, int deposits = 1) {
  FoldEvent event;
  event.type = type;
  event.name = "cut";
  event.horizon = PlaneHorizon{{0.0, 0.0, 200.0}, 3.0, 90.0, {}};
  event.deposits = deposits;
  return event;
}

// Layers 0 air, 1 2 3 on the second unconformity, 4 on the first, 5 6 7 the oldest.
Scenario example() {
  Scenario s;
  s.grid = {{20, 20, 20}, {20.0, 20.0, 20.0}, {}, {}, {}, 0};
  s.events = {FoldEvent{}, cut(EventType::unconformity), FoldEvent{}, cut(EventType::unconformity, 3),
              cut(EventType::erosion)};
  s.events[1].datum = 240.0;
  s.events[1].bedding = Bedding::drape;
  for (int i = 0; i < 8; ++i)
    s.stack.layers.push_back({std::to_string(i), i == 2 || i == 3 || i == 6 ? 50.0 : 0.0, 2000.0});
  s.stack.horizon_is_top_of = 6;
  s.propagation.enabled = false;
  return s;
}

QString fault(const std::string& text) {
  try {
    parse_scenario(text, "s.json");
    return "no error";
  } catch (const InputError& e) {
    return e.what();
  }
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

}  // namespace

class TestEvents : public QObject {
  Q_OBJECT
 private slots:
  void events_come_back_with_their_unknown_keys() {
    const Scenario s = example();
    QVERIFY(check_scenario(s).empty());
    const std::string text = scenario_text(s);
    QVERIFY(parse_scenario(text, "again") == s);
    const std::string more = replaced(text, R"("deposits": 1)", R"("deposits": 1, "x_event": {"deep": 1})");
    const std::string out = scenario_text(parse_scenario(more, "s.json"));
    QVERIFY(out.find("x_event") != std::string::npos);
    QVERIFY(scenario_text(parse_scenario(out, "again")) == out);
    // No key that only another type of event has.
    const std::size_t erosion = text.find(R"("erosion")");
    for (const char* key : {"\"fold\"", "deposits", "bedding", "datum"})
      QVERIFY2(text.find(key, erosion) == std::string::npos, key);
  }

  // Made the other type and back in a text editor, an event has what it had.
  void what_a_type_has_no_use_for_is_kept() {
    const std::string text =
        replaced(scenario_text(example()), R"("type": "unconformity")", R"("type": "erosion")");
    const Scenario s = parse_scenario(text, "s.json");
    QVERIFY(s.events[1].type == EventType::erosion && !s.events[1].datum && s.events[1].extra.size() == 3);
    QVERIFY(parse_scenario(replaced(scenario_text(s), R"("type": "erosion")", R"("type": "unconformity")"),
                           "again") == example());
  }

  void a_type_may_be_left_out_and_a_wrong_word_is_named() {
    const std::string text = scenario_text(example());
    QVERIFY(parse_scenario(replaced(text, R"("type": "fold",)", ""), "s.json") == example());
    QVERIFY(
        fault(replaced(text, R"("type": "unconformity")", R"("type": "gap")")).contains("/events/1/type"));
    QVERIFY(
        fault(replaced(text, R"("bedding": "drape")", R"("bedding": "flat")")).contains("/events/1/bedding"));
    QVERIFY(fault(replaced(text, R"("deposits": 3)", R"("deposits": 1.5)")).contains("/events/3/deposits"));
  }

  void layers_are_shared_out_from_the_youngest_down() {
    const Scenario s = example();
    const std::vector<LayerSequence> expected{{4, 0, 1}, {3, 1, 3}, {1, 4, 1}, {0, 5, 3}};
    QVERIFY(layer_sequences(s.events, 8) == expected);
    QVERIFY(layer_sequences({FoldEvent{}}, 4) == (std::vector<LayerSequence>{{0, 0, 4}}));
  }

  void each_bad_value_is_found_at_its_path_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("word");
    QTest::addColumn<std::function<void(Scenario&)>>("spoil");
    const auto row = [](const char* name, const char* path, const char* word,
                        std::function<void(Scenario&)> spoil) {
      QTest::newRow(name) << path << word << std::move(spoil);
    };
    row("first", "/events/0/type", "no rock",
        [](Scenario& s) { s.events[0] = cut(EventType::unconformity); });
    row("erosion not last", "/events/4/type", "younger",
        [](Scenario& s) { s.events.push_back(FoldEvent{}); });
    row("no deposits", "/events/3/deposits", "0 is no number", [](Scenario& s) { s.events[3].deposits = 0; });
    row("below none", "/events/1/deposits", "-2147483647",
        [](Scenario& s) { s.events[1].deposits = -2147483647; });
    row("too many", "/events/1/deposits", "fewer than two", [](Scenario& s) { s.events[1].deposits = 3; });
    row("far too many", "/events/3/deposits", "2147483647 more",
        [](Scenario& s) { s.events[3].deposits = 2147483647; });
    row("too few layers", "/events/1/type", "fewer than two", [](Scenario& s) {
      s.events = {FoldEvent{}, cut(EventType::erosion)};
      s.stack.layers.resize(2);
      s.stack.horizon_is_top_of = 1;
    });
    row("horizon among deposits", "/layers/horizon_is_top_of", "5 is not the top",
        [](Scenario& s) { s.stack.horizon_is_top_of = 5; });
    row("horizon beyond", "/layers/horizon_is_top_of", "8 is no such",
        [](Scenario& s) { s.stack.horizon_is_top_of = 8; });
    row("deposit without thickness", "/layers/list/2/thickness", "0 is no thickness",
        [](Scenario& s) { s.stack.layers[2].thickness = 0.0; });
    row("mesh", "/events/1/horizon/type", "mesh", [](Scenario& s) { s.events[1].horizon = MeshHorizon{}; });
    row("datum", "/events/1/datum", "nan", [](Scenario& s) { s.events[1].datum = NAN; });
    row("surface", "/events/4/horizon/dip", "89",
        [](Scenario& s) { std::get<PlaneHorizon>(s.events[4].horizon).dip = 90.0; });
  }
  void each_bad_value_is_found_at_its_path() {
    QFETCH(QString, path);
    QFETCH(QString, word);
    QFETCH(std::function<void(Scenario&)>, spoil);
    Scenario s = example();
    spoil(s);
    for (const Finding& f : check_scenario(s))
      if (f.severity == Severity::error && f.path == path.toStdString() &&
          (f.problem + f.remedy).find(word.toStdString()) != std::string::npos)
        return;
    QFAIL(qPrintable(path));
  }

  // One fold with cuts may be of any kind; the thickness of a deposit that goes on without end is not asked
  // for.
  void what_is_sound_is_not_refused() {
    Scenario s = example();
    s.events.erase(s.events.begin() + 2);
    s.events[0].fold.method = FoldMethod::pmm;
    QVERIFY(check_scenario(s).empty());
    s.stack.layers[2].thickness = 19.0;
    const Findings findings = check_scenario(s);
    QVERIFY(findings.size() == 1 && findings[0].severity == Severity::warning);
    QCOMPARE(findings[0].path, std::string("/layers/list/2/thickness"));
  }
};

}  // namespace test_events

FOLDWAVE_TEST(test_events, run_alone<test_events::TestEvents>)
#include "test_events.moc"
