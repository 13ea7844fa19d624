// Protects the fields of the wave's options: what a scenario says is shown, what is chosen is stored and
// nothing else changes, what acts is never folded away, and each change has a telling name to undo it by.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/edit/edit_text.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/settings/theme.hpp"

namespace test_wave_fields {

using namespace foldwave;

namespace {

Scenario example() {
  Scenario s;
  s.grid.n = {41, 41, 41};
  s.grid.h = {10, 10, 10};
  s.events.resize(1);
  s.events.front().horizon = PlaneHorizon{};
  s.stack.layers = {{"shale", 0, 2000, {200, 200, 200}, {}}, {"sand", 0, 2500, {200, 180, 90}, {}}};
  s.stack.horizon_is_top_of = 1;
  s.survey.sources.push_back({{200, 200, 20}, 0.0, 1.0, {}});
  return s;
}

}  // namespace

class TestWaveFields : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    panel_ = std::make_unique<ScenarioPanel>();
    panel_->resize(345, 900);
    panel_->show();
    QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
    now_ = example();
    panel_->show_edited({now_});
    connect(panel_.get(), &ScenarioPanel::edited, this, [this](const Scenario& s) {
      text_ = edit_text(now_, s);
      now_ = s;
      panel_->show_edited({s});
    });
  }

  void choices_are_stored_and_named_data() {
    QTest::addColumn<QString>("field");
    QTest::addColumn<int>("index");
    QTest::addColumn<QString>("text");
    QTest::newRow("time order") << "/propagation/time_order" << 1 << "Change the order in time";
    QTest::newRow("precision") << "/propagation/precision" << 1 << "Compute in double precision";
    QTest::newRow("interpolation") << "/propagation/interpolation" << 1 << "Change \"Between nodes\"";
    QTest::newRow("interfaces") << "/propagation/interfaces" << 1 << "Take each node's own layer";
    QTest::newRow("wavelet") << "/survey/wavelet/type" << 1 << "Change the kind of wavelet";
    QTest::newRow("plane wave") << "/survey/start" << 1 << "Start with a plane wave";
    QTest::newRow("reflectors") << "/survey/start" << 2 << "Start with exploding reflectors";
  }
  void choices_are_stored_and_named() {
    QFETCH(QString, field);
    QFETCH(int, index);
    QFETCH(QString, text);
    const Scenario before = now_;
    choose(field, index);
    QCOMPARE(text_, text);
    QCOMPARE(panel_->findChild<QComboBox*>(field)->currentIndex(), index);
    choose(field, 0);
    QVERIFY(now_ == before);
  }

  void snapshots_at_listed_steps_take_the_interval_s_place() {
    now_.outputs.snapshot_steps = 20;
    panel_->show_edited({now_});
    type("/outputs/snapshots/steps", "500, 50;1000 50");
    QCOMPARE(now_.outputs.snapshot_list, (std::vector<int>{50, 500, 1000}));
    QCOMPARE(text_, "Change the steps of snapshots");
    auto* const steps = panel_->findChild<QLineEdit*>("/outputs/snapshots/steps");
    QCOMPARE(steps->text(), QString("50, 500, 1000"));
    QVERIFY(!panel_->findChild<QWidget*>("/outputs/snapshots/every_steps")->isEnabled());
    type("/outputs/snapshots/steps", "");
    QVERIFY(now_.outputs.snapshot_list.empty());
    QVERIFY(panel_->findChild<QWidget*>("/outputs/snapshots/every_steps")->isEnabled());
    QCOMPARE(now_.outputs.snapshot_steps, 20);
    now_.outputs.snapshot_interval = 0.1;
    panel_->show_edited({now_});
    QVERIFY(!steps->isEnabled());
  }

  void a_windowed_stencil_says_its_moment_error() {
    auto* const window = panel_->findChild<QCheckBox*>("/propagation/window");
    auto* const words = panel_->findChild<QLabel*>("moment error");
    QVERIFY(words->text().isEmpty());
    open("propagation/more");
    window->click();
    QVERIFY(now_.propagation.window == StencilWindow{});
    QCOMPARE(text_, "Take a windowed stencil");
    QVERIFY2(words->text().contains("moment error"), qPrintable(words->text()));
    const QString before = words->text();
    type("/propagation/window/half_length", "4");
    QCOMPARE(now_.propagation.window->half_length, 4);
    QCOMPARE(text_, "Change the windowed stencil");
    QVERIFY(words->text() != before);
    // What cannot be made is no reason to fall.
    type("/propagation/window/half_length", "99");
    QVERIFY(words->text().isEmpty());
    window->click();
    QVERIFY(!now_.propagation.window);
  }

  void a_file_of_a_wavelet_is_asked_for_where_it_is_wanted() {
    auto* const file = panel_->findChild<QLineEdit*>("/survey/wavelet/file");
    QVERIFY(!file->isVisibleTo(panel_.get()));
    choose("/survey/wavelet/type", 2);
    QVERIFY(file->isVisibleTo(panel_.get()));
    type("/survey/wavelet/file", "shot.txt");
    QCOMPARE(text_, "Choose the wavelet's file");
    type("/survey/wavelet/interval", "0.002");
    QCOMPARE(now_.survey.wavelet.file, std::string("shot.txt"));
    QCOMPARE(now_.survey.wavelet.interval, 0.002);
  }

  void a_plane_wave_starts_in_the_middle() {
    open("survey/more");
    choose("/survey/start", 1);
    const auto& wave = std::get<PlaneWaveStart>(now_.survey.start);
    QVERIFY(wave.at == (Vec3{200, 200, 200}));
    type("/survey/start/inclination", "30");
    QCOMPARE(std::get<PlaneWaveStart>(now_.survey.start).inclination, 30.0);
    QCOMPARE(text_, "Change the plane wave");
  }

  void densities_are_given_to_all_layers_or_none() {
    auto* const table = panel_->findChild<QTableWidget*>("/layers/list");
    QVERIFY(table->isColumnHidden(4));
    panel_->findChild<QCheckBox*>("densities")->click();
    QCOMPARE(text_, "Give the layers densities");
    QVERIFY(!table->isColumnHidden(4));
    for (const Layer& layer : now_.stack.layers)
      QCOMPARE(layer.density, 2000.0);
    table->item(1, 4)->setText("2350");
    QCOMPARE(now_.stack.layers[1].density, 2350.0);
    QCOMPARE(text_, "Change the density of sand");
    panel_->findChild<QCheckBox*>("densities")->click();
    QCOMPARE(now_.stack.layers[1].density, 0.0);
    QCOMPARE(text_, "Take the densities away");
  }

  void a_well_is_a_line_downwards() {
    for (auto* const button : panel_->findChildren<QToolButton*>())
      if (button->text() == "+ Well") button->click();
    const auto& line = std::get<ReceiverLine>(now_.survey.receivers.back());
    QVERIFY(line.from.x == line.to.x && line.from.y == line.to.y && line.to.z > line.from.z + 300);
    QCOMPARE(text_, "Add receiver set 1");
  }

  void the_places_of_receivers_are_typed() {
    ReceiverLine line;
    line.from = {10, 20, 30};
    line.to = {40, 50, 60};
    ReceiverCarpet carpet;
    Scenario s = example();
    s.survey.receivers = {line, carpet};
    panel_->show_edited({s});
    for (int i = 0; i < 3; ++i) {
      for (const auto& [end, shown] : {std::pair{"from", line.from[i]}, std::pair{"to", line.to[i]}})
        QCOMPARE(
            panel_->findChild<QLineEdit*>(QString("receiver line/%1/%2").arg(end).arg(i))->text().toDouble(),
            shown);
      type(QString("receiver line/to/%1").arg(i), QString::number(100 + i));
    }
    const auto& typed = std::get<ReceiverLine>(now_.survey.receivers.front());
    QVERIFY(typed.from == line.from && typed.to == (Vec3{100, 101, 102}));
    for (const char* const field : {"from/0", "from/1", "to/0", "to/1", "depth", "count/0", "count/1"})
      QVERIFY2(panel_->findChild<QLineEdit*>(QString("receiver carpet/") + field) != nullptr, field);
  }

  void what_acts_is_never_folded_away() {
    auto* const field = panel_->findChild<QComboBox*>("/propagation/time_order");
    QVERIFY(!field->isVisibleTo(panel_.get()));
    Scenario s = example();
    s.propagation.time_order = 4;
    s.propagation.window.emplace();
    s.survey.start = PlaneWaveStart{};
    s.survey.wavelet.kind = WaveletKind::file;
    for (Layer& layer : s.stack.layers)
      layer.density = 2300;
    panel_->show_edited({s});
    QVERIFY(field->isVisibleTo(panel_.get()));
    QVERIFY(panel_->findChild<QComboBox*>("/survey/start")->isVisibleTo(panel_.get()));
    QVERIFY(panel_->widget()->width() <= panel_->viewport()->width());
    const QString folder = qEnvironmentVariable("FOLDWAVE_PICTURES");
    if (!folder.isEmpty()) panel_->widget()->grab().save(folder + "/wave-fields.png");
  }

 private:
  void open(const char* more) { panel_->findChild<QToolButton*>(more)->setChecked(true); }
  void choose(const QString& field, int index) {
    auto* const choice = panel_->findChild<QComboBox*>(field);
    choice->setCurrentIndex(index);
    emit choice->activated(index);
  }
  void type(const QString& field, const QString& text) {
    auto* const edit = panel_->findChild<QLineEdit*>(field);
    edit->setText(text);
    QTest::keyClick(edit, Qt::Key_Return);
  }

  std::unique_ptr<ScenarioPanel> panel_;
  Scenario now_;
  QString text_;
};

}  // namespace test_wave_fields

FOLDWAVE_TEST(test_wave_fields, run_in_windows<test_wave_fields::TestWaveFields>)
#include "test_wave_fields.moc"
