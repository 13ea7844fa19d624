// The commands of foldwave-cli. Each gives the program's exit status: 0 done, 1 failed or stopped. Results go
// to standard output, everything else to standard error; errors are thrown and told by main.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace foldwave::cli {

struct RunOptions {
  std::string scenario;
  std::string out;
  std::vector<std::string> stages;  // empty: all that the scenario asks for
  std::string backend = "auto";
};
int run(const RunOptions& options);

struct ExportOptions {
  std::string scenario;
  std::string to;
  std::string what;          // empty: by suffix
  std::string layer;         // of a layer's top: its name or number
  std::vector<double> axis;  // trend and plunge of the fold axis; empty: the horizon's own
  std::string backend = "auto";
};
int export_product(const ExportOptions& options);

struct FitOptions {
  std::string scenario;
  std::string horizon;
  std::string sense;      // depth or elevation; empty: as the file says, or as puts the picks into the box
  std::string unit;       // of x, y and z: one of length_words; empty: likewise
  double velocity = 0.0;  // m/s, where z is a two-way time
  std::string where;      // which rows of a table; empty: all
  std::vector<std::string> fix;
  std::string layer;  // whose top the horizon is
  std::string map;
  std::string write;
  std::string as_layer;
  bool json = false;
};
int fit(const FitOptions& options);

struct VerifyOptions {
  std::string backend = "auto";
  bool quick = false;
  bool json = false;
};
int verify(const VerifyOptions& options);

struct BenchFoldOptions {
  std::string backend = "auto";
  std::vector<int> sizes{160, 320, 400};
  std::vector<std::string> cases{"seed", "isotropic"};
  std::vector<std::string> precisions{"single", "double"};
  std::vector<int> threads;  // empty: 1, 2, 4, ... and all
  std::string only;          // a method; empty: every one
  int repeat = 3;
  bool json = false;
};
int bench_fold(const BenchFoldOptions& options);

struct BenchWaveOptions {
  std::string backend = "auto";
  std::vector<std::string> cases{"cube"};
  std::vector<int> sizes;   // empty: 512,1024 on a device, 384 on the CPU
  std::vector<int> orders;  // empty: the case's own
  std::vector<std::string> precisions{"single"};
  std::vector<std::string> kernels;  // empty: the case's own
  bool copied = false;
  std::string boundary;      // none, sponge, cpml; empty: the case's own
  std::string start;         // noise, rest; empty: the case's own
  int steps = 0;             // 0: the case's own
  std::vector<int> threads;  // empty: all
  int repeat = 3;
  bool json = false;
};
int bench_wave(const BenchWaveOptions& options);

int validate(const std::string& scenario, const std::string& backend);
int info(bool json);

}  // namespace foldwave::cli
