#include "core/model/survey/survey_handles.hpp"

namespace foldwave {

std::vector<SurveyHandle> survey_handles(const Survey& survey) {
  std::vector<SurveyHandle> handles;
  if (survey.sources.size() <= most_held_sources)
    for (std::size_t i = 0; i < survey.sources.size(); ++i)
      handles.push_back({"source " + std::to_string(i + 1), survey.sources[i].position, true});
  for (std::size_t i = 0; i < survey.receivers.size(); ++i) {
    const std::string of = " of receivers " + std::to_string(i + 1);
    if (const auto* const line = std::get_if<ReceiverLine>(&survey.receivers[i])) {
      handles.push_back({"start" + of, line->from});
      handles.push_back({"end" + of, line->to});
    } else {
      const auto& carpet = std::get<ReceiverCarpet>(survey.receivers[i]);
      handles.push_back({"first corner" + of, {carpet.from[0], carpet.from[1], carpet.depth}});
      handles.push_back({"last corner" + of, {carpet.to[0], carpet.to[1], carpet.depth}});
    }
  }
  return handles;
}

Survey with_survey_handle_moved(Survey survey, std::size_t handle, const Vec3& to) {
  const std::size_t sources = survey.sources.size() <= most_held_sources ? survey.sources.size() : 0;
  if (handle < sources) {
    survey.sources[handle].position = to;
    return survey;
  }
  const std::size_t set = (handle - sources) / 2;
  if (set >= survey.receivers.size()) return survey;
  const bool first = (handle - sources) % 2 == 0;
  if (auto* const line = std::get_if<ReceiverLine>(&survey.receivers[set])) {
    (first ? line->from : line->to) = to;
  } else {
    auto& carpet = std::get<ReceiverCarpet>(survey.receivers[set]);
    (first ? carpet.from : carpet.to) = {to.x, to.y};
    carpet.depth = to.z;
  }
  return survey;
}

}  // namespace foldwave
