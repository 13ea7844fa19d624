#include "core/output/earlier_files.hpp"

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/read_file.hpp"

namespace foldwave {

namespace {

namespace fs = std::filesystem;
using ListJson = nlohmann::json;

constexpr std::size_t most_told = 8;  // names

// The object of this format in a file; null where there is none.
ListJson read_list(const fs::path& file, const char* format) {
  std::string text;
  try {
    text = read_regular_file(file, most_bytes::scenario);
  } catch (const Error&) {
    return {};
  }
  const ListJson json = ListJson::parse(text, nullptr, false);
  const bool known = json.is_object() && json.contains("format") && json["format"] == format;
  return known ? json : ListJson();
}

// Within the folder itself, whatever links its path has.
bool is_inside(const fs::path& folder, const std::string& name) {
  const fs::path path = fs::path(name).lexically_normal();
  if (name.empty() || path.is_absolute() || *path.begin() == ".." || *path.begin() == ".") return false;
  std::error_code unseen;
  const fs::path root = fs::canonical(folder, unseen),
                 parent = fs::canonical((folder / path).parent_path(), unseen);
  if (unseen) return false;
  const fs::path below = parent.lexically_relative(root);
  return !below.empty() && *below.begin() != "..";
}

}  // namespace

std::vector<std::string> files_of_run(const fs::path& folder) {
  std::vector<std::string> names;
  const ListJson report = read_list(folder / "report.json", "foldwave-report");
  for (const char* const key : {"outputs", "earlier_outputs"})
    if (report.contains(key) && report[key].is_array())
      for (const ListJson& name : report[key])
        if (name.is_string()) names.push_back(name);
  return names;
}

std::string export_list_name(const std::string& name) {
  return name + "-export.json";
}

ExportedFiles exported_files(const fs::path& folder, const std::string& name) {
  ExportedFiles files;
  const ListJson list = read_list(folder / export_list_name(name), "foldwave-export");
  if (list.contains("files") && list["files"].is_object())
    for (const auto& [file, key] : list["files"].items())
      if (key.is_string()) files.emplace(file, key);
  return files;
}

void write_export_list(const fs::path& folder, const std::string& name, const ExportedFiles& files) {
  const ListJson list{{"format", "foldwave-export"}, {"version", 1}, {"files", files}};
  write_file_atomically(folder / export_list_name(name),
                        list.dump(2, ' ', false, ListJson::error_handler_t::replace) + "\n");
}

std::vector<std::string> files_there(const fs::path& folder, const std::vector<std::string>& names) {
  std::vector<std::string> there;
  std::error_code unseen;
  for (const std::string& name : names)
    if (is_inside(folder, name) && fs::symlink_status(folder / name, unseen).type() == fs::file_type::regular)
      there.push_back(name);
  return there;
}

std::vector<std::string> remove_files(const fs::path& folder, const std::vector<std::string>& names) {
  std::vector<std::string> removed;
  std::error_code failed;
  for (const std::string& name : files_there(folder, names)) {
    if (!fs::remove(folder / name, failed)) continue;
    removed.push_back(name);
    for (fs::path parent = fs::path(name).parent_path(); !parent.empty(); parent = parent.parent_path())
      if (!fs::is_empty(folder / parent, failed) || !fs::remove(folder / parent, failed)) break;
  }
  return removed;
}

std::string removed_text(const std::vector<std::string>& names, const std::string& whose) {
  std::string text = std::to_string(names.size()) + (names.size() == 1 ? " file of " : " files of ") + whose +
                     (names.size() == 1 ? " is removed: " : " are removed: ");
  for (std::size_t i = 0; i < names.size() && i < most_told; ++i)
    text += (i > 0 ? ", " : "") + names[i];
  return text + (names.size() > most_told ? ", ..." : "");
}

}  // namespace foldwave
