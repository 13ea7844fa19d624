// Protects the velocity that a wave takes from a file: .vti, SEG-Y and raw values arrive at the nodes as they
// were written, smoothing keeps the mean slowness, limits and warnings follow the file, the report names
// it, and every fault is found before a run, at its path.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/engine/velocity_setup.hpp"
#include "core/engine/wave_setup.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/run_folder.hpp"
#include "tests/test_program.hpp"

namespace test_velocity_scenario {

using namespace foldwave;

namespace {

// A section of 1500 to 4000 m/s.
constexpr std::array<int, 3> nodes{61, 1, 41};
float velocity_at(int i, int k) {
  return static_cast<float>(1500 + 10 * i + (k > 25 ? 1500 : 7 * k));
}

Scenario section(const std::string& folder, VelocityFile file) {
  Scenario s;
  s.grid = {nodes, {10.0, 10.0, 10.0}, {500.0, 0.0, 20.0}, {}, {}, 0};
  s.events = stand_in_events();
  s.stack = stand_in_layers();
  s.velocity = std::move(file);
  s.survey.wavelet.frequency = 12.0;
  s.survey.sources = {{{800.0, 0.0, 60.0}, 0.0, 1.0, {}}};
  s.survey.receivers = {ReceiverLine{{520.0, 0.0, 40.0}, {1080.0, 0.0, 40.0}, 15, {}}};
  s.propagation.duration = 0.3;
  s.folder = folder;
  return s;
}

VelocityFile raw_file(const std::string& name) {
  VelocityFile file;
  file.file = name;
  file.layout = {nodes, {10.0, 10.0, 10.0}, {500.0, 0.0, 20.0}, "zxy", false};
  return file;
}

void write_raw(const std::string& path, const std::function<float(int, int)>& value, int columns = nodes[0]) {
  std::ofstream out(path, std::ios::binary);
  for (int i = 0; i < columns; ++i)
    for (int k = 0; k < nodes[2]; ++k) {
      const float v = value(i, k);
      out.write(reinterpret_cast<const char*>(&v), 4);
    }
}

bool is_in_place(const Field<float>& velocity) {
  for (int k = 0; k < nodes[2]; ++k)
    for (int i = 0; i < nodes[0]; ++i)
      if (velocity(i, 0, k) != velocity_at(i, k)) return false;
  return velocity.shape() == nodes;
}

QString said(const Scenario& s) {
  QString all;
  for (const Finding& f : preflight(s, *cpu_backend()))
    all += QString::fromStdString((f.severity == Severity::error ? "error " : "warning ") + f.text()) + "\n";
  return all;
}

}  // namespace

class TestVelocityScenario : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::string path(const std::string& name) const { return folder_.filePath(name.c_str()).toStdString(); }
  Scenario with(const VelocityFile& file) const { return section(folder_.path().toStdString(), file); }

 private slots:
  void initTestCase() { write_raw(path("v.f32"), velocity_at); }

  void raw_values_reach_the_wave() {
    const Scenario s = with(raw_file("v.f32"));
    QCOMPARE(said(s), QString());
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    QVERIFY(is_in_place(fold.velocity));
    QCOMPARE(fold.velocity_file, std::string("v.f32"));
    const WaveResult wave = run_wave(s, fold, *cpu_backend(), nullptr, {});
    QVERIFY(wave.run.steps_done > 100);
    QVERIFY(!wave.propagator.empty());
    // The step and the wavelength are those of 4000 and 1500 m/s, not of the layers that stand in.
    QVERIFY(std::abs(wave.stable_dt - stable_dt(s.grid, scenario_stencil(s.propagation), 3600.0)) < 1e-12);
    QCOMPARE(limiting_velocity(s), 3600.0);
    QVERIFY(std::abs(wave.points_per_wavelength - 1500.0 / (10.0 * 30.0)) < 1e-9);
    QCOMPARE(velocity_range(s).slowest, 1500.0);
  }

