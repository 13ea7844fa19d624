// One codec on the bricks of a volume: bytes, largest error and speed, for compare_codecs.py.
//
// Usage: codec_bricks IN NX NY NZ BOUND [CODEC, wave] [BRICK, 64] [ROUNDS, 1] [THREADS, all]
//
// IN: floats, x fastest. BOUND: the largest error that is allowed. BRICK: nodes a side, 0 for the whole
// volume as one. Prints one line of JSON: packed bytes, largest error, GB of floats packed and unpacked a
// second and a second of one processor (medians of the rounds), and how many bricks begin with which byte,
// the mode of `wave`.
#include <omp.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/volume/codec/codec.hpp"
#include "core/volume/codec/registry/codec_registry.hpp"
#include "core/volume/store/zfp_brick.hpp"

using namespace foldwave;

namespace {

struct Brick {
  std::array<int, 3> first{};
  BrickShape shape;
  std::vector<float> values;
  std::vector<std::byte> packed;
};

std::vector<Brick> cut(const std::vector<float>& volume, const std::array<int, 3>& n, int side) {
  std::vector<Brick> bricks;
  const auto size = [&](std::size_t a, int first) { return side == 0 ? n[a] : std::min(side, n[a] - first); };
  const auto step = [&](std::size_t a) { return side == 0 ? n[a] : side; };
  for (int z = 0; z < n[2]; z += step(2))
    for (int y = 0; y < n[1]; y += step(1))
      for (int x = 0; x < n[0]; x += step(0)) {
        Brick brick{{x, y, z}, {{size(0, x), size(1, y), size(2, z)}}, {}, {}};
        for (int k = 0; k < brick.shape.n[2]; ++k)
          for (int j = 0; j < brick.shape.n[1]; ++j) {
            const auto row = volume.begin() + (std::ptrdiff_t{z + k} * n[1] + y + j) * n[0] + x;
            brick.values.insert(brick.values.end(), row, row + brick.shape.n[0]);
          }
        bricks.push_back(std::move(brick));
      }
  return bricks;
}

// Of the clock, and of all processors, which others on the machine disturb less.
struct Seconds {
  double clock = 0.0, processors = 0.0;
};

template <class Work>
Seconds seconds_of(std::vector<Brick>& bricks, const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t busy = std::clock();
#pragma omp parallel for schedule(dynamic)
  for (std::size_t i = 0; i < bricks.size(); ++i)
    work(bricks[i]);
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
          static_cast<double>(std::clock() - busy) / CLOCKS_PER_SEC};
}

double median(const std::vector<Seconds>& rounds, double Seconds::*which) {
  std::vector<double> values;
  for (const Seconds& s : rounds)
    values.push_back(s.*which);
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 6) {
    std::fprintf(stderr, "codec_bricks IN NX NY NZ BOUND [CODEC] [BRICK] [ROUNDS] [THREADS]\n");
    return 2;
  }
  const std::array<int, 3> n{std::stoi(argv[2]), std::stoi(argv[3]), std::stoi(argv[4])};
  std::vector<float> volume(BrickShape{n}.values());
  std::ifstream in(argv[1], std::ios::binary);
  in.read(reinterpret_cast<char*>(volume.data()), static_cast<std::streamsize>(4 * volume.size()));
  if (!in) throw InputError(argv[1], "it is missing or too short", "give as many floats as the sizes say");
  const ErrorBound bound{std::stod(argv[5])};
  const std::string name = argc > 6 ? argv[6] : "wave";
  const Codec* const codec = name == "zfp" ? bare_zfp() : find_codec(name);
  if (codec == nullptr) throw InputError(name, "no codec has that name", "see codec_names()");
  std::vector<Brick> bricks = cut(volume, n, argc > 7 ? std::stoi(argv[7]) : 64);
  if (argc > 9) omp_set_num_threads(std::stoi(argv[9]));

  std::vector<Seconds> pack, unpack;
  std::vector<std::vector<float>> back(bricks.size());
  for (std::size_t i = 0; i < bricks.size(); ++i)
    back[i].resize(bricks[i].values.size());
  for (int round = 0; round < (argc > 8 ? std::stoi(argv[8]) : 1); ++round) {
    pack.push_back(seconds_of(bricks, [&](Brick& b) { b.packed = codec->encode(b.values, b.shape, bound); }));
    unpack.push_back(seconds_of(bricks, [&](Brick& b) {
      codec->decode(b.packed, b.shape, back[static_cast<std::size_t>(&b - &bricks[0])]);
    }));
  }
  std::size_t bytes = 0;
  double worst = 0.0;
  std::map<int, int> modes;
  for (std::size_t i = 0; i < bricks.size(); ++i) {
    bytes += bricks[i].packed.size();
    ++modes[static_cast<int>(bricks[i].packed[0])];
    for (std::size_t v = 0; v < back[i].size(); ++v)
      worst = worst_of(worst, std::abs(double{bricks[i].values[v]} - double{back[i][v]}));
  }
  const double size = 4e-9 * static_cast<double>(volume.size());
  std::printf("{\"bytes\": %zu, \"ratio\": %.3f, \"largest_error\": %.9g, ", bytes,
              1e9 * size / static_cast<double>(bytes), worst);
  std::printf("\"pack\": %.3f, \"unpack\": %.3f, ", size / median(pack, &Seconds::clock),
              size / median(unpack, &Seconds::clock));
  std::printf("\"pack_processor\": %.3f, \"unpack_processor\": %.3f, \"modes\": {",
              size / median(pack, &Seconds::processors), size / median(unpack, &Seconds::processors));
  const char* between = "";
  for (const auto& [mode, count] : modes) {
    std::printf("%s\"%d\": %d", between, mode, count);
    between = ", ";
  }
  std::printf("}}\n");
  return 0;
} catch (const Error& error) {
  std::fprintf(stderr, "codec_bricks: %s\n", error.what());
  return 1;
}
