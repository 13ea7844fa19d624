// Protects the tables of the scenario's keys: whatever stands in one is written and comes back, is held to
// its range from end to end, makes stale what its row says, has an undo text and is told in docs/scenario.md
// with its default and its range. A new row is tested by standing there.
#include <QFile>
#include <QTest>
#include <cmath>
#include <limits>
#include <map>

#include "core/formats/segy/trace_words.hpp"
#include "core/model/checker.hpp"
#include "core/model/fields_json.hpp"
#include "core/model/same_results.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "core/model/words/path_words.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_fields {

using namespace foldwave;

namespace {

// All structs whose values are numbers, words, choices or switches.
Scenario everything() {
  Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
  s.outputs.snapshot_steps = 0;
  s.survey.wavelet.kind = WaveletKind::file;
  s.survey.wavelet.file = "w.txt";
  s.survey.start = PlaneWaveStart{{900, 900, 900}};
  s.survey.receivers.emplace_back(ReceiverCarpet{{0, 0}, {90, 90}, 20.0, {2, 3}, {}});
  s.propagation.window.emplace();
  s.imaging.emplace().scan_range = 0.05;
  s.imaging->condition = FocusCondition::geometric_mean;
  s.imaging->survey.emplace().gathers = 3;
  s.imaging->survey->data = "shots.sgy";
  s.events.push_back(s.events[0]);
  s.events[1].type = EventType::unconformity;
  s.events[1].fold = {};
  s.events[1].horizon = TrainsHorizon{800, {FoldTrain{10, 500, 80, {1, 2}, FoldShape::chevron}}, 0, 0, {}};
  s.events.push_back(s.events[0]);
  s.events[2].horizon = PlaneHorizon{{900, 900, 900}, 5, 90, {}};
  s.events.push_back(s.events[0]);
  s.events[3].horizon = XyzHorizon{"p.xyz", {}, 0.0, {}, {}, {}};
  s.markers = {LineMarker{"contact", {1, 2, 3}, {4, 5, 6}, {}}, PlaneMarker{"fault", {7, 8, 9}, 40, 60, {}}};
  return s;
}

// use(row, part, path, stale): every row of every struct in a value, with what the struct has a say in.
template <class Value, class Use>
void visit_rows(Value& value, const std::string& path, Stale most, Use&& use) {
  each_part(value, path, [&](auto& part, const std::string& at) {
    using Part = std::remove_cvref_t<decltype(part)>;
    each_row<Part>([&](const auto& row, const std::string& prefix) {
      const Stale stale = std::min(row.field.stale, most);
      const std::string key = at + "/" + prefix + row.field.key;
      if (!row.only_if(part)) return;
      use(row, part, key, stale);
      visit_rows(std::invoke(row.at, part), key, stale, use);
    });
  });
}

// Another value that a file can hold; false: of something else than a number, a choice, a switch or a word.
template <class Value>
bool change(const KeyFacts& key, Value& value) {
  if constexpr (std::is_same_v<Value, bool>) {
    value = !value;
  } else if constexpr (std::is_enum_v<Value>) {
    value = static_cast<Value>((static_cast<std::size_t>(value) + 1) % key.choices.size());
  } else if constexpr (std::is_arithmetic_v<Value>) {
    const double step = key.range.step > 0.0 ? key.range.step : std::is_same_v<Value, int> ? 1.0 : 0.0625;
    double next = static_cast<double>(value) + step;
    if (!key.range.holds(next)) next = key.range.low + step;
    value = static_cast<Value>(next);
  } else if constexpr (std::is_same_v<Value, SegyWord>) {
    value = {value.position + 1, value.bytes == 2 ? 4 : 2};
  } else if constexpr (std::is_same_v<Value, std::string>) {
    value += "x";
  } else if constexpr (requires {
                         value.has_value();
                         *value;
                         requires is_scalar<std::remove_cvref_t<decltype(*value)>>;
                       }) {
    if (!value) value.emplace();
    return change(key, *value);
  } else {
    return false;
  }
  return true;
}

std::vector<std::string> problems_at(const Findings& findings, const std::string& path) {
  std::vector<std::string> problems;
  for (const Finding& f : findings)
    if (f.path == path && f.severity == Severity::error) problems.push_back(f.problem);
  return problems;
}

// The rows of a table of docs/scenario.md: default and meaning by key.
std::map<std::string, std::array<QString, 2>> table_of(const char* heading) {
  QFile file(FOLDWAVE_SOURCE_DIR "/docs/scenario.md");
  if (!file.open(QIODevice::ReadOnly)) qFatal("no page");
  const QString page = QString::fromUtf8(file.readAll());
  const auto start = page.indexOf(heading);
  if (start < 0) qFatal("no %s", heading);
  std::map<std::string, std::array<QString, 2>> rows;
  bool inside = false;
  for (const QString& line : page.mid(start).split('\n')) {
    if (inside && !line.startsWith('|')) break;
    inside = inside || line.startsWith('|');
    const QStringList cells = line.split(" | ");
    if (cells.size() >= 3 && cells[0].startsWith("| `"))
      rows[cells[0].mid(3).chopped(1).toStdString()] = {cells[1], cells[2]};
  }
  return rows;
}

template <class Value>
QString default_text(const KeyFacts& key, const Value& usual) {
  if (key.presence == Presence::required) return "required";
  if constexpr (std::is_same_v<Value, bool>)
    return usual ? "true" : "false";
  else if constexpr (std::is_enum_v<Value>)
    return QString("`\"%1\"`").arg(key.choices[static_cast<std::size_t>(usual)].word);
  else if constexpr (std::is_arithmetic_v<Value>)
    return key.automatic && usual == 0 ? "`\"auto\"`" : QString::fromStdString(number_text(usual));
  else if constexpr (std::is_same_v<Value, SegyWord>)
    return QString::fromStdString(segy_word_text(usual));
  else
    return {};
}

}  // namespace

