// Protects the view of what is left between a record and the wave, in a real window: each choice draws the
// gather that the core made, with one range of colours; breaks and travel times lie where they were found;
// the numbers are the core's; what is stale or refused is said; exports are those of the command line.
#include <QAction>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QToolButton>
#include <utility>

#include "core/base/text.hpp"
#include "core/output/comparison_files.hpp"
#include "tests/recorded_shot.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/views/wave/residual_pane.hpp"

namespace test_residual_pane {

using namespace foldwave;

namespace {

QByteArray bytes_in(const QString& name) {
  QFile file(name);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestResidualPane : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(shot_section(), "layered.json"));
    pane_ = (*window_)->panes().residual;
    window_->raise("structure");
    write_record(record(), shot_section(2100.0));
  }
  void cleanup() { window_.reset(); }

  void each_choice_draws_what_the_core_made() {
    compare();
    QVERIFY(pane_->is_in_front());
    const GatherComparison& made = (*window_)->results().comparison()->result;
    const std::array<const Gather*, 4> gathers{&made.recorded, &made.predicted, &made.predicted,
                                               &made.residual.difference};
    const char* const buttons[] = {"Recorded", "Modelled", "Recorded over modelled", "Difference"};
    double limit = 0.0;
    // The view has its last size once the numbers have theirs.
    QTRY_VERIFY(window_->child<QLabel>("residual numbers")->isVisible());
    QSize last;
    int alike = 0;  // looks in a row
    const auto has_settled = [&] {
      drawn_picture(*pane_->view());
      const bool same = std::exchange(last, pane_->view()->size()) == pane_->view()->size();
      alike = same ? alike + 1 : 0;
      return alike >= 5;
    };
    QTRY_VERIFY(has_settled());
    for (int what = 0; what < 4; ++what) {
      pane_->set_shown(static_cast<ResidualPane::Shown>(what));
      drawn_picture(*pane_->view());
      QVERIFY(pane_->scene().gather() == gathers[static_cast<std::size_t>(what)]);
      QVERIFY((pane_->scene().beside().over.get() == &made.recorded) == (what == ResidualPane::both));
      QCOMPARE(window_->child<QToolButton>("residual shown")->text(), QString(buttons[what]));
      if (what > 0) QCOMPARE(pane_->scene().limit(), limit);
      limit = pane_->scene().limit();
      keep_picture(**window_, QString("residual-%1").arg(what));
    }
    QVERIFY(limit > 0.0);
    // In a gain all of them change alike.
    window_->child<QToolButton>("residual gain")->defaultAction()->menu()->actions().front()->trigger();
    drawn_picture(*pane_->view());
    const double plain = pane_->scene().limit();
    QVERIFY(plain > limit);
    pane_->set_shown(ResidualPane::recorded);
    drawn_picture(*pane_->view());
    QCOMPARE(pane_->scene().limit(), plain);
  }

  void breaks_and_travel_times_lie_where_they_were_found() {
    compare();
    const GatherComparison& made = (*window_)->results().comparison()->result;
    const auto& times = pane_->scene().beside().times;
    QCOMPARE(times.size(), std::size_t{3});
    QVERIFY(times[0].joined && !times[1].joined && !times[2].joined);
    for (std::size_t r = 0; r < 13; ++r) {
      QCOMPARE(times[0].seconds[r], made.travel_times[r] + made.break_delay);
      QCOMPARE(times[1].seconds[r], *made.recorded_breaks.picked[r]);
      QCOMPARE(times[2].seconds[r], *made.predicted_breaks.picked[r]);
      // The record is faster: it breaks before the line, what was modelled on it.
      if (r > 6) QVERIFY(times[1].seconds[r] < times[2].seconds[r]);
      QVERIFY(std::abs(times[2].seconds[r] - times[0].seconds[r]) < 0.003);
    }
    // A dot stands at its time: its colour is under it.
    pane_->set_shown(ResidualPane::difference);
    const QImage picture = drawn_picture(*pane_->view());
    const auto at = pane_->scene().place(10, times[1].seconds[10]);
    const QColor dot =
        picture.pixelColor(static_cast<int>(at[0]), picture.height() - 1 - static_cast<int>(at[1]));
    QVERIFY2(dot.green() > dot.red() + 60 && dot.green() > dot.blue() + 30, qPrintable(dot.name()));
    window_->child<QToolButton>("residual breaks shown")->click();
    QVERIFY(pane_->scene().beside().times.empty());
  }

  void numbers_are_the_core_s() {
    QVERIFY(pane_->numbers().isEmpty());
    compare();
    const GatherComparison& made = (*window_)->results().comparison()->result;
    const QString numbers = pane_->numbers();
    const auto has = [&](const QString& name, double value, int digits) {
      const QString text = QString::fromStdString(number_text(value, digits));
      return numbers.contains(QRegularExpression(name + "\\t[^\\n]*" + QRegularExpression::escape(text)));
    };
    QVERIFY2(has("left of the record", 100.0 * made.residual.all, 3), qPrintable(numbers));
    QVERIFY2(has("strength found", made.scale, 4), qPrintable(numbers));
    QVERIFY2(has("recorded breaks off", 1e3 * made.recorded_breaks.median, 3), qPrintable(numbers));
    QVERIFY2(has("recorded breaks off", made.recorded_breaks.median / made.recorded.dt, 2),
             qPrintable(numbers));
    QVERIFY2(has("modelled breaks off", 1e3 * made.predicted_breaks.median, 3), qPrintable(numbers));
    const std::size_t worst = *worst_trace(made.residual);
    QVERIFY2(numbers.contains(QString("worst trace\t%1: ").arg(worst + 1)), qPrintable(numbers));
    QVERIFY(window_->child<QLabel>("residual numbers")->isVisible());
    // Side by side they must not push the window out.
    QVERIFY2(pane_->minimumSizeHint().width() < 420,
             qPrintable(QString::number(pane_->minimumSizeHint().width())));
    // Both values are read under the pointer.
    drawn_picture(*pane_->view());
    const auto at = pane_->scene().place(4, 0.2);
    const QString read = QString::fromStdString(pane_->scene().read_out(at[0], at[1]));
    const auto sample = static_cast<std::size_t>(std::lround(0.2 / made.recorded.dt));
    QVERIFY2(read.startsWith("trace 5, offset") && read.contains("recorded ") && read.contains("modelled "),
             qPrintable(read));
    const auto value = [&](const Gather& g) {
      return QString::fromStdString(number_text(double{g.trace(4)[sample]}, 3));
    };
    QVERIFY2(read.contains("recorded " + value(made.recorded)), qPrintable(read));
    QVERIFY2(read.contains("modelled " + value(made.predicted)), qPrintable(read));
  }

