// One shot's image as a file of its own, for surveys whose shots are imaged by several processes.
// Little-endian: a mark, the survey's key (partial_stack.hpp), the shot's number, its fields as 32-bit floats
// with their sizes, and a checksum of all before it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/imaging/survey/survey_image.hpp"

namespace foldwave {

std::vector<std::byte> shot_file_bytes(std::uint64_t key, int shot, const ImagedShot& one);

// What such a file of this survey holds, in bytes.
std::size_t shot_file_size(const SurveySetup& setup);

// Throws InputError for what is cut, damaged, another survey's or another shot's.
ImagedShot parse_shot_file(std::span<const std::byte> bytes, std::uint64_t key, int shot,
                           const SurveySetup& setup);

}  // namespace foldwave
