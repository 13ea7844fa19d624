// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "core/base/progress.hpp"
#include "core/formats/horizons/horizon_file.hpp"
#include "core/horizon/picks_frame.hpp"

namespace foldwave::cli {

void add_backend_option(CLI::App& command, std::string& value);
void add_repeat_option(CLI::App& command, int& value);  // of a bench: an odd number of runs

// Of a file of picks: what they are, and which.
struct PicksOptions {
  std::string sense;      // depth or elevation; empty: as the file says, or as puts the picks into the box
  std::string unit;       // of x, y and z: one of length_words; empty: likewise
  double velocity = 0.0;  // m/s, where z is a two-way time
  std::string where;      // which rows of a table; empty: all
};
void add_picks_options(CLI::App& command, PicksOptions& options);
HorizonPicks read_picks(const std::string& file, const PicksOptions& options, const Job& job);
PicksWish wish_of(const PicksOptions& options);

// One value or several with commas between them.
template <class Values>
CLI::Option& add_list_option(CLI::App& command, const char* name, Values& values, const char* help) {
  return *command.add_option(name, values, help)->delimiter(',');
}

}  // namespace foldwave::cli