  void what_is_stale_is_said_and_can_be_compared_again() {
    QAction* const again = find_command(*(*window_)->menuBar(), "Compare again");
    QVERIFY(again != nullptr && !again->isEnabled());
    compare();
    const double before = (*window_)->results().comparison()->result.residual.all;
    (*window_)->editor().edit(shot_section(2100.0));
    QVERIFY(QString::fromStdString(pane_->scene().note()).startsWith("Stale"));
    QVERIFY(window_->settled());
    QVERIFY(again->isEnabled());
    again->trigger();
    QVERIFY(ended());
    QVERIFY((*window_)->results().comparison()->result.residual.all < 0.2 * before);
    QVERIFY(QString::fromStdString(pane_->scene().note()).contains("record.sgy, 13 traces"));
  }

  void what_is_refused_is_said_beside_what_is_shown() {
    compare();
    const auto before = (*window_)->results().comparison();
    QFile text(window_->path("text.sgy"));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write("no traces");
    text.close();
    emit pane_->again_wished(text.fileName());
    QVERIFY(ended());
    auto* const words = window_->child<QLabel>("residual words");
    QVERIFY2(words->isVisible() && words->text().contains("text.sgy"), qPrintable(words->text()));
    QVERIFY((*window_)->results().comparison() == before && pane_->scene().gather() != nullptr);
    keep_picture(**window_, "residual-refused");
    compare();
    QVERIFY(words->isHidden());
  }

  void the_window_stays_live_and_stop_works() {
    compare();
    const auto before = (*window_)->results().comparison();
    (*window_)->editor().edit(shot_section(2000.0, 100.0));
    QVERIFY(window_->settled());
    bool stepping = false;
    connect(&(*window_)->runs(), &Runs::progressed, this, [&stepping](const JobState& state) {
      stepping = stepping || state.step.startsWith("wave: step");
    });
    // Asked for twice, the newer one takes its place.
    for (int times = 0; times < 2; ++times)
      emit pane_->again_wished(window_->path("record.sgy"));
    QTRY_VERIFY_WITH_TIMEOUT(stepping, patience);
    pane_->set_shown(ResidualPane::difference);
    drawn_picture(*pane_->view());
    QVERIFY(pane_->scene().gather() == &before->result.residual.difference);
    QVERIFY((*window_)->runs().busy());
    (*window_)->run_menu().stop()->trigger();
    QVERIFY(ended());
    QVERIFY((*window_)->results().comparison() == before);
    QVERIFY(QString::fromStdString(pane_->scene().note()).startsWith("Stale") && pane_->words().isEmpty());
  }

  void exports_are_the_command_line_s() {
    const auto named = [](const char* name, const char* suffix) {
      return QString("%1.%2").arg(name, suffix);
    };
    compare();
    const ComparisonOutcome& one = *(*window_)->results().comparison();
    const QSignalSpy said(pane_, &ResidualPane::message);
    const QString segy = window_->path(named("window", "sgy")), table = window_->path(named("window", "csv"));
    pane_->export_difference(segy);
    pane_->export_table(table);
    QTRY_VERIFY_WITH_TIMEOUT(said.count() == 2, patience);
    write_difference_segy(window_->path("core.sgy").toStdString(), one.scenario, one.result);
    write_comparison_table(window_->path("core.csv").toStdString(), one.result, one.scenario.grid.origin);
    QVERIFY(!bytes_in(segy).isEmpty() && bytes_in(segy) == bytes_in(window_->path("core.sgy")));
    QCOMPARE(bytes_in(table), bytes_in(window_->path("core.csv")));
    QCOMPARE(bytes_in(table).count('\n'), 14);
    pane_->export_table(window_->path("no/such/folder.csv"));
    QTRY_VERIFY_WITH_TIMEOUT(said.count() == 3, patience);
    QVERIFY(said.last().at(1).toBool());
  }

 private:
  std::string record() const { return window_->path("record.sgy").toStdString(); }
  bool ended() const {
    return QTest::qWaitFor([this] { return !(*window_)->runs().busy(); }, patience);
  }
  void compare() {
    emit pane_->again_wished(window_->path("record.sgy"));
    QVERIFY(ended());
    QVERIFY2((*window_)->results().comparison() != nullptr, qPrintable(pane_->words()));
  }

  std::unique_ptr<ShownWindow> window_;
  ResidualPane* pane_ = nullptr;
};

}  // namespace test_residual_pane

FOLDWAVE_TEST(test_residual_pane, run_in_windows<test_residual_pane::TestResidualPane>)
#include "test_residual_pane.moc"
