#include "ui/views/gather_pane.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <algorithm>
#include <thread>

#include "ui/views/gather_view.hpp"

namespace foldwave {

namespace {

constexpr double most_live_pictures = 5.0;  // a second

// Of the window's time, beside that of the wave's frames.
double live_share() {
  return std::clamp(0.0125 * std::thread::hardware_concurrency(), 0.0125, 0.25);
}

}  // namespace

GatherPane::GatherPane(const QString& why_no_opengl, QWidget* parent)
    : Pane(parent), pace_(live_share(), most_live_pictures) {
  GatherView* view = nullptr;
  if (why_no_opengl.isEmpty()) {
    view = new GatherView(scene_, this);
    view->setObjectName("gather view");
    connect(view, &GatherView::read, this, &GatherPane::read);
    connect(view, &VtkView::drawn, this, [this] {
      if (asked_) pace_.made(*asked_, clock_.seconds() - *asked_);
      asked_.reset();
    });
  }
  build(scene_, view, why_no_opengl);

  QHBoxLayout* const line = add_controls();
  const auto label = [&](const QString& text) {
    auto* const words = new QLabel(text, this);
    words->setProperty("role", "unit");
    line->addWidget(words);
  };
  label(tr("Gain"));
  auto* const gain = new QComboBox(this);
  gain->addItems({tr("none"), "t", "t\u00b2", "AGC"});
  gain->setCurrentIndex(1);
  gain->setToolTip(tr("Makes late arrivals visible; changes the picture only"));
  line->addWidget(gain);
  label(tr("Clip"));
  auto* const clip = new QSlider(Qt::Horizontal, this);
  clip->setRange(800, 1000);
  clip->setValue(980);
  clip->setMinimumWidth(60);
  clip->setToolTip(tr("Percentile of the amplitudes that keep their own colour"));
  line->addWidget(clip, 1);
  auto* const axis = new QComboBox(this);
  axis->addItems({tr("receiver"), tr("offset")});
  line->addWidget(axis);
  auto* const gray = new QCheckBox(tr("Grey"), this);
  line->addWidget(gray);

  connect(gain, &QComboBox::activated, this, [this](int at) {
    GatherOptions o = scene_.options();
    o.time_power = at == 1 ? 1.0 : at == 2 ? 2.0 : 0.0;
    o.agc_window = 0.0;
    if (at == 3 && scene_.gather() != nullptr)
      o.agc_window = 0.2 * scene_.gather()->samples * scene_.gather()->dt;
    set_options(o);
  });
  connect(clip, &QSlider::valueChanged, this, [this](int v) {
    GatherOptions o = scene_.options();
    o.clip_percent = v / 10.0;
    set_options(o);
  });
  connect(axis, &QComboBox::activated, this, [this](int at) {
    GatherOptions o = scene_.options();
    o.by_offset = at == 1;
    set_options(o);
  });
  connect(gray, &QCheckBox::toggled, this, [this](bool on) {
    GatherOptions o = scene_.options();
    o.gray = on;
    set_options(o);
  });
}

GatherPane::~GatherPane() {
  delete view();
}

void GatherPane::set_options(const GatherOptions& options) {
  scene_.set_options(options);
  redraw();
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

}  // namespace foldwave
