// What the commands of `foldwave-cli volume` share: how a file is to be taken, and JSON of numbers.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/volume/tools/volume_source.hpp"

namespace foldwave::cli {

struct VolumeOptions {
  std::string file;
  std::string array;
  std::vector<int> nodes;
  std::vector<double> spacing, origin;
  std::string axes;
  bool big_endian = false;
  std::string inline_byte, crossline_byte, x_byte, y_byte;

  VolumeChoice choice() const;  // throws InputError
};

void add_volume_file(CLI::App& command, VolumeOptions& options);  // the file and how it is to be taken

// How bricks of a .hdf file are packed.
CLI::Option* add_codec_option(CLI::App& command, std::string& codec, const std::string& help);

void tell_remarks(const std::vector<std::string>& remarks);  // on standard error
void tell_damage(const std::vector<DamagedBrick>& damaged, const std::string& file);

}  // namespace foldwave::cli
