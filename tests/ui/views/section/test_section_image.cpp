// Protects the seismic image in the window: the command makes it and the section shows it under the drawn
// boundaries, in the colours, opacity and gain that are chosen, or its illumination; along its own line
// alone; it is a volume too; what is stale says so; those of variants come
// into their dock alone. FOLDWAVE_PICTURES=DIR keeps pictures.
#include <QAction>
#include <QComboBox>
#include <QMenuBar>

#include "core/model/variants.hpp"
#include "tests/banged_section.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/views/imaging/images_pane.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/volume/volume_pane.hpp"

namespace test_section_image {

using namespace foldwave;

class TestSectionImage : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    Scenario s = banged_section();
    s.imaging->survey.emplace().shots = 10;
    s.stack.layers[0].color = {200, 60, 60};
    s.stack.layers[1].color = {60, 60, 200};
    QVERIFY(window_->open(s));
    window_->raise("section");
  }
  void cleanup() { window_.reset(); }

  void is_drawn_and_looked_at() {
    VtkView& view = *pane().view();
    const QImage rock = drawn_picture(view);
    make_image();
    SectionImage& image = pane().scene().image();
    QVERIFY(image.any() && image.lies_along(pane().scene().line()));
    const QImage grey = drawn_picture(view);
    QVERIFY(grey != rock);
    keep_picture(**window_, "section-image");
    choose("Blue, white, red", "Colours");
    QVERIFY(image.look().colors == ImageColors::seismic);
    QVERIFY(drawn_picture(view) != grey);
    choose("Grey", "Colours");
    choose("100 %", "Opacity");
    QCOMPARE(image.look().opacity, 1.0);
    choose(QString::fromUtf8("\u00d7 4"), "Gain");
    QCOMPARE(image.look().gain, 4.0);
    QVERIFY(drawn_picture(view) != grey);
    choose(QString::fromUtf8("\u00d7 1"), "Gain");
    choose("70 %", "Opacity");
    QVERIFY((image.look() == ImageLook{ImageColors::gray, 0.7, 1.0}));
    QVERIFY(drawn_picture(view) == grey);
    // The drawn horizon lies over the image, as bright as before.
    const auto bright = [](const QImage& picture) {
      int count = 0;
      for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
          count += qRed(picture.pixel(x, y)) > 235 && qBlue(picture.pixel(x, y)) > 200 ? 1 : 0;
      return count;
    };
    QVERIFY2(bright(grey) > 0.9 * bright(rock),
             qPrintable(QString("%1 %2").arg(bright(grey)).arg(bright(rock))));
    choose("Illumination in its place");
    QVERIFY(drawn_picture(view) != grey);
    choose("Illumination in its place");
    find_command(*(*window_)->menuBar(), "Seismic image", "View > In the section > Seismic image")->trigger();
    QVERIFY(!image.is_seen());
    QVERIFY(drawn_picture(view) == rock);
    find_command(*(*window_)->menuBar(), "Seismic image", "View > In the section > Seismic image")->trigger();
    auto* const volumes = (*window_)->panes().volume->findChild<QComboBox*>();
    QVERIFY(volumes->findText("Seismic image") >= 0);
  }

  void another_box_shows_none() {
    make_image();
    Scenario next = (*window_)->editor().now();
    next.grid.n[2] = 60;
    (*window_)->editor().edit(next);
    QVERIFY(!pane().scene().image().any());
    (*window_)->editor().undo();
    QVERIFY(pane().scene().image().any());
  }

  // The scenario's own view keeps what it shows.
  void images_of_all_variants_come_into_their_dock() {
    QAction* const all = find_command(*(*window_)->menuBar(), "Images of all variants", "Run");
    QVERIFY(all != nullptr && !all->isEnabled());
    Scenario next = (*window_)->editor().now(), faster = next;
    faster.name = "faster";
    faster.stack.layers.back().velocity *= 1.1;
    (*window_)->editor().edit(with_variant_added(next, faster));
    QTRY_VERIFY(all->isEnabled());
    all->trigger();
    const ImagesPane& images = *(*window_)->panes().images;
    QTRY_VERIFY_WITH_TIMEOUT(!(*window_)->runs().busy() && images.kept() == 2, patience);
    QCOMPARE(images.choice(0)->currentText(), QString::fromStdString(next.name));
    QCOMPARE(images.choice(1)->currentText(), QString("faster"));
    QVERIFY(images.isVisible());
    QVERIFY((*window_)->results().survey() == nullptr && !pane().scene().image().any());
    keep_picture(**window_, "images-of-variants");
  }

  void a_line_through_a_volume_holds_it() {
    Scenario s = example_on(24);
    s.imaging.emplace().purpose = ImagingPurpose::image;
    s.imaging->survey.emplace().shots = 4;
    QVERIFY(window_->open(s, "volume.json"));
    make_image();
    SectionScene& scene = pane().scene();
    QVERIFY(scene.image().lies_along(scene.line()));
    keep_picture(**window_, "section-image-volume");
    Scenario next = (*window_)->editor().now();
    next.section.emplace().line = south_north_line(next.grid);
    (*window_)->editor().edit(next);
    QVERIFY(scene.image().any() && !scene.image().lies_along(scene.line()));
    QVERIFY((*window_)->results().survey_is_stale());
  }

 private:
  SectionPane& pane() const { return *(*window_)->panes().section; }
  void choose(const QString& name, const QString& menu = {}) const {
    const QString group = "View > In the section > Seismic image" + (menu.isEmpty() ? menu : " > " + menu);
    QAction* const action = find_command(*(*window_)->menuBar(), name, group);
    QVERIFY2(action != nullptr, qPrintable(name));
    action->trigger();
  }
  void make_image() {
    find_command(*(*window_)->menuBar(), "Seismic image", "Run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!(*window_)->runs().busy() && (*window_)->results().survey(), patience);
    const SurveyResult& result = (*window_)->results().survey()->result;
    QCOMPARE(result.shots_done, result.shots);
  }

  std::unique_ptr<ShownWindow> window_;
};

}  // namespace test_section_image

FOLDWAVE_TEST(test_section_image, run_in_windows<test_section_image::TestSectionImage>)
#include "test_section_image.moc"
