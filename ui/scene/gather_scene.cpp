#include "ui/scene/gather_scene.hpp"

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkTexture.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ui/scene/color_bar.hpp"
#include "ui/scene/gather_gain.hpp"
#include "ui/scene/ticks.hpp"

namespace foldwave {

GatherScene::GatherScene()
    : image_(vtkSmartPointer<vtkImageData>::New()),
      quad_(vtkSmartPointer<vtkPolyData>::New()),
      actor_(vtkSmartPointer<vtkActor>::New()) {
  auto texture = vtkSmartPointer<vtkTexture>::New();
  texture->SetInputData(image_);
  texture->SetColorModeToDirectScalars();
  texture->InterpolateOff();
  texture->RepeatOff();
  texture->EdgeClampOn();
  auto mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  mapper->SetInputData(quad_);
  actor_->SetMapper(mapper);
  actor_->SetTexture(texture);
  actor_->GetProperty()->LightingOff();
  actor_->VisibilityOff();
  renderer()->AddActor(actor_);
  renderer()->GetActiveCamera()->ParallelProjectionOn();
}

void GatherScene::show_gather(std::shared_ptr<const Gather> gather, const Vec3& source_local) {
  const int samples = gather ? gather->samples : 0;
  show_live(std::move(gather), source_local, samples);
}

void GatherScene::show_live(std::shared_ptr<const Gather> gather, const Vec3& source_local, int samples) {
  gather_ = std::move(gather);
  samples_ = samples;
  source_ = source_local;
  dirty_ = true;
}

void GatherScene::set_options(const GatherOptions& options) {
  options_ = options;
  dirty_ = true;
}

void GatherScene::mark_time(double seconds) {
  marked_ = seconds;
}

void GatherScene::reset_camera() {
  window_ = {};
  dirty_ = true;
}

void GatherScene::keep_inside() {
  const auto fit = [](double& low, double& high) {
    const double size = std::clamp(high - low, 1e-3, 1.0);
    low = std::clamp(low, 0.0, 1.0 - size);
    high = low + size;
  };
  fit(window_.left, window_.right);
  fit(window_.top, window_.bottom);
  dirty_ = true;
}

void GatherScene::zoom_at(double x, double y, double factor) {
  if (plot_.width <= 0 || plot_.height <= 0) return;
  const double u = std::clamp((x - plot_.x) / plot_.width, 0.0, 1.0);
  const double v = std::clamp((plot_.y + plot_.height - y) / plot_.height, 0.0, 1.0);
  const double across = window_.left + u * (window_.right - window_.left);
  const double down = window_.top + v * (window_.bottom - window_.top);
  const double wide = std::clamp((window_.right - window_.left) / factor, 1e-3, 1.0);
  const double high = std::clamp((window_.bottom - window_.top) / factor, 1e-3, 1.0);
  window_ = {across - u * wide, across + (1 - u) * wide, down - v * high, down + (1 - v) * high};
  keep_inside();
}

void GatherScene::pan_by(double dx, double dy) {
  if (plot_.width <= 0 || plot_.height <= 0) return;
  const double across = dx / plot_.width * (window_.right - window_.left);
  const double down = dy / plot_.height * (window_.bottom - window_.top);
  window_ = {window_.left - across, window_.right - across, window_.top + down, window_.bottom + down};
  keep_inside();
}

double GatherScene::offset(int receiver) const {
  const Vec3 d = gather_->receivers[static_cast<std::size_t>(receiver)] - source_;
  return std::hypot(d.x, d.y);
}

std::string GatherScene::read_out(double x, double y) const {
  if (!gather_ || plot_.width <= 0) return {};
  const double u = (x - plot_.x) / plot_.width, v = (plot_.y + plot_.height - y) / plot_.height;
  if (u < 0 || u > 1 || v < 0 || v > 1) return {};
  const int count = static_cast<int>(gather_->receivers.size());
  const int receiver =
      std::clamp(static_cast<int>((window_.left + u * (window_.right - window_.left)) * count), 0, count - 1);
  const double time =
      (window_.top + v * (window_.bottom - window_.top)) * (gather_->samples - 1) * gather_->dt;
  const int sample = std::clamp(static_cast<int>(std::lround(time / gather_->dt)), 0, gather_->samples - 1);
  char words[160];
  std::snprintf(words, sizeof words, "receiver %d, offset %.0f m, t = %.3f s, p = %.3g", receiver + 1,
                offset(receiver), time, static_cast<double>(gather_->trace(receiver)[sample]));
  return words;
}

void GatherScene::paint() {
  const int wide = std::max(static_cast<int>(plot_.width), 2),
            high = std::max(static_cast<int>(plot_.height), 2);
  const int count = static_cast<int>(gather_->receivers.size());
  image_->SetDimensions(wide, high, 1);
  image_->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  auto* const out = static_cast<unsigned char*>(image_->GetScalarPointer());

  // One gained trace a column of pixels; a pixel shows its strongest sample, so that no arrival falls between
  // two.
  std::vector<float> column(static_cast<std::size_t>(high)), all;
  all.reserve(static_cast<std::size_t>(wide) * static_cast<std::size_t>(high));
  std::vector<float> trace;
  int have = -1;
  for (int i = 0; i < wide; ++i) {
    const double across = window_.left + (i + 0.5) / wide * (window_.right - window_.left);
    const int receiver = std::clamp(static_cast<int>(across * count), 0, count - 1);
    if (receiver != have) {
      trace = gained_trace(*gather_, receiver, options_.time_power, options_.agc_window);
      have = receiver;
      sample_column(trace, window_.top, window_.bottom, column);
    }
    all.insert(all.end(), column.begin(), column.end());
  }
  std::vector<float> sizes(all.size());
  std::transform(all.begin(), all.end(), sizes.begin(), [](float a) { return std::abs(a); });
  std::erase_if(sizes, [](float a) { return !(a > 0.0F); });
  limit_ = 0.0;
  if (!sizes.empty()) {
    const auto at =
        static_cast<std::ptrdiff_t>(options_.clip_percent / 100.0 * static_cast<double>(sizes.size() - 1));
    std::nth_element(sizes.begin(), sizes.begin() + at, sizes.end());
    limit_ = sizes[static_cast<std::size_t>(at)];
  }
  const double unit = limit_ > 0.0 ? 0.5 / limit_ : 0.0;
  const ColorMap& map = options_.gray ? gray_map() : diverging_map();
  // What is not made yet is left as empty as the view around it.
  const double last = gather_->samples - 1;
  const Bytes3 empty = to_bytes(mix(theme::background_low, theme::background_high, 0.5));
  const auto is_empty = [&](int j) {
    return (window_.top + (window_.bottom - window_.top) * j / high) * last > samples_ - 1;
  };
  int there = 0;  // rows
  while (there < high && !is_empty(there))
    ++there;
  for (int i = 0; i < wide; ++i)
    for (int j = 0; j < high; ++j) {
      const float value =
          all[static_cast<std::size_t>(i) * static_cast<std::size_t>(high) + static_cast<std::size_t>(j)];
      const Bytes3 c = j < there ? map.at(0.5 + unit * static_cast<double>(value)) : empty;
      unsigned char* const pixel = out + 3 * (static_cast<std::ptrdiff_t>(high - 1 - j) * wide + i);
      pixel[0] = c[0], pixel[1] = c[1], pixel[2] = c[2];
    }
  image_->Modified();
}

void GatherScene::layout(Overlay& overlay) {
  const FrameSize& f = frame();
  TextStyle head = style(15);
  head.bold = true;
  head.upward = Align::high;
  overlay.text("Gather", px(14), f.height - px(10), head);
  TextStyle sub = style(12, note_color());
  sub.upward = Align::high;
  overlay.text(note(), px(14), f.height - px(31), sub);

  const bool any = gather_ && gather_->samples > 1 && !gather_->receivers.empty();
  actor_->SetVisibility(any);
  plot_ = {px(66), px(18), f.width - px(66) - px(110), f.height - px(18) - px(98)};
  if (!any || plot_.width < px(40) || plot_.height < px(40)) {
    actor_->VisibilityOff();
    plot_ = {};
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
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto places = vtkSmartPointer<vtkFloatArray>::New();
  places->SetNumberOfComponents(2);
  for (const auto& [u, v] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
    points->InsertNextPoint(plot_.x + u * plot_.width, plot_.y + v * plot_.height, 0);
    places->InsertNextTuple2(u, v);
  }
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  const vtkIdType ids[4] = {0, 1, 2, 3};
  cells->InsertNextCell(4, ids);
  quad_->SetPoints(points);
  quad_->SetPolys(cells);
  quad_->GetPointData()->SetTCoords(places);
  quad_->Modified();

  const double left = plot_.x, bottom = plot_.y, right = left + plot_.width, top = bottom + plot_.height;
  overlay.line(left, bottom, right, bottom, theme::frame);
  overlay.line(left, top, right, top, theme::frame);
  overlay.line(left, bottom, left, top, theme::frame);
  overlay.line(right, bottom, right, top, theme::frame);

  // Time, downwards.
  TextStyle words = style(12, theme::quiet_text);
  words.across = Align::high;
  const double seconds = (gather_->samples - 1) * gather_->dt;
  const double t0 = window_.top * seconds, t1 = window_.bottom * seconds;
  const Ticks times = round_ticks(t0, t1, std::max(2, static_cast<int>(plot_.height / px(48))));
  for (const double t : times.at) {
    const double y = top - (t - t0) / (t1 - t0) * plot_.height;
    overlay.line(left - px(5), y, left, y, theme::frame);
    overlay.text(tick_text(t, times.step), left - px(9), y, words);
  }
  TextStyle title = style(13);
  title.across = Align::middle;
  title.turned = 90;
  overlay.text("time (s)", px(18), (top + bottom) / 2, title);
  title.turned = 0;

  // Receivers, at the top.
  const int count = static_cast<int>(gather_->receivers.size());
  words.across = Align::middle;
  words.upward = Align::low;
  const double r0 = window_.left * count, r1 = window_.right * count;
  const int wanted = std::max(2, static_cast<int>(plot_.width / px(80)));
  const double step = std::max(1.0, round_ticks(r0, r1, wanted).step);
  for (double r = std::ceil((r0 + 0.5) / step) * step; r <= r1 + 0.5; r += step) {
    const int receiver = static_cast<int>(std::lround(r)) - 1;
    if (receiver < 0 || receiver >= count) continue;
    const double x = left + (receiver + 0.5 - r0) / (r1 - r0) * plot_.width;
    if (x < left - 1 || x > right + 1) continue;
    overlay.line(x, top, x, top + px(5), theme::frame);
    overlay.text(
        options_.by_offset ? tick_text(std::round(offset(receiver)), 1.0) : std::to_string(receiver + 1), x,
        top + px(8), words);
  }
  title.upward = Align::low;
  overlay.text(options_.by_offset ? "offset from the source (m)" : "receiver number", (left + right) / 2,
               top + px(26), title);

  if (marked_ >= t0 && marked_ <= t1) {
    const double y = top - (marked_ - t0) / (t1 - t0) * plot_.height;
    overlay.line(left, y, right, y, theme::accent);
  }
  if (limit_ > 0.0) {
    const double bar = std::min(px(180), plot_.height * 0.7 - px(22));
    const bool gained = options_.time_power != 0.0 || options_.agc_window > 0.0;
    draw_color_bar(overlay, {right + px(18), top - px(22) - bar, px(12), bar, f.scale, true}, -limit_, limit_,
                   gained ? "gained" : "pressure", options_.gray ? gray_map() : diverging_map());
  }
}

}  // namespace foldwave
