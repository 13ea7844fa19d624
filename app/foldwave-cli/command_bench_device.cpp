#include <algorithm>
#include <iostream>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "core/base/text.hpp"
#include "core/bench/kernel_models.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/engine/forecast/forecast.hpp"
#include "core/forecast/calibration/calibration_file.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/read_file.hpp"
#ifdef FOLDWAVE_HAS_CUDA
#include "gpu/forecast/device_bench.hpp"
#include "gpu/forecast/naive_step.hpp"
#endif

namespace foldwave::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* no_clock =
    "the device's clock cannot be read: latencies, rates of operations, requests, L1 and shared memory are "
    "left "
    "out";

struct BenchDeviceOptions {
  std::string to;
  int repeats = 50;
  bool json = false;
};

struct KernelModelsOptions {
  std::vector<int> orders{2, 4, 8, 16}, sizes{64, 96, 128, 192, 256, 384, 512};
  std::string figures, from, to;
  int repeat = 5;
  bool json = false;
};

Json machine_with_device() {
  try {
    return json_machine(without_fallback(*select_backend("cuda")));
  } catch (const InputError& e) {
    throw DeviceError("no CUDA device", e.problem(), "run this bench on a machine with an NVIDIA device");
  }
}

DeviceFigures figures_of_device(int repeats, const Job& job) {
#ifdef FOLDWAVE_HAS_CUDA
  return measure_device({repeats, 32}, job);
#else
  static_cast<void>(repeats);
  static_cast<void>(job);
  throw DeviceError("cuda", "this build has no CUDA", "build with -DFOLDWAVE_CUDA=ON");
#endif
}

KernelRun measured_step(const LaunchShape& asked, int repeat, const Job& job) {
#ifdef FOLDWAVE_HAS_CUDA
  const NaiveRun run = run_naive_step(asked, repeat, job);
  KernelRun told{asked, run.registers, run.seconds};
  told.shape.active_blocks = run.active_blocks;
  return told;
#else
  static_cast<void>(asked);
  static_cast<void>(repeat);
  static_cast<void>(job);
  throw DeviceError("cuda", "this build has no CUDA", "build with -DFOLDWAVE_CUDA=ON");
#endif
}

Json json_file(const std::string& path) {
  const Json j = Json::parse(read_whole_file(path, most_bytes::small), nullptr, false);
  if (j.is_discarded())
    throw InputError(path, "this is no JSON", "give a file that foldwave-cli bench wrote with --json");
  return j;
}

void write_json(const Json& j, const std::filesystem::path& to) {
  AtomicFile file(to);
  file.write(j.dump(1) + "\n");
  file.commit();
}

void tell(const Json& j, const std::string& to, bool json) {
  if (!to.empty()) write_json(j, to);
  if (json) std::cout << j.dump(1) << "\n";
}

// For the window's forecast. A cache that cannot be written is no reason to lose what was told.
void keep(const Json& j, const char* bench) {
  try {
    const auto backend = select_backend("cuda");
    const std::filesystem::path file = figures_path(bench, stamp_of_backend(without_fallback(*backend)));
    require_folder(file.parent_path());
    write_json(j, file);
  } catch (const Error& e) {
    std::cerr << "warning: " << e.what() << "\n";
  }
}

// A figure that some table lacks is null: cycles, of a clock that cannot be read.
template <class Figure>
Json known(const Figure& figure) {
  try {
    return maybe(figure());
  } catch (const InputError&) {
    return nullptr;
  }
}
Json positive(double value) {
  return value > 0.0 ? Json(value) : Json();
}

// What is read out of the tables, for people and scripts.
Json levels_of(const DeviceFigures& f) {
  return {{"l1_latency", known([&] { return f.l1_latency(); })},
          {"l2_latency", known([&] { return f.l2_latency(); })},
          {"memory_latency", known([&] { return f.memory_latency(); })},
          {"departure_delay", known([&] { return departure_delay(f.loaded); })},
          {"read_bandwidth", f.read_bandwidth(f.memory_bytes)},
          {"stream_bandwidth", f.stream_bandwidth(f.memory_bytes)},
          {"l2_bandwidth", f.read_bandwidth(f.l2_bytes / 4.0)},
          {"l1_bandwidth", positive(f.l1_bandwidth)},
          {"shared_bandwidth", positive(f.shared_bandwidth)}};
}