class TestFields : public QObject {
  Q_OBJECT

 private slots:
  void each_is_written_comes_back_and_makes_stale_what_it_says() {
    Scenario s = everything();
    const Scenario before = s;
    int keys = 0;
    visit_rows(s, "", Stale::fold, [&](const auto& row, auto& part, const std::string& path, Stale stale) {
      auto& value = std::invoke(row.at, part);
      const auto kept = value;
      if (path.ends_with("/type") || !change(row.field, value)) return;
      ++keys;
      const Json::json_pointer at(path);
      const std::string text = scenario_text(s);
      QVERIFY2(Json::parse(text).contains(at), path.c_str());
      Scenario again = parse_scenario(text, "s");
      again.folder = s.folder;
      QVERIFY2(again == s && !(again == before), path.c_str());
      QVERIFY2(same_fold(before, s) == (stale < Stale::fold), path.c_str());
      QVERIFY2(same_wave(before, s) == (stale < Stale::wave), path.c_str());
      QVERIFY2(same_image(before, s) == (stale == Stale::nothing), path.c_str());
      value = kept;
    });
    QVERIFY2(keys > 70, qPrintable(QString::number(keys)));
  }

  void ranges_hold_at_their_ends() {
    Scenario s = everything();
    int ends = 0;
    visit_rows(s, "", Stale::fold, [&](const auto& row, auto& part, const std::string& path, Stale) {
      auto& value = std::invoke(row.at, part);
      using Value = std::remove_reference_t<decltype(value)>;
      if constexpr (std::is_same_v<Value, double> || std::is_same_v<Value, int>) {
        const Value kept = value;
        const Range& range = row.field.range;
        const auto refused = [&](double given) {
          value = static_cast<Value>(given);
          const auto problems = problems_at(check_scenario(s), path);
          for (const std::string& problem : problems)
            if (problem.find(" is out of range") != std::string::npos ||
                problem.find(" is no ") != std::string::npos)
              return true;
          return false;
        };
        const double step = range.step > 0.0 ? range.step
                            : std::is_same_v<Value, int>
                                ? 1.0
                                : 1e-3 * std::max(1.0, std::abs(range.high < 1e9 ? range.high : 1.0));
        // What hangs on more than its range is tested by name: test_scenario_check.cpp.
        if (range.bounded()) {
          QVERIFY2(!refused(range.low) && !refused(range.high), path.c_str());
          QVERIFY2(refused(range.high + step), path.c_str());
          ++ends;
        }
        if (range.low > Range{}.low) {
          if (!(row.field.automatic && range.low - step == 0.0))
            QVERIFY2(refused(range.low - step), path.c_str());
          QVERIFY2(refused(range.low) == (range.low_excluded && !row.field.automatic), path.c_str());
          ++ends;
        }
        if (range.step > 0.0) QVERIFY2(refused(range.low + 0.5 * range.step), path.c_str());
        if (row.field.automatic) QVERIFY2(!refused(0.0), path.c_str());
        if constexpr (std::is_same_v<Value, double>)
          if (!path.starts_with("/section") && range != Range{})
            QVERIFY2(refused(std::numeric_limits<double>::quiet_NaN()), path.c_str());
        value = kept;
      }
    });
    QVERIFY2(ends > 40, qPrintable(QString::number(ends)));
  }

