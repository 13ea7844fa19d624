#include "ui/views/wave/gather_pane.hpp"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <cmath>
#include <thread>
#include <tuple>

#include "ui/views/wave/gather_view.hpp"
#include "ui/widgets/number_edit.hpp"

namespace foldwave {

namespace {

constexpr double most_live_pictures = 5.0;  // a second
constexpr double most_power = 4.0, most_clip = 20.0;
constexpr double slider_steps = 10.0;  // a per cent
constexpr double agc_part = 0.2;       // of the traces' length, where no window has been typed

// Of the window's time, beside that of the wave's frames.
double live_share() {
  return std::clamp(0.005 * std::thread::hardware_concurrency(), 0.005, 0.25);
}

}  // namespace

GatherPane::GatherPane(const QString& why_no_opengl, QWidget* parent)
    : Pane(parent), pace_(live_share(), most_live_pictures) {
  GatherView* view = nullptr;
  if (why_no_opengl.isEmpty()) {
    view = new GatherView(scene_, this);
    view->setObjectName("gather view");
    connect(view, &GatherView::read, this, &GatherPane::read);
    connect(view, &GatherView::chosen, this, [this](int trace) {
      choose(trace);
      emit chosen(trace);
    });
    connect(view, &VtkView::drawn, this, [this] {
      if (asked_) pace_.made(*asked_, clock_.seconds() - *asked_);
      asked_.reset();
    });
  }
  build(scene_, view, why_no_opengl);

  QHBoxLayout* const drawn = add_controls();
  QMenu* const modes = add_choices(drawn, tr("&Traces as"), tr("How the traces are drawn"), "gather traces");
  const std::tuple<QString, QString, GatherMode> mode_names[] = {
      {tr("&Variable density"), tr("Density"), GatherMode::density},
      {tr("&Wiggles"), tr("Wiggles"), GatherMode::wiggle},
      {tr("Variable &area"), tr("Area"), GatherMode::area},
      {tr("Wiggles &and variable area"), tr("Wiggles, area"), GatherMode::wiggle_area},
      {tr("&Density and wiggles"), tr("Density, wiggles"), GatherMode::density_wiggle}};
  for (const auto& [name, in_short, mode] : mode_names)
    add_choice(
        modes, name, in_short, [this, mode = mode] { change([mode](GatherOptions& o) { o.mode = mode; }); },
        mode == GatherMode::density);
  QMenu* const orders = add_choices(
      drawn, tr("Traces &by"), tr("The order of the traces, and what is written over them"), "gather order");
  const std::tuple<QString, QString, TraceOrder> order_names[] = {
      {tr("&Trace number"), tr("By number"), TraceOrder::number},
      {tr("&Offset"), tr("By offset"), TraceOrder::offset},
      {tr("&Distance along the line"), tr("By distance"), TraceOrder::distance}};
  for (const auto& [name, in_short, order] : order_names)
    add_choice(
        orders, name, in_short,
        [this, order = order] { change([order](GatherOptions& o) { o.order = order; }); },
        order == TraceOrder::number);
  QMenu* const show = add_choices(drawn, tr("S&how"), tr("Polarity and colours"), "gather show");
  const auto add_switch = [&](const QString& text, const QString& tip, bool GatherOptions::*on) {
    QAction* const action = show->addAction(text);
    action->setCheckable(true);
    action->setToolTip(tip);
    connect(action, &QAction::toggled, this,
            [this, on](bool so) { change([on, so](GatherOptions& o) { o.*on = so; }); });
  };
  add_switch(tr("&Reversed polarity"), tr("Draws every sample with the other sign"),
             &GatherOptions::reversed);
  add_switch(tr("&Grey"), tr("Black to white instead of blue to red"), &GatherOptions::gray);
  as_wave_ = show->addAction(tr("&Colours as the wave's"));
  as_wave_->setObjectName("gather as wave");
  as_wave_->setCheckable(true);
  as_wave_->setToolTip(tr("The same colour is the same pressure in both views; a gain ends it"));
  connect(as_wave_, &QAction::toggled, this, [this](bool on) {
    change([on](GatherOptions& o) {
      o.as_wave = on;
      if (on) o.time_power = o.agc_window = 0.0;
    });
  });
  QHBoxLayout* const numbers = add_more_controls();
  add_clip(numbers);
  add_gains(drawn, numbers);
  show_options();
}

GatherPane::~GatherPane() {
  delete view();
}

NumberEdit* GatherPane::add_number(QHBoxLayout* line, const QString& before, const QString& after,
                                   const QString& tip, const char* name) {
  const auto add_words = [&](const QString& text) {
    auto* const words = new QLabel(text, this);
    words->setProperty("role", "unit");
    line->addWidget(words);
    return words;
  };
  QLabel* const label = before.isEmpty() ? nullptr : add_words(before);
  auto* const number = new NumberEdit(this);
  number->setObjectName(name);
  number->setToolTip(tip);
  number->setAccessibleName(tip);
  number->setMaximumWidth(64);
  line->addWidget(number);
  if (label != nullptr) label->setBuddy(number);
  if (!after.isEmpty()) add_words(after);
  connect(number, &NumberEdit::refused, this, [this](const QString& why) {
    if (!why.isEmpty()) emit read(why);
  });
  return number;
}

void GatherPane::add_clip(QHBoxLayout* line) {
  clip_slider_ = new QSlider(Qt::Horizontal, this);
  clip_slider_->setRange(0, static_cast<int>(most_clip / 2 * slider_steps));
  clip_slider_->setMinimumWidth(40);
  const QString tip = tr(
      "Per cent of the values on each side of zero that are beyond the last colour or the full deflection");
  clip_slider_->setToolTip(tip);
  clip_slider_->setAccessibleName(tip);
  line->addWidget(clip_slider_, 1);
  clip_ = add_number(line, {}, tr("% clip"), tip, "gather clip");
  clip_->set_step(0.1);
  connect(clip_slider_, &QSlider::valueChanged, this,
          [this](int at) { change([at](GatherOptions& o) { o.clip_side = at / slider_steps; }); });
  connect(clip_, &NumberEdit::edited, this, [this] {
    change([v = clip_->value()](GatherOptions& o) { o.clip_side = std::clamp(v, 0.0, most_clip); });
  });
}

void GatherPane::add_gains(QHBoxLayout* line, QHBoxLayout* numbers) {
  QMenu* const gains = add_choices(
      line, tr("&Gain"), tr("Makes late arrivals visible; changes the picture only"), "gather gain");
  const auto add = [&](const QString& text, double power, bool agc) {
    connect(gains->addAction(text), &QAction::triggered, this, [this, power, agc] {
      change([&](GatherOptions& o) {
        o.time_power = power;
        o.agc_window =
            !agc                 ? 0.0
            : o.agc_window > 0.0 ? o.agc_window
            : scene_.gather()
                ? number_string(agc_part * scene_.gather()->samples * scene_.gather()->dt).toDouble()
                : agc_part;
      });
    });
  };
  add(tr("&None"), 0.0, false);
  add(tr("&t"), 1.0, false);
  add(QString("t\u00b2"), 2.0, false);
  add(tr("&AGC"), 0.0, true);
  line->addStretch(1);
  power_ = add_number(numbers, tr("t^"), {}, tr("Samples are multiplied by time to this power, 0 to 4"),
                      "gather power");
  power_->set_step(0.5);
  window_ = add_number(numbers, tr("AGC"), tr("s"),
                       tr("Length of the window of the automatic gain in seconds"), "gather agc");
  window_->set_zero_word(tr("none"));
  window_->set_step(0.05);
  connect(power_, &NumberEdit::edited, this, [this] {
    change([v = power_->value()](GatherOptions& o) { o.time_power = std::clamp(v, 0.0, most_power); });
  });
  connect(window_, &NumberEdit::edited, this,
          [this] { change([v = window_->value()](GatherOptions& o) { o.agc_window = std::max(v, 0.0); }); });
}

void GatherPane::change(const Change& how) {
  GatherOptions options = scene_.options();
  how(options);
  const bool gained = options.time_power > 0.0 || options.agc_window > 0.0;
  options.as_wave = options.as_wave && !gained;
  const bool other = !(options == scene_.options());
  if (other) scene_.set_options(options);
  show_options();
  if (other) redraw();
}

void GatherPane::show_options() {
  if (window_ == nullptr) return;  // not all of the fields are there yet
  const GatherOptions& o = scene_.options();
  power_->set_value(o.time_power);
  window_->set_value(o.agc_window);
  clip_->set_value(o.clip_side);
  const QSignalBlocker quiet(clip_slider_), also(as_wave_);
  as_wave_->setChecked(o.as_wave);
  clip_slider_->setValue(static_cast<int>(std::lround(o.clip_side * slider_steps)));
}

void GatherPane::show_gather(std::shared_ptr<const Gather> gather, const Vec3& source_local) {
  live_ = false;
  scene_.show_gather(std::move(gather), source_local);
  redraw();
}

void GatherPane::show_live(std::shared_ptr<const Gather> gather, const Vec3& source_local, int samples) {
  live_ = true;
  scene_.show_live(std::move(gather), source_local, samples);
  if (asked_ || !is_in_front() || !pace_.due(clock_.seconds())) return;
  asked_ = clock_.seconds();
  redraw();
}

void GatherPane::mark_time(double seconds) {
  scene_.mark_time(seconds);
  if (scene_.gather() != nullptr && !live_) redraw();
}

void GatherPane::set_wave_limit(double limit) {
  scene_.set_wave_limit(limit);
  if (scene_.options().as_wave && !live_) redraw();
}

void GatherPane::choose(int trace) {
  scene_.mark_trace(trace);
  redraw();
}

}  // namespace foldwave
