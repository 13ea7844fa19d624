#include "ui/views/wave/spectrum_pane.hpp"

#include <QAction>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "core/wave/source/wavelet.hpp"
#include "ui/canvas/vtk_view.hpp"

namespace foldwave {
namespace {

constexpr double fewest_nodes = 3.0;    // a wavelength: fewer are warned of
constexpr double shown_at_first = 2.0;  // of the wavelet's largest frequency

std::vector<SpectrumCurve> spectra(const WaveOutcome& wave, int trace, const std::string& of_trace,
                                   const std::string& of_mean, const std::string& of_source, const Job& job) {
  const Gather& gather = wave.result.run.gather;
  const auto samples = static_cast<std::size_t>(gather.samples);
  std::vector<SpectrumCurve> curves;
  const auto sources = survey_sources(wave.scenario.survey, wave.scenario.grid, gather.dt, gather.samples,
                                      wave.scenario.folder);
  if (!sources.empty())
    curves.push_back(
        {of_source, theme::source, amplitude_spectrum(sources.front().series, gather.dt, samples)});
  curves.push_back({of_mean, theme::accent, mean_spectrum(gather, gather.samples, job)});
  if (trace >= 0 && trace < static_cast<int>(gather.receivers.size()))
    curves.push_back(
        {of_trace, theme::receiver, amplitude_spectrum({gather.trace(trace), samples}, gather.dt)});
  std::erase_if(curves, [](const SpectrumCurve& c) { return c.spectrum.amplitude.empty(); });
  return curves;
}

}  // namespace

SpectrumPane::SpectrumPane(const QString& why_no_opengl, QWidget* parent) : Pane(parent) {
  auto* const view = why_no_opengl.isEmpty() ? new VtkView(scene_, this) : nullptr;
  build(scene_, view, why_no_opengl);
  if (view != nullptr) {
    view->setObjectName("spectrum view");
    view->setMouseTracking(true);
    view->installEventFilter(this);
  }
  QHBoxLayout* const line = add_controls();
  QAction* const decibels =
      add_command(tr("&Decibels"), nullptr, tr("Logarithmic, against each curve's peak"));
  decibels->setCheckable(true);
  decibels->setChecked(scene_.decibels());
  add_button(line, decibels, "spectrum decibels");
  line->addStretch(1);
  add_fit(line, "spectrum fit", tr("All frequencies up to Nyquist"));
  connect(decibels, &QAction::toggled, this, [this](bool on) {
    scene_.set_decibels(on);
    redraw();
  });
  connect(&worker_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    if (outcome == Outcome::failed) emit refused(why);
  });
}

SpectrumPane::~SpectrumPane() {
  delete view();
}

bool SpectrumPane::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseMove) {
    const QPointF at = static_cast<QMouseEvent*>(event)->position() * view()->devicePixelRatioF();
    emit read(QString::fromStdString(scene_.read_out(at.x(), scene_.frame().height - 1 - at.y())));
  }
  return Pane::eventFilter(watched, event);
}

void SpectrumPane::show_wave(std::shared_ptr<const WaveOutcome> wave) {
  wave_ = std::move(wave);
  measure();
}

void SpectrumPane::choose(int trace) {
  trace_ = trace;
  measure();
}

void SpectrumPane::set_seen(bool seen) {
  seen_ = seen;
  if (seen_ && due_) measure();
}

void SpectrumPane::measure() {
  due_ = !seen_;
  if (due_) return;
  worker_.stop();
  const int asked = ++asked_;
  if (!wave_ || wave_->result.run.gather.samples < 2) {
    scene_.show({}, 0.0, 0.0);
    set_note(tr("comes when the wave has run"), false);
    return redraw();
  }
  set_note({}, false);
  const std::string of_trace = tr("trace %1").arg(trace_ + 1).toStdString();
  const std::string of_mean = tr("mean of all traces").toStdString(), of_source = tr("source").toStdString();
  worker_.start(tr("Measure the spectrum"),
                [this, wave = wave_, trace = trace_, asked, of_trace, of_mean, of_source](const Job& job) {
                  auto curves = spectra(*wave, trace, of_trace, of_mean, of_source, job);
                  const double largest = wave->scenario.survey.wavelet.largest_frequency();
                  const double resolved = wave->result.points_per_wavelength * largest / fewest_nodes;
                  worker_.hand_over([this, curves = std::move(curves), resolved, largest, asked] {
                    if (asked != asked_) return;
                    scene_.show(curves, resolved, shown_at_first * largest);
                    redraw();
                  });
                });
}

}  // namespace foldwave