  void words_of_headers_hold_at_their_ends() {
    Scenario s = everything();
    const auto refused = [&](SegyWord word) {
      s.imaging->survey->headers.source_x = word;
      return !problems_at(check_scenario(s), "/imaging/survey/headers/source_x").empty();
    };
    for (const SegyWord word : {SegyWord{0}, {1}, {237}, {0, 2}, {1, 2}, {239, 2}})
      QVERIFY2(!refused(word), segy_word_text(word).c_str());
    for (const SegyWord word : {SegyWord{-1}, {238}, {240, 2}, {5, 3}, {std::numeric_limits<int>::max()}})
      QVERIFY2(refused(word), segy_word_text(word).c_str());
  }

  // As a number, as a text with its size, and by its name.
  void words_of_headers_are_read_in_each_form() {
    Scenario s = everything();
    s.imaging->survey->headers.source_x = {201, 2};
    const Json written = Json::parse(scenario_text(s));
    const Json::json_pointer at("/imaging/survey/headers/source_x");
    QVERIFY(written.at(at) == Json("201:2"));
    const auto read = [&](const Json& value) {
      Json j = written;
      j[at] = value;
      return parse_scenario(j.dump(), "s").imaging->survey->headers.source_x;
    };
    QCOMPARE(read("201:2"), (SegyWord{201, 2}));
    QCOMPARE(read(201), (SegyWord{201, 4}));
    QCOMPARE(read("delay"), (SegyWord{109, 2}));
    QCOMPARE(read("0"), SegyWord{});
    for (const auto& [value, why] : {std::pair{Json("240:2"), "byte 240 is beyond"},
                                     {Json("source-c"), "write \"source-x\""},
                                     {Json(7.5), "not a whole number"},
                                     {Json(true), "/headers/source_x"}}) {
      const QString message = test::message_of<InputError>([&, v = value] { read(v); });
      QVERIFY2(message.contains("/imaging/survey/headers/source_x") && message.contains(why),
               qPrintable(message));
    }
  }

  void the_page_says_the_same() {
    const auto compare = [](const char* heading, auto part) {
      using Part = decltype(part);
      const auto table = table_of(heading);
      std::size_t told = 0;
      std::string last;
      each_row<Part>([&](const auto& row, const std::string& prefix) {
        const std::string key = prefix.empty() ? row.field.key : prefix.substr(0, prefix.size() - 1);
        const auto found = table.find(key);
        QVERIFY2(found != table.end(), key.c_str());
        if (key != last) ++told;
        last = key;
        const auto& [usual, meaning] = found->second;
        if (!prefix.empty()) {
          QVERIFY2(meaning.contains(row.field.key), row.field.key);
          return;
        }
        const QString is = default_text(row.field, usual_value<Part>(row));
        QVERIFY2(is.isEmpty() || usual == is || (is == "0" && usual == "none"),
                 qPrintable(key.c_str() + (": " + is)));
        const Range& range = row.field.range;
        if (!range.bounded() || range.step > 0.0 || range.high >= largest_length) return;
        const QString ends =
            usual == "none" ? "up to " + QString::number(range.high) : QString::fromStdString(range.text());
        QVERIFY2(meaning.contains(ends), qPrintable(key.c_str() + (": " + ends)));
      });
      QCOMPARE(told, table.size());
    };
    compare("## `propagation`", Propagation{});
    compare("## `outputs`", Outputs{});
    compare("## `imaging`", Imaging{});
    compare("`survey` of `imaging`:", ImageSurvey{});
    compare("`headers` of `survey`:", ShotHeaders{});
    compare("Each train:", FoldTrain{});
    compare("Each layer:", Layer{});
    const auto window = table_of("## `propagation`").at("window")[1];
    each_row<StencilWindow>([&](const auto& row, const std::string&) {
      const QString said = QString("`%1`: %2 (%3")
                               .arg(row.field.key, QString::fromStdString(row.field.range.text()),
                                    default_text(row.field, usual_value<StencilWindow>(row)));
      QVERIFY2(window.contains(said), qPrintable(said));
    });
  }

