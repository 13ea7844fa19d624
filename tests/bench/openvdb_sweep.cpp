// OpenVDB's parallel fast sweeping on a dense cube, for compare_eikonal.py, which compiles it (C++17).
//
// Usage: openvdb_sweep IN OUT N H ITERATIONS
//
// IN, OUT: N^3 floats, x fastest: signed distance. Values of IN smaller than 3 H are held; the rest is found.
// Prints the seconds of the solve alone: making OpenVDB's tree from the array and back is not counted.
#include <openvdb/openvdb.h>
#include <openvdb/tools/Dense.h>
#include <openvdb/tools/FastSweeping.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace {

using Layout = openvdb::tools::Dense<float, openvdb::tools::LayoutXYZ>;

openvdb::CoordBBox box_of(int n) {
  return {openvdb::Coord(0), openvdb::Coord(n - 1)};
}

// The narrow band as a level set: active where held, +-background elsewhere.
openvdb::FloatGrid::Ptr level_set(std::vector<float>& values, int n, float h) {
  const float background = 3.0F * h;
  auto grid = openvdb::FloatGrid::create(background);
  grid->setTransform(openvdb::math::Transform::createLinearTransform(static_cast<double>(h)));
  grid->setGridClass(openvdb::GRID_LEVEL_SET);
  auto at = grid->getAccessor();
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const float v =
            values[static_cast<std::size_t>(i) +
                   static_cast<std::size_t>(n) * (static_cast<std::size_t>(j) +
                                                  static_cast<std::size_t>(n) * static_cast<std::size_t>(k))];
        const openvdb::Coord node(i, j, k);
        if (v <= -background)
          at.setValueOff(node, -background);
        else if (v < background)
          at.setValueOn(node, v);
      }
  return grid;
}

openvdb::MaskGrid::Ptr whole_box(const openvdb::FloatGrid& grid, int n) {
  auto mask = openvdb::MaskGrid::create();
  mask->setTransform(grid.transform().copy());
  mask->denseFill(box_of(n), true, true);
  mask->tree().voxelizeActiveTiles();
  return mask;
}

double solve(std::vector<float>& values, int n, float h, int iterations) {
  const auto grid = level_set(values, n, h);
  const auto mask = whole_box(*grid, n);
  const auto begin = std::chrono::steady_clock::now();
  const auto solved = openvdb::tools::maskSdf(*grid, *mask, false, iterations);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  Layout dense(box_of(n), values.data());
  openvdb::tools::copyToDense(*solved, dense);
  return seconds;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: openvdb_sweep IN OUT N H ITERATIONS\n");
    return 2;
  }
  openvdb::initialize();
  const int n = std::stoi(argv[3]);
  const float h = std::stof(argv[4]);
  const int iterations = std::stoi(argv[5]);
  std::vector<float> values(static_cast<std::size_t>(n) * static_cast<std::size_t>(n) *
                            static_cast<std::size_t>(n));
  const auto bytes = static_cast<std::streamsize>(values.size() * sizeof(float));
  if (!std::ifstream(argv[1], std::ios::binary).read(reinterpret_cast<char*>(values.data()), bytes)) {
    std::fprintf(stderr, "openvdb_sweep: %s is not %d^3 floats\n", argv[1], n);
    return 1;
  }
  // The first use starts the threads.
  std::vector<float> small(8 * 8 * 8);
  for (std::size_t m = 0; m < small.size(); ++m)
    small[m] = static_cast<float>(m / 64) - 3.5F;
  solve(small, 8, 1.0F, 1);

  const double seconds = solve(values, n, h, iterations);
  if (!std::ofstream(argv[2], std::ios::binary).write(reinterpret_cast<const char*>(values.data()), bytes)) {
    std::fprintf(stderr, "openvdb_sweep: %s cannot be written\n", argv[2]);
    return 1;
  }
  std::printf("%.6f\n", seconds);
  return 0;
}
