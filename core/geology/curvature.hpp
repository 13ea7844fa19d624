// Curvature of a layer boundary where it goes through a place: of the level set of T there. With n = grad T /
// |grad T| and P = I - n n^T, the principal curvatures are the eigenvalues of  P (second derivatives of T) P
// / |grad T|  along the layer. Above 0 where the layer arches up towards its younger side: a dome has two
// such, a basin none, a cylindrical fold one and a zero.
//
// Along a characteristic of constant F, psi and a they follow from the horizon's own in closed form,
//   k(T) = k(0) / (1 + T F k(0)),
// as normals stay and places part by F T dn.
//
// Units: per metre. Source: do Carmo 1976; Goldman 2005 for level sets.
#pragma once

#include "core/geology/arrival_probe.hpp"

namespace foldwave {

struct Curvature {
  double greatest = 0.0, least = 0.0;    // principal, greatest >= least
  Vec3 along_greatest{}, along_least{};  // unit, along the layer
  double mean() const { return 0.5 * (greatest + least); }
  double gaussian() const { return greatest * least; }
};

std::optional<Curvature> curvature_of(const ArrivalJet& jet);  // nothing where grad T vanishes
std::optional<Curvature> curvature_at(const ArrivalProbe& probe, const Vec3& local);

}  // namespace foldwave
