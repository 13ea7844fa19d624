// Protects the frames of a running wave that are put together without drawing the scene: they must look as
// the drawn ones do, through perspective, with what lies before the slices, and must be refused as soon as
// anything else has changed.
#include <vtkCamera.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>
#include <QTest>
#include <cmath>

#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "ui/scene/stage/gl_state.hpp"
#include "ui/scene/stage/surfaceless.hpp"
#include "ui/scene/wave/quick_slices.hpp"
#include "ui/scene/wave/wave_scene.hpp"

namespace test_quick_slices {

using namespace foldwave;

namespace {

constexpr FrameSize size{520, 390, 1.0};
using Pixels = std::vector<std::uint8_t>;

std::shared_ptr<const LiveFrame> frame_of(const WaveScene& scene, const Grid3& grid, double radius,
                                          double time) {
  auto frame = std::make_shared<LiveFrame>();
  frame->time = time;
  frame->node = scene.planes();
  for (int axis = 0; axis < 3; ++axis) {
    const int nu = axis == 0 ? grid.n[1] : grid.n[0], nv = axis == 2 ? grid.n[1] : grid.n[2];
    auto& plane = frame->plane[static_cast<std::size_t>(axis)];
    for (int v = 0; v < nv; ++v)
      for (int u = 0; u < nu; ++u) {
        const double r = std::hypot(u - 0.5 * nu, v - 0.3 * nv) - radius;
        plane.push_back(static_cast<float>(std::exp(-0.02 * r * r) * std::cos(0.4 * r)));
      }
  }
  return frame;
}

}  // namespace

class TestQuickSlices : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    std::string why_not;
    window_ = SurfacelessWindow::make(why_not);
    QVERIFY2(window_ != nullptr, why_not.c_str());
    window_->window()->SetSize(size.width, size.height);
    scenario_ = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
    const Vec3 e = scenario_.grid.extent();
    scenario_.grid.n = {48, 40, 44};
    scenario_.grid.h = {e.x / 47, e.y / 39, e.z / 43};
  }
  void init() {
    scene_ = std::make_unique<WaveScene>();
    scene_->draw_for_software();
    scene_->show_scenario(scenario_);
    window_->window()->AddRenderer(scene_->renderer());
    show(8.0, 0.1);
    drawn();  // the fonts are there only now
  }
  void cleanup() {
    window_->window()->RemoveRenderer(scene_->renderer());
    scene_.reset();
  }

  void they_look_as_drawn_ones_data() {
    QTest::addColumn<double>("exaggeration");
    QTest::newRow("true") << 1.0;
    QTest::newRow("exaggerated") << 1.6;
  }
  void they_look_as_drawn_ones() {
    QFETCH(double, exaggeration);
    scene_->set_exaggeration(exaggeration);
    look();
    for (const double radius : {8.0, 13.0, 20.0}) {
      show(radius, 0.01 * radius);
      scene_->set_fixed_limit(radius == 13.0 ? 2.4e-7 : 0.1 * radius);  // other numbers at the colours
      QVERIFY(quick_.fits(scene_->quick_slices(), size) && scene_->prepare_quickly(size));
      const Pixels quick = composed(), whole = drawn();
      double sum = 0.0;
      int far = 0, far_in_numbers = 0;
      for (std::size_t i = 0; i < whole.size(); ++i) {
        const int by = std::abs(whole[i] - quick[i]);
        sum += by;
        if (by <= 40) continue;
        ++far;
        const std::size_t x = i / 4 % size.width, y = i / 4 / size.width;  // from the upper left
        if (x > size.width - 72 && y > size.height / 2 && y < size.height - 40) ++far_in_numbers;
      }
      const auto count = static_cast<double>(whole.size());
      QVERIFY2(sum / count < 0.5, qPrintable(QString::number(sum / count)));
      QVERIFY2(far < 0.002 * count, qPrintable(QString::number(far)));
      QVERIFY2(far_in_numbers == 0, qPrintable(QString::number(far_in_numbers)));
    }
    // And they are not all the same.
    show(8.0, 0.1);
    const Pixels first = composed();
    show(20.0, 0.1);
    QVERIFY(first != composed());
  }

  // A film of a view that is higher than wide is looked at as the view was; of one never drawn, from the
  // corner.
  void a_look_is_taken_to_another_frame() {
    for (const FrameSize frame : {FrameSize{300, 520, 1.0}, FrameSize{520, 300, 1.0}}) {
      scene_->prepare(frame);
      scene_->zoom_at(0, 0, 1.3);
      orbit(scene_->renderer(), 20.0, 10.0);
      const WaveLook look = scene_->look();
      const double aspect = static_cast<double>(frame.width) / frame.height;
      QCOMPARE(look.camera.aspect, aspect);
      WaveScene film;
      film.show_scenario(scenario_);
      film.set_look(look, aspect);
      film.prepare(frame);
      const WaveLook taken = film.look();
      for (std::size_t a = 0; a < 3; ++a)
        QVERIFY(std::abs(taken.camera.position[a] - look.camera.position[a]) < 1e-6);
      QCOMPARE(taken.slices, look.slices);
    }
    const WaveLook bare{{3, 4, 5}, 0.0, {}, {}, 1.0, {}, {}};
    WaveScene film, plain;
    for (WaveScene* const scene : {&film, &plain})
      scene->show_scenario(scenario_);
    film.set_look(bare, 1.0);
    film.prepare(size), plain.prepare(size);
    QCOMPARE(film.look().camera.position, plain.look().camera.position);
  }

  void what_else_changes_is_noticed() {
    look();
    const auto fits = [this] {
      return quick_.fits(scene_->quick_slices(), size) && scene_->prepare_quickly(size);
    };
    QVERIFY(fits());
    show(9.0, 0.2);
    QVERIFY(fits());  // the time counts on

    scene_->set_fixed_limit(5.0);
    QVERIFY(fits());  // and so do the numbers at the colours
    WaveOptions options = scene_->options();
    options.map = WaveMap::gray;
    scene_->set_options(options);
    QVERIFY(!fits());
    look();
    QVERIFY(fits());
    scene_->set_slice(2, 5);
    show(9.0, 0.2);
    QVERIFY(!fits());
    look();
    scene_->renderer()->GetActiveCamera()->Azimuth(10);  // the axes' labels move
    QVERIFY(!fits());
    look();
    QVERIFY(!quick_.fits(scene_->quick_slices(), {500, 390, 1.0}));
    // The last frame of a run is drawn whole.
    scene_->show_live(frame_of(*scene_, scenario_.grid, 8.0, 0.3), false);
    QVERIFY(!fits());
  }

 private:
  void show(double radius, double time) {
    scene_->show_live(frame_of(*scene_, scenario_.grid, radius, time), true);
  }
  template <class Render>
  void in_window(Render&& render) {
    vtkGenericOpenGLRenderWindow* const window = window_->window();
    window->MakeCurrent();
    take_over_gl_state(window);
    window->GetState()->PushFramebufferBindings();
    scene_->prepare(size);
    render();
    window->GetState()->PopFramebufferBindings();
  }
  Pixels drawn() {
    Pixels pixels(4 * size.width * size.height);
    in_window([this] { window_->window()->Render(); });
    copy_picture(window_->window(), size.width, size.height, pixels.data(), 4 * size.width);
    return pixels;
  }
  void look() {
    in_window([this] {
      scene_->overlay().show_counting(false);
      quick_.look(*window_, *scene_, scene_->quick_slices(), size);
      scene_->overlay().show_counting(true);
    });
  }
  Pixels composed() {
    Pixels pixels(4 * size.width * size.height);
    quick_.compose(pixels.data());
    scene_->overlay().draw_counting(pixels.data(), size.width, size.height);
    return pixels;
  }

  Scenario scenario_;
  std::unique_ptr<SurfacelessWindow> window_;
  std::unique_ptr<WaveScene> scene_;
  QuickSlices quick_;
};

}  // namespace test_quick_slices

FOLDWAVE_TEST(test_quick_slices, run_guiless<test_quick_slices::TestQuickSlices>)
#include "test_quick_slices.moc"
