// Protects the volume view in a real window: it shows the run's own volumes and files, the planes that its
// sliders and fields say, coarse ones first where a file is large; B and the difference under a lens, with
// the errors of both; a SEG-Y cube by its dialog; and reads nothing while nobody sees it.
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTimer>

#include <cmath>
#include <fstream>

#include "core/base/worst.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/output/snapshot_packer.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/tools/volume_pack.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/rings.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/views/slice_bar.hpp"
#include "ui/views/volume/segy_dialog.hpp"
#include "ui/views/volume/volume_numbers.hpp"
#include "ui/views/volume/volume_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"
#include "ui/widgets/number_edit.hpp"

namespace test_volume_pane {

using namespace foldwave;

namespace {

Grid3 cube(int n) {
  return {{n, n, n}, {10.0, 10.0, 10.0}, {}, {0, 0, 0}, {0, 0, 0}, 0};
}

Field<float> waves_in(const Grid3& grid) {
  Field<float> made(grid.n);
  for (int k = 0; k < grid.n[2]; ++k)
    for (int j = 0; j < grid.n[1]; ++j)
      for (int i = 0; i < grid.n[0]; ++i)
        made(i, j, k) = std::sin(0.11F * static_cast<float>(i) + 0.07F * static_cast<float>(j)) *
                        std::cos(0.09F * static_cast<float>(k));
  return made;
}

}  // namespace

class TestVolumePane : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(20)));
    pane_ = (*window_)->panes().volume;
  }
  void cleanup() { window_.reset(); }

  void shows_the_velocity_of_the_fold() {
    see();
    const Field<float>& v = (*window_)->results().fold()->result.velocity;
    QTRY_VERIFY(pane_->scene().values(2).values.size() == 400);
    QCOMPARE(window_->child<QComboBox>("volume a")->currentText(), QString("Velocity"));
    QTRY_VERIFY_WITH_TIMEOUT(pane_->planes().survey_of(VolumeSide::a) != nullptr, patience);
    const auto range = std::ranges::minmax(v.values());
    QCOMPARE(pane_->scene().colors().low, static_cast<double>(range.min));
    QCOMPARE(pane_->scene().colors().high, static_cast<double>(range.max));
    QVERIFY(pane_->numbers().text().contains("20 x 20 x 20"));
    QVERIFY(pane_->numbers().text().contains("lossless"));

    // A slider by its keys and a typed place: each plane is that of the array.
    auto* const bar = pane_->findChild<SliceBar*>();
    const int before = bar->slider(0)->value();
    bar->slider(0)->setFocus();
    QTest::keyClick(bar->slider(0), Qt::Key_Right);
    QCOMPARE(bar->slider(0)->value(), before + 1);
    bar->field(2)->setText("0");
    QTest::keyClick(bar->field(2), Qt::Key_Return);
    QCOMPARE(pane_->scene().slice(2), 0);
    for (int a = 0; a < 20; ++a)
      for (int b = 0; b < 20; ++b) {
        const auto at = static_cast<std::size_t>(a + 20 * b);
        QCOMPARE(pane_->scene().values(0).values[at], v(before + 1, a, b));
        QCOMPARE(pane_->scene().values(2).values[at], v(a, b, 0));
      }
    drawn_picture(*pane_->view());
    keep_picture(*pane_, "volume-velocity");
  }

  void a_filter_is_live_on_planes_and_then_on_the_whole() {
    see();
    const Field<float>& v = (*window_)->results().fold()->result.velocity;
    QTRY_VERIFY(pane_->scene().values(2).values.size() == 400);
    QAction* const whole = find_command(*(*window_)->menuBar(), "The whole volume, as a new one");
    QVERIFY(whole != nullptr && !whole->isEnabled());
    find_command(*(*window_)->menuBar(), "Gaussian, 2 spacings")->trigger();
    QTRY_VERIFY(pane_->scene().values(2).values.size() == 400 && !pane_->planes().reads() &&
                pane_->scene().values(2).values[0] != v(0, 0, pane_->scene().slice(2)));
    QVERIFY(pane_->scene().title().ends_with("Gaussian, 2 spacings"));
    // By the definition, the plane mirrored at its ends.
    const auto at = [](int i) { return i < 0 ? -1 - i : i > 19 ? 39 - i : i; };
    const int k = pane_->scene().slice(2);
    double worst = 0.0;
    for (int j = 0; j < 20; ++j)
      for (int i = 0; i < 20; ++i) {
        double sum = 0.0, weights = 0.0;
        for (int q = -10; q <= 10; ++q)
          for (int p = -10; p <= 10; ++p) {
            const double w = std::exp(-(p * p + q * q) / 8.0);
            sum += w * static_cast<double>(v(at(i + p), at(j + q), k));
            weights += w;
          }
        worst = worst_of(worst,
                         std::abs(static_cast<double>(
                                      pane_->scene().values(2).values[static_cast<std::size_t>(i + 20 * j)]) -
                                  sum / weights));
      }
    QVERIFY2(worst < 0.05, qPrintable(QString::number(worst)));

    QVERIFY(whole->isEnabled());
    whole->trigger();
    auto* const box = window_->child<QComboBox>("volume a");
    QTRY_VERIFY_WITH_TIMEOUT(box->findText("Velocity: Gaussian, 2 spacings") > 0, patience);
    find_command(*(*window_)->menuBar(), "As it is")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(pane_->scene().values(2).values[0], v(0, 0, k), patience);
    QVERIFY(!whole->isEnabled());
    press(box, "Velocity: Gaussian, 2 spacings");
    const auto mean = [](std::span<const float> values) {
      double sum = 0.0;
      for (const float one : values)
        sum += static_cast<double>(one);
      return sum / static_cast<double>(values.size());
    };
    QTRY_VERIFY_WITH_TIMEOUT(
        pane_->planes().a()->remarks() == std::vector<std::string>{"Gaussian, 2 spacings"}, patience);
    // It keeps the mean and takes from the extremes.
    const auto& smooth = *pane_->planes().a()->field();
    QVERIFY(std::abs(mean(smooth.values()) - mean(v.values())) < 0.01);
    QVERIFY(std::ranges::max(smooth.values()) < std::ranges::max(v.values()));
    keep_picture(*pane_, "volume-filtered");
  }

  void reads_nothing_unseen() {
    QVERIFY(!pane_->is_in_front());
    QVERIFY(pane_->planes().a() != nullptr);
    QTest::qWait(400);
    QVERIFY(pane_->scene().values(0).values.empty() && pane_->planes().survey_of(VolumeSide::a) == nullptr);
    QVERIFY(!pane_->planes().worker().busy());
  }

  void a_file_its_original_and_their_difference() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    const Grid3 grid = cube(70);
    const Field<float> exact = waves_in(grid);
    write("exact.hdf", exact, grid, 0.0);
    write("packed.hdf", exact, grid, 1e-2);
    see();
    choose_file("exact.hdf");
    choose_file("packed.hdf");
    QTRY_COMPARE_WITH_TIMEOUT(window_->child<QComboBox>("volume a")->currentText(), QString("packed.hdf"),
                              patience);
    QTRY_VERIFY_WITH_TIMEOUT(pane_->scene().values(1).values.size() == 4900, patience);
    QVERIFY2(pane_->scene().title().ends_with("within 0.01"), pane_->scene().title().c_str());

    // A: the exact one, B: the packed one, by the keys of the boxes.
    press(window_->child<QComboBox>("volume a"), "exact.hdf");
    press(window_->child<QComboBox>("volume b"), "packed.hdf");
    find_command(*(*window_)->menuBar(), "Difference, A - B")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(pane_->planes().errors() != nullptr, patience);
    QTRY_VERIFY_WITH_TIMEOUT(!pane_->scene().values(0).values.empty(), patience);
    const VolumeDifference& e = *pane_->planes().errors();
    QVERIFY(e.quality.largest <= 1e-2 && e.quality.largest > 1e-3 && e.ratio > 1.0);
    const Field<float> back = VolumeFile(window_->path("packed.hdf").toStdString()).read_all();
    const int at = pane_->scene().slice(1);
    QTRY_COMPARE(pane_->scene().values(1).values.size(), std::size_t{4900});
    QTRY_VERIFY(!pane_->planes().reads());
    for (int k = 0; k < 70; ++k)
      for (int i = 0; i < 70; ++i)
        QCOMPARE(pane_->scene().values(1).values[static_cast<std::size_t>(i + 70 * k)],
                 exact(i, at, k) - back(i, at, k));
    for (const char* const word : {"ME", "rMSE", "max", "SNR", "ratio"})
      QVERIFY(pane_->numbers().text().contains(word));

    // Under a lens of 10 a tenth of A's values has the last colour.
    const double plain = pane_->scene().colors().high;
    QVERIFY(plain > 0.9 && plain < 1.01);
    find_command(*(*window_)->menuBar(), "10 times")->trigger();
    QVERIFY(std::abs(pane_->scene().colors().high - 0.1 * plain) <= 1e-12);
    find_command(*(*window_)->menuBar(), "To the largest difference")->trigger();
    QCOMPARE(pane_->scene().colors().high, e.quality.largest);
    drawn_picture(*pane_->view());
    keep_picture(*pane_, "volume-difference");

    // Without B there is neither.
    press(window_->child<QComboBox>("volume b"), "none");
    QCOMPARE(pane_->planes().side(), VolumeSide::a);
    QVERIFY(!find_command(*(*window_)->menuBar(), "Difference, A - B")->isEnabled());
  }

  // Along one axis alone: planes across it stay as they are.
  void a_gaussian_has_the_widths_that_are_asked_for() {
    see();
    const Field<float>& v = (*window_)->results().fold()->result.velocity;
    QTRY_VERIFY(pane_->scene().values(2).values.size() == 400);
    QTimer::singleShot(0, qApp, [] {
      auto* const dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      for (const auto& [name, text] :
           {std::pair("sigma 0", "25"), std::pair("sigma 1", "0"), std::pair("sigma 2", "none")})
        dialog->findChild<NumberEdit*>(name)->setText(text);
      dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
    });
    find_command(*(*window_)->menuBar(), "Gaussian, own widths")->trigger();
    QVERIFY2(pane_->scene().title().ends_with("Gaussian of 25, 0, 0 m"), pane_->scene().title().c_str());
    const auto is_smooth = [&] {
      const int k = pane_->scene().slice(2);
      for (int j = 0; j < 20; ++j)
        for (int i = 0; i < 20; ++i)
          if (pane_->scene().values(2).values[static_cast<std::size_t>(i + 20 * j)] != v(i, j, k))
            return true;
      return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(!pane_->planes().reads() && is_smooth(), patience);
    const int x = pane_->scene().slice(0);
    for (int k = 0; k < 20; ++k)
      for (int j = 0; j < 20; ++j)
        QCOMPARE(pane_->scene().values(0).values[static_cast<std::size_t>(j + 20 * k)], v(x, j, k));
    find_command(*(*window_)->menuBar(), "As it is")->trigger();
  }

  // A kernel that fetches what lies east; in planes across it only its sum counts.
  void a_kernel_comes_from_a_file() {
    see();
    const Field<float>& v = (*window_)->results().fold()->result.velocity;
    QTRY_VERIFY(pane_->scene().values(2).values.size() == 400);
    QVERIFY(!find_command(*(*window_)->menuBar(), "Kernel")->isVisible());
    const auto write_text = [&](const QString& name, const QByteArray& text) {
      QFile file(window_->path(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(text);
    };
    write_text("east & up.txt", "3 1 1\n1 0 0\n");
    pane_->read_kernel(window_->path("east & up.txt"));
    QTRY_VERIFY2_WITH_TIMEOUT(pane_->scene().title().ends_with("kernel east & up"),
                              pane_->scene().title().c_str(), patience);
    const auto is_moved = [&] {
      const int k = pane_->scene().slice(2);
      for (int j = 0; j < 20; ++j)
        for (int i = 0; i < 19; ++i)
          if (pane_->scene().values(2).values[static_cast<std::size_t>(i + 20 * j)] != v(i + 1, j, k))
            return false;
      return true;
    };
    QTRY_VERIFY_WITH_TIMEOUT(!pane_->planes().reads() && is_moved(), patience);
    const int x = pane_->scene().slice(0);
    for (int k = 0; k < 20; ++k)
      for (int j = 0; j < 20; ++j)
        QCOMPARE(pane_->scene().values(0).values[static_cast<std::size_t>(j + 20 * k)], v(x, j, k));
    keep_picture(*pane_, "volume-kernel");
    // What is none leaves it as it was, and says so.
    QSignalSpy refused(pane_, &VolumePane::refused);
    write_text("none.txt", "three one one");
    pane_->read_kernel(window_->path("none.txt"));
    QTRY_COMPARE_WITH_TIMEOUT(refused.count(), 1, patience);
    QVERIFY(refused.front().front().toString().contains("none.txt"));
    QVERIFY(pane_->scene().title().ends_with("kernel east & up"));
    find_command(*(*window_)->menuBar(), "The whole volume, as a new one")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(
        window_->child<QComboBox>("volume a")->findText("Kernel east & up", Qt::MatchEndsWith) > 0, patience);
    find_command(*(*window_)->menuBar(), "As it is")->trigger();
  }

  // From the first moment on, where the file keeps it.
  void a_kept_coarse_level_is_shown_first() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    const Grid3 grid = cube(150);
    write("plain.hdf", waves_in(grid), grid, 0.0);
    PackChoice choice;
    choice.coarse_from = 1;
    pack_volume_file(*open_volume(window_->path("plain.hdf").toStdString()),
                     window_->path("kept.hdf").toStdString(), choice);
    see();
    std::vector<std::pair<int, bool>> came;
    const auto watch = connect(&pane_->planes(), &VolumePlanes::plane_came, this,
                               [&](const VolumePlane& plane, bool coarse) {
                                 if (plane.axis == 2) came.emplace_back(plane.nu, coarse);
                               });
    choose_file("kept.hdf");
    QTRY_VERIFY_WITH_TIMEOUT(!came.empty() && came.back() == std::pair(150, false), patience);
    disconnect(watch);
    const auto coarse = std::ranges::find_if(came, [](const auto& one) { return one.second; });
    QVERIFY(coarse != came.end() && coarse->first == coarse_side(grid.n));
  }

  void a_coarse_plane_comes_before_the_whole_one() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    const Grid3 grid = cube(150);
    write("large.hdf", waves_in(grid), grid, 0.0);
    see();
    choose_file("large.hdf");
    QTRY_VERIFY_WITH_TIMEOUT(pane_->planes().survey_of(VolumeSide::a) != nullptr, patience);
    QTRY_VERIFY_WITH_TIMEOUT(!pane_->planes().reads(), patience);
    std::vector<std::pair<int, bool>> came;
    connect(&pane_->planes(), &VolumePlanes::plane_came, this, [&](const VolumePlane& plane, bool coarse) {
      came.emplace_back(plane.node, coarse);
      QCOMPARE(plane.nu, coarse ? most_coarse : 150);
    });
    auto* const slider = pane_->findChild<SliceBar*>()->slider(2);
    for (int node = 10; node < 30; ++node)
      slider->setValue(node);
    QCOMPARE(came.front(), std::pair(10, true));
    QTRY_COMPARE_WITH_TIMEOUT(came.back(), std::pair(29, false), patience);
    QTRY_VERIFY(!pane_->planes().reads());
    QCOMPARE(came.back(), std::pair(29, false));
    QCOMPARE(pane_->scene().values(2).nu, 150);
  }

  void what_cannot_be_read_is_said() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    const Grid3 grid = cube(40);
    write("damaged.hdf", waves_in(grid), grid, 0.0);
    {
      const VolumeFile file(window_->path("damaged.hdf").toStdString());
      std::fstream bytes(window_->path("damaged.hdf").toStdString(),
                         std::ios::in | std::ios::out | std::ios::binary);
      bytes.seekp(static_cast<std::streamoff>(file.index().bricks.front().offset) + 50);
      bytes.put('\x7f');
    }
    see();
    choose_file("damaged.hdf");
    QTRY_VERIFY_WITH_TIMEOUT(QString::fromStdString(pane_->scene().note()).startsWith("damaged: brick 0"),
                             patience);
    std::ofstream(window_->path("none.hdf").toStdString()) << "no volume";
    QString why;
    connect(pane_, &VolumePane::refused, this, [&](const QString& words) { why = words; });
    choose_file("none.hdf");
    QTRY_VERIFY_WITH_TIMEOUT(why.contains("none.hdf"), patience);
    QCOMPARE(window_->child<QComboBox>("volume a")->currentText(), QString("damaged.hdf"));
  }

  void two_files_of_one_name_are_told_apart() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    const Grid3 grid = cube(12);
    QVERIFY(QDir(window_->path(".")).mkdir("other"));
    write("one.hdf", waves_in(grid), grid, 0.0);
    write("other/one.hdf", Field<float>(grid.n, 2.5F), grid, 0.0);
    see();
    auto* const a = window_->child<QComboBox>("volume a");
    choose_file("one.hdf");
    QTRY_COMPARE(a->currentText(), QString("one.hdf"));
    choose_file("other/one.hdf");
    QTRY_COMPARE(a->currentText(), QString("other/one.hdf"));
    QTRY_COMPARE(pane_->scene().values(0).values.size(), std::size_t{144});
    QCOMPARE(pane_->scene().values(0).values[7], 2.5F);
    const int count = a->count();
    choose_file("one.hdf");
    QTRY_COMPARE(a->currentText(), QString("one.hdf"));
    QCOMPARE(a->count(), count);
  }

  void a_segy_cube_comes_by_its_dialog() {
    write_cube("cube.sgy");
    see();
    choose_file("cube.sgy");
    auto* const dialog = (*window_)->findChild<SegyDialog*>();
    QVERIFY(dialog != nullptr && QTest::qWaitForWindowExposed(dialog));
    const auto label = [&](const char* name) { return dialog->findChild<QLabel*>(name)->text(); };
    auto* const import = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    QTRY_VERIFY_WITH_TIMEOUT(import->isEnabled(), patience);
    QVERIFY2(label("segy facts").startsWith("12 traces of 6 samples, 4 ms apart; IEEE floats, revision 1"),
             qPrintable(label("segy facts")));
    QVERIFY2(label("segy placed").startsWith("4 x 3 x 6 nodes, 25 x 50 x 4 m apart"),
             qPrintable(label("segy placed")));

    // Numbers by other words of the headers: what is none is said, what holds others reads them.
    auto* const word = dialog->findChild<QLineEdit*>("segy word inline");
    const auto type_word = [&](const char* text) {
      word->setFocus();
      word->selectAll();
      QTest::keyClicks(word, text);
    };
    type_word("300");
    QTRY_VERIFY2(label("segy placed").contains("inline"), qPrintable(label("segy placed")));
    QVERIFY(!import->isEnabled());
    type_word("17");  // the source point, 1 everywhere
    QTRY_VERIFY_WITH_TIMEOUT(!label("segy facts").contains("inlines"), patience);
    type_word("inline");
    QTRY_VERIFY_WITH_TIMEOUT(label("segy facts").contains("inlines 10 to 12") && import->isEnabled(),
                             patience);

    // By hand, with a depth step that is typed.
    auto* const by = dialog->findChild<QComboBox*>("segy place by");
    by->setFocus();
    QTest::keyClick(by, Qt::Key_Down);
    auto* const depth = dialog->findChild<NumberEdit*>("segy spacing z");
    QTRY_VERIFY(depth->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(import->isEnabled(), patience);
    QCOMPARE(dialog->findChild<NumberEdit*>("segy nodes x")->value(), 4.0);
    depth->setFocus();
    depth->setText("7.5");
    QTest::keyClick(depth, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(label("segy placed").startsWith("4 x 3 x 6 nodes, 25 x 25 x 7.5 m apart"),
                             patience);
    depth->setText("0");
    QTest::keyClick(depth, Qt::Key_Return);
    QTRY_VERIFY(!import->isEnabled());
    depth->setFocus();
    depth->setText("7.5");
    QTest::keyClick(depth, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(import->isEnabled(), patience);
    keep_picture(*dialog, "volume-segy");
    QTest::mouseClick(import, Qt::LeftButton);
    QTRY_COMPARE(window_->child<QComboBox>("volume a")->currentText(), QString("cube.sgy"));
    QTRY_COMPARE(pane_->scene().grid().h[2], 7.5);
    QTRY_COMPARE(pane_->scene().values(2).values.size(), std::size_t{12});
    const int k = pane_->scene().slice(2);
    QCOMPARE(pane_->scene().values(2).values[7], static_cast<float>(7 + 100 * k));
  }

  void the_snapshot_in_view_is_a_volume() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    WavePane* const wave = (*window_)->panes().wave;
    const Grid3& grid = (*window_)->editor().now().grid;
    SnapshotPacker packer(grid, 1e-3);
    WavePane::Snapshots shots;
    for (const auto& ring : rings(grid, 3)) {
      auto made = std::make_shared<Snapshot>();
      made->step = ring->step;
      made->time = ring->time;
      made->packed =
          std::make_shared<const PackedVolume>(packer.pack(ring->step, ring->time, ring->pressure));
      made->limit = 1.0;
      shots.push_back(made);
    }
    wave->show_snapshots(shots);
    QTRY_COMPARE(wave->scene().snapshot(), shots.back().get());
    QVERIFY(wave->scene().error_bound() > 0.0);
    see();
    press(window_->child<QComboBox>("volume a"), "Snapshot in view");
    QTRY_COMPARE_WITH_TIMEOUT(pane_->scene().values(1).values.size(), std::size_t{400}, patience);
    const Pressure pressure = pressure_of(shots.back());
    const int j = pane_->scene().slice(1);
    for (int i = 0; i < 20; ++i)
      QCOMPARE(pane_->scene().values(1).values[static_cast<std::size_t>(i)], (*pressure)(i, j, 0));
    QVERIFY2(pane_->scene().title().starts_with("Snapshot in view, t = 0.020 s, within "),
             pane_->scene().title().c_str());
    wave->show_snapshots({});
    QTRY_COMPARE(window_->child<QComboBox>("volume a")->findText("Snapshot in view"), -1);
  }

 private:
  void see() {
    window_->raise("volume");
    QTRY_VERIFY_WITH_TIMEOUT(pane_->is_in_front(), patience);
  }
  void choose_file(const QString& name) {
    emit(*window_)->files().volume_chosen(window_->path(name));
    if (!name.endsWith(".sgy"))
      QVERIFY(QTest::qWaitFor([this] { return !pane_->opening().busy(); }, patience));
  }
  static void press(QComboBox* box, const QString& text) {
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Home);
    for (int i = 0; i < box->count() && box->currentText() != text; ++i)
      QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(box->currentText(), text);
  }
  void write(const QString& name, const Field<float>& values, const Grid3& grid, double bound) {
    VolumeFacts facts;
    facts.grid = grid;
    facts.array = "pressure";
    facts.error_bound = bound;
    write_volume_file(window_->path(name).toStdString(), pack_volume(values.values(), facts));
  }
  // Four crosslines by three inlines; a sample tells its node.
  void write_cube(const QString& name) {
    SegyGather gather;
    gather.dt = 0.004;
    gather.samples = 6;
    std::vector<float> traces;
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 4; ++i) {
        SegyTrace t;
        t.source = t.receiver = {1000.0 + 25.0 * i, 2000.0 + 50.0 * j, 0.0};
        t.inline_number = 10 + j;
        t.crossline_number = 20 + i;
        gather.geometry.push_back(t);
        for (int k = 0; k < 6; ++k)
          traces.push_back(static_cast<float>(i + 4 * j + 100 * k));
      }
    gather.traces = traces;
    write_segy(window_->path(name).toStdString(), gather);
  }

  std::unique_ptr<ShownWindow> window_;
  VolumePane* pane_ = nullptr;
};

}  // namespace test_volume_pane

FOLDWAVE_TEST(test_volume_pane, run_in_windows<test_volume_pane::TestVolumePane>)
#include "test_volume_pane.moc"
