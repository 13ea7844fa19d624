// Protects tasks of a shared folder: of workers that want one task one gets it, a worker that is gone loses
// it, a result is made once and is whole, and a folder that is gone is said with worker and host, and waited
// for.
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <mutex>
#include <thread>

#include "core/base/error.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/scale/tasks/worker.hpp"
#include "tests/test_program.hpp"

namespace test_task_folder {

using namespace foldwave;
namespace fs = std::filesystem;

namespace {

const std::string result_text = "the result";
std::span<const std::byte> result_bytes() {
  return std::as_bytes(std::span(result_text));
}

// What a worker says, from any of its threads.
struct Heard {
  std::mutex mutex;
  std::string text;
  WorkerOptions options(double patience = 30.0) {
    WorkerOptions made;
    made.patience = patience;
    made.silence = 2.0;
    made.say = [this](const std::string& line) {
      const std::scoped_lock lock(mutex);
      text += line + "\n";
    };
    return made;
  }
  bool contains(const std::string& word) {
    const std::scoped_lock lock(mutex);
    return text.find(word) != std::string::npos;
  }
};

}  // namespace

class TestTaskFolder : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  TaskFolder fresh(const char* name, int tasks, double lease = 8.0) {
    TaskFolder made{fs::path(folder_.filePath(name).toStdString()), tasks, "out", lease};
    make_task_folder(made);
    return made;
  }

 private slots:
  void every_task_is_done_once() {
    const TaskFolder folder = fresh("once", 300);
    TaskWorker worker(folder, {});
    std::atomic<int> taken{0};
    {
      std::vector<std::jthread> hands;
      for (int h = 0; h < 16; ++h)
        hands.emplace_back([&] {
          while (const auto task = worker.claim({})) {
            ++taken;
            worker.finish(*task, result_bytes(), {});
          }
        });
    }
    QCOMPARE(taken.load(), 300);
    QVERIFY(worker.all_done());
    QCOMPARE(worker.done(), 300);
    QCOMPARE(fs::file_size(folder.result(39)), result_text.size());
    QVERIFY(fs::is_empty(folder.path / "claims") && fs::is_empty(folder.path / "unfinished"));
  }

  void a_claim_belongs_to_one() {
    const TaskFolder folder = fresh("one", 2);
    TaskWorker worker(folder, {});
    QCOMPARE(worker.claim({}).value_or(-1), 0);
    QCOMPARE(worker.claim({}).value_or(-1), 1);
    QVERIFY(!worker.claim({}).has_value() && !worker.all_done());
    worker.give_back(0);
    QCOMPARE(worker.claim({}).value_or(-1), 0);
    const TaskState state = task_state(folder, folder.beat(worker.id().name));
    QCOMPARE(state.claims.size(), std::size_t{2});
    QVERIFY(state.claims.front().holds && state.claims.front().by == worker.id());
    QVERIFY(state.workers.front().alive);
  }

