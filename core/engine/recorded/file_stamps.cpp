#include "core/engine/recorded/file_stamps.hpp"

#include <initializer_list>
#include <string>

namespace foldwave {

namespace {

std::vector<FileStamp> stamps_of(const Scenario& scenario, std::initializer_list<std::string> files) {
  std::vector<FileStamp> stamps;
  for (const std::string& file : files)
    if (!file.empty()) stamps.push_back(stamp_of(scenario.folder, file));
  return stamps;
}

}  // namespace

std::vector<FileStamp> location_stamps(const Scenario& scenario) {
  if (!scenario.imaging) return {};
  return stamps_of(scenario, {scenario.imaging->data, scenario.imaging->stations});
}

std::vector<FileStamp> survey_stamps(const Scenario& scenario) {
  if (!scenario.imaging || !scenario.imaging->survey) return {};
  const ImageSurvey& survey = *scenario.imaging->survey;
  const std::string velocity = survey.velocity ? survey.velocity->file : "";
  return stamps_of(scenario, {survey.data, velocity, velocity.empty() ? "" : velocity + ".json"});
}

}  // namespace foldwave
