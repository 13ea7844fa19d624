// Protects the list of events: it shows the youngest on top, each edit by mouse or key is one step with a
// name of its own that undo takes back to the byte, the chosen event is the one whose fields are shown and
// edited, and what makes no sense is disabled and says why.
#include <QAbstractItemModel>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPoint>
#include <QRect>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include "core/model/event_edits.hpp"
#include "core/model/scenario_check.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/edit/history.hpp"
#include "ui/panels/scenario_panel.hpp"
#include "ui/settings/theme.hpp"

namespace test_event_fields {

using namespace foldwave;

namespace {

Scenario one_fold() {
  Scenario s;
  s.grid = {{41, 31, 21}, {10, 20, 30}, {100, 200, 300}, {}, {}, 0};
  s.propagation.enabled = false;
  return with_first_fold(s);
}

}  // namespace

class TestEventFields : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    panel_ = std::make_unique<ScenarioPanel>();
    panel_->resize(345, 1500);
    panel_->show();
    QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
    history_ = std::make_unique<History>();
    event_ = 0;
    // As the window does it.
    connect(panel_.get(), &ScenarioPanel::edited, this, [this](const Scenario& s) { history_->push(s); });
    connect(panel_.get(), &ScenarioPanel::event_chosen, this, [this](std::size_t event) {
      event_ = event;
      panel_->show_edited({now(), event_});
    });
    connect(history_.get(), &History::changed, this, [this](const Scenario& s) {
      event_ = followed_choice(before_.events, s.events, event_);
      show(s);
    });
    history_->start(one_fold());
    first_ = scenario_text(now());
    show(now());
  }

  void events_are_added_renamed_moved_and_removed() {
    QCOMPARE(rows(), (QStringList{"fold"}));
    add("fold");
    QCOMPARE(rows(), (QStringList{"fold 2", "fold"}));
    QCOMPARE(event_, std::size_t{1});
    QCOMPARE(last_step(), "Add the fold fold 2");
    rename(0, "tilting");
    QTRY_COMPARE(last_step(), "Rename the fold");
    QCOMPARE(now().events[1].name, std::string("tilting"));
    add("unconformity");
    QCOMPARE(rows(), (QStringList{"unconformity", "tilting", "fold"}));
    QCOMPARE(last_step(), "Add the unconformity unconformity");
    QCOMPARE(now().stack.layers.size(), one_fold().stack.layers.size() + 1);
    press("event down");
    QCOMPARE(rows(), (QStringList{"tilting", "unconformity", "fold"}));
    QCOMPARE(last_step(), "Put the unconformity unconformity before the fold tilting");
    QCOMPARE(event_, std::size_t{1});  // the same event is chosen still
    press("duplicate event");
    QCOMPARE(last_step(), "Duplicate the unconformity unconformity");
    QCOMPARE(now().events[2].name, std::string("unconformity 2"));
    QCOMPARE(event_, std::size_t{2});
    click(0);
    add("erosion");
    QCOMPARE(rows(), (QStringList{"erosion", "tilting", "unconformity 2", "unconformity", "fold"}));
    QVERIFY(!has_errors(check_scenario(now())));
    keep("events-panel");
    click(2);
    press("remove event");
    QCOMPARE(last_step(), "Remove the unconformity unconformity 2");
    QVERIFY(!has_errors(check_scenario(now())));
    const auto steps = history_->stack().count();
    QCOMPARE(steps, 7);
    walk_back();
  }

  void the_chosen_event_is_the_one_that_is_edited() {
    add("fold");
    click(1);
    QCOMPARE(event_, std::size_t{0});
    type("/events/0/fold/lambda", "0.25");
    QCOMPARE(last_step(), "Change the class knob \u03bb of fold");
    click(0);
    QCOMPARE(text("/events/0/fold/lambda"), "0");
    type("/events/0/fold/lambda", "0.5");
    type("/events/0/horizon/depth", "555");
    QCOMPARE(now().events[0].fold.parameters.lambda(), 0.25);
    QCOMPARE(now().events[1].fold.parameters.lambda(), 0.5);
    QCOMPARE(std::get<TrainsHorizon>(now().events[1].horizon).depth, 555.0);
    QVERIFY(std::get<TrainsHorizon>(now().events[0].horizon).depth != 555.0);
    // With the keys, too.
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Down);
    QCOMPARE(event_, std::size_t{0});
    QCOMPARE(text("/events/0/fold/lambda"), "0.25");
    // The choice stays through undo where the event is still there.
    history_->stack().undo();
    history_->stack().undo();
    QCOMPARE(event_, std::size_t{0});
    click(0);
    history_->stack().undo();
    QCOMPARE(event_, std::size_t{1});
    history_->stack().undo();
    QCOMPARE(event_, std::size_t{0});
    walk_back();
  }

  void a_cut_asks_for_deposits_in_place_of_a_fold() {
    QVERIFY(seen("/events/0/fold/lambda") && !seen("/events/0/deposits") && !seen("/events/0/datum"));
    add("unconformity");
    QVERIFY(!seen("/events/0/fold/lambda") && seen("/events/0/deposits") && seen("/events/0/datum"));
    choose("/events/0/datum", 1);
    QCOMPARE(last_step(), "Change the datum of unconformity");
    QCOMPARE(
        now().events[1].datum,
        std::optional(std::get<PlaneHorizon>(now().events[1].horizon).point.z));  // level, so nothing moves
    type("/events/0/datum depth", "480");
    QCOMPARE(now().events[1].datum, std::optional(480.0));
    choose("/events/0/bedding", 1);
    QCOMPARE(last_step(), "Change the bedding of unconformity");
    QVERIFY(now().events[1].bedding == Bedding::drape && !seen("/events/0/datum"));
    type("/events/0/deposits", "2");
    QCOMPARE(last_step(), "Change the deposits of unconformity");
    QCOMPARE(now().events[1].deposits, 2);
    QVERIFY(!has_errors(check_scenario(now())));
    type("/events/0/deposits", "9");
    QVERIFY2(told("/events/0/deposits").contains("fewer than two"), qPrintable(told("/events/0/deposits")));
    history_->stack().undo();
    add("erosion");
    QVERIFY(!seen("/events/0/deposits") && !seen("/events/0/datum") && !seen("/events/0/fold/lambda"));
    click(1);
    add("fold");
    QVERIFY(seen("/events/0/datum") && seen("/events/0/fold/lambda") && !seen("/events/0/bedding"));
    walk_back();
  }

  void deposits_grow_and_shrink_with_the_list_of_layers() {
    add("unconformity");
    auto* const layers = panel_->findChild<QTableWidget*>("/layers/list");
    const int horizon = now().stack.horizon_is_top_of;
    layers->setCurrentCell(0, 1);
    layer_button("Add");
    QCOMPARE(now().events[1].deposits, 2);
    QCOMPARE(now().stack.horizon_is_top_of, horizon + 1);
    QCOMPARE(last_step(), "Add layer 2");
    QVERIFY(layers->item(1, 1)->toolTip().contains("after unconformity"));
    QVERIFY(layers->item(2, 1)->toolTip().isEmpty());
    layers->setCurrentCell(2, 1);
    layer_button("Add");
    QCOMPARE(now().events[1].deposits, 2);  // it belongs to the folded rock
    layers->setCurrentCell(0, 1);
    layer_button("Remove");
    QCOMPARE(now().events[1].deposits, 1);
    const int steps = history_->stack().count();
    layer_button("Remove");
    QCOMPARE(history_->stack().count(), steps);
    QVERIFY2(told("/layers/list").contains("remove that event"), qPrintable(told("/layers/list")));
    QVERIFY(!has_errors(check_scenario(now())));
    walk_back();
  }

  void layers_stay_with_what_laid_them_down() {
    add("unconformity");
    type("/events/0/deposits", "2");
    add("erosion");
    auto* const layers = panel_->findChild<QTableWidget*>("/layers/list");
    const auto names = [this] {
      std::vector<std::string> all;
      for (const Layer& layer : now().stack.layers)
        all.push_back(layer.name);
      return all;
    };
    const auto old = names();
    layers->setCurrentCell(0, 1);
    layer_button("Add");
    QCOMPARE(now().events[1].deposits, 3);  // else its last one would be folded
    QCOMPARE(now().stack.layers.size(), old.size() + 1);
    QCOMPARE(names()[3], old[2]);
    QVERIFY(layers->item(3, 1)->toolTip().contains("after unconformity"));
    QVERIFY(layers->item(4, 1)->toolTip().isEmpty());
    QVERIFY(!has_errors(check_scenario(now())));
    // Of 0 | 1 2 3 | 4 5 .. each moves among its own alone.
    const std::vector<std::pair<bool, bool>> moves{{false, false}, {false, true}, {true, true},
                                                   {true, false},  {false, true}, {true, true}};
    for (std::size_t row = 0; row < moves.size(); ++row) {
      layers->setCurrentCell(static_cast<int>(row), 1);
      QCOMPARE(layers_button("Up")->isEnabled(), moves[row].first);
      QCOMPARE(layers_button("Down")->isEnabled(), moves[row].second);
    }
    layers->setCurrentCell(4, 1);
    QVERIFY(layers_button("Up")->toolTip().contains("another time"));
    walk_back();
  }

  void what_makes_no_sense_is_disabled_and_says_why() {
    QVERIFY(refused("remove event", "only fold") && refused("event up", "at the end"));
    add("erosion");
    QVERIFY(refused("event down", "Only the youngest") && refused("duplicate event", "an erosion already"));
    QVERIFY(!adder("erosion")->isEnabled() && adder("erosion")->toolTip().contains("already"));
    click(1);
    QVERIFY(refused("event up", "Only the youngest") && refused("remove event", "only fold"));
    add("unconformity");
    QVERIFY(refused("event down", "must be a fold"));
    click(2);
    QVERIFY(refused("event up", "must be a fold"));
    walk_back();
    Scenario s = one_fold();
    s.events.front().horizon = MeshHorizon{};
    history_->push(s);
    QVERIFY(!adder("fold")->isEnabled() && adder("unconformity")->isEnabled());
    walk_back();
  }

  void triangles_are_offered_to_a_fold_that_is_alone() {
    const auto offered = [this] {
      QAbstractItemModel* const kinds = panel_->findChild<QComboBox*>("horizon kind")->model();
      return kinds->flags(kinds->index(4, 0)).testFlag(Qt::ItemIsEnabled);
    };
    QVERIFY(offered());
    add("erosion");
    QVERIFY(!offered());
    click(1);
    QVERIFY(offered());
    add("fold");
    QVERIFY(!offered());
    walk_back();
  }

  void what_is_wrong_with_another_event_is_said_at_the_list() {
    add("fold");
    const Findings wrong{{Severity::error, "/events/0/fold/lambda", "is odd", "mend it"}};
    panel_->show_findings(wrong);
    QVERIFY2(told("/events").startsWith("fold: Class knob \u03bb is odd: mend it"),
             qPrintable(told("/events")));
    QVERIFY(told("/events/0/fold/lambda").isEmpty());
    click(1);
    QCOMPARE(told("/events/0/fold/lambda"), "is odd: mend it");
    QVERIFY(told("/events").isEmpty());
    // A place without an event's number.
    panel_->show_findings({{Severity::error, "/events/x", "is no event", {}},
                           {Severity::error, "/events/99999999999999999999", "is none", {}}});
    QCOMPARE(told("/events"), "x is no event\n99999999999999999999 is none");
  }

 private:
  const Scenario& now() const { return history_->now(); }
  void show(const Scenario& s) {
    before_ = s;
    panel_->show_edited({s, event_});
    panel_->show_findings(check_scenario(s));
  }
  void walk_back() {
    while (history_->stack().canUndo())
      history_->stack().undo();
    QCOMPARE(scenario_text(now()), first_);
  }
  QString last_step() const { return history_->stack().undoText(); }
  QTableWidget* table() const { return panel_->findChild<QTableWidget*>("/events"); }
  QStringList rows() const {
    QStringList names;
    for (int i = 0; i < table()->rowCount(); ++i)
      names << table()->item(i, 0)->text();
    return names;
  }
  void click(int row) {
    const QRect place = table()->visualItemRect(table()->item(row, 0));
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, place.center());
  }
  void rename(int row, const QString& text) {
    click(row);
    QTest::keyClick(table(), Qt::Key_F2);
    auto* const edit = table()->findChild<QLineEdit*>();
    QVERIFY(edit != nullptr);
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
  }
  QToolButton* button(const QString& name) const { return panel_->findChild<QToolButton*>(name); }
  QAction* adder(const QString& kind) const { return panel_->findChild<QAction*>("add " + kind); }
  void add(const QString& kind) {
    QMenu* const menu = button("add event")->menu();
    menu->popup(button("add event")->mapToGlobal(QPoint()));
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(adder(kind)).center());
  }
  void press(const QString& name) { QTest::mouseClick(button(name), Qt::LeftButton); }
  void layer_button(const QString& words) { QTest::mouseClick(layers_button(words), Qt::LeftButton); }
  QToolButton* layers_button(const QString& words) const {
    auto* const layers = panel_->findChild<QTableWidget*>("/layers/list");
    for (auto* const b : layers->parentWidget()->findChildren<QToolButton*>())
      if (b->text() == words && b->parentWidget()->isAncestorOf(layers) && b->objectName().isEmpty())
        return b;
    qFatal("no such button");
  }
  bool refused(const QString& name, const QString& why) const {
    if (button(name)->isEnabled() || !button(name)->toolTip().contains(why))
      qWarning() << button(name)->toolTip();
    return !button(name)->isEnabled() && button(name)->toolTip().contains(why);
  }
  bool seen(const QString& field) const { return panel_->findChild<QWidget*>(field)->isVisible(); }
  QString text(const QString& field) const { return panel_->findChild<QLineEdit*>(field)->text(); }
  QString told(const std::string& path) const { return panel_->messages().message(path); }
  void choose(const QString& field, int index) {
    auto* const choice = panel_->findChild<QComboBox*>(field);
    choice->setFocus();
    QTest::keyClick(choice, index > choice->currentIndex() ? Qt::Key_Down : Qt::Key_Up);
    QCOMPARE(choice->currentIndex(), index);
  }
  void type(const QString& field, const QString& words) {
    auto* const edit = panel_->findChild<QLineEdit*>(field);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, words);
    QTest::keyClick(edit, Qt::Key_Return);
  }
  void keep(const QString& name) const {
    const QString folder = qEnvironmentVariable("FOLDWAVE_PICTURES");
    if (folder.isEmpty()) return;
    QTest::qWait(200);
    panel_->widget()->grab().save(folder + "/" + name + ".png");
  }

  std::unique_ptr<ScenarioPanel> panel_;
  std::unique_ptr<History> history_;
  Scenario before_;
  std::size_t event_ = 0;
  std::string first_;
};

}  // namespace test_event_fields

FOLDWAVE_TEST(test_event_fields, run_in_windows<test_event_fields::TestEventFields>)
#include "test_event_fields.moc"
