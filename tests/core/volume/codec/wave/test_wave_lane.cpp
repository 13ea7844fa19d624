// Protects the wave codec's steps on one lane (wave_lane.hpp), as a device takes them, against the kernels,
// which take 16 at once: the same coefficients, coded rows and values, quotients for every state, streams
// that cover all blocks; and the tables' two forms.
#include <QTest>

#include "core/volume/codec/outliers.hpp"
#include "core/volume/codec/wave/wave_kernels.hpp"
#include "core/volume/codec/wave/wave_lane.hpp"
#include "core/volume/codec/wave/wave_stream.hpp"
#include "tests/core/volume/codec/codec_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_wave_lane {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// A block by lines of one value after another, along z, y and x as a device goes.
template <class Transform>
void along_axis(std::vector<float>& values, std::ptrdiff_t step, std::array<std::ptrdiff_t, 2> others,
                const Transform& transform) {
  for (std::ptrdiff_t i = 0; i < wave_side; ++i)
    for (std::ptrdiff_t j = 0; j < wave_side; ++j) {
      float* const first = values.data() + i * others[0] + j * others[1];
      float line[wave_side];
      for (std::ptrdiff_t k = 0; k < wave_side; ++k)
        line[k] = first[k * step];
      transform(line);
      for (std::ptrdiff_t k = 0; k < wave_side; ++k)
        first[k * step] = line[k];
    }
}

constexpr std::ptrdiff_t layer = wave_side * wave_side;

std::vector<std::int32_t> forward_by_lanes(const std::vector<float>& values, float inverse_step) {
  std::vector<float> work;
  for (const float v : values)
    work.push_back(wave_in_steps(v, inverse_step));
  const auto transform = [](float* line) { lee_forward<wave_side>(line); };
  along_axis(work, layer, {1, wave_side}, transform);
  along_axis(work, wave_side, {1, layer}, transform);
  along_axis(work, 1, {wave_side, layer}, transform);
  std::vector<std::int32_t> q(values.size());
  for (int z = 0; z < wave_side; ++z)
    for (int x = 0; x < wave_side; ++x)
      for (int y = 0; y < wave_side; ++y)
        q[static_cast<std::size_t>((z * wave_side + x) * wave_side + y)] =
            wave_rounded(work[static_cast<std::size_t>((z * wave_side + y) * wave_side + x)], x, y, z);
  return q;
}

std::vector<float> inverse_by_lanes(const std::int32_t* q, float step) {
  std::vector<float> work(wave_block_values);
  for (int z = 0; z < wave_side; ++z)
    for (int x = 0; x < wave_side; ++x)
      for (int y = 0; y < wave_side; ++y)
        work[static_cast<std::size_t>((z * wave_side + y) * wave_side + x)] =
            wave_unrounded(q[(z * wave_side + x) * wave_side + y], x, y, z);
  const auto transform = [](float* line) { lee_inverse<wave_side>(line); };
  along_axis(work, 1, {wave_side, layer}, transform);
  along_axis(work, wave_side, {1, layer}, transform);
  along_axis(work, layer, {1, wave_side}, transform);
  for (float& v : work)
    v = v * step + 0.0F;
  return work;
}

// The magnitudes around a coefficient, as wave_block.hpp says.
std::int32_t around(const std::int32_t* q, int z, int x, int y) {
  const auto a = [&](int zz, int xx, int yy) {
    const bool there = zz >= 0 && xx >= 0 && yy >= 0 && yy < wave_side;
    return there ? wave_magnitude(q[(zz * wave_side + xx) * wave_side + yy]) : 0;
  };
  return 2 * (a(z, x - 1, y) + a(z - 1, x, y)) + a(z, x - 1, y - 1) + a(z, x - 1, y + 1) +
         a(z - 1, x, y - 1) + a(z - 1, x, y + 1) + a(z, x - 2, y) + a(z - 2, x, y);
}

std::vector<float> block_of(int kind) {
  std::mt19937 random(static_cast<unsigned>(kind));
  if (kind < 4) return hostile_brick(random, wave_block_values, kind);
  std::vector<float> values = wave_field({{wave_side, wave_side, wave_side}}, 3.0 + kind);
  for (float& v : values)
    v *= std::pow(10.0F, static_cast<float>(kind - 6));
  return values;
}

}  // namespace

