// Parts of verify_wave: exact traces, and what goes beyond the plain leapfrog.
#pragma once

#include "core/engine/verify.hpp"

namespace foldwave {

void check_point_source(const Backend& backend, const Job& job, Checks& checks);
void check_wave_options(const Backend& backend, VerifyScope scope, const Job& job, Checks& checks);

}  // namespace foldwave
