#include "core/output/product.hpp"

#include <algorithm>
#include <array>

#include "core/base/system.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/output/geometry_files.hpp"
#include "core/output/html_report.hpp"
#include "core/output/image_files.hpp"
#include "core/output/marker_files.hpp"
#include "core/output/run_folder.hpp"
#include "core/output/surface_files.hpp"
#include "core/output/survey_files.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {
namespace {

bool is_table(const std::string& what) {
  return std::ranges::find(geometry_tables, what) != geometry_tables.end();
}

bool takes(const ProductKind& kind, const std::string& suffix) {
  return std::ranges::find(kind.suffixes, suffix) != kind.suffixes.end();
}

// ".vti (velocity, layers, arrival), .vtp, .ts, .cps3, .cps or .xyz (horizon, layer-top), ..."
std::string all_products() {
  std::string text;
  const auto& kinds = product_kinds();
  for (std::size_t i = 0; i < kinds.size();) {
    for (std::size_t s = 0; s < kinds[i].suffixes.size(); ++s)
      text += (s == 0                              ? (i == 0 ? "" : ", ")
               : s + 1 == kinds[i].suffixes.size() ? " or "
                                                   : ", ") +
              std::string(kinds[i].suffixes[s]);
    const std::size_t first = i;
    text += " (";
    for (; i < kinds.size() && kinds[i].suffixes == kinds[first].suffixes; ++i)
      text += (i == first ? "" : ", ") + std::string(kinds[i].what);
    text += ")";
  }
  return text;
}

}  // namespace

const std::vector<ProductKind>& product_kinds() {
  static const std::vector<ProductKind> kinds = [] {
    std::vector<const char*> volume{".vti"};
    if (has_volume_store()) volume.push_back(".hdf");
    const std::vector<const char*> surface{".vtp",  ".ts",  ".cps3", ".cps", ".zmap",
                                           ".irap", ".obj", ".gltf", ".glb", ".xyz"};
    std::vector<ProductKind> all{{"velocity", volume}, {"layers", volume},     {"arrival", volume},
                                 {"horizon", surface}, {"layer-top", surface}, {"gather", {".sgy", ".segy"}}};
    std::vector<const char*> image{".sgy", ".segy"};
    if (has_volume_store()) image.push_back(".hdf");
    all.push_back({"image", image});
    if (has_volume_store()) all.push_back({"illumination", {".hdf"}});
    for (const char* const table : geometry_tables)
      all.push_back({table, {".csv"}});
    all.push_back({"markers", {".csv"}});
    all.push_back({"events", {".csv", ".xml"}});
    all.push_back({"report", {".html"}});
    all.insert(all.end(), {{"structure", {".png"}}, {"thumbnail", {".png"}}});
    return all;
  }();
  return kinds;
}

std::string product_of(const std::filesystem::path& file, const std::string& what) {
  const std::string suffix = file.extension().string();
  bool known = false;
  for (const ProductKind& kind : product_kinds()) {
    if (!takes(kind, suffix)) continue;
    known = true;
    if (what.empty() || what == kind.what) return kind.what;
  }
  throw InputError(
      file.string(),
      known ? "\"" + suffix + "\" cannot hold " + what : "the suffix \"" + suffix + "\" is not known",
      "use " + all_products());
}

bool has_profile(const Product& product) {
  return product.file.extension() == ".csv" && product.what != "thickness-map" &&
         product.what != "attitudes" && product.what != "markers" && product.what != "events";
}

bool is_seismic(const std::string& what) {
  return what == "image" || what == "illumination";
}

bool needs_fold(const std::string& what) {
  constexpr std::array<const char*, 5> without{"velocity", "gather", "markers", "events", "report"};
  return !is_seismic(what) && std::ranges::find(without, what) == without.end();
}

std::vector<std::string> write_product(const Product& product, const Scenario& scenario,
                                       const FoldResult& fold, const WaveResult* wave,
                                       const ImageResult* image, const SurveyResult* survey, const Job& job) {
  const auto& [file, what, boundary, axis, unit, ibm_floats] = product;
  std::vector<std::string> warnings;
  if (!fold.folded && needs_fold(what))
    throw InputError(file.string(), "there is no fold to take " + what + " from",
                     "give a fold, or export the velocity or the gather");
  // Layers are a volume and a table.
  if (file.extension() == ".csv" && is_table(what)) {
    write_geometry_table(file, what, scenario, fold, axis, job);
    if (!has_profile(product)) return warnings;
    const std::string doubt = choose_profile(solved_fold(scenario, fold), axis ? &*axis : nullptr).doubt;
    if (!doubt.empty()) warnings.push_back(doubt);
  } else if (what == "markers") {
    write_markers(file, scenario);
  } else if (what == "events") {
    if (image == nullptr)
      throw InputError(file.string(), "no events were located", "add /imaging and locate them first");
    write_file_atomically(
        file, file.extension() == ".csv"
                  ? events_csv(*image)
                  : events_quakeml(*image, "Foldwave " + program_version() + ": " + scenario.name));
  } else if (what == "report") {
    std::optional<FoldGeometry> geometry;
    if (fold.folded) geometry = measure_fold(scenario, fold, axis, job);
    write_file_atomically(file, html_report(scenario, fold, geometry ? &*geometry : nullptr, {}));
  } else if (what == "horizon") {
    write_horizon(file, scenario, fold, unit);
  } else if (what == "layer-top") {
    write_layer_top(file, scenario, fold, boundary, job, unit);
  } else if (what == "gather") {
    if (wave == nullptr || wave->run.gather.receivers.empty() || wave->run.gather.samples < 1)
      throw InputError(file.string(), "there is no gather", "run a wave with receivers first");
    const std::string warning = write_gather_segy(file, scenario, *wave, ibm_floats);
    if (!warning.empty()) warnings.push_back(warning);
  } else if (is_seismic(what)) {
    if (survey == nullptr || survey->shots_done < 1)
      throw InputError(file.string(), "there is no seismic image", "add /imaging/survey and make it first");
    if (what == "illumination" && survey->illumination.empty())
      throw InputError(file.string(), "the image was made without its illumination",
                       "set /imaging/survey/illumination to true");
    if (file.extension() == ".hdf") {
      write_image_volume(file, *survey, what);
    } else {
      const std::string warning = write_image_segy(file, scenario, *survey);
      if (!warning.empty()) warnings.push_back(warning);
    }
  } else if (file.extension() == ".png") {
    throw InputError(file.string(), "pictures are not drawn here", "use foldwave-cli export");
  } else {
    write_volume(file, fold, what);
  }
  return warnings;
}

}  // namespace foldwave