  void a_header_beside_it_gives_its_layout() {
    write_raw(path("h.f32"), [](int i, int k) { return velocity_at(i, k) / 1000.0F; });
    VelocityFile file;
    file.file = "h.f32";
    QVERIFY(said(with(file)).contains("error /velocity/nodes: are missing, and there is no header"));
    std::ofstream(path("h.f32.json"))
        << R"({"nodes": [61, 1, 41], "spacing": [10, 10, 10], "origin": [500, 0, 20], "axes": "zxy", "unit": "km/s"})";
    QCOMPARE(said(with(file)), QString());
    const FoldResult fold = run_fold(with(file), *cpu_backend(), {});
    for (int i = 0; i < nodes[0]; ++i)
      QVERIFY(std::abs(fold.velocity(i, 0, 30) / velocity_at(i, 30) - 1.0F) < 1e-6F);
    // What the header leaves out is as the scenario says.
    std::ofstream(path("h.f32.json")) << R"({"nodes": [61, 1, 41], "spacing": [10, 10, 10], "axes": "zxy"})";
    VelocityFile stated = file;
    stated.in_km_s = true;
    stated.layout.origin = {500.0, 0.0, 20.0};
    QCOMPARE(said(with(stated)), QString());
    stated.layout.big_endian = true;
    QVERIFY(said(with(stated)).contains("byte_order"));
    std::ofstream(path("h.f32.json")) << R"({"nodes": [61, 1, 40], "spacing": [10, 10, 10]})";
    QVERIFY(said(with(file)).contains("holds 10004 bytes; 61 x 1 x 40 x 4 = 9760 are expected"));
  }

  // What the program exports it takes back, bit by bit.
  void an_exported_vti_comes_back() {
#ifdef FOLDWAVE_HAS_VTK
    const Scenario from = with(raw_file("v.f32"));
    write_volume(path("velocity.vti"), run_fold(from, *cpu_backend(), {}), "velocity");
    VelocityFile file;
    file.file = "velocity.vti";
    QCOMPARE(said(with(file)), QString());
    QVERIFY(is_in_place(run_fold(with(file), *cpu_backend(), {}).velocity));
    file.array = "velocity";
    QVERIFY(is_in_place(run_fold(with(file), *cpu_backend(), {}).velocity));
    file.array = "speed";
    QVERIFY(said(with(file)).contains("error /velocity/file: "));
    QVERIFY(said(with(file)).contains("no point array \"speed\""));

    // A real fold on uneven spacings, far from the map's origin.
    Scenario folded = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
    folded.propagation.enabled = false;
    folded.grid.n = {21, 17, 19};
    folded.grid.h = {folded.grid.h[0] / 0.7, folded.grid.h[1] / 0.9, folded.grid.h[2] / 0.3};
    const FoldResult wanted = run_fold(folded, *cpu_backend(), {});
    write_volume(path("fold.vti"), wanted, "velocity");
    folded.folder = folder_.path().toStdString();
    folded.velocity.emplace().file = "fold.vti";
    const FoldResult found = run_fold(folded, *cpu_backend(), {});
    QVERIFY(std::equal(wanted.velocity.values().begin(), wanted.velocity.values().end(),
                       found.velocity.values().begin()));
    QVERIFY(std::equal(wanted.arrival.values().begin(), wanted.arrival.values().end(),
                       found.arrival.values().begin()));
#else
    QSKIP("this build reads no .vti files");
#endif
  }

