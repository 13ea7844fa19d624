#include "core/formats/grids/gdal_grid.hpp"

#include <dlfcn.h>

#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/formats/column_names.hpp"
#include "core/formats/text_lines.hpp"

namespace foldwave {

namespace {

// GDAL's own numbers.
constexpr unsigned open_raster_aloud = 0x02 | 0x40;
constexpr int gdal_read = 0, gdal_float64 = 7, first_complex = 8, last_complex = 11, no_error = 0;
constexpr std::int64_t most_pixels = 200'000'000;

// The calls of GDAL's C interface that are needed.
struct Gdal {
  void (*register_all)() = nullptr;
  void* (*open)(const char*, unsigned, const char* const*, const char* const*, const char* const*) = nullptr;
  int (*close)(void*) = nullptr;
  int (*columns)(void*) = nullptr;
  int (*rows)(void*) = nullptr;
  int (*bands)(void*) = nullptr;
  void* (*band)(void*, int) = nullptr;
  int (*type)(void*) = nullptr;
  int (*transform)(void*, double*) = nullptr;
  const char* (*projection)(void*) = nullptr;
  double (*null_value)(void*, int*) = nullptr;
  double (*scale)(void*, int*) = nullptr;
  double (*offset)(void*, int*) = nullptr;
  const char* (*unit)(void*) = nullptr;
  int (*read)(void*, int, int, int, int, int, void*, int, int, int, int, int) = nullptr;
  void* (*from_memory)(const char*, unsigned char*, std::uint64_t, int) = nullptr;
  int (*close_file)(void*) = nullptr;
  int (*forget_file)(const char*) = nullptr;
  void (*set_option)(const char*, const char*) = nullptr;
  void (*push_handler)(void (*)(int, int, const char*)) = nullptr;
  void (*pop_handler)() = nullptr;
  void (*quiet)(int, int, const char*) = nullptr;
  const char* (*last_error)() = nullptr;
  void (*clear_error)() = nullptr;
  void* (*new_system)(const char*) = nullptr;
  void (*free_system)(void*) = nullptr;
  int (*is_geographic)(void*) = nullptr;
  double (*metres_a_unit)(void*, char**) = nullptr;
};

void* open_library() {
  constexpr int oldest = 26, newest = 60;  // GDAL 3.0 and after
  for (int version = newest; version >= oldest; --version)
    if (void* const found =
            ::dlopen(("libgdal.so." + std::to_string(version)).c_str(), RTLD_NOW | RTLD_LOCAL))
      return found;
  return ::dlopen("libgdal.so", RTLD_NOW | RTLD_LOCAL);
}

std::optional<Gdal> load_gdal() {
  void* const library = open_library();
  if (library == nullptr) return std::nullopt;
  Gdal gdal;
  bool whole = true;
  const auto find = [&](auto& call, const char* name) {
    call = reinterpret_cast<std::remove_reference_t<decltype(call)>>(::dlsym(library, name));
    whole = whole && call != nullptr;
  };
  find(gdal.register_all, "GDALAllRegister");
  find(gdal.open, "GDALOpenEx");
  find(gdal.close, "GDALClose");
  find(gdal.columns, "GDALGetRasterXSize");
  find(gdal.rows, "GDALGetRasterYSize");
  find(gdal.bands, "GDALGetRasterCount");
  find(gdal.band, "GDALGetRasterBand");
  find(gdal.type, "GDALGetRasterDataType");
  find(gdal.transform, "GDALGetGeoTransform");
  find(gdal.projection, "GDALGetProjectionRef");
  find(gdal.null_value, "GDALGetRasterNoDataValue");
  find(gdal.scale, "GDALGetRasterScale");
  find(gdal.offset, "GDALGetRasterOffset");
  find(gdal.unit, "GDALGetRasterUnitType");
  find(gdal.read, "GDALRasterIO");
  find(gdal.from_memory, "VSIFileFromMemBuffer");
  find(gdal.close_file, "VSIFCloseL");
  find(gdal.forget_file, "VSIUnlink");
  find(gdal.set_option, "CPLSetConfigOption");
  find(gdal.push_handler, "CPLPushErrorHandler");
  find(gdal.pop_handler, "CPLPopErrorHandler");
  find(gdal.quiet, "CPLQuietErrorHandler");
  find(gdal.last_error, "CPLGetLastErrorMsg");
  find(gdal.clear_error, "CPLErrorReset");
  find(gdal.new_system, "OSRNewSpatialReference");
  find(gdal.free_system, "OSRDestroySpatialReference");
  find(gdal.is_geographic, "OSRIsGeographic");
  find(gdal.metres_a_unit, "OSRGetLinearUnits");
  if (!whole) return std::nullopt;
  // A raster is what stands in its own bytes: none that only names others, on a disk or in a network.
  gdal.set_option("GDAL_SKIP", "VRT,WMS,WMTS,WCS,HTTP,OGCAPI,PLMOSAIC,EEDA,EEDAI,STACTA,STACIT");
  gdal.register_all();
  return gdal;
}

const Gdal* gdal_library() {
  static const std::optional<Gdal> gdal = load_gdal();
  return gdal ? &*gdal : nullptr;
}

// The bytes as a file of GDAL's memory, opened, with its messages kept off the terminal.
class OpenRaster {
 public:
  OpenRaster(const Gdal& gdal, std::string_view bytes, const std::string& name) : gdal_(gdal), name_(name) {
    static std::atomic<int> count{0};
    path_ = "/vsimem/foldwave-" + std::to_string(++count);
    gdal_.push_handler(gdal_.quiet);
    gdal_.clear_error();
    // GDAL opens it to read, and changes no byte.
    auto* const begin = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
    void* const file = gdal_.from_memory(path_.c_str(), begin, bytes.size(), 0);
    if (file != nullptr) {
      gdal_.close_file(file);
      dataset_ = gdal_.open(path_.c_str(), open_raster_aloud, nullptr, nullptr, nullptr);
    }
    if (dataset_ == nullptr) {
      const std::string why = words();
      close();
      throw InputError(name, "is no raster that GDAL reads: " + why, "give a GeoTIFF, or a grid as text");
    }
  }
  ~OpenRaster() { close(); }
  OpenRaster(const OpenRaster&) = delete;
  OpenRaster& operator=(const OpenRaster&) = delete;

