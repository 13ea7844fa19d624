// A horizon from a raster that GDAL reads, GeoTIFF above all. GDAL is no part of the build: its library is
// loaded when the first raster is read (libgdal.so.NN, the C interface of GDAL 3), and where it is not there
// the refusal names the package. The raster is one band with coordinates in a projected system, whole in the
// file's bytes; turned and sheared rasters keep their places. Shapes and units: one point a pixel's centre
// that has a value, row by row as GDAL gives them; value times scale plus offset; unit of x and y from the
// projection, of z from the band, where they are stated. Pixels of the band's null, of 1e30 and more or not
// finite are skipped and counted. Errors: InputError naming the file: GDAL is not there or cannot read it
// (with GDAL's words), no coordinates, degrees, a unit that is none of ours, several bands, complex values,
// more pixels than picks may be.
#pragma once

#include <string>
#include <string_view>

#include "core/base/progress.hpp"
#include "core/formats/horizon_picks.hpp"

namespace foldwave {

HorizonPicks parse_gdal_grid(std::string_view bytes, const std::string& name, const Job& job = {});

// By how it begins: TIFF of every kind, ERDAS Imagine, netCDF, GRIB.
bool is_raster(std::string_view start);
bool has_gdal();

}  // namespace foldwave
