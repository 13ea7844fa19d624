// Ranks by MPI. Only the command line links this; a program that is not started by mpirun (or srun) never
// calls MPI.
//
// A rank that rank 0 waits for longer than eight seconds is named, with its host; one that has ended without
// a word ends all, by MPI itself.
#pragma once

#include <memory>

#include "core/scale/ranks/communicator.hpp"

namespace foldwave {

// Null where this process is not one of several that MPI has started. MPI ends with the communicator.
std::unique_ptr<Communicator> make_mpi_ranks(int* argc, char*** argv);

}  // namespace foldwave
