#include "ui/edit/document.hpp"

#include "core/formats/read_file.hpp"
#include "core/model/scenario_json.hpp"

namespace foldwave {

Scenario Document::load(const QString& file) {
  const std::string name = file.toStdString();
  size_to_read(name, most_bytes::scenario);  // the window waits for no pipe
  return load_scenario(name);
}

void Document::opened(const Scenario& scenario, const QString& file, bool is_example) {
  saved_ = scenario;
  file_ = is_example ? QString() : file;
}

void Document::recovered(const QString& file) {
  saved_ = {};
  file_ = file;
}

void Document::save(const Scenario& scenario, const QString& file) {
  save_scenario(scenario, file.toStdString());
  saved_ = scenario;
  file_ = file;
}

}  // namespace foldwave
