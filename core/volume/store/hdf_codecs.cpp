#include "core/volume/store/hdf_codecs.hpp"

#include <algorithm>

#include "core/volume/store/plugin/own_filter.hpp"

namespace foldwave {

const std::vector<std::string>& hdf_codecs() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"blosc", "blosc-zstd", "lz4", "deflate", "zfp", "none"};
    all.insert(all.end(), own_codecs().begin(), own_codecs().end());
    return all;
  }();
  return names;
}

bool is_transform_codec(std::string_view name) {
  return name.find("dct-") != name.npos || name.find("lot-") != name.npos;
}

bool is_hdf_codec(std::string_view name) {
  return std::ranges::find(hdf_codecs(), name) != hdf_codecs().end();
}

std::string hdf_codecs_text() {
  std::string text;
  for (const std::string& name : hdf_codecs())
    if (!is_transform_codec(name)) text += name + ", ";
  return text +
         "or dct, fast-dct, lot or genlot with -1d, -2d or -3d, and with -rle, -huffman-fixed or -zstd where "
         "huffman is not wanted";
}

}  // namespace foldwave
