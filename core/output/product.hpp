// What can be taken out of a fold, a wave or an imaging as single files: the one list for `foldwave-cli
// export` and for the desktop.
//
//   velocity, layers, arrival      .vti, and .hdf where the build has HDF5 (lossless, deflate; layers as
//   floats)
//   horizon, layer-top             .vtp, .ts, .cps3, .cps, .zmap, .irap, .obj, .gltf, .glb, .xyz
//   the tables of geometry_files   .csv
//   markers                        .csv
//   gather                         .sgy, .segy
//   image, illumination            .sgy, .segy, and .hdf: the seismic image; its illumination .hdf alone
//   events                         .csv, .xml (QuakeML): those that were located
//   report                         .html: all numbers; ui/scene adds the pictures
//   structure, thumbnail           .png, which ui/scene draws and write_product does not
//
// Errors: InputError for a product that the suffix cannot hold, or that the scenario does not have; those of
// the writers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/vec3.hpp"
#include "core/engine/fold_result.hpp"
#include "core/engine/location/image_result.hpp"
#include "core/engine/survey/survey_run.hpp"
#include "core/engine/wave_result.hpp"

namespace foldwave {

struct ProductKind {
  const char* what;
  std::vector<const char*> suffixes;
};
const std::vector<ProductKind>& product_kinds();

// What a file of this suffix holds; `what` empty: the first that the suffix can hold.
std::string product_of(const std::filesystem::path& file, const std::string& what);

struct Product {
  std::filesystem::path file;
  std::string what;
  std::size_t boundary = 0;    // of layer-top: boundary i is the top of layer i + 1
  std::optional<Vec3> axis{};  // of a table with a profile: the fold axis, when it is typed
  Unit unit = Unit::metre;     // of a surface: a length
  bool ibm_floats = false;     // of a gather: IBM floats, for old readers
};
bool has_profile(const Product& product);  // whether an axis is of use

// Gives warnings. `wave`: of a gather; `image`: of events; `survey`: of the seismic image. The file is whole
// or not there; throws Stopped.
std::vector<std::string> write_product(const Product& product, const Scenario& scenario,
                                       const FoldResult& fold, const WaveResult* wave,
                                       const ImageResult* image, const SurveyResult* survey, const Job& job);
bool is_seismic(const std::string& what);  // the image, or its illumination
bool needs_fold(const std::string& what);  // else a scenario without one has it, too

}  // namespace foldwave
