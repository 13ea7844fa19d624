#include "ui/scene/plot/plot_scene.hpp"

#include <vtkCamera.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include "ui/scene/plot/plot_axes.hpp"

namespace foldwave {
namespace {

constexpr double room = 1.04;  // around the data when all of it is shown
constexpr double nearest = 400.0, farthest = 0.5;

}  // namespace

PlotScene::PlotScene() {
  // One colour behind the plot and around it: what leaves the frame is covered with it.
  renderer()->GradientBackgroundOff();
  smooth_edges();
}

void PlotScene::set_bounds(const PlotBox& bounds) {
  if (bounds == bounds_) return;
  bounds_ = bounds;
  fitted_ = false;
}

void PlotScene::set_stretch(double v_per_u) {
  if (v_per_u == stretch_) return;
  stretch_ = v_per_u;
  fitted_ = false;
}

void PlotScene::fit() {
  scale_ = std::min(plot_.width() / (room * bounds_.width()),
                    plot_.height() / (room * bounds_.height() * stretch_));
  fitted_scale_ = scale_;
  centre_u_ = (bounds_.left + bounds_.right) / 2;
  centre_v_ = (bounds_.bottom + bounds_.top) / 2;
  fitted_ = true;
  ++version_;
}

void PlotScene::keep_near() {
  scale_ = std::clamp(scale_, farthest * fitted_scale_, nearest * fitted_scale_);
  centre_u_ = std::clamp(centre_u_, bounds_.left, bounds_.right);
  centre_v_ = std::clamp(centre_v_, bounds_.bottom, bounds_.top);
  ++version_;
}

PlotPoint PlotScene::to_display(double u, double v) const {
  return {(plot_.left + plot_.right) / 2 + (u - centre_u_) * scale_,
          (plot_.bottom + plot_.top) / 2 + (v - centre_v_) * scale_ * stretch_};
}

PlotPoint PlotScene::to_plot(double x, double y) const {
  return {centre_u_ + (x - (plot_.left + plot_.right) / 2) / scale_,
          centre_v_ + (y - (plot_.bottom + plot_.top) / 2) / (scale_ * stretch_)};
}

bool PlotScene::inside(double x, double y) const {
  return x >= plot_.left && x <= plot_.right && y >= plot_.bottom && y <= plot_.top;
}

void PlotScene::zoom_at(double x, double y, double factor) {
  const PlotPoint before = to_plot(x, y);
  scale_ = std::clamp(scale_ * factor, farthest * fitted_scale_, nearest * fitted_scale_);
  const PlotPoint after = to_plot(x, y);
  centre_u_ += before[0] - after[0];
  centre_v_ += before[1] - after[1];
  keep_near();
}

void PlotScene::zoom_on(const PlotBox& part) {
  constexpr double around = 1.4, least = 0.06;  // times its size; of the whole
  const double wide = std::max(around * part.width(), least * bounds_.width());
  const double high = std::max(around * part.height(), least * bounds_.height());
  scale_ = std::min(plot_.width() / wide, plot_.height() / (high * stretch_));
  centre_u_ = (part.left + part.right) / 2;
  centre_v_ = (part.bottom + part.top) / 2;
  keep_near();
}

void PlotScene::pan_by(double dx, double dy) {
  centre_u_ -= dx / scale_;
  centre_v_ -= dy / (scale_ * stretch_);
  keep_near();
}

void PlotScene::place_plot(const Margins& margins) {
  const FrameSize& f = frame();
  const PlotBox plot{margins.left, std::max(f.width - margins.right, margins.left + 10.0), margins.bottom,
                     std::max(f.height - margins.top, margins.bottom + 10.0)};
  if (!(plot == plot_) || !(f == placed_)) {
    // What was fitted stays fitted in a window of another size.
    const bool all = scale_ == fitted_scale_;
    // What was zoomed in keeps its size beside the words.
    const double grown = placed_.scale > 0.0 ? f.scale / placed_.scale : 1.0;
    scale_ *= grown, fitted_scale_ *= grown;
    plot_ = plot;
    placed_ = f;
    if (all) fitted_ = false;
    ++version_;
  }
  if (!fitted_) fit();
  vtkCamera* const camera = renderer()->GetActiveCamera();
  const double middle_x = f.width / 2.0, middle_y = f.height / 2.0;
  const PlotPoint at = to_plot(middle_x, middle_y);
  camera->SetParallelProjection(true);
  camera->SetFocalPoint(at[0], at[1] * stretch_, 0);
  camera->SetPosition(at[0], at[1] * stretch_, 100);
  camera->SetViewUp(0, 1, 0);
  camera->SetParallelScale(f.height / (2.0 * scale_));
  camera->SetClippingRange(1, 200);
}

void PlotScene::draw_axes(Overlay& overlay, const PlotAxis& u, const PlotAxis& v) {
  const FrameSize& f = frame();
  const Rgb cover = theme::background_low;
  overlay.rectangle(0, 0, plot_.left, f.height, cover);
  overlay.rectangle(plot_.right, 0, f.width - plot_.right, f.height, cover);
  overlay.rectangle(plot_.left, 0, plot_.width(), plot_.bottom, cover);
  overlay.rectangle(plot_.left, plot_.top, plot_.width(), f.height - plot_.top, cover);
  draw_plot_frame(overlay, plot_);

  const PlotAxes axes{plot_, f.scale, 11.5, 16.0};
  const PlotPoint low = to_plot(plot_.left, plot_.bottom), high = to_plot(plot_.right, plot_.top);
  const double widest = overlay.text_size(tick_text(high[0] + u.shift, 1.0) + "00", style(axes.words))[0];
  draw_level_axis(
      overlay, axes,
      round_ticks(low[0] + u.shift, high[0] + u.shift,
                  std::max(2, static_cast<int>(plot_.width() / std::max(widest, px(60))))),
      [&](double value) { return to_display(value - u.shift, 0)[0]; }, u.title);
  const double sign = v.mirrored ? -1.0 : 1.0;
  const double v0 = sign * low[1] + v.shift, v1 = sign * high[1] + v.shift;
  draw_upright_axis(
      overlay, axes,
      round_ticks(std::min(v0, v1), std::max(v0, v1), std::max(2, static_cast<int>(plot_.height() / px(52)))),
      [&](double value) { return to_display(0, sign * (value - v.shift))[1]; }, v.title);
}

void PlotScene::draw_scale_bar(Overlay& overlay, double right, double y) {
  const double wanted = 0.2 * plot_.width() * metres_a_pixel();
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  const double lead = wanted / power, metres = power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
  const double bar = metres / metres_a_pixel(), left = right - bar;
  for (int i = 0; i < 4; ++i)
    overlay.rectangle(left + bar * i / 4, y, bar / 4, px(5), i % 2 == 0 ? theme::text : theme::frame);
  TextStyle words = style(11.5, theme::quiet_text);
  words.across = Align::middle;
  words.upward = Align::low;
  overlay.text(
      metres >= 1000 ? tick_text(metres / 1000, metres / 1000) + " km" : tick_text(metres, metres) + " m",
      left + bar / 2, y + px(8), words);
}

void PlotScene::draw_tag(Overlay& overlay, double x, double y, const std::string& words) {
  if (words.empty()) return;
  const TextStyle text = style(12);
  const double width = overlay.text_size(words, text)[0] + px(14), height = px(20), away = px(14);
  const double left = x + away + width <= plot_.right ? x + away : x - away - width;
  const double bottom = std::clamp(y + px(8), plot_.bottom + px(2), plot_.top - height - px(2));
  overlay.rectangle(left, bottom, width, height, theme::panel, 0.92);
  overlay.text(words, left + px(7), bottom + height / 2, text);
}

}  // namespace foldwave