  void* get() const { return dataset_; }
  std::string words() const {
    std::string said = gdal_.last_error();
    for (std::size_t at = said.find(path_); at != std::string::npos; at = said.find(path_))
      said.replace(at, path_.size(), "it");
    for (char& c : said)
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    constexpr std::size_t longest = 200;
    return said.empty() ? "no driver knows it" : said.substr(0, longest);
  }
  [[noreturn]] void refuse(const std::string& problem, const std::string& remedy) const {
    throw InputError(name_, problem, remedy);
  }

 private:
  void close() {
    if (dataset_ != nullptr) gdal_.close(dataset_);
    dataset_ = nullptr;
    gdal_.forget_file(path_.c_str());
    gdal_.pop_handler();
  }

  const Gdal& gdal_;
  const std::string& name_;
  std::string path_;
  void* dataset_ = nullptr;
};

std::optional<Unit> unit_of_projection(const Gdal& gdal, const OpenRaster& raster) {
  const char* const text = gdal.projection(raster.get());
  if (text == nullptr || *text == '\0') return std::nullopt;
  const std::unique_ptr<void, void (*)(void*)> system(gdal.new_system(text), gdal.free_system);
  if (!system) return std::nullopt;
  if (gdal.is_geographic(system.get()) != 0)
    raster.refuse("its coordinates are degrees", "project it to metres (UTM, say), as by gdalwarp -t_srs");
  const double metres = gdal.metres_a_unit(system.get(), nullptr);
  for (const Unit unit : {Unit::metre, Unit::us_foot, Unit::foot, Unit::kilometre})
    if (std::abs(metres / in_si(unit) - 1.0) < 1e-9) return unit;
  raster.refuse("its projection has a unit of " + number_text(metres) + " m", "project it to metres");
}

struct Pixels {
  int columns = 0, rows = 0;
  void* band = nullptr;
  std::array<double, 6> place{};  // x = p0 + p1 column + p2 row, y = p3 + p4 column + p5 row
  double scale = 1.0, offset = 0.0;
  std::optional<double> null;
};

Pixels pixels_of(const Gdal& gdal, const OpenRaster& raster) {
  Pixels pixels;
  pixels.columns = gdal.columns(raster.get());
  pixels.rows = gdal.rows(raster.get());
  const std::int64_t count = std::int64_t{pixels.columns} * pixels.rows;
  const std::string size = std::to_string(pixels.columns) + " x " + std::to_string(pixels.rows) + " pixels";
  if (pixels.columns < 2 || pixels.rows < 2)
    raster.refuse("has " + size, "give a raster of at least 2 x 2 pixels");
  if (count > most_pixels)
    raster.refuse("has " + size + ", more than the " + std::to_string(most_pixels) + " that are read",
                  "thin it out, as by gdal_translate -outsize");
  if (static_cast<double>(count) * sizeof(Vec3) > static_cast<double>(available_memory_bytes()))
    throw_out_of_memory(static_cast<std::size_t>(count) * sizeof(Vec3));
  if (const int bands = gdal.bands(raster.get()); bands != 1)
    raster.refuse("has " + std::to_string(bands) + " bands, as a picture has",
                  "give a raster of one band, as by gdal_translate -b 1");
  pixels.band = gdal.band(raster.get(), 1);
  if (const int type = gdal.type(pixels.band); type >= first_complex && type <= last_complex)
    raster.refuse("has complex values", "give a raster of heights or depths");
  if (gdal.transform(raster.get(), pixels.place.data()) != no_error)
    raster.refuse("has no coordinates", "give it some, as by gdal_translate -a_ullr");
  const auto& p = pixels.place;
  const double area = p[1] * p[5] - p[2] * p[4];
  for (const double place : p)
    if (!(std::abs(place) < 1e12)) raster.refuse("its coordinates are no places on a map", "export it again");
  if (!(std::abs(area) > 0.0)) raster.refuse("its pixels have no area", "export it again");
  int has = 0;
  const double null = gdal.null_value(pixels.band, &has);
  if (has != 0) pixels.null = null;
  const double scale = gdal.scale(pixels.band, &has);
  if (has != 0) pixels.scale = scale;
  const double offset = gdal.offset(pixels.band, &has);
  if (has != 0) pixels.offset = offset;
  return pixels;
}

}  // namespace

bool is_raster(std::string_view start) {
  using namespace std::string_view_literals;
  for (const std::string_view mark : {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv, "EHFA_HEADER_TAG"sv,
                                      "CDF\1"sv, "CDF\2"sv, "CDF\5"sv, "GRIB"sv})
    if (start.starts_with(mark)) return true;
  return false;
}

bool has_gdal() {
  return gdal_library() != nullptr;
}

HorizonPicks parse_gdal_grid(std::string_view bytes, const std::string& name, const Job& job) {
  const Gdal* const gdal = gdal_library();
  if (gdal == nullptr)
    throw InputError(name, "is a raster, which is read by GDAL, and GDAL's library is not there",
                     "install it (Debian's gdal-bin brings it), or export a grid as text");
  const OpenRaster raster(*gdal, bytes, name);
  const Pixels pixels = pixels_of(*gdal, raster);
  HorizonPicks picks;
  picks.format = HorizonFormat::raster;
  picks.xy_unit = unit_of_projection(*gdal, raster);
  picks.z_unit = unit_called(gdal->unit(pixels.band));
  std::vector<double> row(static_cast<std::size_t>(pixels.columns));
  const auto& p = pixels.place;
  for (int j = 0; j < pixels.rows; ++j) {
    job.throw_if_stopped();
    if (gdal->read(pixels.band, gdal_read, 0, j, pixels.columns, 1, row.data(), pixels.columns, 1,
                   gdal_float64, 0, 0) != no_error)
      raster.refuse("row " + std::to_string(j + 1) + " cannot be read: " + raster.words(),
                    "copy or export it again");
    for (int i = 0; i < pixels.columns; ++i) {
      const double raw = row[static_cast<std::size_t>(i)], z = pixels.scale * raw + pixels.offset;
      if (is_null_value(z) || is_null_value(raw) || raw == pixels.null) {
        ++picks.skipped;
        continue;
      }
      const double u = i + 0.5, v = j + 0.5;
      picks.points.push_back({p[0] + p[1] * u + p[2] * v, p[3] + p[4] * u + p[5] * v, z});
    }
  }
  if (picks.points.size() < 3)
    raster.refuse("has a value at " + std::to_string(picks.points.size()) + " pixels",
                  "give one with values");
  return picks;
}

}  // namespace foldwave
