// An image in parts, each a .vti of some layers of its nodes that another process may write, and the .pvti
// that joins them for ParaView and read_image. Frame and units: those of image_writer.hpp, elevation up.
// Neighbours share a layer, as the cells between two layers need both. Errors: those of write_image.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "core/base/grid.hpp"

namespace foldwave {

struct ImageLayers {
  int first = 0, count = 0;  // from the uppermost down
};

// "step_7/1.vti" of "step_7.pvti".
std::filesystem::path image_part_file(const std::filesystem::path& joint, std::size_t part);

struct ImagePart {
  Grid3 grid;  // of the whole image
  ImageLayers layers;
  std::string array;
  std::span<const float> values;  // of its layers, the uppermost first
  std::optional<double> time{};   // s
};

// The folder comes to be, too.
void write_image_part(const std::filesystem::path& file, const ImagePart& part,
                      const std::stop_token& stop = {});

// Joins parts of an array of single precision that lie where image_part_file has them.
void join_image_parts(const std::filesystem::path& joint, const Grid3& grid,
                      std::span<const ImageLayers> parts, const std::string& array);

}  // namespace foldwave