Json device_counts() {
  return {{"latencies", "cycles an operation, by warps of one block; uncertainty expanded, k = 2"},
          {"rates", "warps' instructions a cycle and multiprocessor"},
          {"chase", "cycles a step through so many bytes, one warp"},
          {"requests", "cycles a warp's load takes in L1, its lanes in so many rows"},
          {"loaded_latency", "cycles by requests at a time on every multiprocessor"},
          {"read_bandwidth", "bytes/s past L1 by size; stream_bandwidth: three arrays read, one written"}};
}

void print_device(const DeviceFigures& f) {
  const auto gb = [](double rate) { return number_text(1e-9 * rate, 4) + " GB/s"; };
  std::cout << f.device << ", CUDA driver " << f.driver << ", " << f.date << ", " << f.multiprocessors
            << " multiprocessors"
            << (f.has_clock() ? " at " + number_text(1e-6 * f.clock, 5) + " MHz" : std::string()) << "\n\n";
  const std::vector<int> widths{-16, 18, 18, 14};
  print_line({"operation", "cycles at 1 warp", "at most", "warps a cycle"}, widths);
  for (const LatencyCurve& curve : f.latencies) {
    const auto cell = [](const Measurement& m) {
      return number_text(m.mean, 4) + " +- " + number_text(m.uncertainty, 2);
    };
    std::string per_cycle = "-";
    for (const OperationRate& rate : f.rates)
      if (rate.name == curve.name) per_cycle = number_text(rate.per_cycle, 3);
    print_line({curve.name, cell(curve.cycles.front()), cell(curve.cycles.back()), per_cycle}, widths);
  }
  if (f.has_clock())
    std::cout << "\nlatency, cycles: L1 " << number_text(f.l1_latency(), 4) << ", L2 "
              << number_text(f.l2_latency(), 4) << ", memory " << number_text(f.memory_latency(), 4)
              << "; departure delay " << number_text(departure_delay(f.loaded), 3);
  std::cout << "\nbandwidth: memory " << gb(f.read_bandwidth(f.memory_bytes)) << " read, "
            << gb(f.stream_bandwidth(f.memory_bytes)) << " streamed, L2 "
            << gb(f.read_bandwidth(f.l2_bytes / 4.0));
  if (f.has_clock()) std::cout << ", L1 " << gb(f.l1_bandwidth) << ", shared " << gb(f.shared_bandwidth);
  std::cout << "\nlaunch: " << number_text(1e6 * f.launch.stream_seconds, 3) << " us in a stream, "
            << number_text(1e6 * f.launch.graph_seconds, 3) << " in a graph, "
            << number_text(1e6 * f.launch.alone_seconds, 3) << " waited for\ncopies: " << gb(f.copy.to_device)
            << " to the device, " << gb(f.copy.from_device) << " back; pageable "
            << gb(f.copy.pageable_to_device) << " and " << gb(f.copy.pageable_from_device) << "\n";
}

int bench_device(const BenchDeviceOptions& options) {
  const StopSignal signal;
  const Json machine = machine_with_device();
  const DeviceFigures f = figures_of_device(options.repeats, {nullptr, signal.token()});
  if (!f.has_clock()) std::cerr << "warning: " << no_clock << "\n";
  Json j{{"machine", machine}, {"counts", device_counts()}};
  j["levels"] = levels_of(f);
  j["lost"] = f.has_clock() ? Json() : Json(no_clock);
  j.update(to_json(f));
  keep(j, "device");
  tell(j, options.to, options.json);
  if (!options.json) print_device(f);
  return 0;
}

const std::vector<int> model_widths{5, 5, -10, 11, 10, 10, 10, 10, -10};

void print_model_row(const KernelModelRow& row) {
  const auto& b = row.shape.block;
  std::vector<std::string> cells{
      std::to_string(row.shape.order), std::to_string(row.shape.nodes[0]),
      std::to_string(b[0]) + "x" + std::to_string(b[1]) + "x" + std::to_string(b[2]),
      number_text(1e6 * row.seconds, 4)};
  for (std::size_t model = 0; model < kernel_model_names.size(); ++model)
    cells.push_back(fixed_text(100.0 * row.error(model), 1) + " %");
  cells.emplace_back(row.bound_by);
  print_line(cells, model_widths);
}