  void a_segy_section_is_placed_and_says_how() {
    SegyGather gather;
    gather.dt = 0.01;
    gather.delay = 0.02;
    gather.samples = nodes[2];
    std::vector<float> traces;
    for (int i = 0; i < nodes[0]; ++i) {
      SegyTrace trace;
      trace.source = trace.receiver = {500.0 + 10.0 * i, 0.0, 0.0};
      gather.geometry.push_back(trace);
      for (int k = 0; k < nodes[2]; ++k)
        traces.push_back(velocity_at(i, k));
    }
    gather.traces = traces;
    write_segy(path("v.sgy"), gather);
    VelocityFile file;
    file.file = "v.sgy";
    {
      std::fstream header(path("v.sgy"), std::ios::binary | std::ios::in | std::ios::out);
      header.seekp(3255);  // the lower byte of the measure: 2 is feet
      header.put('\2');
    }
    const QString feet = said(with(file));
    QVERIFY2(feet.contains("warning /velocity/file: lengths are in feet, and are made metres\n") &&
                 feet.contains("CDP coordinates; give nodes and spacing"),
             qPrintable(feet));
    write_segy(path("v.sgy"), gather);
    const QString told = said(with(file));
    QVERIFY2(told.count("\n") == 2 && told.contains("warning /velocity/file: the traces lie at their CDP") &&
                 told.contains("10 m apart"),
             qPrintable(told));
    QVERIFY(is_in_place(run_fold(with(file), *cpu_backend(), {}).velocity));
    file.layout.spacing = {10.0, 10.0, 10.0};
    file.layout.origin = {500.0, 0.0, 20.0};
    QCOMPARE(said(with(file)), QString());
    QVERIFY(is_in_place(run_fold(with(file), *cpu_backend(), {}).velocity));
  }

  void another_grid_is_filled_between_the_nodes() {
    Scenario s = with(raw_file("v.f32"));
    s.grid = {{25, 5, 9}, {20.0, 20.0, 5.0}, {505.0, -40.0, 25.0}, {}, {}, 0};  // a volume from a section
    s.survey.sources[0].position = {600.0, 0.0, 40.0};
    s.survey.receivers.clear();
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    for (int i = 0; i < 25; ++i)
      for (const int j : {0, 4})
        QVERIFY(std::abs(fold.velocity(i, j, 3) - (1505.0F + 20.0F * static_cast<float>(i) + 14.0F)) < 1e-3F);
    QVERIFY(!said(s).contains("/velocity"));
  }

  // The mean slowness over the volume is what it was; a column's own travel time only where the model is
  // layered: beside a lateral contrast it takes in its neighbours'. The extremes are the smoothed values'.
  void smoothing_keeps_the_mean_slowness() {
    const auto layered = [](int, int k) { return k > 25 ? 3200.0F : 1600.0F; };
    const auto contrast = [&](int i, int k) { return layered(i, k) + (i < 30 ? 0.0F : 1000.0F); };
    for (const bool lateral : {false, true}) {
      const std::string name = lateral ? "contrast.f32" : "layered.f32";
      write_raw(path(name), [&](int i, int k) { return lateral ? contrast(i, k) : layered(i, k); });
      Scenario s = with(raw_file(name));
      const auto sharp = build_velocity(s);
      s.velocity->smoothing = 60.0;
      const auto smooth = build_velocity(s);
      QVERIFY(velocity_file_text(s) == name + ", smoothed over 60 m");
      double before = 0.0, after = 0.0, largest = 0.0;
      for (int i = 0; i < nodes[0]; ++i) {
        double column_before = 0.0, column_after = 0.0;
        for (int k = 0; k < nodes[2]; ++k) {
          column_before += 10.0 / static_cast<double>(sharp->values(i, 0, k));
          column_after += 10.0 / static_cast<double>(smooth->values(i, 0, k));
        }
        before += column_before;
        after += column_after;
        largest = worst_of(largest, std::abs(column_after / column_before - 1.0));
      }
      QVERIFY(std::abs(after / before - 1.0) < 5e-7);
      QVERIFY2(lateral ? largest > 0.1 : largest < 2e-7, qPrintable(QString::number(largest)));
      QVERIFY(velocity_range(s).slowest > 1600.0 && velocity_range(s).fastest < (lateral ? 4200.0 : 3200.0));
    }
  }

