// The commands of foldwave-cli: each adds itself with its options, and is what `chosen` runs when it was
// given. A command gives the program's exit status: 0 done, 1 failed or stopped. Results go to standard
// output, everything else to standard error; errors are thrown and told by main.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace foldwave::cli {

using Command = std::function<int()>;

void add_info(CLI::App& app, Command& chosen);
void add_run(CLI::App& app, Command& chosen);
void add_validate(CLI::App& app, Command& chosen);
void add_export(CLI::App& app, Command& chosen);
void add_fit(CLI::App& app, Command& chosen);
void add_residual(CLI::App& app, Command& chosen);
void add_import(CLI::App& app, Command& chosen);
void add_forecast(CLI::App& app, Command& chosen);
void add_verify(CLI::App& app, Command& chosen);
void add_survey(CLI::App& app, Command& chosen);
void add_volume(CLI::App& app, Command& chosen);
void add_volume_info(CLI::App& volume, Command& chosen);
void add_bench_fold(CLI::App& bench, Command& chosen);
void add_bench_codec(CLI::App& bench, Command& chosen);
void add_bench_io(CLI::App& bench, Command& chosen);
void add_bench_choices(CLI::App& bench, Command& chosen);
void add_bench_slices(CLI::App& bench, Command& chosen);
void add_bench_volumes(CLI::App& bench, Command& chosen);
void add_bench_wave(CLI::App& bench, Command& chosen);
void add_bench_filter(CLI::App& bench, Command& chosen);
void add_bench_forecast(CLI::App& bench, Command& chosen);
void add_bench_host(CLI::App& bench, Command& chosen);
void add_bench_imaging(CLI::App& bench, Command& chosen);
void add_bench_device(CLI::App& bench, Command& chosen);
void add_bench_kernel_models(CLI::App& bench, Command& chosen);
void add_volume_filter(CLI::App& volume, Command& chosen);

}  // namespace foldwave::cli
