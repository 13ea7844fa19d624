// The manual page of foldwave-cli, made of what its commands say of themselves: man macros of groff_man(7),
// each command a section, each option a paragraph of its own.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace foldwave::cli {

std::string manual_page(const CLI::App& app, const std::string& version);

}  // namespace foldwave::cli
