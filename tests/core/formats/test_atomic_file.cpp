// Protects the promise that an output file is whole or not there: nothing half-written on a full disk, the
// older file kept, no part file left behind, and errors that tell an unusable place from a full disk.
#include "core/formats/atomic_file.hpp"

#include <QTemporaryDir>
#include <QTest>

#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_atomic_file {

using namespace foldwave;
using namespace foldwave::test;

class TestAtomicFile : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
  }

  void a_committed_file_is_whole() {
    const auto path = inside(*folder_, "out.txt");
    AtomicFile file(path);
    file.write(std::string_view("one "));
    file.write(std::string_view("two"));
    QVERIFY(!std::filesystem::exists(path));
    QVERIFY(std::filesystem::exists(path.string() + ".part"));
    file.commit();
    QCOMPARE(bytes_of(path), QByteArray("one two"));
    QCOMPARE(entries_in(*folder_), 1);
  }

  void an_abandoned_file_leaves_nothing() {
    { AtomicFile(inside(*folder_, "out.txt")).write(std::string_view("half")); }
    QCOMPARE(entries_in(*folder_), 0);
  }

  void a_new_file_replaces_the_old() {
    const auto path = inside(*folder_, "out.txt");
    write_file_atomically(path, "old and long");
    write_file_atomically(path, "new");
    QCOMPARE(bytes_of(path), QByteArray("new"));
  }

  void a_full_disk_keeps_the_old_file_data() {
    QTest::addColumn<int>("bytes");
    QTest::newRow("fails when flushed") << 2000;
    QTest::newRow("fails when written") << 2000000;
  }
  void a_full_disk_keeps_the_old_file() {
    QFETCH(int, bytes);
    const auto path = inside(*folder_, "out.txt");
    write_file_atomically(path, "old");
    QString message;
    {
      const FullDisk full(1000);
      message = message_of<ResourceError>(
          [&] { write_file_atomically(path, std::string(static_cast<std::size_t>(bytes), 'x')); });
    }
    QVERIFY2(message.contains("out.txt") && message.contains("free space"), qPrintable(message));
    QCOMPARE(bytes_of(path), QByteArray("old"));
    QCOMPARE(entries_in(*folder_), 1);
  }

  // The kernel's own "no space left", through a part file that leads to the device that is always full.
  void no_space_left_is_a_resource_error() {
    const auto path = inside(*folder_, "out.txt");
    std::filesystem::create_symlink("/dev/full", path.string() + ".part");
    const QString message = message_of<ResourceError>([&] { write_file_atomically(path, "text"); });
    QVERIFY2(message.contains("No space left"), qPrintable(message));
    QCOMPARE(entries_in(*folder_), 0);
  }

  void an_unusable_place_is_an_input_error() {
    put_bytes(inside(*folder_, "file"), "x");
    std::filesystem::create_directory(inside(*folder_, "sub"));
    for (const char* name : {"file/out.txt", "missing/out.txt", "sub"}) {
      const QString message =
          message_of<InputError>([&] { write_file_atomically(inside(*folder_, name), "text"); });
      QVERIFY2(message.contains(name) && message.contains("choose a folder"), qPrintable(message));
    }
    QVERIFY(throws<InputError>([] { write_file_atomically("", "text"); }));
    QCOMPARE(entries_in(*folder_), 2);
  }

  void require_folder_creates_or_refuses() {
    const auto deep = inside(*folder_, "a/b/c");
    require_folder(deep);
    QVERIFY(std::filesystem::is_directory(deep));
    require_folder(deep);
    put_bytes(inside(*folder_, "file"), "x");
    for (const char* name : {"file", "file/below"}) {
      const QString message = message_of<InputError>([&] { require_folder(inside(*folder_, name)); });
      QVERIFY2(message.contains(name) && message.contains("choose another folder"), qPrintable(message));
    }
    QVERIFY(throws<InputError>([] { require_folder(""); }));
    QVERIFY(throws<InputError>([] { require_folder("/proc/foldwave"); }));
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
};

}  // namespace test_atomic_file

FOLDWAVE_TEST(test_atomic_file, run_guiless<test_atomic_file::TestAtomicFile>)
#include "test_atomic_file.moc"
