#include "core/output/html_report.hpp"
#include "core/base/markup.hpp"

#include <cmath>
#include <cstdint>

#include "core/base/shown_text.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"

namespace foldwave {
namespace {

constexpr const char* style =
    "body{font-family:sans-serif;font-size:10pt;color:#1b222c;max-width:50em;margin:2em auto;padding:0 1em}"
    "h1{font-size:18pt;margin-bottom:0}h2{font-size:12pt;margin:1.4em 0 .4em}p{margin:.3em 0}"
    "table{border-collapse:collapse}th,td{padding:3px 10px 3px 0;text-align:left;vertical-align:top}"
    "th{border-bottom:1px solid #9aa3b0;font-weight:600}td.n,th.n{text-align:right}"
    "figure{margin:1em 0}img{max-width:100%}figcaption,.quiet{color:#56606f}"
    "@media print{h2,figure,tr{page-break-inside:avoid}}";

std::string heading_of(const std::string& text) {
  return "<h2>" + text + "</h2>\n";
}

// A name and what it is.
std::string fact(const std::string& name, const std::string& value) {
  return "<tr><td class=\"quiet\">" + name + "</td><td>" + value + "</td></tr>\n";
}

struct Cell {
  std::string text;
  bool number = false;
};
std::string row(const std::vector<Cell>& cells, const char* tag = "td") {
  std::string text = "<tr>";
  for (const Cell& cell : cells)
    text += "<" + std::string(tag) + (cell.number ? " class=\"n\" align=\"right\">" : ">") + cell.text +
            "</" + tag + ">";
  return text + "</tr>\n";
}

std::string lengths(const Vec3& v, bool section) {
  return shown_text(v.x) + " \u00d7 " + (section ? "" : shown_text(v.y) + " \u00d7 ") + shown_text(v.z) +
         " m";
}

std::string model_table(const Scenario& s) {
  const Grid3& g = s.grid;
  const bool section = g.is_section();
  std::string nodes = std::to_string(g.n[0]) + " \u00d7 ";
  if (!section) nodes += std::to_string(g.n[1]) + " \u00d7 ";
  nodes += std::to_string(g.n[2]);
  return "<table>\n" + fact("Box", lengths(g.extent(), section)) +
         fact("Map origin", "x " + shown_text(g.origin.x) + ", y " + shown_text(g.origin.y) + ", depth " +
                                shown_text(g.origin.z) + " m") +
         fact("Nodes", nodes + ", " + lengths({g.h[0], g.h[1], g.h[2]}, section) + " apart") + "</table>\n";
}

std::string events_table(const Scenario& s) {
  std::string text =
      "<table>\n" + row({{"Event"}, {"Kind"}, {"Class"}, {"\u03bb", true}, {"Shear direction"}}, "th");
  for (const FoldEvent& event : s.events) {
    const FoldSpec& fold = event.fold;
    const std::string kind = event_type_names[static_cast<std::size_t>(event.type)];
    const std::string name = fold_class(fold.parameters);
    if (event.cuts())
      text += row({{markup_text(event.name)}, {kind}, {""}, {"", true}, {""}});
    else if (fold.varies)
      text += row({{markup_text(event.name)}, {kind}, {"varies"}, {"", true}, {"varies"}});
    else
      text += row({{markup_text(event.name)},
                   {kind},
                   {name.empty() ? "none" : name},
                   {shown_text(fold.parameters.lambda()), true},
                   {azimuth_text(fold.axial_line.trend) + " / " + fixed_text(fold.axial_line.plunge, 0)}});
  }
  return text + "</table>\n";
}

std::string structure_table(const FoldGeometry& geometry) {
  std::string text = "<table>\n";
  const FoldAxis& axis = geometry.chosen.axis;
  if (axis.found()) {
    const TrendPlunge line = trend_plunge_of(axis.axis);
    text += fact("Fold axis", azimuth_text(line.trend) + " / " + fixed_text(line.plunge, 0) +
                                  ", cylindrical to " + fixed_text(100.0 * axis.cylindricity(), 1) + " %");
  }
  const std::string measured = geometry.measured.name;
  if (!measured.empty())
    text +=
        fact("Ramsay's class, measured", measured + ", \u03bb " + fixed_text(geometry.measured.lambda, 2) +
                                             " \u00b1 " + fixed_text(geometry.measured.uncertainty, 2));
  return text + "</table>\n";
}

std::string layers_table(const Scenario& s, const FoldResult& fold, const FoldGeometry* geometry) {
  const bool dense = !s.stack.layers.empty() && s.stack.layers.front().density > 0.0;
  const bool section = fold.grid.is_section();
  std::vector<Cell> heads{{"Layer"}, {"Thickness at the hinge (m)", true}, {"Velocity (m/s)", true}};
  if (dense) heads.push_back({"Density (kg/m\u00b3)", true});
  if (geometry != nullptr) {
    heads.push_back({section ? "Area (km\u00b2)" : "Volume (km\u00b3)", true});
    heads.push_back({"Mean true thickness (m)", true});
    heads.push_back({"Class"});
  }
  std::string text = "<table>\n" + row(heads, "th");
  for (std::size_t m = 0; m < s.stack.layers.size(); ++m) {
    const Layer& layer = s.stack.layers[m];
    std::vector<Cell> cells{{markup_text(layer.name)},
                            {layer.thickness > 0.0 ? shown_text(layer.thickness) : "\u2013", true},
                            {shown_text(layer.velocity), true}};
    if (dense) cells.push_back({shown_text(layer.density), true});
    if (geometry != nullptr && m < geometry->layers.size()) {
      const LayerGeometry& is = geometry->layers[m];
      const double mean = is.orthogonal.mean;
      cells.push_back({number_text(is.volume * (section ? 1e-6 : 1e-9), 4), true});
      cells.push_back({mean > 0.0 ? fixed_text(mean, 0) : "\u2013", true});
      cells.push_back({is.dips.fit.name});
    }
    text += row(cells);
  }
  return text + "</table>\n";
}

std::string wave_table(const Scenario& s) {
  return "<table>\n" + fact("Peak frequency", shown_text(s.survey.wavelet.frequency) + " Hz") +
         fact("Duration", shown_text(s.propagation.duration) + " s") +
         fact("Sources", std::to_string(s.survey.sources.size())) +
         fact("Receivers", std::to_string(s.survey.receiver_positions().size())) + "</table>\n";
}

}  // namespace

std::string png_data_uri(const std::string& png) {
  static constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string uri = "data:image/png;base64,";
  uri.reserve(uri.size() + (png.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < png.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t b = 0; b < 3; ++b)
      bits = bits << 8U | (i + b < png.size() ? static_cast<unsigned char>(png[i + b]) : 0U);
    for (std::size_t c = 0; c < 4; ++c)
      uri += i + c <= png.size() ? letters[bits >> (18U - 6U * c) & 63U] : '=';
  }
  return uri;
}

std::string html_report(const Scenario& s, const FoldResult& fold, const FoldGeometry* geometry,
                        const std::vector<ReportPicture>& pictures) {
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" +
                     markup_text(s.name) + "</title><style>" + style + "</style></head><body>\n<h1>" +
                     markup_text(s.name) + "</h1>\n";
  if (!s.description.empty()) page += "<p>" + markup_text(s.description) + "</p>\n";
  for (const ReportPicture& picture : pictures)
    page += "<figure><img src=\"" + picture.source + "\" alt=\"" + markup_text(picture.title) + "\"" +
            (picture.width > 0 ? " width=\"" + std::to_string(picture.width) + "\" height=\"" +
                                     std::to_string(picture.height) + "\""
                               : "") +
            "><figcaption>" + markup_text(picture.title) + "</figcaption></figure>\n";
  page += heading_of("Model") + model_table(s);
  if (fold.folded) page += heading_of("Events, oldest first") + events_table(s);
  if (geometry != nullptr) page += heading_of("Structure") + structure_table(*geometry);
  if (fold.folded) page += heading_of("Layers, youngest first") + layers_table(s, fold, geometry);
  if (!fold.velocity_file.empty())
    page += heading_of("Velocity") + "<p>" + markup_text(fold.velocity_file) + "</p>\n";
  if (s.propagation.enabled) page += heading_of("Wave") + wave_table(s);
  std::vector<std::string> warnings = fold.warnings;
  if (geometry != nullptr)
    warnings.insert(warnings.end(), geometry->warnings.begin(), geometry->warnings.end());
  if (!warnings.empty()) page += heading_of("To be known");
  for (const std::string& warning : warnings)
    page += "<p>" + markup_text(warning) + "</p>\n";
  return page + "<p class=\"quiet\">Made with Foldwave " + program_version() + "</p>\n</body></html>\n";
}

}  // namespace foldwave
