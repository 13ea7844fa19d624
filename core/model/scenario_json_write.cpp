#include "core/formats/atomic_file.hpp"
#include "core/formats/segy/trace_words.hpp"
#include "core/model/fields_json.hpp"
#include "core/model/scenario_json.hpp"

namespace foldwave {

void write_value(Json& j, const KeyFacts&, const FoldParameters& parameters) {
  if (parameters.by_class) {
    j["lambda"] = parameters.psi;
  } else {
    j["F"] = parameters.F;
    j["psi"] = parameters.psi;
  }
}

void write_value(Json& j, const KeyFacts& field, SegyWord word) {
  j[field.key] = word.bytes == 4 ? Json(word.position) : Json(segy_word_text(word));
}

void write_value(Json& j, const KeyFacts& field, const Color& color) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text = "#";
  for (const int c : color) {
    text += digits[c / 16 % 16];
    text += digits[c % 16];
  }
  j[field.key] = text;
}

void write_value(Json& j, const KeyFacts& field, const BackdropSource& source) {
  j[field.key] = std::holds_alternative<ImageBackdrop>(source) ? "image" : "segy";
}

void write_rest(Json& j, const Backdrop& backdrop) {
  if (const auto* image = std::get_if<ImageBackdrop>(&backdrop.source)) {
    j["top"] = image->top;
    j["bottom"] = image->bottom;
    return;
  }
  const auto& segy = std::get<SegyBackdrop>(backdrop.source);
  if (segy.kind == SegyLineKind::inline_number) j["inline"] = segy.number;
  if (segy.kind == SegyLineKind::crossline_number) j["crossline"] = segy.number;
  j["velocity"] = segy.velocity;
  if (segy.by_headers) j["place"] = "headers";
  if (segy.in_depth) j["axis"] = "depth";
}

std::string scenario_text(const Scenario& s) {
  Json j{{"format", "foldwave-scenario"}, {"version", scenario_version}};
  write_rows(j, s);
  if (!s.variants.empty()) j["variants"] = Json::array();
  for (const Scenario& variant : s.variants)
    j["variants"].push_back(part_json(variant));
  write_extra(j, s.extra);
  // A name that is not UTF-8 must not lose the rest.
  return j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void save_scenario(const Scenario& scenario, const std::string& file) {
  write_file_atomically(file, scenario_text(scenario));
}

}  // namespace foldwave
