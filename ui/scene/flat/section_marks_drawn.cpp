#include "ui/scene/flat/section_marks_drawn.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/angle.hpp"
#include "core/base/text.hpp"

namespace foldwave {
namespace {

constexpr double stale_opacity = 0.3;

// The parts of a line inside the box of the section, v up (Liang and Barsky 1984).
std::vector<PlotLine> inside(const std::vector<SectionPlace>& places, double length, double depth) {
  std::vector<PlotLine> parts;
  for (std::size_t i = 1; i < places.size(); ++i) {
    const PlotPoint a{places[i - 1].s, -places[i - 1].depth}, b{places[i].s, -places[i].depth};
    double enters = 0.0, leaves = 1.0;
    const double low[2] = {0.0, -depth}, high[2] = {length, 0.0};
    for (std::size_t k = 0; k < 2; ++k) {
      const double step = b[k] - a[k];
      double t0 = (low[k] - a[k]) / step, t1 = (high[k] - a[k]) / step;
      if (step == 0.0) {
        const bool in = a[k] >= low[k] && a[k] <= high[k];
        t0 = in ? 0.0 : 2.0, t1 = in ? 1.0 : -1.0;
      }
      enters = std::max(enters, std::min(t0, t1));
      leaves = std::min(leaves, std::max(t0, t1));
    }
    if (!(enters < leaves)) continue;
    const auto at = [&](double t) { return PlotPoint{a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])}; };
    if (parts.empty() || enters > 0.0 || parts.back().back() != a) parts.push_back({at(enters)});
    parts.back().push_back(leaves < 1.0 ? at(leaves) : b);
  }
  return parts;
}

}  // namespace

SectionMarksDrawn::SectionMarksDrawn(vtkRenderer* renderer)
    : rims_(renderer, 22),
      isogons_(renderer, 23),
      paths_(renderer, 24),
      trace_rims_(renderer, 25),
      traces_(renderer, 26),
      hinges_(renderer, 32, 10) {}

void SectionMarksDrawn::show(std::shared_ptr<const SectionMarks> marks, double length, double depth) {
  marks_ = std::move(marks);
  labels_.clear();
  for (PlotLines* const lines : {&rims_, &isogons_, &paths_, &trace_rims_, &traces_})
    lines->clear();
  std::vector<PlotPoint> places;
  std::vector<Rgb> colors;
  if (marks_) {
    for (const SectionIsogon& isogon : marks_->isogons) {
      const auto parts = inside(isogon.points, length, depth);
      for (const PlotLine& part : parts) {
        rims_.add(part, theme::ink);
        isogons_.add(part, theme::isogon);
      }
      if (!parts.empty())
        labels_.push_back(
            {number_text(std::abs(std::round(degrees(isogon.alpha))), 3) + "\u00b0", parts.back().back()});
    }
    for (const auto& path : marks_->characteristics)
      for (const PlotLine& part : inside(path, length, depth)) {
        rims_.add(part, theme::ink);
        paths_.add(part, theme::characteristic);
      }
    std::map<int, std::vector<SectionPlace>> traces;
    std::map<int, Rgb> trace_colors;
    for (const SectionHinge& hinge : marks_->hinges) {
      const Rgb color = hinge.antiform ? theme::antiform : theme::synform;
      traces[hinge.fold].push_back(hinge.at);
      trace_colors[hinge.fold] = color;
      if (hinge.at.s < 0.0 || hinge.at.s > length || hinge.at.depth < 0.0 || hinge.at.depth > depth) continue;
      places.push_back({hinge.at.s, -hinge.at.depth});
      colors.push_back(color);
    }
    for (const auto& [fold, trace] : traces)
      for (const PlotLine& part : inside(trace, length, depth)) {
        trace_rims_.add(part, theme::ink);
        traces_.add(part, trace_colors[fold]);
      }
  }
  for (PlotLines* const lines : {&rims_, &isogons_, &paths_, &trace_rims_, &traces_})
    lines->finish();
  hinges_.show(places, colors);
}

void SectionMarksDrawn::set_stale(bool stale) {
  for (PlotPart* const part : parts())
    part->set_opacity(stale ? stale_opacity : 1.0);
}

void SectionMarksDrawn::set_visible(bool visible) {
  for (PlotPart* const part : parts())
    part->set_visible(visible);
}

void SectionMarksDrawn::set_stretch(double v_per_u) {
  for (PlotPart* const part : parts())
    part->set_stretch(v_per_u);
}

void SectionMarksDrawn::set_scale(double device_pixels) {
  rims_.set_width(3.2 * device_pixels);
  isogons_.set_width(1.5 * device_pixels);
  paths_.set_width(1.5 * device_pixels);
  trace_rims_.set_width(4.0 * device_pixels);
  traces_.set_width(2.2 * device_pixels);
  hinges_.set_scale(device_pixels);
}

std::vector<SectionMarksDrawn::LegendEntry> SectionMarksDrawn::legend() const {
  std::vector<LegendEntry> entries;
  if (!marks_) return entries;
  if (!marks_->refusal.empty()) return {{"not measured: " + marks_->refusal, theme::stale, false}};
  if (!marks_->isogons.empty()) entries.push_back({"dip isogon", theme::isogon});
  if (!marks_->characteristics.empty()) entries.push_back({"characteristic", theme::characteristic});
  for (const bool antiform : {true, false})
    if (std::any_of(marks_->hinges.begin(), marks_->hinges.end(),
                    [&](const SectionHinge& h) { return h.antiform == antiform; }))
      entries.push_back({antiform ? "hinge of an antiform" : "hinge of a synform",
                         antiform ? theme::antiform : theme::synform});
  if (entries.empty()) return {{"no hinges and no dips in common here", theme::quiet_text, false}};
  if (!marks_->doubt.empty())
    entries.push_back({marks_->doubt, theme::stale, false});
  else if (marks_->obliquity > radians(0.5))
    entries.push_back({"carried along the fold axis from the profile, " +
                           number_text(std::round(degrees(marks_->obliquity)), 2) + "\u00b0 off",
                       theme::quiet_text, false});
  return entries;
}

}  // namespace foldwave
