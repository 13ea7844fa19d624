// Protects the bench of the models of a kernel's time: a row for every shape asked for, a winner that is the
// model with the least median error, and runs that are foretold anew from their file.
#include <QTest>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/bench/kernel_models.hpp"
#include "tests/core/forecast/gpu_model/figures_for_tests.hpp"
#include "tests/test_program.hpp"

namespace test_bench_kernel_models {

using namespace foldwave;
using foldwave::test::round_figures;

std::vector<KernelModelRow> some_rows(std::size_t right_model) {
  const DeviceFigures f = round_figures();
  KernelModelPlan plan;
  plan.sizes = {64, 256};
  return bench_kernel_models(
      plan, f,
      [&](const LaunchShape& asked) {
        KernelRun run{asked, 32, 1.0};
        run.shape.active_blocks = 4;
        // As that model says, but for one part in a hundred.
        run.seconds = 1.01 * foretell(run.shape, 1.0, 32, f).predicted[right_model];
        return run;
      },
      [](const KernelModelRow&) {});
}

class TestBenchKernelModels : public QObject {
  Q_OBJECT
 private slots:
  void who_is_right_wins() {
    for (std::size_t model = 0; model < kernel_model_names.size(); ++model) {
      const auto rows = some_rows(model);
      QCOMPARE(rows.size(), std::size_t{4 * 2 * 6});
      QCOMPARE(rows[0].shape.active_blocks, 4);
      const KernelModelSummary s = summary_of(rows);
      QCOMPARE(s.winner, model);
      QVERIFY(std::abs(s.errors[model].median - (1.0 - 1.0 / 1.01)) < 1e-9);
      QVERIFY(std::abs(s.errors[model].spearman - 1.0) < 1e-9);
      QVERIFY(std::abs(rows[0].error(model) - (1.0 / 1.01 - 1.0)) < 1e-9);
    }
  }

  // What the page shows is what today's models say of the runs that were kept, and within the bars.
  void the_kept_runs_are_foretold_as_the_page_says() {
    std::ifstream file(FOLDWAVE_SOURCE_DIR "/docs/bench/h100-kernel-models.json");
    QVERIFY(file.good());
    const auto kept = nlohmann::ordered_json::parse(file);
    const DeviceFigures f = device_figures_from_json(kept["figures"], "kept");
    const KernelModelSummary s = summary_of(rows_from_json(kept["results"], f, "kept"));
    const auto& told = kept["summary"]["models"];
    for (std::size_t model = 0; model < kernel_model_names.size(); ++model) {
      const double median = told[kernel_model_names[model]]["median_error"].get<double>();
      QVERIFY2(std::abs(s.errors[model].median - median) < 1e-9, kernel_model_names[model]);
    }
    QCOMPARE(kernel_model_names[s.winner], "corrected");
    QVERIFY(s.errors[1].median < 0.2 && s.errors[1].spearman > 0.9);
  }

  void rows_come_back() {
    const auto rows = some_rows(1);
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const KernelModelRow& row : rows)
      list.push_back(to_json(row));
    const auto back = rows_from_json(list, round_figures(), "file");
    QCOMPARE(back.size(), rows.size());
    for (std::size_t m = 0; m < rows.size(); ++m)
      QVERIFY(to_json(back[m]) == to_json(rows[m]));
    list[0].erase("seconds");
    QVERIFY_THROWS_EXCEPTION(InputError, rows_from_json(list, round_figures(), "file"));
    list[0] = 7;
    QVERIFY_THROWS_EXCEPTION(InputError, rows_from_json(list, round_figures(), "file"));
  }
};

}  // namespace test_bench_kernel_models

FOLDWAVE_TEST(test_bench_kernel_models, run_guiless<test_bench_kernel_models::TestBenchKernelModels>)
#include "test_bench_kernel_models.moc"
