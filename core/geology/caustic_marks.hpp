// Collects where characteristics cross: the nodes of today's box, and the boundaries that lose a part.
#pragma once

#include <optional>
#include <utility>

#include "core/geology/caustics.hpp"

namespace foldwave {

// A place of a horizon: its upward unit normal and its principal curvatures, greater first.
struct BendSample {
  Vec3 at, normal;
  std::array<double, 2> bend;
};
BendSample bend_sample(const Horizon& horizon, double x, double y);

class CausticMarks {
 public:
  // Keeps references to both.
  CausticMarks(const Grid3& grid, const RockHistory& history);

  // The farthest levels of T of the oldest fold, upwards and downwards, or 0.
  double youngest() const { return youngest_; }
  double oldest() const { return oldest_; }

  // A sample of the oldest fold's horizon, of constant F and b: what is crossed along its characteristic,
  // and each boundary of that fold.
  void add(const BendSample& sample, double weight, double F, const Vec3& b);

  // A part of a boundary that lies at p before later[next]: on to today, through the caustics on its way.
  void follow(std::size_t boundary, double weight, Vec3 p, std::size_t next, bool lost);

  // The straight way from p to q is crossed, before later[next]. Whether any of it is in the box today.
  bool cross(const Vec3& p, const Vec3& q, std::size_t next);

  // Of something that is crossed: of all, the one that closes first for its distance is told.
  void tell(std::size_t event, const Vec3& at, double radius, double distance, double F);

  Caustics take();

 private:
  // Of a sample whose layers go on to T = end: the T of its caustic, if that comes before; told if it is
  // seen.
  std::optional<double> close(const BendSample& sample, double F, const Vec3& way, double end,
                              std::size_t next);
  std::optional<Vec3> today(Vec3 p, std::size_t next) const;
  Index node_at(const Vec3& p) const;  // the nearest, or -1 outside the box
  std::pair<double, double> within_box(const Vec3& p, const Vec3& way) const;

  const Grid3& grid_;
  const RockHistory& history_;
  bool moved_ = false;                    // by a younger fold
  double youngest_ = 0.0, oldest_ = 0.0;  // the farthest boundaries
  std::vector<double> lost_, all_;        // of the parts of each boundary
  double worst_ = 1.0;
  Caustics found_;
};

}  // namespace foldwave
