#include "app/foldwave-cli/volume_options.hpp"

#include <iostream>

#include "app/foldwave-cli/terminal/options.hpp"
#include "core/base/error.hpp"
#include "core/formats/segy/trace_words.hpp"
#include "core/volume/store/hdf_codecs.hpp"

namespace foldwave::cli {

VolumeChoice VolumeOptions::choice() const {
  VolumeChoice choice;
  choice.array = array;
  for (std::size_t a = 0; a < nodes.size(); ++a) {
    if (nodes[a] < 1) throw InputError("--nodes", std::to_string(nodes[a]) + " is no size", "give 1 or more");
    choice.layout.nodes[a] = nodes[a];
  }
  for (std::size_t a = 0; a < spacing.size(); ++a) {
    if (!(spacing[a] > 0.0)) throw InputError("--spacing", "is no length", "give metres above 0");
    choice.layout.spacing[a] = spacing[a];
  }
  if (!origin.empty()) choice.layout.origin = {origin[0], origin[1], origin[2]};
  choice.layout.axes = axes;
  choice.layout.big_endian = big_endian;
  const auto word = [](const std::string& text, const char* option, SegyWord& to) {
    if (!text.empty()) to = parse_segy_word(text, option);
  };
  word(inline_byte, "--inline-byte", choice.headers.inline_number);
  word(crossline_byte, "--crossline-byte", choice.headers.crossline_number);
  word(x_byte, "--x-byte", choice.headers.x);
  word(y_byte, "--y-byte", choice.headers.y);
  return choice;
}

void add_volume_file(CLI::App& command, VolumeOptions& options) {
  command.add_option("file", options.file, "a .hdf, .sgy, .su, .vti or raw .f32 file")->required();
  command.add_option("--array", options.array, "of .hdf and .vti: the array's name (default: the first)");
  add_list_option(command, "--nodes", options.nodes, "of raw values and SEG-Y: NX,NY,NZ").expected(3);
  add_list_option(command, "--spacing", options.spacing, "the same: metres DX,DY,DZ").expected(3);
  add_list_option(command, "--origin", options.origin, "the same: west, south, top in metres").expected(3);
  command.add_option("--axes", options.axes,
                     "the same: order in the file, the fastest first (default: xyz; SEG-Y: zxy)");
  command.add_flag("--big-endian", options.big_endian, "of raw values");
  command.add_option(
      "--inline-byte", options.inline_byte,
      "of SEG-Y: the word of a trace header that has the inline: its byte from 1 (189), with its "
      "size (189:2), or its name (inline)");
  command.add_option("--crossline-byte", options.crossline_byte, "the same of the crossline (default: 193)");
  command.add_option("--x-byte", options.x_byte, "the same of x on the map (default: 181)");
  command.add_option("--y-byte", options.y_byte, "the same of y on the map (default: 185)");
}

CLI::Option* add_codec_option(CLI::App& command, std::string& codec, const std::string& help) {
  std::string shown;
  for (const std::string& name : hdf_codecs())
    if (!is_transform_codec(name)) shown += (shown.empty() ? "" : ",") + name;
  return command
      .add_option("--codec", codec,
                  help +
                      "; also a transform: dct, fast-dct, lot or genlot with -1d, -2d or -3d, as in "
                      "fast-dct-3d, with -rle, -huffman-fixed or -zstd for another packing than huffman")
      ->type_name("TEXT:{" + shown + "}")  // what the shell completes
      ->check([](std::string name) {
        return is_hdf_codec(name) ? std::string() : "\"" + name + "\" is no codec; use " + hdf_codecs_text();
      });
}

void tell_remarks(const std::vector<std::string>& remarks) {
  for (const std::string& remark : remarks)
    std::cerr << "note: " << remark << "\n";
}

void tell_damage(const std::vector<DamagedBrick>& damaged, const std::string& file) {
  if (!damaged.empty())
    std::cerr << "warning: " << file << ": " << damage_text(damaged) << "; their nodes are not a number\n";
}

}  // namespace foldwave::cli
