// Work on a thread of its own while Python's waits, holding its lock only to look: a progress callback is
// called there about ten times a second, and Ctrl-C or an exception of the callback stops the work and is
// raised when it has ended. The work must not touch Python.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>

#include "core/base/progress.hpp"

namespace foldwave::python {

// `progress`: None, or called with (step: str, done: int, total: int).
void run_watched(const pybind11::object& progress, const std::function<void(const Job&)>& work);

}  // namespace foldwave::python
