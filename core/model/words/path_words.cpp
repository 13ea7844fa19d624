#include "core/model/words/path_words.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

#include "core/model/fields.hpp"

namespace foldwave {
namespace {

using Words = std::map<std::string, std::string, std::less<>>;

template <class Part>
void add_words(Words& words) {
  each_row<Part>([&](const auto& row, const std::string&) {
    std::string said = *row.field.label != 0 ? row.field.label : row.field.words();
    if (said.size() > 1 && std::islower(static_cast<unsigned char>(said[1])) != 0)
      said[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(said[0])));
    words.emplace(row.field.key, said);
  });
}

// Of keys that several structs have the first one counts; what says nothing by itself is left out.
const Words& key_words() {
  static const Words all = [] {
    Words words{{"survey", ""},
                {"propagation", ""},
                {"outputs", ""},
                {"boundaries", ""},
                {"snapshots", ""},
                {"list", ""},
                {"fold", "fold"},
                {"velocity", "velocity"},
                {"F", "F"},
                {"psi", "\u03c8"},
                {"lambda", "class knob \u03bb"},
                {"axial_line", "shear direction"},
                {"receivers", "receivers"},
                {"imaging", "imaging"},
                {"horizon_is_top_of", "horizon is the top of"},
                {"frequency", "peak frequency"},
                {"from", "from"},
                {"to", "to"},
                {"unit", "unit"},
                {"interval", "interval"},
                {"pictures", "pictures"}};
    add_words<Scenario>(words);
    add_words<FoldEvent>(words);
    add_words<FoldSpec>(words);
    add_words<FoldTrain>(words);
    add_words<TrainsHorizon>(words);
    add_words<PlaneHorizon>(words);
    add_words<PointsHorizon>(words);
    add_words<XyzHorizon>(words);
    add_words<MeshHorizon>(words);
    add_words<SpeedStation>(words);
    add_words<SpeedVariation>(words);
    add_words<LayerStack>(words);
    add_words<Layer>(words);
    add_words<VelocityFile>(words);
    add_words<Survey>(words);
    add_words<Source>(words);
    add_words<ReceiverLine>(words);
    add_words<ReceiverCarpet>(words);
    add_words<PlaneWaveStart>(words);
    add_words<Wavelet>(words);
    add_words<Propagation>(words);
    add_words<StencilWindow>(words);
    add_words<Outputs>(words);
    add_words<Imaging>(words);
    add_words<ImageSurvey>(words);
    add_words<ShotHeaders>(words);
    add_words<SectionSpec>(words);
    add_words<Backdrop>(words);
    add_words<PlaneMarker>(words);
    return words;
  }();
  return all;
}

// One of a list.
const Words& item_words() {
  static const Words all{{"events", "event"},        {"list", "layer"},        {"sources", "source"},
                         {"receivers", "receivers"}, {"trains", "train"},      {"points", "point"},
                         {"stations", "station"},    {"markers", "marker"},    {"variants", "variant"},
                         {"vertices", "vertex"},     {"triangles", "triangle"}};
  return all;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 10 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::vector<std::string_view> keys_of(std::string_view path) {
  std::vector<std::string_view> keys;
  while (!path.empty()) {
    path.remove_prefix(path.front() == '/' ? 1 : 0);
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end > 0) keys.push_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  return keys;
}

std::vector<std::string> parts_of(std::string_view path) {
  std::vector<std::string> parts;
  std::string_view before;
  for (const std::string_view key : keys_of(path)) {
    if (is_number(key)) {
      const auto item = item_words().find(before);
      const std::string number = std::to_string(std::stoul(std::string(key)) + 1);
      const bool is_axis = item == item_words().end() && key.size() == 1 && key[0] < '3';
      const std::string said = item != item_words().end() ? item->second + ' ' + number
                               : is_axis                  ? std::string(1, "xyz"[key[0] - '0'])
                                                          : number;
      if (item != item_words().end() && before != "list" && !parts.empty())
        parts.back() = said;
      else
        parts.push_back(said);
    } else if (const auto known = key_words().find(key); known == key_words().end()) {
      parts.emplace_back(key);
      std::ranges::replace(parts.back(), '_', ' ');
    } else if (!known->second.empty()) {
      parts.push_back(known->second);
    }
    before = key;
  }
  return parts;
}

// "/layers/list/2" is a layer, and the list of layers no part of its name.
std::vector<std::string> without_layers(std::vector<std::string> parts) {
  if (parts.size() > 1 && parts[0] == "layers") parts.erase(parts.begin());
  return parts;
}

bool begins_a_path(std::string_view key) {
  static constexpr std::array<std::string_view, 11> top{"grid",    "events",      "layers",  "velocity",
                                                        "survey",  "propagation", "outputs", "imaging",
                                                        "section", "markers",     "variants"};
  return std::ranges::find(top, key) != top.end();
}

// The end of the path that begins at the slash `from`; `from` itself where there is none.
std::size_t path_end(const std::string& text, std::size_t from) {
  const auto belongs = [](char c) {
    return c == '/' || c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  std::size_t end = from;
  while (end < text.size() && belongs(text[end]))
    ++end;
  const bool is_file = end + 1 < text.size() && (text[end] == '.' || text[end] == '-') &&
                       std::isalnum(static_cast<unsigned char>(text[end + 1])) != 0;
  const auto keys = keys_of(std::string_view(text).substr(from, end - from));
  if (is_file || keys.empty() || !begins_a_path(keys.front())) return from;
  const bool known = std::ranges::all_of(keys, [](std::string_view key) {
    return is_number(key) || begins_a_path(key) || key_words().contains(key);
  });
  return known ? end : from;
}

}  // namespace

std::string path_words(std::string_view path, std::string_view within) {
  const std::vector<std::string> parts = without_layers(parts_of(path)),
                                 known = within.empty() ? std::vector<std::string>{}
                                                        : without_layers(parts_of(within));
  std::size_t first = 0;
  while (first < parts.size() && first < known.size() && parts[first] == known[first])
    ++first;
  std::string words;
  for (std::size_t i = first; i < parts.size(); ++i)
    words += (words.empty() ? "" : ", ") + parts[i];
  return words;
}

std::string paths_in_words(const std::string& text) {
  std::string said;
  std::size_t at = 0;
  while (at < text.size()) {
    const char before = at == 0 ? ' ' : text[at - 1];
    const bool may_begin = text[at] == '/' && (before == ' ' || before == '(' || before == '"');
    const std::size_t end = may_begin ? path_end(text, at) : at;
    const std::string words = end > at ? path_words(std::string_view(text).substr(at, end - at)) : "";
    if (words.empty()) {
      said += text[at++];
      continue;
    }
    const bool opens = said.empty() || said.ends_with(": ");
    const bool quoted = !opens && before != '"';
    if (quoted) said += '"';
    said += words;
    if (opens && std::islower(static_cast<unsigned char>(words[0])) != 0)
      said[said.size() - words.size()] =
          static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
    if (quoted) said += '"';
    at = end;
  }
  return said;
}

}  // namespace foldwave
