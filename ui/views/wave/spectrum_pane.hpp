// The spectrum view: of the trace that is chosen in the gather, of the mean of all and of the source's
// wavelet. They are computed beside the window's thread.
#pragma once

#include <memory>

#include "ui/jobs/outcomes.hpp"
#include "ui/jobs/worker.hpp"
#include "ui/scene/gather/spectrum_scene.hpp"
#include "ui/views/pane.hpp"

namespace foldwave {

class SpectrumPane : public Pane {
  Q_OBJECT

 public:
  SpectrumPane(const QString& why_no_opengl, QWidget* parent);
  ~SpectrumPane() override;

  void show_wave(std::shared_ptr<const WaveOutcome> wave);  // null: none
  void choose(int trace);                                   // negative: none
  void set_seen(bool seen);                                 // unseen, nothing is computed
  SpectrumScene& scene() { return scene_; }

 signals:
  void read(const QString& words);
  void refused(const QString& why);

 private:
  void measure();
  bool eventFilter(QObject* watched, QEvent* event) override;

  SpectrumScene scene_;
  std::shared_ptr<const WaveOutcome> wave_;
  int trace_ = 0;
  bool seen_ = false, due_ = false;
  int asked_ = 0;  // counts what was asked for: only the newest is shown
  Worker worker_;
};

}  // namespace foldwave
