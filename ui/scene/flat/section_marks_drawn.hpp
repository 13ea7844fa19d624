// Dip isogons, axial traces, hinges and characteristics over the section, with the dips of the isogons where
// there is room and a legend that says how they came onto the section.
#pragma once

#include <memory>

#include "core/geology/section_marks.hpp"
#include "ui/scene/plot/plot_scene.hpp"

namespace foldwave {

class SectionMarksDrawn {
 public:
  explicit SectionMarksDrawn(vtkRenderer* renderer);

  // What lies outside the box of this length and depth is cut off. Null: nothing. Stale: faint.
  void show(std::shared_ptr<const SectionMarks> marks, double length, double depth);
  void set_stale(bool stale);
  void set_visible(bool visible);
  void set_stretch(double v_per_u);
  void set_scale(double device_pixels);

  const SectionMarks* shown() const { return marks_.get(); }

  struct Label {
    std::string text;
    PlotPoint at;  // the upper end of its isogon
  };
  const std::vector<Label>& labels() const { return labels_; }

  struct LegendEntry {
    std::string text;
    Rgb color;
    bool is_line = true;  // else words alone
  };
  std::vector<LegendEntry> legend() const;

 private:
  std::array<PlotPart*, 6> parts() { return {&rims_, &isogons_, &paths_, &trace_rims_, &traces_, &hinges_}; }

  std::shared_ptr<const SectionMarks> marks_;
  std::vector<Label> labels_;
  PlotLines rims_, isogons_, paths_, trace_rims_, traces_;
  PlotPoints hinges_;
};

}  // namespace foldwave
