// Measured runs of the codecs, for `foldwave-cli bench codec`: seed 003's tables (Aqrawi, NTNU 2010, appendix
// C) on this machine, its numbers beside.
//
// A row is one codec on one volume (codec_cases.hpp) by some threads: the volume is cut in bricks of 64^3,
// each packed and unpacked alone; seconds are of all bricks, data in memory. Three kinds of codecs:
//
//   the seed's own   rle and huffman-fixed without loss; zonal chains, 4 of 8 kept, by rle
//   its successors   the same by the transforms that it names as future work
//   bounded          every value within an error, a share of the range: chains of step quantisers, wave; by
//                    its name also zfp, the yardstick, whose error is a tolerance that it stays below
//
// ME is mean |a - b| / max |a|, labelled ours, as the thesis gives no formula.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/bench/codec_cases.hpp"
#include "core/engine/backend.hpp"
#include "core/volume/codec/quality.hpp"

namespace foldwave {

struct CodecBenchPlan {
  std::vector<CodecBenchCase> cases{CodecBenchCase::filled, CodecBenchCase::silent, CodecBenchCase::stack};
  int size = 192;                    // nodes a side
  std::vector<std::string> codecs;   // of codec_bench_names; empty: all
  std::vector<int> threads;          // empty: one and all
  std::vector<double> errors{1e-3};  // of bounded codecs, of the range
  int repeat = 3;                    // of these runs, an odd number, the median is told
};

// What the seed tells of a codec; megabytes are 2^20 bytes of floats, rates of unpacking its largest volume.
struct SeedCodec {
  double ratio_low = 0.0, ratio_high = 0.0;
  std::optional<double> mean_error, rms;
  double rate_one = 0.0, rate_four = 0.0;  // of one core and four
  std::optional<double> rate_device;       // of its graphics card, with RLE on the processor
};

struct CodecBenchRow {
  std::string volume;  // "filled-192"
  std::string codec;
  bool on_device = false;  // data on the device; of zonal chains the transform and the quantiser alone
  int threads = 1;
  std::optional<double> bound;  // absolute, of a bounded codec
  std::optional<SeedCodec> seed;

  std::string failure;      // why there are no figures; empty: there are
  std::int64_t bytes = 0;   // of floats
  std::int64_t packed = 0;  // 0: not packed
  double pack_seconds = 0.0, unpack_seconds = 0.0;
  std::optional<double> transfer_seconds;  // both ways
  std::int64_t by_processor = 0;  // bricks that a device left to it, whose time is not in the seconds
  Quality quality;

  double ratio() const { return static_cast<double>(bytes) / static_cast<double>(packed); }
  double pack_rate() const { return static_cast<double>(bytes) / pack_seconds; }
  double unpack_rate() const { return static_cast<double>(bytes) / unpack_seconds; }
};

std::vector<std::string> codec_bench_names();

// Rows in the order of the plan, each told to `done` as soon as it is there. Of a back end that is a device,
// rows of its transforms and codecs follow. A row that fails says so, and the bench goes on. Throws Stopped,
// and InputError for a codec that is none. The number of threads is given back as it was.
std::vector<CodecBenchRow> bench_codec(const Backend& backend, const CodecBenchPlan& plan,
                                       const std::function<void(const CodecBenchRow&)>& done, const Job& job);

// Huffman's code on words of 16, 8, 4 and 2 bits of a volume's floats, its table (each word that is there,
// and a byte for its length) included: share of the floats' size, and the seed's on its 2 GB.
struct WordStudyRow {
  std::string volume;
  int bits = 0;
  double share = 0.0, seed_share = 0.0;
};
std::vector<WordStudyRow> study_words(const std::string& volume, const Field<float>& values);
std::vector<WordStudyRow> study_words(const CodecBenchPlan& plan, const Job& job);

}  // namespace foldwave
