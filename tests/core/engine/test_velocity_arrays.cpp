// Protects velocities from other programs' arrays: a .npy file of numpy and a volume in HDF5 (VTKHDF) reach
// the wave's nodes as they were written, as does a .su file, and a key that they have no use for is told at
// its path.
#include <QTemporaryDir>
#include <QTest>
#include <bit>
#include <fstream>

#include "core/engine/pipeline.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/test_program.hpp"

namespace test_velocity_arrays {

using namespace foldwave;

namespace {

// A section of 1500 to 3700 m/s.
constexpr std::array<int, 3> nodes{21, 1, 16};
constexpr std::array<double, 3> spacing{10.0, 10.0, 5.0};
constexpr Vec3 origin{500.0, 40.0, 20.0};
float velocity_of(int i, int k) {
  return static_cast<float>(1500 + 10 * i + 100 * k);
}

Scenario with(const std::string& folder, const VelocityFile& file) {
  Scenario s;
  s.grid = {nodes, spacing, origin, {}, {}, 0};
  s.events = stand_in_events();
  s.stack = stand_in_layers();
  s.velocity = file;
  s.propagation.enabled = false;
  s.folder = folder;
  return s;
}

QString said(const Scenario& s) {
  QString all;
  for (const Finding& f : preflight(s, *cpu_backend()))
    if (f.severity == Severity::error) all += QString::fromStdString(f.text()) + "\n";
  return all;
}

bool is_in_place(const Scenario& s) {
  const FoldResult fold = run_fold(s, *cpu_backend(), {});
  for (int k = 0; k < nodes[2]; ++k)
    for (int i = 0; i < nodes[0]; ++i)
      if (fold.velocity(i, 0, k) != velocity_of(i, k)) return false;
  return fold.velocity.shape() == nodes;
}

void write_npy(const std::string& path) {
  std::string dict = "{'descr': '<f4', 'fortran_order': False, 'shape': (16, 21), }";
  dict.resize(117, ' ');
  dict += '\n';
  std::ofstream out(path, std::ios::binary);
  out << "\x93NUMPY" << '\1' << '\0' << static_cast<char>(dict.size()) << '\0' << dict;
  for (int k = 0; k < nodes[2]; ++k)
    for (int i = 0; i < nodes[0]; ++i) {
      const float v = velocity_of(i, k);
      out.write(reinterpret_cast<const char*>(&v), 4);
    }
}

}  // namespace

class TestVelocityArrays : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::string path(const std::string& name) const { return folder_.filePath(name.c_str()).toStdString(); }
  Scenario with_file(const VelocityFile& file) const { return with(folder_.path().toStdString(), file); }

 private slots:
  void numpys_arrays_reach_the_nodes() {
    write_npy(path("v.npy"));
    VelocityFile file;
    file.file = "v.npy";
    QVERIFY2(said(with_file(file)).contains("/velocity/spacing: is missing"),
             qPrintable(said(with_file(file))));
    file.layout.spacing = spacing;
    file.layout.origin = origin;
    QCOMPARE(said(with_file(file)), QString());
    QVERIFY(is_in_place(with_file(file)));
    file.layout.big_endian = true;
    QVERIFY(said(with_file(file)).contains("/velocity/byte_order: is of no use for a .npy file"));
    file.layout.big_endian = false;
    file.layout.nodes = {16, 1, 21};
    QVERIFY(said(with_file(file)).contains("has 21 x 1 x 16 nodes, not 16 x 1 x 21"));
  }

  void volumes_in_hdf_reach_the_nodes() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("libhdf5-dev");
    std::vector<float> values;
    for (int k = 0; k < nodes[2]; ++k)
      for (int i = 0; i < nodes[0]; ++i)
        values.push_back(velocity_of(i, k));
    VolumeFacts facts;
    facts.grid = {nodes, spacing, origin, {}, {}, 0};
    facts.array = "velocity";
    facts.codec = "deflate";
    write_volume_file(path("v.hdf"), pack_volume(values, facts));
    VelocityFile file;
    file.file = "v.hdf";
    QCOMPARE(said(with_file(file)), QString());
    QVERIFY(is_in_place(with_file(file)));
    file.array = "pressure";
    QVERIFY(!said(with_file(file)).isEmpty());
    file.array.clear();
    file.layout.spacing = spacing;
    QVERIFY(said(with_file(file)).contains("/velocity/spacing: is of no use for a .hdf file"));
  }

  // Big-endian traces without file headers, a column of nodes each.
  void seismic_unix_files_reach_the_nodes() {
    std::ofstream out(path("v.su"), std::ios::binary);
    for (int i = 0; i < nodes[0]; ++i) {
      std::string header(240, '\0');
      header[114 + 1] = static_cast<char>(nodes[2]);
      header[116] = 5000 / 256, header[117] = static_cast<char>(5000 % 256);
      out << header;
      for (int k = 0; k < nodes[2]; ++k) {
        const auto word = std::bit_cast<std::uint32_t>(velocity_of(i, k));
        for (int shift = 24; shift >= 0; shift -= 8)
          out << static_cast<char>(word >> shift);
      }
    }
    out.close();
    VelocityFile file;
    file.file = "v.su";
    file.layout.spacing = spacing;
    file.layout.origin = origin;
    QCOMPARE(said(with_file(file)), QString());
    QVERIFY(is_in_place(with_file(file)));
  }
};

}  // namespace test_velocity_arrays

FOLDWAVE_TEST(test_velocity_arrays, run_guiless<test_velocity_arrays::TestVelocityArrays>)
#include "test_velocity_arrays.moc"
