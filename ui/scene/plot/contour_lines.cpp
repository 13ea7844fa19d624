#include "ui/scene/plot/contour_lines.hpp"

#include <vtkCellArray.h>
#include <vtkContourFilter.h>
#include <vtkDataSet.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkStripper.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace foldwave {
namespace {

constexpr double step = 7.0;              // pixels between the places that are tried
constexpr double straight_enough = 0.97;  // chord over arc under a label
constexpr double steepest = 100.0;        // degrees
constexpr double second_label = 900.0;    // pixels of line before it is labelled again

struct Candidate {
  ContourLabel label;
  double cost = 0.0;
};

// A line by its length in pixels.
class Ruler {
 public:
  explicit Ruler(std::vector<PlotPoint> points) : points_(std::move(points)) {
    along_.push_back(0.0);
    for (std::size_t i = 1; i < points_.size(); ++i)
      along_.push_back(along_.back() +
                       std::hypot(points_[i][0] - points_[i - 1][0], points_[i][1] - points_[i - 1][1]));
  }
  double length() const { return along_.back(); }
  PlotPoint at(double s) const {
    const auto after = std::upper_bound(along_.begin(), along_.end(), s) - along_.begin();
    const auto i = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(after, 1, std::ssize(along_) - 1));
    const double size = along_[i] - along_[i - 1];
    const double t = size > 0.0 ? (s - along_[i - 1]) / size : 0.0;
    return {std::lerp(points_[i - 1][0], points_[i][0], t), std::lerp(points_[i - 1][1], points_[i][1], t)};
  }

 private:
  std::vector<PlotPoint> points_;
  std::vector<double> along_;
};

bool free_of(const LabelRoom& room, const std::vector<ContourLabel>& placed, const ContourLabel& label) {
  const double half = label.width / 2;
  if (label.x - half < room.frame.left || label.x + half > room.frame.right ||
      label.y - half < room.frame.bottom || label.y + half > room.frame.top)
    return false;
  for (const ContourLabel& other : placed)
    if (std::hypot(other.x - label.x, other.y - label.y) < half + other.width / 2 + room.gap) return false;
  return std::none_of(room.taken.begin(), room.taken.end(), [&](const PlotPoint& p) {
    return std::hypot(p[0] - label.x, p[1] - label.y) < half + room.taken_radius;
  });
}

}  // namespace

std::vector<ContourLine> contour_lines(vtkDataSet* field, const std::vector<double>& levels) {
  std::vector<ContourLine> all;
  auto contour = vtkSmartPointer<vtkContourFilter>::New();
  contour->SetInputData(field);
  contour->ComputeNormalsOff();
  contour->ComputeGradientsOff();
  auto joined = vtkSmartPointer<vtkStripper>::New();
  joined->JoinContiguousSegmentsOn();
  joined->SetMaximumLength(100000);
  for (const double level : levels) {
    contour->SetNumberOfContours(1);
    contour->SetValue(0, level);
    contour->Update();
    joined->SetInputData(contour->GetOutput());
    joined->Update();
    vtkPolyData* const lines = joined->GetOutput();
    vtkIdType count = 0;
    const vtkIdType* ids = nullptr;
    for (lines->GetLines()->InitTraversal(); lines->GetLines()->GetNextCell(count, ids) != 0;) {
      ContourLine line{level, {}};
      for (vtkIdType i = 0; i < count; ++i) {
        double p[3];
        lines->GetPoint(ids[i], p);
        line.points.push_back({p[0], p[1]});
      }
      if (line.points.size() > 1) all.push_back(std::move(line));
    }
  }
  return all;
}

std::vector<ContourLabel> place_labels(const std::vector<ContourLine>& lines, const LabelRoom& room,
                                       const std::function<PlotPoint(const PlotPoint&)>& to_display,
                                       const std::function<double(double)>& width_of) {
  std::vector<ContourLabel> placed;
  for (const ContourLine& line : lines) {
    std::vector<PlotPoint> pixels;
    for (const PlotPoint& p : line.points)
      pixels.push_back(to_display(p));
    const Ruler ruler(std::move(pixels));
    const double width = width_of(line.level);
    std::vector<Candidate> candidates;
    for (double s = width; s + width < ruler.length(); s += step) {
      const PlotPoint a = ruler.at(s - width / 2), b = ruler.at(s + width / 2), middle = ruler.at(s);
      const double chord = std::hypot(b[0] - a[0], b[1] - a[1]);
      if (chord < straight_enough * width) continue;
      double turned = std::atan2(b[1] - a[1], b[0] - a[0]) * 180.0 / std::numbers::pi;
      // Never upside down, and upwards where the line is steep.
      if (turned > steepest) turned -= 180.0;
      if (turned <= steepest - 180.0) turned += 180.0;
      // Straight counts most, then level.
      const double cost = 40.0 * (1.0 - chord / width) + std::abs(turned) / 90.0;
      candidates.push_back({{line.level, middle[0], middle[1], turned, width, room.height}, cost});
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
    int wanted = 1 + static_cast<int>(ruler.length() / second_label);
    for (const Candidate& c : candidates) {
      if (wanted == 0) break;
      const bool again = std::any_of(placed.begin(), placed.end(), [&](const ContourLabel& other) {
        return other.level == c.label.level &&
               std::hypot(other.x - c.label.x, other.y - c.label.y) < second_label / 3;
      });
      if (again || !free_of(room, placed, c.label)) continue;
      placed.push_back(c.label);
      --wanted;
    }
  }
  return placed;
}

bool covered(const std::vector<ContourLabel>& labels, double level, double x, double y) {
  return std::any_of(labels.begin(), labels.end(), [&](const ContourLabel& label) {
    if (label.level != level) return false;
    const double turn = label.turned * std::numbers::pi / 180.0, dx = x - label.x, dy = y - label.y;
    const double across = dx * std::cos(turn) + dy * std::sin(turn),
                 up = dy * std::cos(turn) - dx * std::sin(turn);
    return std::abs(across) < label.width / 2 && std::abs(up) < label.height / 2;
  });
}

}  // namespace foldwave
