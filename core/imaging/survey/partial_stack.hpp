// The stack of a survey that was stopped, as a file to go on from. Little-endian: a mark, a version, the key
// of the survey whose it is, counts, the sums as 32-bit floats, and a CRC-32 of all before it; written whole
// or not at all. Errors: those of formats/atomic_file.hpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "core/imaging/survey/survey_image.hpp"

namespace foldwave {

// Of all numbers that a stack hangs on: grid, scheme, velocities, shots, data, condition. Strips in memory
// and in a file give the same image, and so the same key.
std::uint64_t survey_key(const SurveySetup& setup);

// That of the stack in the file; nothing where there is none, or another file.
std::optional<std::uint64_t> partial_stack_key(const std::filesystem::path& file);

void write_partial_stack(const std::filesystem::path& file, std::uint64_t key, const SurveyStack& stack);

// Of the whole file's bytes. Throws InputError for what is cut, damaged or another survey's.
SurveyStack parse_partial_stack(std::span<const std::byte> bytes, std::uint64_t key,
                                const SurveySetup& setup);

// Nothing where there is no such file, or it is of another survey, or damaged; `why` then says which, empty
// for no file.
std::optional<SurveyStack> read_partial_stack(const std::filesystem::path& file, const SurveySetup& setup,
                                              std::string& why);

}  // namespace foldwave
