#include "ui/scene/gather/gather_scene.hpp"

#include <vtkCamera.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.hpp"
#include "ui/scene/plot/plot_axes.hpp"
#include "ui/scene/stage/color_bar.hpp"

namespace foldwave {

GatherScene::GatherScene() : picture_(renderer(), 0.0, false), shapes_(renderer()) {
  renderer()->GetActiveCamera()->ParallelProjectionOn();
}

void GatherScene::show_gather(std::shared_ptr<const Gather> gather, const Vec3& source_local) {
  const int samples = gather ? gather->samples : 0;
  show_live(std::move(gather), source_local, samples);
}

void GatherScene::show_live(std::shared_ptr<const Gather> gather, const Vec3& source_local, int samples) {
  const bool other = gather != gather_ || !(source_local == source_);
  gather_ = std::move(gather);
  samples_ = samples;
  source_ = source_local;
  if (other) axis_ = gather_ ? gather_axis(*gather_, source_, options_.order) : GatherAxis{};
  dirty_ = true;
}

void GatherScene::set_beside(GatherBeside beside) {
  beside_ = std::move(beside);
  dirty_ = true;
}

void GatherScene::set_options(const GatherOptions& options) {
  if (options.order != options_.order && gather_) axis_ = gather_axis(*gather_, source_, options.order);
  options_ = options;
  dirty_ = true;
}

void GatherScene::set_wave_limit(double limit) {
  if (limit == wave_limit_) return;
  wave_limit_ = limit;
  dirty_ = dirty_ || options_.as_wave;
}

void GatherScene::mark_time(double seconds) {
  marked_time_ = seconds;
}

void GatherScene::mark_trace(int trace) {
  marked_trace_ = trace;
}

void GatherScene::reset_camera() {
  window_ = {};
  dirty_ = true;
}

void GatherScene::zoom_at(double x, double y, double factor) {
  if (plot_.width() <= 0 || plot_.height() <= 0) return;
  const double u = std::clamp((x - plot_.left) / plot_.width(), 0.0, 1.0);
  const double v = std::clamp((plot_.top - y) / plot_.height(), 0.0, 1.0);
  const double across = std::lerp(window_.left, window_.right, u);
  const double down = std::lerp(window_.top, window_.bottom, v);
  const double wide = std::clamp((window_.right - window_.left) / factor, 1e-3, 1.0);
  const double high = std::clamp((window_.bottom - window_.top) / factor, 1e-3, 1.0);
  window_ = {across - u * wide, across + (1 - u) * wide, down - v * high, down + (1 - v) * high};
  pan_by(0.0, 0.0);
}

void GatherScene::pan_by(double dx, double dy) {
  if (plot_.width() <= 0 || plot_.height() <= 0) return;
  const auto moved = [](double& low, double& high, double by) {
    const double size = std::clamp(high - low, 1e-3, 1.0);
    low = std::clamp(low + by, 0.0, 1.0 - size);
    high = low + size;
  };
  moved(window_.left, window_.right, -dx / plot_.width() * (window_.right - window_.left));
  moved(window_.top, window_.bottom, dy / plot_.height() * (window_.bottom - window_.top));
  dirty_ = true;
}

double GatherScene::trace_width() const {
  return plot_.width() / ((window_.right - window_.left) * count());
}

double GatherScene::x_of_place(double place) const {
  return plot_.left + (place + 0.5 - window_.left * count()) * trace_width();
}

double GatherScene::y_of_time(double seconds) const {
  return plot_.bottom +
         plot_.height() * (window_.bottom - seconds / length()) / (window_.bottom - window_.top);
}

int GatherScene::trace_at(double x, double y) const {
  if (!gather_ || plot_.width() <= 0 || count() == 0) return -1;
  if (!plot_.holds(x, y)) return -1;
  const double place = window_.left * count() + (x - plot_.left) / trace_width();
  return axis_.order[static_cast<std::size_t>(std::clamp(static_cast<int>(place), 0, count() - 1))];
}

std::array<double, 2> GatherScene::place(int trace, double seconds) const {
  const auto at = std::ranges::find(axis_.order, trace);
  return {x_of_place(static_cast<double>(at - axis_.order.begin())), y_of_time(seconds)};
}

std::string GatherScene::read_out(double x, double y) const {
  const int trace = trace_at(x, y);
  if (trace < 0) return {};
  const double down = (plot_.top - y) / plot_.height();
  const double time = std::lerp(window_.top, window_.bottom, down) * length();
  const int sample = std::clamp(static_cast<int>(std::lround(time / gather_->dt)), 0, gather_->samples - 1);
  std::string words = "trace " + std::to_string(trace + 1) + ", offset " +
                      fixed_text(trace_offset(*gather_, trace, source_), 0) +
                      " m, t = " + fixed_text(time, 3) + " s";
  if (beside_.read.empty()) words += ", pressure " + number_text(double{gather_->trace(trace)[sample]}, 3);
  for (const auto& [name, gather] : beside_.read)
    words += ", " + name + " " + number_text(double{gather->trace(trace)[sample]}, 3);
  return words;
}

void GatherScene::layout(Overlay& overlay) {
  const FrameSize& f = frame();
  // A low view has its words in one line: the traces need the room.
  const bool low = is_low();
  const double head_end = draw_head(overlay, beside_.title, note(), note_color(), {.in_one_line = low});

  const bool any = gather_ && gather_->samples > 1 && !gather_->receivers.empty();
  const auto legend = any ? legend_places(overlay) : std::vector<LegendPlace>{};
  const double below = legend.empty() ? px(18) : px(14) + (legend.back().row + 1) * px(legend_row);
  plot_ = {px(66), f.width - px(shows_density() ? 110 : 24), below, f.height - px(low ? 58 : 98)};
  if (!any || plot_.width() < px(40) || plot_.height() < px(40)) {
    picture_.set_visible(false);
    shapes_.clear();
    shapes_.finish({}, {});
    plot_ = no_plot;
    dirty_ = true;
    return;
  }
  if (dirty_ || !(f == painted_)) {
    paint();
    painted_ = f;
    dirty_ = false;
  }

  // World units are pixels here: the picture stands exactly under its axes.
  vtkCamera* const camera = renderer()->GetActiveCamera();
  camera->SetFocalPoint(f.width / 2.0, f.height / 2.0, 0);
  camera->SetPosition(f.width / 2.0, f.height / 2.0, 10);
  camera->SetViewUp(0, 1, 0);
  camera->SetParallelScale(f.height / 2.0);
  camera->SetClippingRange(1, 20);
  draw_plot_frame(overlay, plot_);
  draw_upright_axis(
      overlay, {plot_, f.scale},
      round_ticks(window_.top * length(), window_.bottom * length(),
                  std::max(2, static_cast<int>(plot_.height() / px(48)))),
      [this](double t) { return y_of_time(t); }, "time (s)");
  draw_trace_axis(overlay, head_end);
  draw_times(overlay);
  draw_legend(overlay, legend);
  draw_marks(overlay);
  if (limit_ > 0.0 && shows_density()) {
    const double top = plot_.top;
    const double bar = std::min(px(180), plot_.height() * 0.7 - px(22));
    draw_color_bar(overlay, {plot_.right + px(18), top - px(22) - bar, px(12), bar, f.scale, true}, -limit_,
                   limit_, is_gained() ? "gained" : "pressure", options_.gray ? gray_map() : diverging_map());
  }
}

bool GatherScene::is_low() const {
  return frame().height < px(280);
}

void GatherScene::draw_trace_axis(Overlay& overlay, double head_end) {
  const double left = plot_.left, right = plot_.right, top = plot_.top;
  TextStyle words = style(12, theme::quiet_text);
  words.across = Align::middle;
  words.upward = Align::low;
  const double low = value_at(axis_, window_.left * count() - 0.5),
               high = value_at(axis_, window_.right * count() - 0.5);
  Ticks ticks = round_ticks(low, high, std::max(2, static_cast<int>(plot_.width() / px(80))));
  const bool whole = options_.order == TraceOrder::number;
  double last = left - px(100);
  for (const double value : ticks.at) {
    if (whole && value != std::round(value)) continue;
    const double x = x_of_place(place_of(axis_, value));
    // Offsets that bunch up must not write over each other.
    if (x < left - 1 || x > right + 1 || x < last + px(36)) continue;
    last = x;
    overlay.line(x, top, x, top + px(5), theme::frame);
    overlay.text(tick_text(value, ticks.step), x, top + px(8), words);
  }
  TextStyle title = style(13);
  title.upward = Align::low;
  title.across = is_low() ? Align::high : Align::middle;
  if (!is_low()) return overlay.text(axis_.title, (left + right) / 2, top + px(26), title);
  // Beside the head's words, as far from them as there is room; without any, the menu below tells it too.
  const double end = frame().width - px(14);
  if (end - overlay.text_size(axis_.title, title)[0] > head_end + px(8))
    overlay.text(axis_.title, end, top + px(26), title);
}

void GatherScene::draw_marks(Overlay& overlay) {
  const double left = plot_.left, right = plot_.right, top = plot_.top;
  if (marked_time_ >= window_.top * length() && marked_time_ <= window_.bottom * length()) {
    const double y = y_of_time(marked_time_);
    overlay.line(left, y, right, y, theme::accent);
  }
  const auto at = std::find(axis_.order.begin(), axis_.order.end(), marked_trace_);
  if (at == axis_.order.end()) return;
  const double x = x_of_place(static_cast<double>(at - axis_.order.begin()));
  if (x < left || x > right) return;
  overlay.line(x, plot_.bottom, x, top, theme::receiver, 0.8);
  overlay.rectangle(x - px(3), top, px(6), px(5), theme::receiver);
}

}  // namespace foldwave
