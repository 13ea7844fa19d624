// Protects the loop that threads share: each item is given once, whoever asks, each thread's own first and
// the same every time, and a thread that has none left gets the others'.
#include <QTest>
#include <algorithm>
#include <thread>
#include <vector>

#include "core/base/threads/work_shares.hpp"
#include "tests/test_program.hpp"

namespace test_work_shares {

using namespace foldwave;

class TestWorkShares : public QObject {
  Q_OBJECT
 private slots:
  void own_items_come_first() {
    for (int round = 0; round < 2; ++round) {
      WorkShares shares(10, 3);
      QCOMPARE(shares.take(1), 3);
      QCOMPARE(shares.take(0), 0);
      QCOMPARE(shares.take(1), 4);
      QCOMPARE(shares.take(2), 6);
    }
  }

  void one_thread_gets_all_in_the_end() {
    WorkShares shares(10, 3);
    std::vector<int> given;
    for (int item = shares.take(1); item >= 0; item = shares.take(1))
      given.push_back(item);
    QCOMPARE(given, (std::vector{3, 4, 5, 6, 7, 8, 9, 0, 1, 2}));
    QCOMPARE(shares.take(0), -1);
  }

  void fewer_items_than_threads() {
    WorkShares none(0, 4), one(1, 4);
    QCOMPARE(none.take(2), -1);
    QCOMPARE(one.take(2), 0);
    QCOMPARE(one.take(0), -1);
  }

  void each_item_is_given_once() {
    constexpr int items = 20000, threads = 4;
    WorkShares shares(items, threads);
    std::vector<std::vector<int>> given(threads);
    {
      std::vector<std::jthread> all;
      for (int t = 0; t < threads; ++t)
        all.emplace_back([&, t] {
          for (int item = shares.take(t); item >= 0; item = shares.take(t))
            given[static_cast<std::size_t>(t)].push_back(item);
        });
    }
    std::vector<int> together;
    for (const auto& of_thread : given)
      together.insert(together.end(), of_thread.begin(), of_thread.end());
    std::ranges::sort(together);
    QCOMPARE(together.size(), std::size_t{items});
    for (int i = 0; i < items; ++i)
      QCOMPARE(together[static_cast<std::size_t>(i)], i);
  }
};

}  // namespace test_work_shares

FOLDWAVE_TEST(test_work_shares, run_guiless<test_work_shares::TestWorkShares>)
#include "test_work_shares.moc"
