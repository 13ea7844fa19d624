// Amplitude spectra over frequency: of the chosen trace, of the mean of all traces and of the source's
// wavelet, each against its own largest value, with the peak of each and the highest frequency that the grid
// resolves. The wheel and drags move along the frequencies.
#pragma once

#include <string>
#include <vector>

#include "core/wave/source/spectrum.hpp"
#include "ui/scene/plot/plot_parts.hpp"
#include "ui/scene/stage/scene.hpp"

namespace foldwave {

struct SpectrumCurve {
  std::string name;
  Rgb color;
  Spectrum spectrum;
  double peak = 0.0;  // largest amplitude; found when it is shown
};

class SpectrumScene : public Scene {
 public:
  SpectrumScene();

  // `resolved` hertz, 0: not known. Other frequencies than before: all of them, up to `shown_to` (0:
  // Nyquist).
  void show(std::vector<SpectrumCurve> curves, double resolved, double shown_to);
  void set_decibels(bool on) { decibels_ = on; }
  bool decibels() const { return decibels_; }
  const std::vector<SpectrumCurve>& curves() const { return curves_; }

  void zoom_at(double x, double y, double factor) override;
  void pan_by(double dx, double dy) override;
  bool is_flat() const override { return true; }
  void reset_camera() override;  // up to Nyquist

  // The frequency under the pointer and each curve there; empty outside.
  std::string read_out(double x, double y) const;

 protected:
  void layout(Overlay& overlay) override;

 private:
  void draw_axes(Overlay& overlay);
  void draw_curve(Overlay& overlay, const SpectrumCurve& curve);
  void draw_marks(Overlay& overlay);
  void draw_resolved(Overlay& overlay);
  bool passes(const SpectrumCurve& curve, const PlotBox& box) const;  // through it, display pixels
  // 0 to 1; the largest less than `around` away.
  double height_of(const SpectrumCurve& curve, double frequency, double around = 0.0) const;
  double x_of(double frequency) const;
  double nyquist() const;

  std::vector<SpectrumCurve> curves_;
  double resolved_ = 0.0;
  bool decibels_ = true;
  double low_ = 0.0, high_ = 1.0;  // hertz shown
  PlotBox plot_ = no_plot;         // pixels
};

}  // namespace foldwave
