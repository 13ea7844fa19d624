// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace foldwave::cli {

void add_backend_option(CLI::App& command, std::string& value);
void add_repeat_option(CLI::App& command, int& value);  // of a bench: an odd number of runs

// One value or several with commas between them.
template <class Values>
CLI::Option& add_list_option(CLI::App& command, const char* name, Values& values, const char* help) {
  return *command.add_option(name, values, help)->delimiter(',');
}

}  // namespace foldwave::cli
