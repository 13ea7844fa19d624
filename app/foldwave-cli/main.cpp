// foldwave-cli: a scenario's stages without a screen. The words and exit statuses are a contract:
// docs/guide/command-line.md.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/manual.hpp"
#include "app/foldwave-cli/terminal/silence.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "app/foldwave-cli/usage.hpp"
#include "core/base/error.hpp"
#include "core/base/memory/freed_memory.hpp"
#include "core/base/system.hpp"
#ifdef FOLDWAVE_HAS_MPI
#include "app/ranks/mpi_ranks.hpp"
#include "core/engine/backend.hpp"
#include "core/output/snapshot_files.hpp"
#include "core/wave/ranks/ranked_propagator.hpp"
#endif
#ifdef FOLDWAVE_HAS_CUDA
#include "gpu/backend.hpp"
#endif

namespace {

using namespace foldwave;

int told(const std::string& message) {
  std::cerr << "foldwave-cli: " << message << "\n";
  return 1;
}

int dispatch(int argc, char** argv) {
  CLI::App app{"Fold rock, send waves through it: the engine without a screen"};
  app.name(argv[0]);
  app.set_version_flag("--version", "Foldwave " + program_version());
  app.set_help_all_flag("--help-all", "The options of every command, and exit");
  app.add_flag_callback(
         "--manual",
         [&app] {
           std::cout << cli::manual_page(app, program_version());
           throw CLI::Success();
         },
         "its manual page")
      ->group("");
  app.require_subcommand(1);
  app.fallthrough();
  app.failure_message(
      [](const CLI::App* given, const CLI::Error& e) { return cli::usage_message(*given, e); });
  int threads = 0;
  app.add_option("--threads", threads, "threads to use (default: all)")->check(CLI::Range(1, 1024));
  bool quiet = false;
  app.add_flag("--quiet", quiet, "errors alone on standard error: no progress, notes and warnings");

  cli::Command chosen;
  for (const auto add :
       {cli::add_info, cli::add_run, cli::add_validate, cli::add_export, cli::add_import, cli::add_fit,
        cli::add_forecast, cli::add_survey, cli::add_residual, cli::add_volume, cli::add_verify})
    add(app, chosen);
  CLI::App* const bench = app.add_subcommand("bench", "measured runs");
  bench->require_subcommand(1);
  bench->fallthrough();
  cli::add_bench_fold(*bench, chosen);
  cli::add_bench_wave(*bench, chosen);
  cli::add_bench_choices(*bench, chosen);
  cli::add_bench_codec(*bench, chosen);
  cli::add_bench_filter(*bench, chosen);
  cli::add_bench_forecast(*bench, chosen);
  cli::add_bench_imaging(*bench, chosen);
  cli::add_bench_io(*bench, chosen);
  cli::add_bench_slices(*bench, chosen);
  cli::add_bench_volumes(*bench, chosen);
  cli::add_bench_device(*bench, chosen);
  cli::add_bench_kernel_models(*bench, chosen);
  cli::add_bench_host(*bench, chosen);

  // As in many programs, a file of the name "-" is standard input; it is never written to.
  std::vector<std::string> words(argv + 1, argv + argc);
  std::ranges::replace(words, std::string("-"), std::string("/dev/stdin"));
  std::ranges::reverse(words);
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  if (threads > 0) set_thread_count(threads);
  const cli::Silence silence(quiet);
  return chosen();
}

int told_outcome(int argc, char** argv) {
  try {
#ifdef FOLDWAVE_HAS_CUDA
    register_cuda_backend();
#endif
    const int status = dispatch(argc, argv);
    if (!std::cout.flush())
      return told("standard output: cannot be written; free space or choose another place");
    return status;
  } catch (const Stopped&) {
    return told("stopped on request");
  } catch (const Error& e) {
    return told(e.what());
  } catch (const std::bad_alloc&) {
    return told("memory: there is not enough; use fewer grid nodes");
  } catch (const std::exception& e) {
    return told(std::string("unexpected: ") + e.what());
  }
}

#ifdef FOLDWAVE_HAS_MPI

// What rank 0 does, or the program where it is alone.
int speaking(int argc, char** argv, Communicator* ranks) {
  if (ranks == nullptr) return told_outcome(argc, argv);
  int status = 0;
  try {
    require_same_version(*ranks, program_version());
    share_waves_with(*ranks, snapshot_part_writer());
    status = told_outcome(argc, argv);
  } catch (const InputError& e) {
    status = told(e.what());
  }
  end_serving(*ranks);
  return status;
}

// This build's waves on devices.
const RankEngine* engine_of_devices() {
#ifdef FOLDWAVE_HAS_CUDA
  return &cuda_rank_engine();
#else
  return nullptr;
#endif
}

// The others serve waves. Stops are rank 0's to hear; what one cannot do alone ends them all.
int serving(Communicator& ranks) {
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  try {
    require_same_version(ranks, program_version());
    serve_waves(ranks, snapshot_part_writer(), engine_of_devices());
    return 0;
  } catch (const std::exception& e) {
    ranks.abandon(e.what());
    return 1;
  }
}

int as_one_of_ranks(int argc, char** argv) {
  try {
    const auto ranks = make_mpi_ranks(&argc, &argv);
    if (ranks && ranks->rank() > 0) return serving(*ranks);
    return speaking(argc, argv, ranks.get());
  } catch (const std::exception& e) {
    return told(e.what());
  }
}

#else

int as_one_of_ranks(int argc, char** argv) {
  return told_outcome(argc, argv);
}

#endif

}  // namespace

int main(int argc, char** argv) {
  // A file that outgrows its limit is then an error of the write, which is told, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  keep_large_arrays_apart();
  const int status = as_one_of_ranks(argc, argv);
  cli::end_by_signal_if_stopped();
  return status;
}
