#include "core/bench/codec_cases.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace foldwave {

namespace {

constexpr double fine = 64.0;  // places a node of a train's table

// By the number of nodes from the peak, `nodes` to the wavelength at the spectrum's peak.
double ricker_at(double distance, double nodes) {
  const double a = std::numbers::pi * distance / nodes;
  return (1.0 - 2.0 * a * a) * std::exp(-a * a);
}

// Wavelets of random spikes, two a wavelength, tabled; between places a cubic.
class WaveTrain {
 public:
  WaveTrain(std::mt19937& random, double length, double nodes) {
    const auto places = static_cast<std::size_t>(fine * length) + 8;
    table_.assign(places, 0.0);
    const int reach = static_cast<int>(fine * 1.6 * nodes);
    std::vector<double> wavelet;
    for (int i = -reach; i <= reach; ++i)
      wavelet.push_back(ricker_at(i / fine, nodes));
    for (int s = 0; s < static_cast<int>(2.0 * length / nodes); ++s) {
      const int at = static_cast<int>(unit(random) * static_cast<double>(places));
      const double strength = 2.0 * unit(random) - 1.0;
      for (int i = std::max(0, at - reach); i <= std::min(static_cast<int>(places) - 1, at + reach); ++i)
        table_[static_cast<std::size_t>(i)] += strength * wavelet[static_cast<std::size_t>(i - at + reach)];
    }
  }
  static double unit(std::mt19937& random) { return static_cast<double>(random()) * 0x1p-32; }

  double at(double distance) const {
    const double place = std::clamp(fine * distance, 1.0, static_cast<double>(table_.size()) - 3.0);
    const auto i = static_cast<std::size_t>(place);
    const double u = place - static_cast<double>(i);
    const double a = table_[i - 1], b = table_[i], c = table_[i + 1], d = table_[i + 2];
    return b + 0.5 * u * (c - a + u * (2.0 * a - 5.0 * b + 4.0 * c - d + u * (3.0 * (b - c) + d - a)));
  }

 private:
  std::vector<double> table_;
};

template <class Value>
Field<float> filled_by(int n, const Value& value) {
  Field<float> field({n, n, n});
#pragma omp parallel for schedule(dynamic)
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        field(i, j, k) = static_cast<float>(value(i, j, k));
  return field;
}

Field<float> filled_case(int n) {
  constexpr int waves = 24;
  constexpr double nodes = 12.0;
  std::mt19937 random(41);
  struct PlaneWave {
    double x, y, z, begin;
    WaveTrain train;
  };
  std::vector<PlaneWave> all;
  const double length = 1.75 * n + 4.0 * nodes;
  for (int w = 0; w < waves; ++w) {
    // Directions that spiral from pole to pole are spread evenly.
    const double z = 1.0 - (2.0 * w + 1.0) / waves, r = std::sqrt(1.0 - z * z), turn = 2.399963 * w;
    const double x = r * std::cos(turn), y = r * std::sin(turn);
    const double begin = std::min(0.0, x) * n + std::min(0.0, y) * n + std::min(0.0, z) * n - 2.0 * nodes;
    all.push_back({x, y, z, begin, WaveTrain(random, length, nodes)});
  }
  return filled_by(n, [&](int i, int j, int k) {
    double sum = 0.0;
    for (const PlaneWave& w : all)
      sum += w.train.at(w.x * i + w.y * j + w.z * k - w.begin);
    return sum;
  });
}

Field<float> silent_case(int n) {
  constexpr double nodes = 12.0;
  const double radius = 0.25 * n;
  return filled_by(n, [&](int i, int j, int k) {
    const double r = std::sqrt((i - 0.3 * n) * (i - 0.3 * n) + (j - 0.45 * n) * (j - 0.45 * n) +
                               (k - 0.3 * n) * (k - 0.3 * n));
    return std::abs(r - radius) > 2.0 * nodes ? 0.0 : ricker_at(r - radius, nodes) * nodes / (r + nodes);
  });
}

Field<float> stack_case(int n) {
  constexpr double nodes = 8.0;
  std::mt19937 random(43);
  const WaveTrain beds(random, 2.0 * n + 8.0 * nodes, nodes);
  const double turn = 2.0 * std::numbers::pi / n;
  return filled_by(n, [&](int i, int j, int k) {
    const double fold = 0.08 * n * std::sin(1.3 * turn * j + 0.6) * std::cos(0.8 * turn * k);
    const double thrown = j + 0.4 * i > 0.75 * n ? 0.06 * n : 0.0;
    const double strength = 0.7 + 0.3 * std::cos(2.0 * turn * k + 0.03 * i);
    std::uint32_t hash = static_cast<std::uint32_t>(i) * 0x9E3779B9U ^
                         static_cast<std::uint32_t>(j) * 0x85EBCA6BU ^
                         static_cast<std::uint32_t>(k) * 0xC2B2AE35U;
    double noise = -2.0;
    for (int part = 0; part < 4; ++part) {
      hash = (hash ^ hash >> 15) * 0x2C1B3C6DU;
      hash ^= hash >> 13;
      noise += hash * 0x1p-32;
    }
    return strength * beds.at(0.5 * n + 4.0 * nodes + i + fold + thrown) + 0.05 * noise;
  });
}

}  // namespace

std::string codec_case_name(CodecBenchCase which) {
  return which == CodecBenchCase::filled ? "filled" : which == CodecBenchCase::silent ? "silent" : "stack";
}

Field<float> codec_case(CodecBenchCase which, int n) {
  switch (which) {
    case CodecBenchCase::filled:
      return filled_case(n);
    case CodecBenchCase::silent:
      return silent_case(n);
    case CodecBenchCase::stack:
      break;
  }
  return stack_case(n);
}

}  // namespace foldwave
