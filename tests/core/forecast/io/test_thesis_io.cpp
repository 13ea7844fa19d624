// Protects the thesis's model of files: eq. 5.1 to 5.5 against all 48 printed rows, those that they miss
// named.
#include <QTest>
#include <cmath>
#include <string>

#include "core/base/worst.hpp"
#include "core/forecast/io/pipeline_model.hpp"
#include "core/forecast/io/thesis_io.hpp"
#include "tests/test_program.hpp"

namespace test_thesis_io {

using namespace foldwave;

double error_at_once(const ThesisIoRow& row, std::size_t disk) {
  return overlapped_seconds(thesis_io_case(row, disk)) / row.at_once[disk] - 1.0;
}

const ThesisIoRow& row_of(const std::string& method) {
  for (const ThesisIoRow& row : thesis_io_rows())
    if (row.method == method) return row;
  throw std::runtime_error(method);
}

class TestThesisIo : public QObject {
  Q_OBJECT
 private slots:
  void in_turn_every_row_is_met() {
    double worst = 0.0;
    for (const ThesisIoRow& row : thesis_io_rows())
      for (std::size_t d = 0; d < 3; ++d)
        worst = worst_of(worst, std::abs(one_by_one_seconds(thesis_io_case(row, d)) / row.in_turn[d] - 1.0));
    QVERIFY2(worst < 0.006, qPrintable(QString::number(worst)));
  }

  // Eq. 5.3 takes the time of unpacking alone, and then the worst row is 0.61 %.
  void by_unpacking_alone_the_worst_is_a_little_more() {
    double worst = 0.0;
    for (const ThesisIoRow& row : thesis_io_rows())
      for (std::size_t d = 0; d < 3; ++d) {
        const double ours = row.packed_megabytes / thesis_io_disks[d] + row.unpack_seconds;
        worst = worst_of(worst, std::abs(ours / row.in_turn[d] - 1.0));
      }
    QVERIFY2(worst > 0.006 && worst < 0.0062, qPrintable(QString::number(worst)));
  }

  // Rows without a reason are within the 2 % that the thesis claims; each that has one misses by more.
  void at_once_the_misses_are_named() {
    for (const ThesisIoRow& row : thesis_io_rows()) {
      double worst = 0.0;
      for (std::size_t d = 0; d < 3; ++d)
        worst = worst_of(worst, std::abs(error_at_once(row, d)));
      const bool named = std::string(row.why) != "";
      QVERIFY2(named ? worst > 0.05 : worst < 0.02, row.method);
    }
  }

  void the_reasons_hold() {
    // Less than the disk alone takes for the packed bytes.
    const ThesisIoRow& aan = row_of("AAN 2D");
    for (const std::size_t d : {0, 1})
      QVERIFY(aan.at_once[d] < aan.packed_megabytes / thesis_io_disks[d]);
    // The same as of the plain DCT 2D.
    for (const std::size_t d : {0, 1})
      QVERIFY(std::abs(aan.at_once[d] / row_of("DCT 2D").at_once[d] - 1.0) < 0.01);
    // Disk and codec take the same time within 6 %.
    const IoCase near = thesis_io_case(row_of("DCT 2D"), 2);
    QVERIFY(std::abs(near.disk_seconds() / near.codec_seconds() - 1.0) < 0.06);
    // A start-up of 35 ms a block.
    const ThesisIoRow& lot = row_of("LOT 1D");
    for (std::size_t d = 0; d < 3; ++d) {
      const IoCase c = thesis_io_case(lot, d);
      const PipelineTime t =
          pipeline_time({c.bytes,
                         c.bytes / c.blocks,
                         4,
                         0.0,
                         {{"disk", c.disk_rate, 1.0 / c.ratio, 0.035}, {"codec", c.codec_rate}}});
      QVERIFY(std::abs(t.seconds / lot.at_once[d] - 1.0) < 0.035);
      QCOMPARE(t.limit, std::string("disk"));
    }
    const ThesisIoRow& cube = row_of("AAN 3D");
    std::array<double, 3> more{};
    for (std::size_t d = 0; d < 3; ++d)
      more[d] = (cube.at_once[d] - overlapped_seconds(thesis_io_case(cube, d))) / thesis_io_blocks;
    QVERIFY(std::abs(more[0] - 0.058) < 0.001 && std::abs(more[1] - 0.013) < 0.001 &&
            std::abs(more[2] - 0.025) < 0.001);
  }
};

}  // namespace test_thesis_io

FOLDWAVE_TEST(test_thesis_io, run_guiless<test_thesis_io::TestThesisIo>)
#include "test_thesis_io.moc"
