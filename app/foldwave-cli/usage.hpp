// What to say of a command line that cannot be understood.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace foldwave::cli {

// One line: the word that is not known and the one that is near it, or CLI11's own where no word is to blame.
std::string usage_message(const CLI::App& app, const CLI::Error& error);

}  // namespace foldwave::cli
