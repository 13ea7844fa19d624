#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "core/base/text.hpp"
#include "core/bench/codec.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/formats/atomic_file.hpp"

namespace foldwave::cli {

namespace {

struct BenchCodecOptions {
  std::string backend = "auto";
  std::vector<std::string> cases{"filled", "silent", "stack"};
  std::vector<std::string> codecs;  // empty: all
  std::vector<int> threads;         // empty: one and all
  int size = 192;
  std::vector<double> errors{1e-3};
  int repeat = 3;
  std::string write;  // a folder for the volumes; empty: none
  bool words = false;
  bool json = false;
};

using Json = nlohmann::ordered_json;

const std::vector<int> codec_widths{-11, -17, 6, 4, 9, 9, 8, 10, 9, 9, 14, 10};

CodecBenchPlan plan_of(const BenchCodecOptions& options) {
  CodecBenchPlan plan;
  plan.cases.clear();
  for (const std::string& name : options.cases)
    for (const CodecBenchCase which : {CodecBenchCase::filled, CodecBenchCase::silent, CodecBenchCase::stack})
      if (codec_case_name(which) == name) plan.cases.push_back(which);
  plan.codecs = options.codecs;
  plan.threads = options.threads;
  plan.size = options.size;
  plan.errors = options.errors;
  plan.repeat = options.repeat;
  return plan;
}

// What the figures count.
Json codec_counts() {
  return {{"seconds",
           "all bricks of 64^3, data in memory; the median of `repeat`; on a device by its clock, of zonal "
           "chains transform and quantiser alone, without bricks that it leaves to the processor"},
          {"rate", "bytes of floats by seconds"},
          {"ratio", "bytes of floats by packed bytes, headers and checksums included"},
          {"mean_error", "mean |a - b| by max |a|"},
          {"rms", "in the volume's unit, whose range is told"},
          {"words", "Huffman's code on words of so many bits, its table included, by the floats' size"},
          {"seed",
           "Aqrawi 2010: ratios of its two data sets, errors in their unit, unpacking of 12,207 MB (2^20 "
           "bytes)"}};
}

Json json_seed(const SeedCodec& seed) {
  return {{"ratio", {seed.ratio_low, seed.ratio_high}},
          {"mean_error", maybe(seed.mean_error)},
          {"rms", maybe(seed.rms)},
          {"unpack_rate_one", seed.rate_one},
          {"unpack_rate_four", seed.rate_four},
          {"unpack_rate_device", maybe(seed.rate_device)}};
}

Json json_row(const CodecBenchRow& row) {
  Json j{
      {"volume", row.volume}, {"codec", row.codec}, {"on_device", row.on_device}, {"threads", row.threads}};
  if (row.bound) j["bound"] = *row.bound;
  if (!row.failure.empty()) {
    j["failure"] = row.failure;
    return j;
  }
  j["bytes"] = row.bytes;
  j["pack_seconds"] = row.pack_seconds;
  j["unpack_seconds"] = row.unpack_seconds;
  j["transfer_seconds"] = maybe(row.transfer_seconds);
  j["pack_rate"] = row.pack_rate();
  j["unpack_rate"] = row.unpack_rate();
  j["rate_unit"] = "bytes/s";
  if (row.by_processor > 0) j["bricks_by_processor"] = row.by_processor;
  if (row.packed > 0) {
    j["packed_bytes"] = row.packed;
    j["ratio"] = row.ratio();
  }
  j["largest_error"] = maybe(row.quality.largest);
  j["mean_error"] = row.quality.mean_error;
  j["rms"] = row.quality.rms;
  j["snr"] = maybe(row.quality.snr);
  j["range"] = row.quality.range;
  if (row.seed) j["seed"] = json_seed(*row.seed);
  return j;
}

void print_codec_head(const Backend& backend) {
  std::cout
      << backend.name() << ": " << backend.description() << "\n"
      << "MB/s: 10^6 bytes of floats; largest: of the range; ME: mean error by the largest magnitude; SNR: "
         "dB; seed: its ratio, and unpacking on one core\n\n";
  print_line(
      {"volume", "codec", "on", "thr", "pack", "unpack", "ratio", "largest", "ME", "SNR", "seed", "MB/s"},
      codec_widths);
}

std::string ratio_text(const SeedCodec& seed) {
  return fixed_text(seed.ratio_low, 2) + "-" + fixed_text(seed.ratio_high, 2);
}

void print_row(const CodecBenchRow& row) {
  std::vector<std::string> cells{row.volume, row.codec, row.on_device ? "device" : "cpu",
                                 std::to_string(row.threads)};
  if (!row.failure.empty()) {
    cells.push_back("-  " + row.failure);
    print_line(cells, codec_widths);
    return;
  }
  const Quality& q = row.quality;
  for (const std::string& cell :
       {number_text(1e-6 * row.pack_rate(), 4), number_text(1e-6 * row.unpack_rate(), 4),
        row.packed > 0 ? number_text(row.ratio(), 4) : std::string("-"),
        number_text(q.range > 0.0 ? q.largest / q.range : q.largest, 2), number_text(q.mean_error, 2),
        std::isfinite(q.snr) ? fixed_text(q.snr, 1) : std::string("-"),
        row.seed ? ratio_text(*row.seed) : std::string("-"),
        row.seed ? number_text(1e-6 * row.seed->rate_one, 3) : std::string("-")})
    cells.push_back(cell);
  print_line(cells, codec_widths);
}

void print_words(const std::vector<WordStudyRow>& rows) {
  const std::vector<int> widths{-11, 5, 9, 9};
  std::cout << "\nHuffman's code on words, of the floats' size\n\n";
  print_line({"volume", "bits", "share", "seed"}, widths);
  for (const WordStudyRow& row : rows)
    print_line(
        {row.volume, std::to_string(row.bits), fixed_text(row.share, 3), fixed_text(row.seed_share, 2)},
        widths);
}

void write_volumes(const CodecBenchPlan& plan, const std::string& folder, const Job& job) {
  require_folder(folder);
  for (const CodecBenchCase which : plan.cases) {
    job.throw_if_stopped();
    const Field<float> volume = codec_case(which, plan.size);
    write_file_atomically(
        std::filesystem::path(folder) / (codec_case_name(which) + "-" + std::to_string(plan.size) + ".f32"),
        std::as_bytes(volume.values()));
  }
}

int bench_codec(const BenchCodecOptions& options) {
  const StopSignal signal;
  const auto selected = select_backend(options.backend);
  const Backend& backend = without_fallback(*selected);
  const Job job{nullptr, signal.token()};
  const CodecBenchPlan plan = plan_of(options);
  if (!options.write.empty()) write_volumes(plan, options.write, job);
  if (!options.json) print_codec_head(backend);
  // With --json the table's rows would be lost until the end: they are logged.
  const auto done = [&](const CodecBenchRow& row) {
    if (!options.json)
      print_row(row);
    else
      std::cerr << row.volume << " " << row.codec << (row.on_device ? " on the device" : "") << ", "
                << row.threads << " threads: "
                << (row.failure.empty() ? number_text(1e-6 * row.pack_rate(), 4) + " and " +
                                              number_text(1e-6 * row.unpack_rate(), 4) + " MB/s"
                                        : row.failure)
                << std::endl;
  };
  const std::vector<CodecBenchRow> rows = foldwave::bench_codec(backend, plan, done, job);
  std::vector<WordStudyRow> words;
  if (options.words) words = study_words(plan, job);
  if (options.json) {
    Json j{{"machine", json_machine(backend)}, {"counts", codec_counts()}, {"results", Json::array()}};
    j["machine"]["repeat"] = options.repeat;
    for (const CodecBenchRow& row : rows)
      j["results"].push_back(json_row(row));
    for (const WordStudyRow& row : words)
      j["words"].push_back(
          {{"volume", row.volume}, {"bits", row.bits}, {"share", row.share}, {"seed_share", row.seed_share}});
    std::cout << j.dump(2) << "\n";
  } else if (options.words) {
    print_words(words);
  }
  const bool any =
      std::any_of(rows.begin(), rows.end(), [](const CodecBenchRow& r) { return r.failure.empty(); });
  return any ? 0 : 1;
}

}  // namespace

void add_bench_codec(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<BenchCodecOptions>();
  CLI::App* const command = bench.add_subcommand(
      "codec", "the codecs of volumes: bytes a second, ratios, errors, beside seed 003's");
  command->add_flag("--json", options->json, "as JSON");
  add_list_option(*command, "--case", options->cases, "of filled, silent, stack (default: all)")
      .check(CLI::IsMember({"filled", "silent", "stack"}));
  std::string names;
  for (const std::string& name : codec_bench_names())
    names += (names.empty() ? "" : ", ") + name;
  add_list_option(*command, "--codec", options->codecs,
                  ("of " + names + ", or any chain's (default: those)").c_str());
  command->add_option("--size", options->size, "nodes a side (default: 192)")->check(CLI::Range(8, 4096));
  add_list_option(*command, "--error", options->errors,
                  "largest errors of bounded codecs, of the range (default: 1e-3)")
      .check(CLI::Range(0.0, 1.0));
  add_list_option(*command, "--threads", options->threads, "counts to measure (default: 1 and all)")
      .check(CLI::Range(1, 1024));
  command->add_flag("--words", options->words, "also Huffman's code on words of 16, 8, 4 and 2 bits");
  command->add_option("--write", options->write, "a folder to write the volumes to, as floats");
  add_repeat_option(*command, options->repeat);
  add_backend_option(*command, options->backend);
  command->callback([&chosen, options] { chosen = [options] { return bench_codec(*options); }; });
}

}  // namespace foldwave::cli
