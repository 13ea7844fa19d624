#include <filesystem>
#include <iostream>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/bench/host.hpp"
#include "core/formats/atomic_file.hpp"

namespace foldwave::cli {

namespace {

using HostJson = nlohmann::ordered_json;

struct BenchHostOptions {
  std::string folder, to;
  HostBenchPlan plan;
  bool json = false;
};

HostJson host_counts() {
  return {{"chase", "seconds a step through so many bytes, one thread; uncertainty expanded, k = 2"},
          {"levels", "seconds of the levels' plateaus; triad_bandwidth: bytes/s of the memory, all threads"},
          {"disk_write",
           "bytes/s into a new file of the folder; disk_way: direct, past the system's memory, "
           "or flushed where the file system does not take that"}};
}

std::string nanoseconds(double seconds) {
  return seconds > 0.0 ? number_text(1e9 * seconds, 3) + " ns" : "not known";
}

void print_host(const HostFigures& f) {
  std::cout << cpu_name() << ", " << thread_count() << " threads\n\n";
  const std::vector<int> widths{-12, 22};
  print_line({"bytes", "ns a step"}, widths);
  for (const HostChasePoint& p : f.chase)
    print_line({bytes_text(p.bytes),
                number_text(1e9 * p.seconds.mean, 4) + " +- " + number_text(1e9 * p.seconds.uncertainty, 2)},
               widths);
  std::cout << "\nlatency: L1 " << nanoseconds(f.l1_latency()) << ", L2 " << nanoseconds(f.l2_latency())
            << ", L3 " << nanoseconds(f.l3_latency()) << ", memory " << nanoseconds(f.memory_latency())
            << "\nmemory: " << bytes_text(f.bounds.triad)
            << "/s; arithmetic: " << number_text(1e-9 * f.bounds.arithmetic, 3)
            << " G operations/s; loop over all threads: " << number_text(1e6 * f.bounds.launch, 3)
            << " us\ndisk: "
            << (f.bounds.disk_write > 0.0 ? "writes " + bytes_text(f.bounds.disk_write) + "/s, reads " +
                                                bytes_text(f.bounds.disk_read) + "/s, " + f.bounds.disk_way
                                          : std::string("not known"))
            << "\n";
}

int bench_host(const BenchHostOptions& options) {
  const StopSignal signal;
  const std::filesystem::path folder =
      options.folder.empty() ? std::filesystem::temp_directory_path() : std::filesystem::path(options.folder);
  const HostFigures f = measure_host(options.plan, folder, {nullptr, signal.token()});
  HostJson j{{"machine", json_machine(*cpu_backend())}, {"counts", host_counts()}};
  j["machine"]["repeat"] = options.plan.repeats;
  j.update(to_json(f));
  if (!options.to.empty()) {
    AtomicFile file(options.to);
    file.write(j.dump(1) + "\n");
    file.commit();
  }
  if (options.json)
    std::cout << j.dump(1) << "\n";
  else
    print_host(f);
  return 0;
}

}  // namespace

void add_bench_host(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<BenchHostOptions>();
  CLI::App* const command = bench.add_subcommand(
      "host", "micro-benchmarks of the host: latencies of its caches and memory, bandwidth, disk");
  command->add_flag("--json", options->json, "as JSON");
  command->add_option("--to", options->to, "a file that takes the JSON, too");
  command
      ->add_option("--folder", options->folder, "whose disk is measured (default: that of temporary files)")
      ->check(CLI::ExistingDirectory);
  command->add_option("--repeat", options->plan.repeats, "runs of each size (default: 9)")
      ->check(CLI::Range(2, 1000));
  command->callback([&chosen, options] { chosen = [options] { return bench_host(*options); }; });
}

}  // namespace foldwave::cli
