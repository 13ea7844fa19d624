// The kinds of files behind open_volume_input; for the sources of this folder.
#pragma once

#include "core/volume/tools/volume_input.hpp"

namespace foldwave {

std::unique_ptr<VolumeInput> open_hdf_volume(const std::filesystem::path& file, const std::string& array);
std::unique_ptr<VolumeInput> open_segy_volume(const std::filesystem::path& file, const VolumeLayout& layout,
                                              const Job& job);
std::unique_ptr<VolumeInput> open_raw_volume(const std::filesystem::path& file, const VolumeLayout& layout);
std::unique_ptr<VolumeInput> open_vti_volume(const std::filesystem::path& file, const std::string& array);

// The layout of raw values: what is given, else what a header beside the file says.
VolumeLayout raw_layout(const std::filesystem::path& file, const VolumeLayout& layout);
std::filesystem::path raw_header(const std::filesystem::path& file);  // NAME.f32.json

}  // namespace foldwave
