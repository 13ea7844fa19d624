// What a pointer takes hold of to move a survey: each source, both ends of a line of receivers, two opposite
// corners of a carpet, whose depth both have. Map coordinates, metres.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/scenario.hpp"

namespace foldwave {

// More sources than this are shots of a survey: they are placed by numbers, and have no handles.
inline constexpr std::size_t most_held_sources = 200;

struct SurveyHandle {
  std::string name;  // "source 2", "end of receivers 1"
  Vec3 position;
  bool is_source = false;
};
std::vector<SurveyHandle> survey_handles(const Survey& survey);  // the sources first, in order

// The survey after the handle was dragged to `to`; unchanged when there is no such handle.
Survey with_survey_handle_moved(Survey survey, std::size_t handle, const Vec3& to);

}  // namespace foldwave
