#include "ui/scene/gather/spectrum_scene.hpp"

#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.hpp"
#include "ui/scene/plot/plot_axes.hpp"

namespace foldwave {
namespace {

constexpr double deepest = 60.0;  // decibels below a curve's peak

}  // namespace

SpectrumScene::SpectrumScene() {
  renderer()->GradientBackgroundOff();
}

double SpectrumScene::nyquist() const {
  double highest = 0.0;
  for (const SpectrumCurve& c : curves_)
    highest = std::max(highest, c.spectrum.nyquist());
  return highest;
}

void SpectrumScene::show(std::vector<SpectrumCurve> curves, double resolved, double shown_to) {
  const double before = nyquist();
  curves_ = std::move(curves);
  for (SpectrumCurve& c : curves_)
    c.peak = c.spectrum.amplitude.empty() ? 0.0 : *std::ranges::max_element(c.spectrum.amplitude);
  resolved_ = resolved;
  if (nyquist() == before) return;
  reset_camera();
  if (shown_to > 0.0) high_ = std::min(high_, shown_to);
}

void SpectrumScene::reset_camera() {
  low_ = 0.0;
  high_ = std::max(nyquist(), 1e-6);
}

void SpectrumScene::zoom_at(double x, double, double factor) {
  if (plot_.width() <= 0 || curves_.empty()) return;
  const double part = std::clamp((x - plot_.left) / plot_.width(), 0.0, 1.0);
  const double at = std::lerp(low_, high_, part);
  const double wide = std::clamp((high_ - low_) / factor, 1e-3 * nyquist(), nyquist());
  low_ = std::clamp(at - part * wide, 0.0, nyquist() - wide);
  high_ = low_ + wide;
}

void SpectrumScene::pan_by(double dx, double) {
  if (plot_.width() <= 0 || curves_.empty()) return;
  const double wide = high_ - low_;
  low_ = std::clamp(low_ - dx / plot_.width() * wide, 0.0, std::max(nyquist() - wide, 0.0));
  high_ = low_ + wide;
}

double SpectrumScene::x_of(double frequency) const {
  return plot_.left + (frequency - low_) / (high_ - low_) * plot_.width();
}

double SpectrumScene::height_of(const SpectrumCurve& curve, double frequency, double around) const {
  const auto& a = curve.spectrum.amplitude;
  if (!(curve.peak > 0.0)) return 0.0;
  const auto last = static_cast<double>(a.size() - 1);
  const double at = std::clamp(frequency / curve.spectrum.step, 0.0, last);
  const auto k = static_cast<std::size_t>(at);
  double amplitude = std::lerp(a[k], a[std::min(k + 1, a.size() - 1)], at - static_cast<double>(k));
  const double reach = around / curve.spectrum.step;
  const double end = std::min(at + reach, last);
  for (auto m = static_cast<std::size_t>(std::ceil(std::max(at - reach, 0.0))); static_cast<double>(m) < end;
       ++m)
    amplitude = std::max(amplitude, double{a[m]});
  const double part = amplitude / curve.peak;
  if (!decibels_) return part;
  return std::clamp(1.0 + 20.0 * std::log10(std::max(part, 1e-9)) / deepest, 0.0, 1.0);
}

std::string SpectrumScene::read_out(double x, double y) const {
  if (curves_.empty() || !plot_.holds(x, y)) return {};
  const double f = std::lerp(low_, high_, (x - plot_.left) / plot_.width());
  std::string text = fixed_text(f, 2) + " Hz";
  for (const SpectrumCurve& c : curves_) {
    const double h = height_of(c, f);
    text += ", " + c.name + " " + (decibels_ ? fixed_text((h - 1.0) * deepest, 1) + " dB" : fixed_text(h, 3));
  }
  return text;
}

void SpectrumScene::layout(Overlay& overlay) {
  const FrameSize& f = frame();
  draw_head(overlay, "Spectrum", note(), note_color(), {});
  plot_ = {px(66), f.width - px(20), px(52), f.height - px(76)};
  if (curves_.empty() || plot_.width() < px(40) || plot_.height() < px(40)) {
    plot_ = no_plot;
    return;
  }
  draw_axes(overlay);
  draw_marks(overlay);
  for (const SpectrumCurve& c : curves_)
    draw_curve(overlay, c);
  // What the colours mean, in a row over the plot.
  double x = plot_.left;
  for (const SpectrumCurve& c : curves_) {
    const double y = plot_.top + px(14);
    overlay.rectangle(x, y - px(1.5), px(16), px(3), c.color);
    const TextStyle words = style(12, theme::quiet_text);
    overlay.text(c.name, x + px(21), y, words);
    x += px(21) + overlay.text_size(c.name, words)[0] + px(16);
  }
}

void SpectrumScene::draw_axes(Overlay& overlay) {
  const PlotAxes axes{.plot = plot_, .scale = frame().scale, .grid = true};
  draw_level_axis(
      overlay, axes, round_ticks(low_, high_, std::max(2, static_cast<int>(plot_.width() / px(70)))),
      [this](double f) { return x_of(f); }, "frequency (Hz)");
  const double floor = decibels_ ? -deepest : 0.0, ceiling = decibels_ ? 0.0 : 1.0;
  draw_upright_axis(
      overlay, axes, round_ticks(floor, ceiling, std::max(2, static_cast<int>(plot_.height() / px(40)))),
      [&](double v) { return plot_.bottom + (v - floor) / (ceiling - floor) * plot_.height(); },
      decibels_ ? "amplitude (dB)" : "amplitude");
  draw_plot_frame(overlay, plot_);
}

void SpectrumScene::draw_curve(Overlay& overlay, const SpectrumCurve& curve) {
  // A value every other pixel, or at each of its own where they lie further apart.
  const double step = std::max(curve.spectrum.step, (high_ - low_) / plot_.width() * px(2));
  double x0 = 0.0, y0 = 0.0;
  bool first = true;
  for (double k = std::ceil(low_ / step); k * step <= std::min(high_, curve.spectrum.nyquist()); ++k) {
    const double f = k * step;
    // A line narrower than that must not fall between two of them.
    const double x = x_of(f), y = plot_.bottom + height_of(curve, f, 0.5 * step) * plot_.height();
    if (!first) overlay.line(x0, y0, x, y, curve.color);
    x0 = x, y0 = y;
    first = false;
  }
}

void SpectrumScene::draw_marks(Overlay& overlay) {
  for (const SpectrumCurve& c : curves_) {
    const double f = peak_frequency(c.spectrum);
    if (!(f > 0.0) || f < low_ || f > high_) continue;
    overlay.rectangle(x_of(f) - px(1.5), plot_.top - px(9), px(3), px(9), c.color);
  }
  if (resolved_ > low_ && resolved_ <= high_) draw_resolved(overlay);
}

bool SpectrumScene::passes(const SpectrumCurve& curve, const PlotBox& box) const {
  const double step = px(2), clear = px(5), around = 0.5 * step / plot_.width() * (high_ - low_);
  double low = plot_.top, high = plot_.bottom;
  for (double x = box.left - clear; x <= box.right + clear; x += step) {
    const double f = std::lerp(low_, high_, (x - plot_.left) / plot_.width());
    if (f < 0.0 || f > curve.spectrum.nyquist()) continue;
    const double y = plot_.bottom + height_of(curve, f, around) * plot_.height();
    low = std::min(low, y), high = std::max(high, y);
  }
  return high > box.bottom - clear && low < box.top + clear;
}

// Its name stands where no curve passes: beside the line, level or turned, in one line or in two, else at the
// plot's end.
void SpectrumScene::draw_resolved(Overlay& overlay) {
  const double x = x_of(resolved_), edge = px(6), beside = px(5);
  overlay.line(x, plot_.bottom, x, plot_.top, theme::stale);
  TextStyle words = style(11.5, theme::stale);
  words.across = Align::middle;
  std::string best;
  PlotBox place = no_plot;
  std::ptrdiff_t fewest = std::ssize(curves_) + 1;
  const auto look = [&](const std::string& text, double turned, bool at_end) {
    const auto size = overlay.text_size(text, words);
    const double wide = size[turned > 0.0 ? 1 : 0], high = size[turned > 0.0 ? 0 : 1];
    const double end = plot_.right - edge - wide;
    const auto lefts = at_end ? std::vector{end} : std::vector{x + beside, x - beside - wide};
    for (double top = plot_.top - edge; fewest > 0 && top - high >= plot_.bottom + edge; top -= edge)
      for (const double left : lefts) {
        const PlotBox box{left, left + wide, top - high, top};
        if (box.left < plot_.left + edge || box.left > end || (at_end && left < x)) continue;
        const auto met = std::ranges::count_if(curves_, [&](const auto& c) { return passes(c, box); });
        if (met >= fewest) continue;
        fewest = met;
        best = text;
        place = box;
        words.turned = turned;
      }
  };
  for (const bool at_end : {false, true})
    for (const char* const text : {"3 nodes a wavelength", "3 nodes\na wavelength"})
      for (const double turned : {0.0, 90.0})
        look(text, turned, at_end);
  overlay.text(best, (place.left + place.right) / 2, (place.bottom + place.top) / 2, words);
}

}  // namespace foldwave
