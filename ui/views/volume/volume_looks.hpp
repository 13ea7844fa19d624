// The filters of the volume view: of a plane that is seen, within itself and at once; and of the whole
// volume, in three dimensions, as a new one in memory (core/volume/filter). Widths are spacings: the smallest
// of the axes. Errors: those of the filters and of the volume; ResourceError where memory does not hold both.
#pragma once

#include <QString>
#include <array>
#include <memory>
#include <vector>

#include "core/volume/filter/kernel3.hpp"
#include "ui/jobs/volume/volume_planes.hpp"

namespace foldwave {

struct VolumeLook {
  enum Kind { as_it_is, gaussian, own_gaussian, gradient, laplacian, kernel };
  Kind kind = as_it_is;
  double spacings = 0.0;                     // of a Gaussian: sigma
  std::array<double, 3> sigma{};             // of one of own widths, metres along x, y and z
  std::shared_ptr<const Kernel3> weights{};  // of a kernel; null: as it is
  QString file{};                            // that it is from

  QString name() const;  // "Gaussian, 2 spacings"
  QString word() const;  // in mid sentence
  bool other_unit() const { return kind == gradient || kind == laplacian || kind == kernel; }
};

const std::vector<VolumeLook>& volume_looks();  // as it is first; those that ask nothing

// Empty: as it is. Of a kernel the sums of its weights across the plane.
VolumePlanes::Filter plane_filter(const VolumeLook& look);

Volume filtered_volume(const Volume& volume, const VolumeLook& look, const Job& job);

}  // namespace foldwave
