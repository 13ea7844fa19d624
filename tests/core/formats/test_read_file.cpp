// Protects the door through which files are read: what never ends, never begins or is larger than its kind
// can be is refused at once and by name, whoever reads, and what is good comes through whole, by a pipe too.
#include "core/formats/read_file.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <functional>
#include <thread>

#include "core/base/system.hpp"
#include "core/formats/horizons/horizon_file.hpp"
#include "core/formats/horizons/tsurf.hpp"
#include "core/formats/horizons/xyz.hpp"
#include "core/formats/segy/segy.hpp"
#include "core/formats/volumes/scalar_volume.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_read_file {

using namespace foldwave;
using namespace foldwave::test;
namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t terabyte = std::uintmax_t{1} << 40;
const std::string three_picks = "1 2 -3\n4 5 6\n7 8 9\n";

struct Reader {
  const char* name;
  std::function<void(const fs::path&)> read;
};

// 1 TB of floats, so that the raw volume's own size does not refuse it.
const VolumeLayout as_large{{8192, 8192, 4096}, {1.0, 1.0, 1.0}, {}, {}, false};

std::vector<Reader> readers() {
  return {{"whole", [](const fs::path& p) { read_whole_file(p, most_bytes::scenario); }},
          {"regular", [](const fs::path& p) { read_regular_file(p, most_bytes::scenario); }},
          {"size", [](const fs::path& p) { size_to_read(p, most_bytes::picture); }},
          {"horizon", [](const fs::path& p) { read_horizon_file(p); }},
          {"xyz", [](const fs::path& p) { read_xyz(p); }},
          {"tsurf", [](const fs::path& p) { read_tsurf(p); }},
          {"raw", [](const fs::path& p) { read_raw_volume(p, as_large); }},
          {"segy", [](const fs::path& p) { read_segy(p); }}};
}

std::string refusal_of(const Reader& reader, const fs::path& path) {
  try {
    reader.read(path);
  } catch (const Error& error) {
    return error.what();
  }
  return "read";
}

}  // namespace

