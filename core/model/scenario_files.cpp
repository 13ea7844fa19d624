#include "core/model/scenario_files.hpp"

#include <filesystem>

namespace foldwave {

std::vector<std::string*> files_of(Scenario& scenario) {
  std::vector<std::string*> names;
  for (FoldEvent& event : scenario.events) {
    if (auto* const picks = std::get_if<XyzHorizon>(&event.horizon)) {
      names.push_back(&picks->file);
      names.push_back(&picks->dips);
    }
    if (auto* const mesh = std::get_if<MeshHorizon>(&event.horizon)) names.push_back(&mesh->file);
    if (event.fold.varies) names.push_back(&event.fold.varies->file);
  }
  if (scenario.velocity) names.push_back(&scenario.velocity->file);
  if (scenario.imaging) {
    names.push_back(&scenario.imaging->data);
    names.push_back(&scenario.imaging->stations);
  }
  if (scenario.imaging && scenario.imaging->survey) {
    ImageSurvey& survey = *scenario.imaging->survey;
    names.push_back(&survey.data);
    if (survey.velocity) names.push_back(&survey.velocity->file);
  }
  names.push_back(&scenario.survey.wavelet.file);
  if (scenario.section && scenario.section->backdrop) names.push_back(&scenario.section->backdrop->file);
  for (Scenario& variant : scenario.variants)
    for (std::string* const name : files_of(variant))
      names.push_back(name);
  std::erase_if(names, [](const std::string* name) { return name->empty(); });
  return names;
}

bool refers_to_files(const Scenario& scenario) {
  Scenario copy = scenario;
  return !files_of(copy).empty();
}

std::string name_from_folder(const std::string& folder, const std::string& file) {
  namespace fs = std::filesystem;
  if (folder.empty()) return file;
  const fs::path from = fs::absolute(folder).lexically_normal(), to = fs::absolute(file).lexically_normal();
  const fs::path name = to.lexically_relative(from);
  return name.empty() || *name.begin() == ".." ? to.string() : name.string();
}

Scenario moved_to_folder(Scenario scenario, const std::string& folder) {
  if (folder != scenario.folder)
    for (std::string* const name : files_of(scenario)) {
      const std::filesystem::path file(*name);
      if (file.is_relative())
        *name = std::filesystem::absolute(std::filesystem::path(scenario.folder) / file)
                    .lexically_normal()
                    .string();
    }
  scenario.folder = folder;
  return scenario;
}

}  // namespace foldwave
