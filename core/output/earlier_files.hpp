// Files that an earlier run or export of this program wrote into a folder, as its own list of them says: none
// other is ever taken for one. Names are relative to the folder; one that leads out of it counts for nothing.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace foldwave {

// What report.json lists: the outputs of the run, and of runs before it what has not been removed yet. Empty
// where there is no such report.
std::vector<std::string> files_of_run(const std::filesystem::path& folder);

// The list that an export keeps of its files, NAME-export.json: each with the key of the model that it shows.
using ExportedFiles = std::map<std::string, std::string>;
std::string export_list_name(const std::string& name);
ExportedFiles exported_files(const std::filesystem::path& folder, const std::string& name);
void write_export_list(const std::filesystem::path& folder, const std::string& name,
                       const ExportedFiles& files);

// Those that are there as plain files.
std::vector<std::string> files_there(const std::filesystem::path& folder,
                                     const std::vector<std::string>& names);

// Removes them, and the folders that this leaves empty; gives those that were removed.
std::vector<std::string> remove_files(const std::filesystem::path& folder,
                                      const std::vector<std::string>& names);

// "3 files of an earlier run are removed: a, b, c"
std::string removed_text(const std::vector<std::string>& names, const std::string& whose);

}  // namespace foldwave
