// Protects the colours of velocity and T: one choice of map and range holds in the 3D view, the section and
// the wave, so that equal colours are equal values, unless they are not linked; a range that makes no sense
// is refused where it is typed; choices come back in the next session, as what is switched on and off in the
// section and on the map, and what is cut away in the 3D view.
#include <vtkRenderer.h>
#include <QAction>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <set>

#include "core/engine/rock_probe.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/dialogs/range_dialog.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/map_view.hpp"
#include "ui/views/rock_color_choice.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/section/section_view.hpp"
#include "ui/views/slice_bar.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/views/wave/wave_pane.hpp"

namespace test_rock_colors {

using namespace foldwave;

namespace {

const QString in_3d = "View > In 3D > ", in_section = "View > In the section > ",
              on_map = "View > On the map > ";

bool near(QRgb seen, const Bytes3& wanted) {
  return std::abs(qRed(seen) - wanted[0]) + std::abs(qGreen(seen) - wanted[1]) +
             std::abs(qBlue(seen) - wanted[2]) <
         12;
}

}  // namespace

class TestRockColors : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings_.path());
    QSettings().clear();
    open();
  }
  void cleanup() { window_.reset(); }

  void equal_colours_are_equal_values_data() {
    QTest::addColumn<QString>("quantity");
    QTest::addColumn<QString>("map");
    QTest::newRow("velocity") << "Velocity"
                              << "Cividis";
    QTest::newRow("T") << "Stratigraphic distance"
                       << "Grey";
  }
  void equal_colours_are_equal_values() {
    QFETCH(QString, quantity);
    QFETCH(QString, map);
    const bool velocity = quantity == "Velocity";
    const QString menu = velocity ? "Colours of velocity" : "Colours of stratigraphic distance";
    command(quantity, in_3d + "Slices by")->setChecked(true);
    command(quantity, in_section + "Show > Colours by")->setChecked(true);
    command(map, in_3d + "Slices by > " + menu)->trigger();
    // A range that cuts off part of the rock at both ends.
    const FoldOutcome& fold = *window()->results().fold();
    const ValueRange own = velocity ? velocity_range(fold.result, fold.scenario.stack)
                                    : ValueRange{fold.geometry.lowest, fold.geometry.highest};
    const ValueRange typed{own.low + 0.2 * (own.high - own.low), own.high - 0.2 * (own.high - own.low)};
    RockColors colors = window()->colors().choice().colors();
    (velocity ? colors.velocity : colors.arrival).typed = typed;
    window()->colors().choice().set_colors(colors);
    const ColorScale scale = color_scale(velocity ? colors.velocity : colors.arrival, own);
    QCOMPARE(scale.map->name(), map.toLower().toStdString());

    // On the southern wall, where the section is laid too.
    window_->press_tool("structure ghost");
    StructureOptions bare = window()->panes().structure->scene().options();
    bare.handles = bare.survey = bare.axis = bare.layers = bare.horizon = false;
    window()->panes().structure->scene().set_options(bare);
    move_slice(1, 0);
    StructureView* const space = window()->panes().structure->structure_view();
    window()->panes().structure->scene().reset_camera();
    const QImage solid = drawn_picture(*space);
    keep_picture(**window_, "colours 3d " + quantity);
    window_->raise("section");
    SectionView* const flat = window()->panes().section->section_view();
    QTRY_VERIFY(!flat->visibleRegion().isEmpty());
    const Vec3 size = fold.result.grid.extent(), origin = fold.result.grid.origin;
    window()->panes().section->show_line({{origin.x, origin.y}, {origin.x + size.x, origin.y}});
    const QImage cut = drawn_picture(*flat);
    keep_picture(**window_, "colours section " + quantity);

    int met = 0, ends = 0;
    std::set<int> layers;
    for (const double along : {0.15, 0.3, 0.45, 0.6, 0.75, 0.9})
      for (const double down : {0.15, 0.25, 0.32, 0.4, 0.47, 0.55, 0.62, 0.7, 0.85, 0.93}) {
        const Vec3 place{along * size.x, 0.0, down * size.z};
        const auto rock = read_rock(fold.result, fold.scenario.stack, place);
        if (!rock || rock->layer < 0 || is_near_boundary(fold, place)) continue;
        const double value = velocity ? rock->velocity.value() : rock->T.value();
        const Vec3 seen = world_to_display(window()->panes().structure->scene().renderer(), to_world(place));
        const PlotPoint at = window()->panes().section->scene().to_display(place.x, -place.z);
        const Bytes3 wanted = scale.at(value);
        const QRgb there = cut.pixel(widget_place(*flat, at));
        QVERIFY2(near(there, wanted),
                 qPrintable(
                     QString("section %1 %2: %3 for %4").arg(along).arg(down).arg(there, 8, 16).arg(value)));
        const auto front = window()->panes().structure->scene().rock_at(seen.x, seen.y);
        if (!front || norm(*front - place) > 2.0) continue;  // behind a layer's surface
        const QRgb in_space = solid.pixel(widget_place(*space, {seen.x, seen.y}));
        QVERIFY2(
            near(in_space, wanted),
            qPrintable(QString("3D %1 %2: %3 for %4").arg(along).arg(down).arg(in_space, 8, 16).arg(value)));
        ++met;
        layers.insert(rock->layer);
        ends += value < typed.low || value > typed.high;
      }
    QVERIFY2(met > 10 && ends > 0 && layers.size() >= 4,
             qPrintable(QString("%1 %2 %3").arg(met).arg(ends).arg(layers.size())));
    QVERIFY(window()->panes().wave->scene().options().velocity == colors.velocity);
    // The bar goes with the legend, and the model takes its room.
    window_->raise("structure");
    QTRY_VERIFY(!space->visibleRegion().isEmpty());
    const double right = place_of({size.x, size.y, 0.0});
    command("Legend", in_3d + "Show")->setChecked(false);
    drawn_picture(*space);
    QVERIFY2(place_of({size.x, size.y, 0.0}) > right + 10.0, qPrintable(QString::number(right)));
  }

  void a_range_is_typed_and_a_bad_one_refused() {
    const QString menu = in_section + "Show > Colours by > Colours of velocity";
    command("Typed range", menu)->trigger();
    auto* const dialog = window()->findChild<RangeDialog*>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QVERIFY(command("Automatic range", menu)->isChecked());  // nothing is typed yet
    const FoldOutcome& fold = *window()->results().fold();
    const ValueRange own = velocity_range(fold.result, fold.scenario.stack);
    auto *const low = dialog->findChild<QLineEdit*>("range low"), *const high = dialog->findChild<QLineEdit*>(
                                                                      "range high");
    QCOMPARE(low->text().toDouble(), own.low);
    QCOMPARE(high->text().toDouble(), own.high);
    QAbstractButton* const ok = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    const auto* const refusal = dialog->findChild<QLabel*>("refusal");
    low->setText("4000");
    high->setText("2500");
    ok->click();
    QVERIFY(dialog->isVisible() && refusal->isVisible());
    QVERIFY2(refusal->text().contains("4000 m/s") && refusal->text().contains("2500 m/s"),
             qPrintable(refusal->text()));
    QTest::qWait(50);  // the dialog makes room for it
    QVERIFY2(refusal->height() >= refusal->heightForWidth(refusal->width()),
             qPrintable(QString::number(refusal->height())));
    keep_picture(*dialog, "range refused");
    low->setText("2,500");
    ok->click();
    QVERIFY(refusal->text().contains("decimal sign"));
    low->setText("1000");
    ok->click();
    QVERIFY(!dialog->isVisible());
    const ValueRange typed{1000.0, 2500.0};
    QVERIFY(window()->panes().section->scene().options().colors.velocity.typed == typed);
    QVERIFY(window()->panes().structure->scene().options().colors.velocity.typed == typed);
    QVERIFY(window()->panes().wave->scene().options().velocity.typed == typed);
    QVERIFY(!window()->panes().structure->scene().options().colors.arrival.typed);
    QVERIFY(command("Typed range", menu)->isChecked());
    // Given up, the typed range stays; the rock's own comes back by its command.
    command("Typed range", menu)->trigger();
    QTRY_VERIFY(window()->findChild<RangeDialog*>() != nullptr);
    window()->findChild<RangeDialog*>()->reject();
    QVERIFY(window()->panes().section->scene().options().colors.velocity.typed == typed);
    command("Automatic range", menu)->trigger();
    QVERIFY(!window()->panes().section->scene().options().colors.velocity.typed);
  }

  void not_linked_a_choice_stays_in_its_view() {
    window()->remember_layout();
    const QString velocity = "Colours of velocity", T = "Colours of stratigraphic distance";
    const auto maps = [this] {
      return std::array{window()->panes().structure->scene().options().colors.velocity.map,
                        window()->panes().section->scene().options().colors.velocity.map,
                        window()->panes().wave->scene().options().velocity.map,
                        window()->panes().compare->scene(0).options().colors.velocity.map};
    };
    constexpr auto viridis = SequentialMap::viridis, cividis = SequentialMap::cividis,
                   gray = SequentialMap::gray;
    QAction* const link = command("Link colours", "View");
    QVERIFY(link->isCheckable() && link->isChecked());
    command("Grey", in_section + "Show > Colours by > " + velocity)->trigger();
    QCOMPARE(maps(), (std::array{gray, gray, gray, gray}));
    QVERIFY(command("Grey", "View > In Compare > Slices by > " + velocity)->isChecked());
    link->setChecked(false);
    command("Cividis", in_3d + "Slices by > " + velocity)->trigger();
    command("Viridis", "View > In the wave > Show > " + velocity)->trigger();
    QCOMPARE(maps(), (std::array{cividis, gray, viridis, gray}));
    QVERIFY(command("Grey", in_section + "Show > Colours by > " + velocity)->isChecked());
    RockColors typed = window()->colors().choice(1).colors();
    typed.arrival.typed = ValueRange{-200.0, 300.0};
    window()->colors().choice(1).set_colors(typed);
    QVERIFY(!window()->panes().structure->scene().options().colors.arrival.typed);
    // In the next session as well.
    window()->close();
    open();
    window()->remember_layout();
    QVERIFY(!command("Link colours", "View")->isChecked());
    QCOMPARE(maps(), (std::array{cividis, gray, viridis, gray}));
    QVERIFY(window()->panes().section->scene().options().colors == typed);
    // Linked again, all are as in 3D.
    command("Link colours", "View")->setChecked(true);
    QCOMPARE(maps(), (std::array{cividis, cividis, cividis, cividis}));
    QVERIFY(!window()->panes().section->scene().options().colors.arrival.typed);
  }

  // Its length is the one that is written there, whatever the zoom; depths may be exaggerated.
  void the_sections_scale_bar_is_a_round_length() {
    window_->raise("section");
    SectionView* const view = window()->panes().section->section_view();
    QTRY_VERIFY(!view->visibleRegion().isEmpty());
    for (const double zoom : {1.0, 2.3, 3.1}) {
      SectionScene& scene = window()->panes().section->scene();
      if (zoom > 1.0) scene.zoom_at(view->width() / 2.0, view->height() / 2.0, zoom);
      window_->type("exaggeration", QString::number(zoom));
      const QImage picture = drawn_picture(*view);
      const double metres = bar_length(picture) * scene.metres_a_pixel();
      const double lead = metres / std::pow(10.0, std::floor(std::log10(metres * 1.02)));
      const bool round = std::abs(lead - 1) < 0.02 || std::abs(lead - 2) < 0.04 || std::abs(lead - 5) < 0.1;
      QVERIFY2(round, qPrintable(QString("%1 m at zoom %2").arg(metres).arg(zoom)));
    }
    keep_picture(**window_, "section scale bar");
    command("Scale bar", in_section + "Show")->setChecked(false);
    QVERIFY(bar_length(drawn_picture(*view)) < 10);
  }

  void what_is_drawn_is_switched_and_comes_back() {
    Scenario marked = window()->editor().now();
    const Grid3& grid = marked.grid;
    marked.markers = {PlaneMarker{"fault", grid.origin + 0.5 * grid.extent(), 70.0, 80.0, {}}};
    window()->editor().edit(marked);
    for (const auto& [dock, group] : {std::pair{"map", on_map + "Show"}, {"section", in_section + "Show"}}) {
      window_->raise(dock);
      auto* const pane =
          group == on_map + "Show" ? static_cast<Pane*>(window()->panes().map) : window()->panes().section;
      QTRY_VERIFY(pane->is_in_front());
      drawn_picture(*pane->view());
      QTRY_VERIFY(!window()->panes().map->scene().contours().empty() || pane != window()->panes().map);
      if (pane == window()->panes().section)
        command("Velocity", in_section + "Show > Colours by")->setChecked(true);
      const QImage before = drawn_picture(*pane->view());
      int switches = 0;
      for (const Command& c : command_list(*window()->menuBar())) {
        if (c.group != group) continue;
        QVERIFY2(c.action->isChecked() && !c.action->toolTip().isEmpty(), qPrintable(c.name));
        if (c.name == "Layer names") continue;  // none by velocity
        // Nothing is located here; test_located_pane has them.
        if (QStringList{"Located events", "Focus", "Image", "Seismic image"}.contains(c.name)) continue;
        c.action->trigger();
        const QImage without = drawn_picture(*pane->view());
        QVERIFY2(without != before, qPrintable(c.name));
        if (c.name == "Contour labels") keep_picture(**window_, "map without labels");
        c.action->trigger();
        const QImage again = drawn_picture(*pane->view());
        QVERIFY2(again == before, qPrintable(c.name));
        ++switches;
      }
      QCOMPARE(switches, pane == window()->panes().map ? 8 : 4);
    }
  }

  void choices_come_back_in_the_next_session() {
    window()->remember_layout();
    const RockColors colors{{SequentialMap::gray, ValueRange{1800.5, 4200.0}}, {SequentialMap::viridis, {}}};
    window()->colors().choice().set_colors(colors);
    command("North arrow", on_map + "Show")->setChecked(false);
    command("Stratigraphic distance", in_section + "Show > Colours by")->setChecked(true);
    command("South of the slice", in_3d + "Cut away")->setChecked(true);
    command("Above and below two slices", in_3d + "Cut away")->setChecked(true);
    move_slice(1, 11);
    move_slice(2, 19);
    move_slice(5, 4);
    window()->close();
    open();
    QVERIFY(window()->colors().choice().colors() == RockColors());
    window()->remember_layout();
    QVERIFY(window()->colors().choice().colors() == colors);
    QVERIFY(window()->panes().section->scene().options().colors == colors);
    QVERIFY(command("Grey", in_3d + "Slices by > Colours of velocity")->isChecked());
    QVERIFY(!window()->panes().map->scene().options().north &&
            window()->panes().map->scene().options().scale_bar);
    QVERIFY(window()->panes().section->scene().options().color == SliceColor::arrival);
    QVERIFY(window()->panes().structure->scene().options().cut[1] == CutAway::smaller);
    QVERIFY(window()->panes().structure->scene().options().cut[2] == CutAway::outside);
    QCOMPARE(window()->panes().structure->scene().slice(1), 11);
    QCOMPARE(window()->panes().structure->scene().slice(2), 19);
    QCOMPARE(window()->panes().structure->scene().slice(5), 4);
    QCOMPARE(window()->panes().structure->slices()->slider(5)->value(), 4);
    // What was written by hand and makes no sense is as by default.
    QSettings().setValue("colours/velocity_low", 9000.0);
    QSettings().setValue("colours/velocity_map", "plaid");
    open();
    window()->remember_layout();
    QVERIFY(window()->colors().choice().colors().velocity == Coloring());
  }

 private:
  MainWindow* window() const { return &**window_; }
  void open() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(24)));
    QTRY_VERIFY_WITH_TIMEOUT(window()->panes().structure->scene().is_complete(), patience);
  }
  QAction* command(const QString& name, const QString& group) const {
    QAction* const action = find_command(*window()->menuBar(), name, group);
    if (action == nullptr) qFatal("no command %s in %s", qPrintable(name), qPrintable(group));
    return action;
  }
  double place_of(const Vec3& local) const {
    return world_to_display(window()->panes().structure->scene().renderer(), to_world(local)).x;
  }
  void move_slice(int axis, int node) const {
    window()->panes().structure->slices()->slider(axis)->setValue(node);
  }
  // Where some pixels beside the place is another layer, or a line is drawn.
  static bool is_near_boundary(const FoldOutcome& fold, const Vec3& place) {
    constexpr double metres = 45.0;
    const auto here = read_rock(fold.result, fold.scenario.stack, place);
    for (const double dx : {-metres, 0.0, metres})
      for (const double dz : {-metres, 0.0, metres}) {
        const auto beside = read_rock(fold.result, fold.scenario.stack, place + Vec3{dx, 0.0, dz});
        if (!beside || beside->layer != here->layer) return true;
      }
    return false;
  }
  // Of the longest run of the bar's two colours in the picture's head.
  static int bar_length(const QImage& picture) {
    int longest = 0;
    for (int y = 4; y < 60; ++y)
      for (int x = picture.width() / 2, run = 0; x < picture.width(); ++x) {
        const QRgb c = picture.pixel(x, y);
        run = near(c, to_bytes(theme::text)) || near(c, to_bytes(theme::frame)) ? run + 1 : 0;
        longest = std::max(longest, run);
      }
    return longest;
  }

  QTemporaryDir settings_;
  std::unique_ptr<ShownWindow> window_;
};

int run(int argc, char** argv) {
  QCoreApplication::setApplicationName("foldwave");
  QCoreApplication::setOrganizationName("foldwave");
  return run_in_windows<TestRockColors>(argc, argv);
}

}  // namespace test_rock_colors

FOLDWAVE_TEST(test_rock_colors, test_rock_colors::run)
#include "test_rock_colors.moc"
