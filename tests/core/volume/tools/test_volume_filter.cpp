// Protects filters of volumes that memory does not hold: whatever the filter, the slabs and the gaps, the
// file has the bits that the filter gives of the whole at once; nothing else is left in the folder; what does
// not fit into the memory that is allowed is refused with the reason, and a stop leaves no file.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "core/base/error.hpp"
#include "core/volume/store/volume_file.hpp"
#include "core/volume/tools/volume_filter.hpp"
#include "tests/test_program.hpp"

namespace test_volume_filter {

using namespace foldwave;

namespace {

constexpr float no_number = std::numeric_limits<float>::quiet_NaN();

enum Gaps { none, holes, infinite, huge };

std::shared_ptr<Field<float>> noise(const std::array<int, 3>& n, Gaps gaps) {
  auto field = std::make_shared<Field<float>>(n);
  std::mt19937 random(5);
  std::uniform_real_distribution<float> any(-1.0F, 1.0F);
  for (float& v : field->values())
    v = any(random);
  const Index size = field->size();
  for (Index m = 7; gaps == holes && m < size; m += 13)
    (*field)[m] = no_number;
  if (gaps == infinite) (*field)[size / 3] = -std::numeric_limits<float>::infinity();
  // Near one end alone: whether gaps are filled is decided for the whole.
  if (gaps == huge) (*field)[size - 1] = 3e35F;
  return field;
}

GaussianFilter gauss(double sigma, GaussianMethod method, double across = -1.0) {
  GaussianFilter filter;
  filter.sigma = {sigma, across >= 0.0 ? across : 1.5 * sigma, sigma};
  filter.method = method;
  return filter;
}

GaussianFilter turned() {
  GaussianFilter filter = gauss(12.0, GaussianMethod::automatic, 6.0);
  filter.azimuth = 30.0;
  filter.dip = 40.0;
  filter.reach = 2.0;
  return filter;
}

GaussianFilter thesis() {
  GaussianFilter filter;
  filter.sigma = {20.0, 24.0, 16.0};  // two nodes of each axis
  filter.gain = GaussianGain::thesis;
  return filter;
}

Kernel3 skew_kernel() {
  Kernel3 kernel;
  kernel.reach = {1, 2, 3};
  for (int m = 0; m < kernel.size(); ++m)
    kernel.weights.push_back(0.01F * static_cast<float>(m % 17) - 0.03F);
  return kernel;
}

bool same_bits(std::span<const float> a, std::span<const float> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

}  // namespace

class TestVolumeFilter : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::filesystem::path out() const { return folder_.filePath("out.hdf").toStdString(); }

