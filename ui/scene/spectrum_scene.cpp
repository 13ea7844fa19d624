#include "ui/scene/spectrum_scene.hpp"

#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.hpp"
#include "ui/scene/ticks.hpp"

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
  if (plot_.width <= 0 || curves_.empty()) return;
  const double part = std::clamp((x - plot_.x) / plot_.width, 0.0, 1.0);
  const double at = std::lerp(low_, high_, part);
  const double wide = std::clamp((high_ - low_) / factor, 1e-3 * nyquist(), nyquist());
  low_ = std::clamp(at - part * wide, 0.0, nyquist() - wide);
  high_ = low_ + wide;
}

void SpectrumScene::pan_by(double dx, double) {
  if (plot_.width <= 0 || curves_.empty()) return;
  const double wide = high_ - low_;
  low_ = std::clamp(low_ - dx / plot_.width * wide, 0.0, std::max(nyquist() - wide, 0.0));
  high_ = low_ + wide;
}

double SpectrumScene::x_of(double frequency) const {
  return plot_.x + (frequency - low_) / (high_ - low_) * plot_.width;
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
  if (curves_.empty() || x < plot_.x || x > plot_.x + plot_.width || y < plot_.y ||
      y > plot_.y + plot_.height)
    return {};
  const double f = std::lerp(low_, high_, (x - plot_.x) / plot_.width);
  std::string text = fixed_text(f, 2) + " Hz";
  for (const SpectrumCurve& c : curves_) {
    const double h = height_of(c, f);
    text += ", " + c.name + " " + (decibels_ ? fixed_text((h - 1.0) * deepest, 1) + " dB" : fixed_text(h, 3));
  }
  return text;
}

void SpectrumScene::layout(Overlay& overlay) {
  const FrameSize& f = frame();
  TextStyle head = style(15);
  head.bold = true;
  head.upward = Align::high;
  overlay.text("Spectrum", px(14), f.height - px(10), head);
  TextStyle sub = style(12, note_color());
  sub.upward = Align::high;
  overlay.text(note(), px(14), f.height - px(31), sub);
  plot_ = {px(66), px(52), f.width - px(66) - px(20), f.height - px(52) - px(76)};
  if (curves_.empty() || plot_.width < px(40) || plot_.height < px(40)) {
    plot_ = {};
    return;
  }
  draw_axes(overlay);
  draw_marks(overlay);
  for (const SpectrumCurve& c : curves_)
    draw_curve(overlay, c);
  // What the colours mean, in a row over the plot.
  double x = plot_.x;
  for (const SpectrumCurve& c : curves_) {
    const double y = plot_.y + plot_.height + px(14);
    overlay.rectangle(x, y - px(1.5), px(16), px(3), c.color);
    const TextStyle words = style(12, theme::quiet_text);
    overlay.text(c.name, x + px(21), y, words);
    x += px(21) + overlay.text_size(c.name, words)[0] + px(16);
  }
}

void SpectrumScene::draw_axes(Overlay& overlay) {
  const double left = plot_.x, bottom = plot_.y, right = left + plot_.width, top = bottom + plot_.height;
  TextStyle words = style(12, theme::quiet_text);
  words.across = Align::middle;
  words.upward = Align::high;
  const Ticks across = round_ticks(low_, high_, std::max(2, static_cast<int>(plot_.width / px(70))));
  for (const double f : across.at) {
    const double x = x_of(f);
    overlay.line(x, bottom, x, top, theme::frame, 0.25);
    overlay.line(x, bottom - px(5), x, bottom, theme::frame);
    overlay.text(tick_text(f, across.step), x, bottom - px(8), words);
  }
  words.across = Align::high;
  words.upward = Align::middle;
  const double floor = decibels_ ? -deepest : 0.0, ceiling = decibels_ ? 0.0 : 1.0;
  const Ticks up = round_ticks(floor, ceiling, std::max(2, static_cast<int>(plot_.height / px(40))));
  for (const double v : up.at) {
    const double y = bottom + (v - floor) / (ceiling - floor) * plot_.height;
    overlay.line(left, y, right, y, theme::frame, 0.25);
    overlay.text(tick_text(v, up.step), left - px(9), y, words);
  }
  for (const double y : {bottom, top})
    overlay.line(left, y, right, y, theme::frame);
  for (const double x : {left, right})
    overlay.line(x, bottom, x, top, theme::frame);
  TextStyle title = style(13);
  title.across = Align::middle;
  title.upward = Align::low;
  overlay.text("frequency (Hz)", (left + right) / 2, px(8), title);
  title.turned = 90;
  title.upward = Align::middle;
  overlay.text(decibels_ ? "amplitude (dB)" : "amplitude", px(18), (bottom + top) / 2, title);
}

void SpectrumScene::draw_curve(Overlay& overlay, const SpectrumCurve& curve) {
  // A value every other pixel, or at each of its own where they lie further apart.
  const double step = std::max(curve.spectrum.step, (high_ - low_) / plot_.width * px(2));
  double x0 = 0.0, y0 = 0.0;
  bool first = true;
  for (double k = std::ceil(low_ / step); k * step <= std::min(high_, curve.spectrum.nyquist()); ++k) {
    const double f = k * step;
    // A line narrower than that must not fall between two of them.
    const double x = x_of(f), y = plot_.y + height_of(curve, f, 0.5 * step) * plot_.height;
    if (!first) overlay.line(x0, y0, x, y, curve.color);
    x0 = x, y0 = y;
    first = false;
  }
}

void SpectrumScene::draw_marks(Overlay& overlay) {
  const double top = plot_.y + plot_.height;
  for (const SpectrumCurve& c : curves_) {
    const double f = peak_frequency(c.spectrum);
    if (!(f > 0.0) || f < low_ || f > high_) continue;
    overlay.rectangle(x_of(f) - px(1.5), top - px(9), px(3), px(9), c.color);
  }
  if (!(resolved_ > low_) || resolved_ > high_) return;
  const double x = x_of(resolved_);
  overlay.line(x, plot_.y, x, top, theme::stale);
  TextStyle words = style(11.5, theme::stale);
  const std::string text = "3 nodes a wavelength";
  const double width = overlay.text_size(text, words)[0] + px(6);
  words.upward = Align::high;
  overlay.text(text, x + px(5) + width < plot_.x + plot_.width ? x + px(5) : x - width, top - px(6), words);
}

}  // namespace foldwave