class TestReadFile : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path at(const char* name) const { return inside(folder_, name); }

  // Every reader refuses it in these words, within two seconds and 200 MB.
  void require_refused(const fs::path& path, const std::vector<const char*>& one_of) {
    for (const Reader& reader : readers()) {
      const auto before = peak_memory_bytes();
      QElapsedTimer clock;
      clock.start();
      const std::string said = refusal_of(reader, path);
      QVERIFY2(said.starts_with(path.string() + ": "), (std::string(reader.name) + ": " + said).c_str());
      QVERIFY2(std::any_of(one_of.begin(), one_of.end(),
                           [&](const char* words) { return said.find(words) != std::string::npos; }),
               (std::string(reader.name) + ": " + said).c_str());
      QVERIFY2(clock.elapsed() < 2000, reader.name);
      QVERIFY2(peak_memory_bytes() - before < 200'000'000, reader.name);
    }
  }

 private slots:
  void devices_are_refused() {
    for (const char* device : {"/dev/zero", "/dev/null", "/dev/urandom"})
      require_refused(device, {"is a device, not a file"});
  }

  void a_link_to_a_device_is_one() {
    fs::create_symlink("/dev/zero", at("link"));
    require_refused(at("link"), {"is a device, not a file"});
  }

  void folders_and_sockets_are_refused() {
    require_refused(folder_.path().toStdString(), {"is a folder"});
    const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = at("socket").string();
    QVERIFY(name.size() < sizeof address.sun_path);
    std::memcpy(address.sun_path, name.c_str(), name.size());
    QVERIFY(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    require_refused(name, {"is a socket, not a file"});
    ::close(listener);
  }

  void what_is_missing_or_forbidden_says_so() {
    require_refused(at("nowhere"), {"is not there"});
    if (::geteuid() == 0) QSKIP("root may read everything");
    put_bytes(at("closed"), "1 2 3\n");
    fs::permissions(at("closed"), fs::perms::none);
    require_refused(at("closed"), {"cannot be opened"});
  }

  void a_sparse_terabyte_is_refused_before_it_is_read() {
    put_bytes(at("sparse"), {});
    std::error_code none;
    fs::resize_file(at("sparse"), terabyte, none);
    if (none) QSKIP("this file system holds no sparse file of 1 TB");
    if (total_memory_bytes() > static_cast<std::int64_t>(terabyte)) QSKIP("this machine has memory for it");
    require_refused(at("sparse"), {"a file of this kind has at most", "of memory free"});
  }

  void the_bound_is_that_of_the_kind() {
    put_bytes(at("ten"), "0123456789");
    QCOMPARE(read_whole_file(at("ten"), 10), std::string("0123456789"));
    QVERIFY(
        refusal_of({"", [](const fs::path& p) { read_whole_file(p, 9); }}, at("ten")).find("at most 9 B") !=
        std::string::npos);
    QCOMPARE(read_file_start(at("ten"), 4), std::string("0123"));
    QCOMPARE(read_file_start(at("ten"), 40), std::string("0123456789"));
  }

  void a_pipe_that_nobody_writes_into_is_refused() {
    QVERIFY(::mkfifo(at("fifo").c_str(), 0600) == 0);
    require_refused(at("fifo"), {"is a pipe"});
    const std::string said = refusal_of(readers().front(), at("fifo"));
    QVERIFY2(said.find("is a pipe that nothing writes into") != std::string::npos, said.c_str());
  }

  // The writer may come after the reader, and rest between its words longer than it may take to come.
  void a_pipe_with_a_writer_is_read_to_its_end() {
    QVERIFY(::mkfifo(at("written").c_str(), 0600) == 0);
    const std::jthread writer([path = at("written")] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      const int to = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
      for (const std::size_t from : {0U, 7U}) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1200));
        const std::string part = three_picks.substr(from, from == 0 ? 7 : std::string::npos);
        if (::write(to, part.data(), part.size()) < 0) qFatal("cannot write into the pipe");
      }
      ::close(to);
    });
    QCOMPARE(read_horizon_file(at("written")).points.size(), 3U);
  }

  void a_pipe_that_was_left_is_at_its_end() {
    int ends[2];
    QVERIFY(::pipe(ends) == 0);
    QCOMPARE(::write(ends[1], three_picks.data(), three_picks.size()),
             static_cast<ssize_t>(three_picks.size()));
    ::close(ends[1]);
    QCOMPARE(read_whole_file("/dev/fd/" + std::to_string(ends[0]), most_bytes::small), three_picks);
    ::close(ends[0]);
  }

  void a_pipe_that_never_ends_is_bounded() {
    QVERIFY(::mkfifo(at("endless").c_str(), 0600) == 0);
    std::jthread writer([path = at("endless")](const std::stop_token& end) {
      ::signal(SIGPIPE, SIG_IGN);
      const int to = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
      const std::string line(1 << 16, '1');
      while (!end.stop_requested() && ::write(to, line.data(), line.size()) > 0) {
      }
      ::close(to);
    });
    const std::string said =
        refusal_of({"", [](const fs::path& p) { read_whole_file(p, 20'000'000); }}, at("endless"));
    QVERIFY2(said.find("is a pipe that brings more than 20 MB") != std::string::npos, said.c_str());
  }

  void a_silent_pipe_is_left_when_told() {
    QVERIFY(::mkfifo(at("silent").c_str(), 0600) == 0);
    const int reader = ::open(at("silent").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const int writer = ::open(at("silent").c_str(), O_WRONLY | O_CLOEXEC);
    std::stop_source stop;
    const std::jthread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1500));
      stop.request_stop();
    });
    QElapsedTimer clock;
    clock.start();
    bool stopped = false;
    try {
      read_whole_file(at("silent"), most_bytes::small, Job{nullptr, stop.get_token()});
    } catch (const Stopped&) {
      stopped = true;
    }
    QVERIFY(stopped && clock.elapsed() >= 1400 && clock.elapsed() < 4000);
    ::close(writer);
    ::close(reader);
  }
};

}  // namespace test_read_file

FOLDWAVE_TEST(test_read_file, run_guiless<test_read_file::TestReadFile>)
#include "test_read_file.moc"
