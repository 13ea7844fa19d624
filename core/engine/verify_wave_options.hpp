// The part of verify_wave that goes beyond the plain leapfrog.
#pragma once

#include "core/engine/verify.hpp"

namespace foldwave {

void check_wave_options(const Backend& backend, VerifyScope scope, const Job& job, Checks& checks);

}  // namespace foldwave
