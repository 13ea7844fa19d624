// Protects the choice of a velocity file: only what the file's format takes is asked for, each choice is one
// named step that undo takes back to the byte, errors stand at their field, and a scenario without a fold
// shows no fold's fields, so that nothing turns the stand-in into one by accident.
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/edit/history.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/settings/theme.hpp"

namespace test_velocity_fields {

using namespace foldwave;

namespace {

Scenario layered() {
  Scenario s;
  s.grid = {{41, 31, 21}, {10, 20, 30}, {100, 200, 300}, {}, {}, 0};
  s.events.resize(1);
  s.events.front().horizon = PlaneHorizon{{300, 500, 600}, 0.0, 90.0, {}};
  s.stack.layers = {{"shale", 0, 2000, {200, 200, 200}, {}}, {"sand", 0, 2500, {200, 180, 90}, {}}};
  s.propagation.enabled = false;
  return s;
}

Scenario of_velocity_alone() {
  Scenario s = layered();
  s.events = stand_in_events();
  s.stack = stand_in_layers();
  s.velocity.emplace().file = "v.vti";
  return s;
}

}  // namespace

class TestVelocityFields : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    panel_ = std::make_unique<ScenarioPanel>();
    panel_->resize(345, 1400);
    panel_->show();
    QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
    history_ = std::make_unique<History>();
    connect(panel_.get(), &ScenarioPanel::edited, this, [this](const Scenario& s) { history_->push(s); });
    connect(history_.get(), &History::changed, this, [this](const Scenario& s) { show(s); });
  }

  void choosing_a_file_is_one_step_and_asks_for_what_it_takes() {
    start(layered());
    QVERIFY(!seen("/velocity/file"));
    choose("/velocity", 1);
    QVERIFY(seen("/velocity/file") && steps().count() == 0);  // nothing is changed before it is named
    type("/velocity/file", "v.vti");
    QCOMPARE(steps().text(0), "Take the velocity from a file");
    QCOMPARE(now().velocity->file, std::string("v.vti"));
    QVERIFY(seen("/velocity/array") && !seen("/velocity/nodes/0") && !button("velocity/more")->isVisible());
    type("/velocity/array", "speed");
    choose("/velocity/unit", 1);
    type("/velocity/smoothing", "25");
    QVERIFY(now().velocity->in_km_s && now().velocity->array == "speed" && now().velocity->smoothing == 25);

    type("/velocity/file", "line.sgy");
    QCOMPARE(steps().text(steps().count() - 1), "Choose another velocity file");
    QVERIFY(now().velocity->array.empty() && now().velocity->in_km_s);
    QVERIFY(!seen("/velocity/array") && button("velocity/more")->isVisible());
    QTest::mouseClick(button("velocity/more"), Qt::LeftButton);
    QVERIFY(!seen("/velocity/nodes/0") && !seen("/velocity/spacing/0") && !seen("/velocity/axes"));
    choose("/velocity/layout", 2);  // a line along x
    QVERIFY(now().velocity->layout.nodes == VolumeLayout{}.nodes);
    QVERIFY(now().velocity->layout.spacing == now().grid.h && !seen("/velocity/nodes/0"));
    QVERIFY(seen("/velocity/origin/2") && seen("/velocity/axes") && !seen("/velocity/byte_order"));
    choose("/velocity/layout", 1);
    QVERIFY(now().velocity->layout.nodes == now().grid.n && seen("/velocity/nodes/2"));
    type("/velocity/axes", "ZYX");
    QCOMPARE(now().velocity->layout.axes, std::string("zyx"));
    QVERIFY(!has_errors(check_scenario(now())));

    type("/velocity/file", "v.f32");
    QVERIFY(seen("/velocity/byte_order") && seen("/velocity/nodes/0"));
    choose("/velocity/byte_order", 1);
    type("/velocity/nodes/1", "1");
    QVERIFY(now().velocity->layout.big_endian && now().velocity->layout.nodes[1] == 1);
    QVERIFY(now().velocity->layout.axes == "zyx");
    choose("/velocity/layout", 0);
    QVERIFY(now().velocity->layout.nodes == VolumeLayout{}.nodes && !seen("/velocity/nodes/0"));
    QVERIFY(!has_errors(check_scenario(now())));
    walk_back();
  }

  void errors_stand_at_their_field() {
    Scenario s = layered();
    s.velocity.emplace().file = "v.f32";
    start(s);
    QVERIFY(button("velocity/more")->isChecked());  // raw values say nothing of themselves
    type("/velocity/axes", "xxz");
    QVERIFY2(says("/velocity/axes", "no order of axes"), qPrintable(words("/velocity/axes")));
    type("/velocity/smoothing", "-3");
    QVERIFY2(says("/velocity/smoothing", "-3"), qPrintable(words("/velocity/smoothing")));
    type("/velocity/file", "");
    QVERIFY2(says("/velocity/file", "is empty"), qPrintable(words("/velocity/file")));
    panel_->show_findings({{Severity::error, "/velocity/nodes", "are missing", "give nodes and spacing"}});
    QVERIFY(says("/velocity/nodes", "are missing"));
  }

  void without_a_fold_its_fields_give_way_to_a_line() {
    start(of_velocity_alone());
    for (const char* field : {"/events/0/horizon/point/2", "/events/0/fold/lambda"})
      QVERIFY(!seen(field));
    QVERIFY(!panel_->findChild<QWidget*>("/layers/list")->isVisible());
    const auto adders = panel_->findChildren<QToolButton*>("add a fold");
    QCOMPARE(adders.size(), 3);  // horizon, fold, layers
    keep("velocity-alone-panel");
    QTest::mouseClick(adders.front(), Qt::LeftButton);
    QCOMPARE(steps().count(), 1);
    QCOMPARE(steps().text(0), "Add a fold");
    QVERIFY(has_fold(now()) && now().velocity->file == "v.vti" && !has_errors(check_scenario(now())));
    QVERIFY(seen("/events/0/fold/lambda") && !adders.front()->isVisible());
    keep("velocity-with-fold-panel");
    walk_back();
    QVERIFY(!has_fold(now()) && adders.front()->isVisible());
  }

  void layers_without_a_fold_bring_one() {
    start(of_velocity_alone());
    choose("/velocity", 0);
    QCOMPARE(steps().count(), 1);
    QCOMPARE(steps().text(0), "Take the velocity from the layers");
    QVERIFY(!now().velocity && now().stack.layers.size() > 2 && !has_errors(check_scenario(now())));
    walk_back();
  }

  void a_fold_stays_when_its_velocity_comes_from_a_file_and_back() {
    const Scenario first = layered();
    start(first);
    choose("/velocity", 1);
    type("/velocity/file", "v.vti");
    QVERIFY(now().events == first.events && now().stack == first.stack && has_fold(now()));
    QVERIFY(seen("/events/0/fold/lambda"));
    choose("/velocity", 0);
    QVERIFY(now() == first);
    walk_back();
  }

 private:
  void start(const Scenario& s) {
    history_->start(s);
    first_ = scenario_text(s);
    show(s);
  }
  void show(const Scenario& s) {
    panel_->show_edited({s});
    panel_->show_findings(check_scenario(s));
  }
  const Scenario& now() const { return history_->now(); }
  QUndoStack& steps() { return history_->stack(); }
  void walk_back() {
    while (steps().canUndo())
      steps().undo();
    QCOMPARE(scenario_text(now()), first_);
  }
  bool seen(const QString& field) const { return panel_->findChild<QWidget*>(field)->isVisible(); }
  QToolButton* button(const QString& name) const { return panel_->findChild<QToolButton*>(name); }
  QString words(const std::string& path) const { return panel_->messages().message(path); }
  bool says(const std::string& path, const QString& text) const {
    auto* const label = panel_->findChild<QLabel*>("message:" + QString::fromStdString(path));
    return label->isVisible() && words(path).contains(text);
  }
  void choose(const QString& field, int index) {
    auto* const choice = panel_->findChild<QComboBox*>(field);
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Home);
    for (int i = 0; i < index; ++i)
      QTest::keyClick(choice, Qt::Key_Down);
    QCOMPARE(choice->currentIndex(), index);
  }
  void type(const QString& field, const QString& text) {
    auto* const edit = panel_->findChild<QLineEdit*>(field);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
  }
  void keep(const QString& name) const {
    const QString folder = qEnvironmentVariable("FOLDWAVE_PICTURES");
    if (!folder.isEmpty()) panel_->widget()->grab().save(folder + "/" + name + ".png");
  }

  std::unique_ptr<ScenarioPanel> panel_;
  std::unique_ptr<History> history_;
  std::string first_;
};

}  // namespace test_velocity_fields

FOLDWAVE_TEST(test_velocity_fields, run_in_windows<test_velocity_fields::TestVelocityFields>)
#include "test_velocity_fields.moc"
