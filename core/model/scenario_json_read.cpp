#include <algorithm>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/segy/trace_words.hpp"
#include "core/model/fields_json.hpp"
#include "core/model/scenario_json.hpp"

namespace foldwave {

void read_value(JsonObject& j, const KeyFacts&, FoldParameters& parameters) {
  const bool raw = j.has("F") || j.has("psi");
  if (raw && j.has("lambda")) j.fail("lambda", "stands beside F or psi", "give lambda, or F and psi");
  parameters = raw ? FoldParameters{j.number("F"), j.number("psi"), false}
                   : FoldParameters::from_lambda(j.number("lambda"));
}

void read_value(JsonObject& j, const KeyFacts& field, Color& color) {
  const std::string text = j.string(field.key);
  const auto hex = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  if (text.size() != 7 || text[0] != '#' || !std::all_of(text.begin() + 1, text.end(), hex))
    j.fail(field.key, "\"" + text + "\" is not a colour", "give \"#rrggbb\"");
  const auto byte = [&](std::size_t at) { return std::stoi(text.substr(at, 2), nullptr, 16); };
  color = {byte(1), byte(3), byte(5)};
}

void read_value(JsonObject& j, const KeyFacts& field, SegyWord& word) {
  if (!j.at(field.key).is_string()) {
    word = {j.integer(field.key)};
    return;
  }
  try {
    word = parse_segy_word_or_none(j.string(field.key), field.key);
  } catch (const InputError& error) {
    j.fail(field.key, error.problem(), error.remedy());
  }
}

// Ascending, from 0 on.
void read_value(JsonObject& j, const KeyFacts& field, std::vector<int>& steps) {
  const std::string key = field.key;
  const Json& list = j.at(key);
  if (!list.is_array() || list.empty()) j.fail(key, "is no list of steps", "give whole numbers in [ ]");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string place = key + "/" + std::to_string(i);
    const int step = j.as_integer(j.as_number(list[i], place), place);
    if (step < 0 || (!steps.empty() && step <= steps.back()))
      j.fail(place, std::to_string(step) + " does not follow the step before it",
             "give steps from 0 on, each larger than the one before it");
    steps.push_back(step);
  }
}

// By its type; all traces of a SEG-Y file where no line of it is asked for.
void read_value(JsonObject& j, const KeyFacts& field, BackdropSource& source) {
  if (j.choice(field.key, {"image", "segy"}) == 0) {
    source = ImageBackdrop{j.number("top"), j.number("bottom")};
    return;
  }
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
  segy.by_headers = j.has("place") && j.choice("place", {"edges", "headers"}) == 1;
  segy.in_depth = j.has("axis") && j.choice("axis", {"time", "depth"}) == 1;
  source = segy;
}

void complete(JsonObject& j, SpeedVariation& varies) {
  if (!j.has("file")) {
    if (varies.stations.empty()) j.fail("stations", "is empty", "give one or more, or a file");
    return;
  }
  if (j.has("stations")) j.fail("stations", "stand beside a file", "give one of them");
  if (varies.file.empty()) j.fail("file", "is empty", "name a .vti file, or give stations");
}

void complete(JsonObject& j, FoldEvent& event) {
  if (event.cuts() && !j.has("name")) event.name = event_type_names[static_cast<std::size_t>(event.type)];
}

void complete(JsonObject& j, Layer& layer) {
  if (j.has("density") && !(layer.density > 0.0))
    j.fail("density", number_text(layer.density) + " is no density", "give kg/m3 above 0, or leave it out");
}

void complete(JsonObject& j, Outputs&) {
  if (!j.has("snapshots")) return;
  JsonObject snapshots = j.object("snapshots");
  const char* first = nullptr;
  for (const char* const key : {"every_steps", "interval", "steps"}) {
    if (!snapshots.has(key)) continue;
    if (first != nullptr) snapshots.fail(key, "stands beside " + std::string(first), "give one of them");
    first = key;
  }
}

void complete(JsonObject& j, Scenario& scenario) {
  if (!j.has("propagation")) scenario.propagation.enabled = false;
}

namespace {

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

// What a scenario and a variant of one have in common. The velocity's file may stand in for the fold.
Scenario read_body(JsonObject& root) {
  Scenario s;
  const bool events = root.has("events") && !root.at("events").empty();
  if (root.has("velocity") && events != root.has("layers"))
    root.fail(events ? "events" : "layers",
              events ? "stand there without layers" : "stand there without an event that they follow",
              "give both, or neither: the velocity comes from its file");
  if (root.has("velocity") && !events) {
    s.velocity.emplace();
    s.events = stand_in_events();
    s.stack = stand_in_layers();
  }
  read_rows(root, s);
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