 private slots:
  void initTestCase() {
    if (!has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
  }

  void slabs_give_the_bits_of_the_whole_data() {
    QTest::addColumn<int>("which");
    const char* const names[] = {"kernel",          "gradient",        "derivative z", "laplacian 8",
                                 "gaussian direct", "turned",          "thesis",       "separable",
                                 "recursive",       "automatic, wide", "z alone",      "nothing"};
    for (int which = 0; which < 12; ++which)
      QTest::addRow("%s", names[which]) << which;
  }
  void slabs_give_the_bits_of_the_whole() {
    QFETCH(const int, which);
    GaussianFilter z_alone = gauss(0.0, GaussianMethod::separable);
    z_alone.sigma = {0.0, 0.0, 25.0};
    const FilterChoice filters[] = {skew_kernel(),
                                    DerivativeFilter{DerivativeFilter::gradient, 2, 2},
                                    DerivativeFilter{DerivativeFilter::along_axis, 2, 4},
                                    DerivativeFilter{DerivativeFilter::laplacian, 2, 8},
                                    gauss(7.0, GaussianMethod::direct),
                                    turned(),
                                    thesis(),
                                    gauss(15.0, GaussianMethod::separable),
                                    gauss(18.0, GaussianMethod::recursive),
                                    gauss(90.0, GaussianMethod::automatic),
                                    z_alone,
                                    gauss(0.0, GaussianMethod::separable)};
    const FilterChoice& filter = filters[which];
    for (const std::array<int, 3>& n : {std::array{21, 17, 70}, {40, 1, 33}, {12, 10, 1}})
      for (const Gaps gaps : {none, holes, infinite, huge}) {
        Grid3 grid;
        grid.n = n;
        grid.h = {10.0, 12.0, 8.0};
        grid.origin = {5e5, 6e6, 10.0};
        const auto in = noise(n, gaps);
        std::vector<float> whole(in->values().size());
        apply_filter(filter, in->values(), grid, whole, {});
        PackChoice choice;
        choice.brick = 8;
        choice.codec = "none";
        const double a_plane = 4.0 * n[0] * n[1];
        // By axes, columns come in parts of the width; else slabs of one row of bricks, of several, and of
        // all.
        const bool by_axes = which >= 7;
        const double least = !by_axes ? 80.0 : gaps == none ? 22.0 : 33.0;
        for (const double planes : {least, gaps == none ? 1e6 : 2.0 * least}) {
          filter_volume_file(*volume_of(in, grid, "v"), out(), filter, choice,
                             static_cast<std::size_t>(planes * a_plane + 1e4));
          const VolumeFile file(out());
          QVERIFY2(same_bits(file.read_all().values(), whole),
                   qPrintable(QString("%1 x %2 x %3, gaps %4, %5 planes")
                                  .arg(n[0])
                                  .arg(n[1])
                                  .arg(n[2])
                                  .arg(static_cast<int>(gaps))
                                  .arg(planes)));
          QCOMPARE(file.grid().origin, grid.origin);
          QCOMPARE(file.index().facts.array, filtered_name(filter, "v"));
          QCOMPARE(QDir(folder_.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"out.hdf"});
        }
      }
  }

  void too_little_memory_is_said() {
    Grid3 grid;
    grid.n = {20, 20, 60};
    const auto in = noise(grid.n, none);
    PackChoice choice;
    choice.brick = 8;
    QFile::remove(QString::fromStdString(out().string()));
    for (const FilterChoice& filter :
         {FilterChoice(skew_kernel()), FilterChoice(gauss(2.0, GaussianMethod::separable))})
      try {
        filter_volume_file(*volume_of(in, grid, "v"), out(), filter, choice, 2000);
        QFAIL("done in less memory than a row of bricks takes");
      } catch (const ResourceError& e) {
        QVERIFY2(std::string(e.what()).find("memory") != std::string::npos, e.what());
      }
    QVERIFY(!QFile::exists(QString::fromStdString(out().string())));
  }

  void a_stop_leaves_nothing() {
    Grid3 grid;
    grid.n = {20, 20, 60};
    std::stop_source stop;
    stop.request_stop();
    PackChoice choice;
    choice.brick = 8;
    for (const FilterChoice& filter :
         {FilterChoice(skew_kernel()), FilterChoice(gauss(2.0, GaussianMethod::separable))})
      QVERIFY_THROWS_EXCEPTION(
          Stopped, filter_volume_file(*volume_of(noise(grid.n, none), grid, "v"), out(), filter, choice,
                                      1 << 20, {nullptr, stop.get_token()}));
    QVERIFY(QDir(folder_.path()).entryList(QDir::Files | QDir::Hidden).empty());
  }

  void names_say_what_was_done() {
    QCOMPARE(filtered_name(DerivativeFilter{DerivativeFilter::gradient, 2, 4}, "v"),
             std::string("gradient of v"));
    QCOMPARE(filtered_name(DerivativeFilter{DerivativeFilter::laplacian, 2, 4}, "v"),
             std::string("laplacian of v"));
    QCOMPARE(filtered_name(DerivativeFilter{DerivativeFilter::along_axis, 0, 4}, "v"),
             std::string("dx of v"));
    QCOMPARE(filtered_name(skew_kernel(), "v"), std::string("v"));
  }
};

}  // namespace test_volume_filter

FOLDWAVE_TEST(test_volume_filter, run_guiless<test_volume_filter::TestVolumeFilter>)
#include "test_volume_filter.moc"
