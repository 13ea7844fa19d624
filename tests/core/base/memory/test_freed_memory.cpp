// Protects that freed memory goes back to the system before a large stage, and that it is left alone before a
// small one.
#include <QTest>
#include <cstring>
#include <memory>
#include <vector>

#include "core/base/memory/freed_memory.hpp"
#include "core/base/system.hpp"
#include "tests/test_program.hpp"

namespace test_freed_memory {

using namespace foldwave;

class TestFreedMemory : public QObject {
  Q_OBJECT
 private slots:
  void small_pieces_go_back_before_a_large_stage() {
#if !defined(__GLIBC__) || defined(FOLDWAVE_SANITIZED)
    QSKIP("the sanitizers, or another C library, keep freed memory in their own way");
#endif
    constexpr std::size_t pieces = 20'000, bytes = 8192;
    std::vector<std::unique_ptr<char[]>> all;
    for (std::size_t p = 0; p < pieces; ++p) {
      all.push_back(std::make_unique<char[]>(bytes));
      std::memset(all.back().get(), 1, bytes);
    }
    const auto resident = [] { return 1e-6 * static_cast<double>(resident_memory_bytes()); };
    const double full = resident();
    // The last one keeps the heap from shrinking.
    for (std::size_t p = 0; p + 1 < pieces; ++p)
      all[p].reset();
    give_back_freed_memory(1000);
    QVERIFY2(full - resident() < 30.0, qPrintable(QString("%1 of %2 MB").arg(resident()).arg(full)));
    give_back_freed_memory(10'000'000);
    QVERIFY2(full - resident() > 120.0, qPrintable(QString("%1 of %2 MB").arg(resident()).arg(full)));
  }
};

}  // namespace test_freed_memory

FOLDWAVE_TEST(test_freed_memory, run_alone<test_freed_memory::TestFreedMemory>)
#include "test_freed_memory.moc"
