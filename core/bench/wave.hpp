// Measured runs of the wave's propagators, for `foldwave-cli bench wave`.
//
//   cube-n    n^3 nodes, order 8, one velocity and layered; bare (free faces all round, no pads), and with
//   CPML
//             on all faces and 100 x 100 receivers
//   seed001   Sadahiro 2014: 675 x 210 cells of 20 m, dt 2 ms, 2000 steps, order 16, a sponge of 50 cells at
//             the sides and the bottom, a free top, a receiver one node below each of its nodes, five
//             snapshots; a salt-like section stands for the one that was not published. On a device by each
//             kernel, and copied every step
//   seed002   Parra Prada 2016: 50^3 nodes of 10 m, 1500 over 4700 m/s, bare, orders 2, 4 and 8
//   ladder-n  the bare cube by each kernel of the back end; on a device copied every step, too
//
// Cubes start from noise in every node, as a field of zeros is kinder to processors and memory than a wave;
// the seeds' cases from rest, as theirs did. Rates are of padded nodes and of the steps alone (WaveParts);
// `seconds` is the whole run with its set-up and copies.
// The bandwidth is a triad's (core/base/bandwidth.hpp), measured on the same back end by the same threads
// just before; a rate's share of it counts the bytes that a step must move at least.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/backend.hpp"

namespace foldwave {

enum class WaveBenchCase { cube, section, seed001, seed002, ladder };

// What absorbs in a bench's case; bare: free faces all round.
enum class BenchBoundary { bare, sponge, cpml };

enum class BenchStart { rest, noise };

struct WaveBenchPlan {
  std::vector<WaveBenchCase> cases{WaveBenchCase::cube};
  std::vector<int> sizes;   // of cubes and ladders (empty: 512 and 1024, on the CPU 384), and sections
  std::vector<int> orders;  // empty: the case's own
  std::vector<Precision> precisions{Precision::binary32};
  std::vector<WaveKernel> kernels;        // empty: the case's own
  bool copied = false;                    // those kernels copied every step too
  std::optional<BenchBoundary> boundary;  // empty: the case's own
  std::optional<BenchStart> start;        // likewise
  int steps = 0;                          // 0: the case's own
  std::vector<int> threads;               // empty: all; a device is driven by the most of them
  int repeat = 3;  // of these runs, an odd number, the one with the median time is told
};

struct WaveBenchRow {
  std::string name;  // of the case: "cube-512-cpml"
  WaveKernel asked = WaveKernel::automatic;
  std::string kernel;  // that ran, or the propagator's name where it has but one
  Precision precision = Precision::binary32;
  int order = 0;
  std::array<int, 3> n{};  // the user's nodes
  std::array<int, 3> padded_n{};
  int threads = 1;
  int receivers = 0;
  BenchStart start = BenchStart::rest;
  bool copied = false;

  std::string failure;  // why there are no figures; empty: there are
  int steps = 0;
  int snapshots = 0;
  double seconds = 0.0;
  WaveParts parts;  // of that run
  double points_per_second = 0.0;
  double bytes_a_point = 0.0;
  std::optional<double> bandwidth;     // bytes a second
  std::int64_t peak_memory_bytes = 0;  // of the process in this row's runs

  double points() const { return 1.0 * padded_n[0] * padded_n[1] * padded_n[2]; }
  double step_seconds() const { return points() / points_per_second; }
  std::optional<double> bandwidth_share() const {
    if (!bandwidth) return std::nullopt;
    return bytes_a_point * points_per_second / *bandwidth;
  }
};

// Rows in the order of the plan, each told to `done` as soon as it is there. What is measured is the back end
// itself, never the CPU that it may fall back on: what it cannot do, or has no memory for, is the row's
// failure, and the bench goes on. Throws Stopped. The number of threads is
// given back as it was.
std::vector<WaveBenchRow> bench_wave(const Backend& backend, const WaveBenchPlan& plan,
                                     const std::function<void(const WaveBenchRow&)>& done, const Job& job);

}  // namespace foldwave
