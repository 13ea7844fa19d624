// foldwave-cli: a scenario's stages without a screen. The words and exit statuses are a contract:
// docs/guide/command-line.md.
#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <iostream>
#include <new>

#include "app/foldwave-cli/commands.hpp"
#include "app/foldwave-cli/stop_signal.hpp"
#include "app/foldwave-cli/usage.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/units.hpp"
#include "core/wave/wave_kernel_name.hpp"
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
  app.set_version_flag("--version", "Foldwave " + program_version());
  app.set_help_all_flag("--help-all", "The options of every command, and exit");
  app.require_subcommand(1);
  app.fallthrough();
  app.failure_message(
      [](const CLI::App* given, const CLI::Error& e) { return cli::usage_message(*given, e); });
  int threads = 0;
  app.add_option("--threads", threads, "threads to use (default: all)")->check(CLI::Range(1, 1024));

  const auto backend_option = [](CLI::App* command, std::string& value) {
    command->add_option("--backend", value, "auto, cpu or cuda")
        ->check(CLI::IsMember({"auto", "cpu", "cuda"}));
  };

  const auto repeat_option = [](CLI::App* command, int& value) {
    command
        ->add_option("--repeat", value, "runs a row, an odd number (default: 3); the median by time is told")
        ->check(CLI::Range(1, 999))
        ->check([](const std::string& count) {
          return std::stoi(count) % 2 == 0 ? std::string("the median is of an odd number of runs")
                                           : std::string();
        });
  };

  bool json = false;
  auto* info = app.add_subcommand("info", "devices, threads, memory, versions");
  info->add_flag("--json", json, "as JSON");

  cli::RunOptions run_options;
  auto* run = app.add_subcommand("run", "the stages of a scenario, in order");
  run->add_option("scenario", run_options.scenario, "the scenario file")->required();
  run->add_option("--out", run_options.out, "folder for the results")->required();
  run->add_option("--stages", run_options.stages, "of fold, wave; a wave needs its fold, which is always run")
      ->delimiter(',')
      ->check(CLI::IsMember({"fold", "wave"}));
  backend_option(run, run_options.backend);

  std::string scenario;
  std::string validate_backend = "auto";
  auto* validate = app.add_subcommand("validate", "the checks alone");
  validate->add_option("scenario", scenario, "the scenario file")->required();
  backend_option(validate, validate_backend);

  cli::ExportOptions export_options;
  auto* export_command = app.add_subcommand("export", "one product of a scenario, by suffix");
  export_command->add_option("scenario", export_options.scenario, "the scenario file")->required();
  export_command
      ->add_option("--to", export_options.to, "a file: .vti, .vtp, .ts, .cps3, .xyz, .csv, .sgy or .png")
      ->required();
  export_command
      ->add_option("--what", export_options.what,
                   "velocity, layers, arrival, horizon, layer-top, gather; a picture: structure, thumbnail; "
                   "a table: layers, thickness, "
                   "thickness-map, isogons, hinges, attitudes")
      ->check(CLI::IsMember({"velocity", "layers", "arrival", "horizon", "layer-top", "gather", "thickness",
                             "thickness-map", "isogons", "hinges", "attitudes", "structure", "thumbnail"}));
  export_command->add_option("--layer", export_options.layer,
                             "of layer-top: the layer's name, or its number in /layers/list");
  export_command
      ->add_option("--axis", export_options.axis,
                   "of a table: TREND,PLUNGE of the fold axis in degrees (default: the horizon's own)")
      ->delimiter(',')
      ->expected(2);
  backend_option(export_command, export_options.backend);

  cli::FitOptions fit_options;
  auto* fit =
      app.add_subcommand("fit", "lambda, axial line and thickness that take the horizon to a second one");
  fit->add_option("scenario", fit_options.scenario, "the scenario file")->required();
  fit->add_option("--horizon", fit_options.horizon, "the second horizon's file")->required();
  fit->add_option("--z", fit_options.sense, "depth or elevation (default: as the file says, else by the box)")
      ->check(CLI::IsMember({"depth", "elevation"}));
  fit->add_option("--unit", fit_options.unit,
                  "of x, y and z: metres, feet, us-feet, kilometres (default: likewise)")
      ->check(CLI::IsMember(
          std::vector<std::string>(foldwave::length_words.begin(), foldwave::length_words.end())));
  fit->add_option("--velocity", fit_options.velocity, "m/s, where the file's z is a two-way time")
      ->check(CLI::Range(1.0, 20000.0));
  fit->add_option("--where", fit_options.where,
                  "the rows of a table that are meant, as in: val == 60 and name != Top");
  fit->add_option("--fix", fit_options.fix, "of lambda, axis, thickness: held as the scenario has them")
      ->delimiter(',')
      ->check(CLI::IsMember({"lambda", "axis", "thickness"}));
  fit->add_option("--layer", fit_options.layer,
                  "whose top the horizon is: its name, or its number in /layers/list");
  fit->add_option("--map", fit_options.map, "the misfit as a map: .csv or .cps3");
  fit->add_option("--write", fit_options.write, "the scenario with the fitted values");
  fit->add_option("--as-layer", fit_options.as_layer,
                  "of --write: a layer of this name begins at the second horizon")
      ->needs("--write");
  fit->add_flag("--json", fit_options.json, "as JSON");

  cli::VerifyOptions verify_options;
  auto* verify = app.add_subcommand("verify", "the physics checked against exact answers");
  verify->add_flag("--json", verify_options.json, "as JSON");
  verify->add_flag("--quick", verify_options.quick, "smaller grids, under half a minute");
  backend_option(verify, verify_options.backend);

  cli::BenchFoldOptions bench_options;
  auto* bench = app.add_subcommand("bench", "measured runs");
  bench->require_subcommand(1);
  bench->fallthrough();
  auto* bench_fold =
      bench->add_subcommand("fold", "the fold methods: seconds, errors against the exact arrival, memory");
  bench_fold->add_flag("--json", bench_options.json, "as JSON");
  const auto list_option = [bench_fold](const char* name, auto& values, const char* help) {
    return bench_fold->add_option(name, values, help)->delimiter(',');
  };
  list_option("--sizes", bench_options.sizes, "nodes a side (default: 160,320,400)")
      ->check(CLI::Range(8, 100000));
  list_option("--case", bench_options.cases, "of seed, isotropic (default: both)")
      ->check(CLI::IsMember({"seed", "isotropic"}));
  list_option("--precision", bench_options.precisions, "of single, double (default: both)")
      ->check(CLI::IsMember({"single", "double"}));
  list_option("--threads", bench_options.threads, "counts to measure (default: 1, 2, 4, ... and all)")
      ->check(CLI::Range(1, 1024));
  bench_fold->add_option("--only", bench_options.only, "one method (default: all of the back end)")
      ->check(CLI::IsMember({"foot-point", "pmm", "fmm", "fsm", "pfsm", "fim"}));
  repeat_option(bench_fold, bench_options.repeat);
  backend_option(bench_fold, bench_options.backend);

  cli::BenchWaveOptions wave_options;
  auto* bench_wave = bench->add_subcommand(
      "wave", "the wave's propagators: points a second, share of the memory's bandwidth");
  bench_wave->add_flag("--json", wave_options.json, "as JSON");
  const auto wave_list = [bench_wave](const char* name, auto& values, const char* help) {
    return bench_wave->add_option(name, values, help)->delimiter(',');
  };
  wave_list("--case", wave_options.cases, "of cube, seed001, seed002, ladder (default: cube)")
      ->check(CLI::IsMember({"cube", "seed001", "seed002", "ladder"}));
  wave_list("--sizes", wave_options.sizes,
            "nodes a side of cube and ladder (default: 512,1024; 384 on the CPU)")
      ->check(CLI::Range(17, 100000));
  wave_list("--order", wave_options.orders, "of the stencil (default: the case's own, 8 for cubes)")
      ->check(CLI::IsMember({2, 4, 6, 8, 10, 12, 14, 16}));
  wave_list("--precision", wave_options.precisions, "of single, double (default: single)")
      ->check(CLI::IsMember({"single", "double"}));
  std::vector<std::string> kernels{"auto"};
  for (const WaveKernel kernel : all_wave_kernels())
    kernels.emplace_back(wave_kernel_name(kernel));
  wave_list("--kernel", wave_options.kernels, "variants of the step (default: the case's own)")
      ->check(CLI::IsMember(kernels));
  bench_wave->add_flag("--copy-every-step", wave_options.copied,
                       "these copied to the host and back every step, too");
  bench_wave
      ->add_option("--boundary", wave_options.boundary, "none, sponge or cpml (default: the case's own)")
      ->check(CLI::IsMember({"none", "sponge", "cpml"}));
  bench_wave->add_option("--start", wave_options.start, "noise or rest (default: noise in cubes)")
      ->check(CLI::IsMember({"noise", "rest"}));
  bench_wave->add_option("--steps", wave_options.steps, "time steps (default: the case's own)")
      ->check(CLI::Range(1, 1000000));
  wave_list("--threads", wave_options.threads, "counts to measure (default: all)")
      ->check(CLI::Range(1, 1024));
  repeat_option(bench_wave, wave_options.repeat);
  backend_option(bench_wave, wave_options.backend);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  if (threads > 0) set_thread_count(threads);
  if (*info) return cli::info(json);
  if (*run) return cli::run(run_options);
  if (*validate) return cli::validate(scenario, validate_backend);
  if (*export_command) return cli::export_product(export_options);
  if (*fit) return cli::fit(fit_options);
  if (*bench_wave) return cli::bench_wave(wave_options);
  if (*bench) return cli::bench_fold(bench_options);
  return cli::verify(verify_options);
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

}  // namespace

int main(int argc, char** argv) {
  // A file that outgrows its limit is then an error of the write, which is told, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  const int status = told_outcome(argc, argv);
  cli::end_by_signal_if_stopped();
  return status;
}
