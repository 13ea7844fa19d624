// A recorded gather as it is sent back: what cannot be used left out or refused (gather_check.hpp), the rest
// on the medium's clock and in the wavelet's band (scheme_time.hpp). Errors: those of gather_check.hpp.
#pragma once

#include "core/imaging/locate/locate.hpp"
#include "core/imaging/locate/reversal.hpp"

namespace foldwave {

struct ClockedTraces {
  Traces traces;
  std::vector<std::string> left_out;  // "trace 7 is dead"
};

ClockedTraces clocked_traces(const Gather& gather, const LocateSetup& setup, BadTraces bad);

}  // namespace foldwave
