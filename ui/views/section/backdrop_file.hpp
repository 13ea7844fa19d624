// Reads a section's backdrop from its file, on a worker's thread.
#pragma once

#include <memory>

#include "core/base/progress.hpp"
#include "core/model/section.hpp"
#include "ui/scene/flat/backdrop.hpp"

namespace foldwave {

// Throws InputError naming the file when it cannot be read, Stopped when the job's token is set.
std::shared_ptr<const BackdropPicture> read_backdrop_file(const Backdrop& backdrop, const std::string& folder,
                                                          const Job& job);

SegyLineChoice segy_choice(SegyLineKind kind);

// Whether two backdrops differ only in where and how they are shown.
bool same_picture(const Backdrop& a, const Backdrop& b);

}  // namespace foldwave