  void smoothing_wider_than_half_the_file_is_refused() {
    Scenario s = with(raw_file("v.f32"));
    s.velocity->smoothing = 300.0;
    QCOMPARE(said(s), QString());
    s.velocity->smoothing = 301.0;
    QVERIFY2(said(s).startsWith("error /velocity/smoothing: 301 m is more than half the longest side of the "
                                "file's volume; give at most 300 m"),
             qPrintable(said(s)));
  }

  void what_the_box_does_not_meet_does_not_count() {
    Scenario s = with(raw_file("v.f32"));
    s.grid.n = {20, 1, 10};
    s.survey.sources[0].position = {600.0, 0.0, 60.0};
    s.survey.receivers.clear();
    QCOMPARE(limiting_velocity(s), 1500.0 + 190.0 + 63.0);
    s.grid.origin.x = 400.0;
    s.survey.sources[0].position.x = 450.0;
    QVERIFY(said(s).contains("warning /velocity/file: the volume does not cover the box: x 500 to 1100"));
    s.grid.origin.x = 9000.0;
    s.survey.sources[0].position.x = 9050.0;
    QVERIFY(said(s).contains("error /velocity/file: the volume lies beside the box"));
  }

  // The box is walked once for all who ask, and a stop is heard on the way.
  void a_range_is_found_once() {
    std::stop_source stop;
    stop.request_stop();
    const Job stopped{nullptr, stop.get_token()};
    Scenario s = with(raw_file("v.f32"));
    s.grid.n = {30, 1, 30};
    build_velocity(s);
    QVERIFY_EXCEPTION_THROWN(velocity_range(s, stopped), Stopped);
    QCOMPARE(velocity_range(s).slowest, 1500.0);
    QCOMPARE(velocity_range(s, stopped).fastest, 1500.0 + 290.0 + 1500.0);
    s.grid.n[2] = 10;
    QVERIFY_EXCEPTION_THROWN(velocity_range(s, stopped), Stopped);
    QCOMPARE(velocity_range(s).fastest, 1500.0 + 290.0 + 63.0);
  }

  void limits_follow_the_file() {
    Scenario s = with(raw_file("v.f32"));
    s.propagation.dt = 2.5e-3;
    QVERIFY2(said(s).contains("error /propagation/dt: 0.0025 s is unstable") && said(s).contains("3600 m/s"),
             qPrintable(said(s)));
    s.propagation.dt = 0.0;
    s.survey.wavelet.frequency = 30.0;
    QVERIFY(said(s).contains("only 2 nodes in the shortest wavelength"));
    s.survey.start = ExplodingReflectors{};
    QCOMPARE(limiting_velocity(s), 1800.0);
  }

