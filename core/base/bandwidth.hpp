// How fast this machine's memory is, to hold a solver's rate to.
//
//   triad (McCalpin's STREAM):  a = b + s c
//
// on floats, in arrays far larger than the caches, by the threads of a parallel loop. Stores bypass the
// caches where the processor can, so 12 bytes a value are moved and no more.
#pragma once

namespace foldwave {

double triad_bytes_per_second();  // the best of several runs; 0.2 s. Throws ResourceError

}  // namespace foldwave