  // Another process claims and ends without a word; on this host that is seen at once.
  void who_is_gone_loses_his_claim() {
    const TaskFolder folder = fresh("gone", 1, 600.0);
    const pid_t child = ::fork();
    if (child == 0) {
      // No threads of its own: what TaskWorker writes, written plainly.
      WorkerId id = this_worker();
      const std::string card = worker_card(id);
      write_file_atomically(folder.claim(0), card);
      write_file_atomically(folder.beat(id.name), card);
      ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    Heard heard;
    TaskWorker worker(folder, heard.options());
    QTRY_VERIFY_WITH_TIMEOUT(heard.contains("is gone: it had task 1"), 10000);
    QVERIFY(heard.contains("on host " + worker.id().host));
    QCOMPARE(worker.claim({}).value_or(-1), 0);
  }

  // Whatever lies among the workers' files, work goes on, and it is said.
  void foreign_files_are_passed_over() {
    const TaskFolder folder = fresh("foreign", 3);
    WorkerId other = this_worker();
    other.name = "far-1";
    other.space = "another host";
    const auto put = [&](const char* name, const std::string& text) {
      write_file_atomically(folder.path / "workers" / name, text);
    };
    put("far-1.json", worker_card(other));
    put("far-1 (copy).json", worker_card(other));
    put("odd.json", "{\"worker\": \"odd\", \"state\": 5, \"done\": \"many\", \"process\": 1e99}");
    put("list.json", "[1, {\"state\": 2}]");
    put("half.json", "{\"worker\": \"ha");
    put("bytes.json", std::string("\xff\xfe\0\x80", 4));
    fs::create_directory(folder.path / "workers" / "folder.json");
    write_file_atomically(folder.claim(0), "no card");
    Heard heard;
    TaskWorker worker(folder, heard.options());
    QCOMPARE(worker.claim({}).value_or(-1), 1);
    worker.finish(1, result_bytes(), {});
    const TaskState state = task_state(folder, folder.beat(worker.id().name));
    QCOMPARE(state.foreign, (std::vector<std::string>{"bytes.json", "far-1 (copy).json", "folder.json",
                                                      "half.json", "list.json"}));
    QCOMPARE(state.workers.size(), std::size_t{3});
    QTRY_VERIFY_WITH_TIMEOUT(heard.contains("half.json is no worker's file"), 10000);
    QVERIFY(worker.claim({}).value_or(-1) == 2);
  }

  void of_another_host_the_lease_counts() {
    const TaskFolder folder = fresh("lease", 2, 3.0);
    WorkerId other = this_worker();
    other.name = "far-1";
    other.host = "far";
    other.space = "another host";
    write_file_atomically(folder.beat(other.name), worker_card(other));
    write_file_atomically(folder.claim(0), worker_card(other));
    TaskWorker worker(folder, {});
    QCOMPARE(worker.claim({}).value_or(-1), 1);
    QVERIFY(!worker.claim({}).has_value());
    std::optional<int> then;
    QTRY_VERIFY_WITH_TIMEOUT((then = then ? then : worker.claim({})).has_value(), 15000);
    QCOMPARE(*then, 0);
  }

  void a_folder_that_goes_away_is_waited_for() {
    const TaskFolder folder = fresh("away", 1);
    const fs::path aside = folder.path.string() + "-moved";
    Heard heard;
    TaskWorker worker(folder, heard.options());
    QCOMPARE(worker.claim({}).value_or(-1), 0);
    fs::rename(folder.path, aside);
    std::jthread back([&] {
      std::this_thread::sleep_for(std::chrono::seconds(4));
      fs::rename(aside, folder.path);
    });
    worker.finish(0, result_bytes(), {});
    QVERIFY(worker.all_done());
    QVERIFY(heard.contains("worker " + worker_text(worker.id())));
    QVERIFY(heard.contains("takes no beat"));
    QTRY_VERIFY_WITH_TIMEOUT(heard.contains("answers again"), 5000);
  }

  void patience_ends() {
    const TaskFolder folder = fresh("lost", 1);
    Heard heard;
    TaskWorker worker(folder, heard.options(1.0));
    QCOMPARE(worker.claim({}).value_or(-1), 0);
    fs::rename(folder.path, folder.path.string() + "-moved");
    try {
      worker.finish(0, result_bytes(), {});
      QFAIL("a result went nowhere");
    } catch (const ResourceError& e) {
      QVERIFY2(e.problem().find(worker_text(worker.id())) != std::string::npos, e.what());
    }
  }

  void what_is_no_claim_does_no_harm() {
    const TaskFolder folder = fresh("odd", 1, 3.0);
    write_file_atomically(folder.path / "claims" / "other", "text");
    write_file_atomically(folder.path / "results" / "000009.out", "of no task");
    write_file_atomically(folder.path / "workers" / "odd.json", "{\"worker\": 7}");
    write_file_atomically(folder.claim(0), "");
    TaskWorker worker(folder, {});
    QVERIFY(!worker.claim({}).has_value());
    std::optional<int> then;
    QTRY_VERIFY_WITH_TIMEOUT((then = then ? then : worker.claim({})).has_value(), 15000);
    QVERIFY(parse_worker_card("{\"worker\": \"../up\"}").name.empty());
  }
};

}  // namespace test_task_folder

FOLDWAVE_TEST(test_task_folder, run_alone<test_task_folder::TestTaskFolder>)
#include "test_task_folder.moc"