  void bad_files_are_refused_in_full() {
    const auto with_value = [this](float value) {
      write_raw(path("bad.f32"),
                [value](int i, int k) { return i == 3 && k == 5 ? value : velocity_at(i, k); });
      return said(with(raw_file("bad.f32")));
    };
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const auto& [value, word] : {std::pair{nan, "nan m/s"},
                                      {0.0F, "holds 0 m/s"},
                                      {-5.0F, "holds -5 m/s"},
                                      {0.5F, "holds 0.5 m/s"},
                                      {20001.0F, "holds 20001 m/s"},
                                      {std::numeric_limits<float>::infinity(), "inf"}}) {
      const QString text = with_value(value);
      QVERIFY2(text.startsWith("error /velocity/file: ") && text.contains(word) &&
                   text.contains("at (530, 0, depth 70)") && text.count("\n") == 1,
               qPrintable(text));
    }
    write_raw(path("bad.f32"), [](int i, int k) { return k > 4 && i > 2 ? -1.0F : velocity_at(i, k); });
    QVERIFY(said(with(raw_file("bad.f32"))).contains("holds -1 m/s at (530, 0, depth 70)"));  // the first
    write_raw(path("km.f32"), [](int i, int k) { return velocity_at(i, k) / 1000.0F; });
    VelocityFile km = raw_file("km.f32");
    QVERIFY(
        said(with(km)).contains("holds 1.5 m/s at (500, 0, depth 20), which looks like km/s; set \"unit\""));
    km.file = "v.f32";
    km.in_km_s = true;
    QVERIFY(said(with(km)).contains("holds 1500 km/s at (500, 0, depth 20), which looks like m/s"));
    write_raw(path("cut.f32"), velocity_at, 50);
    QVERIFY(
        said(with(raw_file("cut.f32"))).contains("holds 8200 bytes; 61 x 1 x 41 x 4 = 10004 are expected"));
    QVERIFY(said(with(raw_file("gone.f32"))).contains("gone.f32: is not there"));
    // Of the other byte order all is noise.
    VelocityFile turned = raw_file("v.f32");
    turned.layout.big_endian = true;
    QVERIFY(said(with(turned)).contains("check unit, nodes, axes and byte_order"));
    for (const char* name : {"noise.vti", "noise.sgy"}) {
      std::ofstream(path(name), std::ios::binary) << std::string(5000, '\x7f');
      VelocityFile noise;
      noise.file = name;
      QVERIFY2(said(with(noise)).startsWith("error /velocity/file: "), name);
    }
    QVERIFY_EXCEPTION_THROWN(run_fold(with(raw_file("gone.f32")), *cpu_backend(), {}), InputError);
  }

  // A file that changes on the disk is read again.
  void a_changed_file_is_read_again() {
    const Scenario s = with(raw_file("w.f32"));
    write_raw(path("w.f32"), velocity_at);
    const auto first = build_velocity(s);
    QVERIFY(build_velocity(s) == first);
    write_raw(path("w.f32"), [](int, int) { return 2000.0F; });
    std::filesystem::last_write_time(path("w.f32"),
                                     std::filesystem::file_time_type::clock::now() + std::chrono::seconds(2));
    QCOMPARE(build_velocity(s)->values[0], 2000.0F);
  }

  void the_salt_section_is_whole() {
#ifdef FOLDWAVE_HAS_VTK
    Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/salt-section.json");
    QCOMPARE(said(s), QString());
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    QCOMPARE(fold.velocity(300, 0, 2), 1500.0F);    // sea
    QCOMPARE(fold.velocity(325, 0, 65), 4480.0F);   // salt
    QCOMPARE(fold.velocity(300, 0, 205), 4200.0F);  // basement
    s.propagation.duration = 0.1;
    QCOMPARE(run_wave(s, fold, *cpu_backend(), nullptr, {}).run.steps_done, 50);
#else
    QSKIP("this build reads no .vti files");
#endif
  }

  void marmousi_runs_where_its_data_is() {
    Scenario s = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/marmousi.json");
    QVERIFY(!has_fold(s));
    QVERIFY(!std::filesystem::path(s.velocity->file).has_parent_path());  // the same on every machine
    s.velocity->file = "nowhere/" + s.velocity->file;
    QVERIFY(said(s).contains("error /velocity/file: ") && said(s).contains("is not there"));
    s.velocity->file = (qEnvironmentVariable("FOLDWAVE_SHARED_DATA", FOLDWAVE_SOURCE_DIR "/../shared/data") +
                        "/marmousi-vp-1601x401-7.5m-kmps.f32")
                           .toStdString();
    if (!std::filesystem::exists(s.velocity->file)) QSKIP("the shared data (Marmousi) is not here");
    QCOMPARE(said(s), QString());
    s.propagation.duration = 0.05;
    const FoldResult fold = run_fold(s, *cpu_backend(), {});
    const auto [low, high] =
        std::minmax_element(fold.velocity.values().begin(), fold.velocity.values().end());
    QVERIFY(std::abs(*low - 1028.0F) < 0.1F && std::abs(*high - 4700.0F) < 0.1F);
    QVERIFY(run_wave(s, fold, *cpu_backend(), nullptr, {}).run.steps_done > 10);
  }
};

}  // namespace test_velocity_scenario

FOLDWAVE_TEST(test_velocity_scenario, run_guiless<test_velocity_scenario::TestVelocityScenario>)
#include "test_velocity_scenario.moc"
