// The filters of the volume view: of a plane that is seen, within itself and at once; and of the whole
// volume, in three dimensions, as a new one in memory (core/volume/filter). Widths are spacings: the smallest
// of the axes. Errors: those of the filters and of the volume; ResourceError where memory does not hold both.
#pragma once

#include <QString>
#include <array>
#include <vector>

#include "ui/jobs/volume/volume_planes.hpp"

namespace foldwave {

struct VolumeLook {
  enum Kind { as_it_is, gaussian, own_gaussian, gradient, laplacian };
  Kind kind = as_it_is;
  double spacings = 0.0;          // of a Gaussian: sigma
  std::array<double, 3> sigma{};  // of one of own widths, metres along x, y and z

  QString name() const;                                                          // "Gaussian, 2 spacings"
  QString word() const { return kind == gradient ? name().toLower() : name(); }  // in mid sentence
  bool other_unit() const { return kind == gradient || kind == laplacian; }
};

const std::vector<VolumeLook>& volume_looks();  // as it is first; those that ask nothing

VolumePlanes::Filter plane_filter(const VolumeLook& look);  // empty: as it is

Volume filtered_volume(const Volume& volume, const VolumeLook& look, const Job& job);

}  // namespace foldwave