void print_model_summary(const KernelModelSummary& s) {
  std::cout << "\n";
  const std::vector<int> widths{-10, 12, 12, 12, 10};
  print_line({"model", "median |e|", "mean |e|", "worst |e|", "Spearman"}, widths);
  for (std::size_t model = 0; model < kernel_model_names.size(); ++model) {
    const ModelErrors& e = s.errors[model];
    const auto share = [](double value) { return fixed_text(100.0 * value, 1) + " %"; };
    print_line({kernel_model_names[model], share(e.median), share(e.mean), share(e.worst),
                fixed_text(e.spearman, 3)},
               widths);
  }
  std::cout << "least median error: " << kernel_model_names[s.winner] << "\n";
}

int bench_models(const KernelModelsOptions& options) {
  const StopSignal signal;
  const Job job{nullptr, signal.token()};
  Json j;
  std::vector<KernelModelRow> rows;
  DeviceFigures figures;
  if (!options.json)
    print_line(
        {"order", "n", "block", "us a step", "thesis", "corrected", "hong-kim", "roofline", "bound by"},
        model_widths);
  if (!options.from.empty()) {
    const Json former = json_file(options.from);
    if (!former.contains("figures") || !former.contains("results"))
      throw InputError(options.from, "this holds no runs of the bench",
                       "write them with: foldwave-cli bench kernel-models --json --to FILE");
    j["machine"] = former.value("machine", Json::object());
    figures = device_figures_from_json(former["figures"], options.from);
    rows = rows_from_json(former["results"], figures, options.from);
    if (!options.json) std::ranges::for_each(rows, [](const KernelModelRow& row) { print_model_row(row); });
  } else {
    j["machine"] = machine_with_device();
    figures = options.figures.empty() ? figures_of_device(50, job)
                                      : device_figures_from_json(json_file(options.figures), options.figures);
    if (!figures.has_clock())
      throw DeviceError("cuda", "the device's clock cannot be read", "give --figures of another device");
    KernelModelPlan plan;
    plan.orders = options.orders;
    plan.sizes = options.sizes;
    rows = bench_kernel_models(
        plan, figures, [&](const LaunchShape& shape) { return measured_step(shape, options.repeat, job); },
        [&](const KernelModelRow& row) {
          if (!options.json) print_model_row(row);
        });
  }
  const KernelModelSummary summary = summary_of(rows);
  j["machine"]["repeat"] = options.repeat;
  j["compiler"] = std::string(naive_facts().compiler) + ", " + naive_facts().architecture;
  j["summary"] = to_json(summary);
  j["figures"] = to_json(figures);
  j["results"] = Json::array();
  for (const KernelModelRow& row : rows)
    j["results"].push_back(to_json(row));
  if (options.from.empty()) keep(j, "kernel-models");
  tell(j, options.to, options.json);
  if (!options.json) print_model_summary(summary);
  return 0;
}

}  // namespace

void add_bench_device(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<BenchDeviceOptions>();
  CLI::App* const command = bench.add_subcommand(
      "device", "micro-benchmarks of the CUDA device: latencies, rates, levels of memory, launches");
  command->add_flag("--json", options->json, "as JSON");
  command->add_option("--to", options->to, "a file that takes the JSON, too");
  command->add_option("--repeat", options->repeats, "runs of each latency (default: 50)")
      ->check(CLI::Range(2, 1000));
  command->callback([&chosen, options] { chosen = [options] { return bench_device(*options); }; });
}

void add_bench_kernel_models(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<KernelModelsOptions>();
  CLI::App* const command = bench.add_subcommand(
      "kernel-models", "models of a GPU kernel's time beside what is measured; which one wins");
  command->add_flag("--json", options->json, "as JSON");
  command->add_option("--to", options->to, "a file that takes the JSON, too");
  CLI::Option* const figures =
      command->add_option("--figures", options->figures, "what `bench device` wrote (default: measured now)");
  command->add_option("--from", options->from, "runs of an earlier --json, foretold anew without a device")
      ->excludes(figures);
  add_list_option(*command, "--order", options->orders, "of 2, 4, 8, 16 (default: all)")
      .check(CLI::IsMember({2, 4, 8, 16}));
  add_list_option(*command, "--sizes", options->sizes, "nodes a side (default: 64,96,128,192,256,384,512)")
      .check(CLI::Range(16, 1024));
  add_repeat_option(*command, options->repeat);
  command->callback([&chosen, options] { chosen = [options] { return bench_models(*options); }; });
}

}  // namespace foldwave::cli