  // Every key stands on the page somewhere.
  void the_page_names_every_key() {
    QFile file(FOLDWAVE_SOURCE_DIR "/docs/scenario.md");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString page = QString::fromUtf8(file.readAll());
    Scenario s = everything();
    s.velocity.emplace();
    s.section.emplace().backdrop.emplace();
    visit_rows(s, "", Stale::fold, [&](const auto& row, auto&, const std::string& path, Stale) {
      QVERIFY2(page.contains(QString("`%1`").arg(row.field.key)), path.c_str());
    });
  }

  void one_change_has_its_name() {
    Propagation before, after;
    QVERIFY(!only_change(before, after));
    after.duration = 2.0;
    QCOMPARE(only_change(before, after)->name, std::string("duration"));
    after.dt = 0.5;
    QVERIFY(!only_change(before, after));
    after = before;
    after.boundaries = {Boundary::free, Boundary::sponge, Boundary::sponge,
                        Boundary::free, Boundary::free,   Boundary::free};
    QCOMPARE(only_change(before, after)->undo, std::string("Change a boundary"));
    after.boundaries[x_min] = before.boundaries[x_min];
    after.order = 4;
    QVERIFY(!only_change(before, after));
    after = before;
    after.window.emplace();
    QCOMPARE(only_change(before, after)->undo, std::string("Take a windowed stencil"));
    QCOMPARE(only_change(after, before)->undo, std::string("Take the stencil of an order"));
    before = after;
    after.window->alpha = 0.75;
    QCOMPARE(only_change(before, after)->undo, std::string());
    QCOMPARE(only_change(before, after)->name, std::string("windowed stencil"));
  }

  // As people read them; a file's path is none.
  void paths_are_said_in_words() {
    const std::pair<const char*, const char*> said[] = {
        {"/propagation/dt", "time step"},
        {"/layers/list/2/thickness", "layer 3, thickness"},
        {"/layers/horizon_is_top_of", "horizon is the top of"},
        {"/survey/sources/0/position", "source 1, position"},
        {"/events/1/fold/axial_line/trend", "event 2, fold, shear direction, trend"},
        {"/grid/nodes/1", "grid, nodes, y"},
        {"/velocity/file", "velocity, file"}};
    for (const auto& [path, words] : said)
      QCOMPARE(QString::fromStdString(path_words(path)), QString(words));
    QCOMPARE(path_words("/survey/sources/0/position", "/survey/sources"), std::string("source 1, position"));
    QCOMPARE(path_words("/events/0/horizon/points/6", "/events/0/horizon"), std::string("point 7"));
    QVERIFY(path_words("/grid/nodes", "/grid/nodes").empty());
    QCOMPARE(
        paths_in_words("/survey/sources: there is no source: add one, or set /propagation/enabled to false"),
        std::string("Sources: there is no source: add one, or set \"run the wave\" to false"));
    for (const char* file : {"/velocity/vp.vti is not there", "/data/grid/nodes.txt", "a/grid/nodes"})
      QCOMPARE(paths_in_words(file), std::string(file));
    // Every key that is checked has a name without signs of a file.
    Scenario s = everything();
    visit_rows(s, "", Stale::fold, [](const auto&, const auto&, const std::string& path, Stale) {
      const std::string words = path_words(path);
      QVERIFY2(words.find_first_of("/_{}") == std::string::npos, path.c_str());
    });
  }
};

}  // namespace test_fields

FOLDWAVE_TEST(test_fields, run_guiless<test_fields::TestFields>)
#include "test_fields.moc"
