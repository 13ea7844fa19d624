// The kinds of files behind open_volume; for the sources of this folder.
#pragma once

#include "core/volume/tools/volume_source.hpp"

namespace foldwave {

std::unique_ptr<VolumeSource> open_hdf_volume(const std::filesystem::path& file, const std::string& array);
std::unique_ptr<VolumeSource> open_segy_volume(const std::filesystem::path& file, const VolumeChoice& choice,
                                               const Job& job);
std::unique_ptr<VolumeSource> open_raw_volume(const std::filesystem::path& file, const VolumeLayout& layout);
std::unique_ptr<VolumeSource> open_vti_volume(const std::filesystem::path& file, const std::string& array);

// The layout of raw values: what is given, else what a header beside the file says.
VolumeLayout raw_layout(const std::filesystem::path& file, const VolumeLayout& layout);
std::filesystem::path raw_header(const std::filesystem::path& file);  // NAME.f32.json

}  // namespace foldwave