class TestWaveLane : public QObject {
  Q_OBJECT
 private slots:
  void a_block_is_the_kernels_block() {
    const WaveKernels& kernels = *plain_wave_kernels();
    for (int kind = 0; kind < 12; ++kind) {
      alignas(64) float values[wave_block_values], decoded[wave_block_values];
      alignas(64) std::int32_t q[wave_block_values];
      const std::vector<float> block = block_of(kind);
      std::copy(block.begin(), block.end(), values);
      const WaveSteps steps = wave_steps(1e-3F, 2.25F);
      WaveRowCounts rows{};
      kernels.forward(values, steps.inverse, q, rows);
      QVERIFY(forward_by_lanes(block, steps.inverse) == std::vector<std::int32_t>(q, q + wave_block_values));
      kernels.inverse(q, rows, steps.step, decoded);
      const std::vector<float> by_lanes = inverse_by_lanes(q, steps.step);
      QVERIFY(std::equal(by_lanes.begin(), by_lanes.end(), decoded, [](float a, float b) {
        return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
      }));
      std::vector<WaveCoded> coded;
      std::vector<std::int32_t> escaped, escaped_by_lanes;
      kernels.classify(q, rows, coded, escaped);
      std::size_t at = 0;
      for (int z = 0; z < wave_side; ++z)
        for (int x = 0; x < rows[static_cast<std::size_t>(z)]; ++x)
          for (int y = 0; y < wave_side; ++y, ++at) {
            const std::int32_t one = q[(z * wave_side + x) * wave_side + y];
            const WaveLaneClass c = wave_lane_class(around(q, z, x, y));
            bool escapes = false;
            const std::uint32_t found = wave_coded(one, c, escapes);
            QCOMPARE(found, coded[at]);
            if (escapes)
              escaped_by_lanes.push_back(one);
            else
              QCOMPARE(
                  wave_uncoded(static_cast<int>(found >> wave_coded_symbol & 63U), found & 0xFFFFU, c.raw),
                  one);
          }
      QCOMPARE(at, coded.size());
      QVERIFY(escaped == escaped_by_lanes);
    }
  }

  void quotients_are_right() {
    std::mt19937 random(4);
    for (std::uint32_t f = 1; f <= wave_total; ++f) {
      const std::uint32_t reciprocal = wave_reciprocal(f);
      const int digits = wave_digits(f);
      const auto is_right = [&](std::uint32_t x) { return wave_quotient(x, reciprocal, digits) == x / f; };
      for (const std::uint32_t x : {0U, 1U, f - 1, f, f + 1, 0xFFFFU, 0x10000U, 0x7FFFFFFFU, 0x80000000U,
                                    0xFFFFFFFFU, 0xFFFFFFFFU / f * f, 0xFFFFFFFFU / f * f - 1})
        QVERIFY2(is_right(x), qPrintable(QString("%1 / %2").arg(x).arg(f)));
      for (int i = 0; i < 200; ++i)
        QVERIFY(is_right(static_cast<std::uint32_t>(random())));
    }
  }

  void streams_cover_all_blocks_once() {
    for (const int blocks : {1, 3, 4, 5, 6, 7, 63, 64, 65, 1000})
      for (const std::int64_t rows : {std::int64_t{0}, wave_rows_of_few_streams - 1, wave_rows_of_few_streams,
                                      wave_rows_of_streams, std::int64_t{1} << 40}) {
        const int streams = wave_stream_count(rows, blocks);
        QVERIFY(wave_streams_are(streams) && streams <= blocks);
        QCOMPARE(wave_stream_begin(0, streams, blocks), 0);
        QCOMPARE(wave_stream_begin(streams, streams, blocks), blocks);
        for (int k = 0; k < streams; ++k)
          QVERIFY(wave_stream_begin(k, streams, blocks) < wave_stream_begin(k + 1, streams, blocks));
      }
    QVERIFY(!wave_streams_are(0) && !wave_streams_are(2) && !wave_streams_are(255));
  }

  // Within the bound after mending, or kept exactly; never otherwise.
  void outliers_are_mended_within_the_bound() {
    std::mt19937 random(8);
    int mended_values = 0;
    for (int i = 0; i < 100000; ++i) {
      const float bound = std::ldexp(1.0F, static_cast<int>(random() % 60) - 30), quantum = 1.5F * bound;
      const float decoded = bound * (static_cast<float>(random() % 20000) - 1e4F);
      const float value = i % 10 == 0
                              ? std::bit_cast<float>(static_cast<std::uint32_t>(random()))
                              : decoded + bound * (static_cast<float>(random() % 1000) - 500.0F) / 80.0F;
      const std::int32_t quanta = quanta_of(value, decoded, bound, quantum);
      QVERIFY(quanta >= -most_quanta && quanta <= most_quanta);
      if (quanta == 0) continue;
      ++mended_values;
      QVERIFY(std::abs(value - mended_by(quanta, decoded, quantum)) <= bound);
    }
    QVERIFY(mended_values > 10000);
  }
};

}  // namespace test_wave_lane

FOLDWAVE_TEST(test_wave_lane, run_alone<test_wave_lane::TestWaveLane>)
#include "test_wave_lane.moc"
