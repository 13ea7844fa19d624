// The groups of checks, each where its physics is.
#pragma once

#include "core/verify/verify.hpp"

namespace foldwave {

using MakeChecks = void(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks);

// Of the fold's methods (fold.cpp).
MakeChecks check_planes, check_thickness, check_exact;
// What is measured in the solved volume: classes, t', isogons, the fit of a second horizon (geology.cpp).
MakeChecks check_geology;
// Marching: order, schedules, agreement with other methods (marching.cpp); F, psi and a that vary
// (varying.cpp).
MakeChecks check_point, check_order, check_schedules, check_references, check_varying;
// A horizon that is turned over (mesh.cpp); folds in a row, and cuts between them (events.cpp).
MakeChecks check_mesh, check_refold, check_unconformity;

// Modes of a closed box (standing.cpp), the stability limit (stability.cpp), traces of a point (point.cpp).
MakeChecks check_standing, check_stability, check_point_source, check_error_budget;
// What comes back from faces (faces.cpp) and from a flat reflector, and source and receiver exchanged
// (reflector.cpp).
MakeChecks check_sponge, check_cpml, check_free_surface, check_reflector, check_reciprocity;
// An event by time reversal (location.cpp).
MakeChecks check_location;

// Born's wave, its adjoint and a migrated reflector (imaging.cpp).
MakeChecks check_imaging;

}  // namespace foldwave
