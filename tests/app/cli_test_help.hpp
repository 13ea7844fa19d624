// What the tests of the command line share: running the program without a display, a small scenario whose
// values a test may change by their JSON path, Debian's Python as an independent reader, and listing files.
#pragma once

#include <signal.h>
#include <sys/resource.h>

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QIODevice>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <algorithm>
#include <ctime>

namespace foldwave::test {

struct Outcome {
  int exit = -1;   // -1: a signal ended it, or it never ended
  int signal = 0;  // that ended it
  QByteArray out;
  QByteArray err;

  QList<QByteArray> error_lines() const {
    QList<QByteArray> lines = err.split('\n');
    lines.removeAll(QByteArray());
    return lines;
  }
};

inline QProcessEnvironment no_display() {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.remove("DISPLAY");
  environment.remove("WAYLAND_DISPLAY");
  environment.insert("OMP_WAIT_POLICY", "passive");
  // Runs mend the calibration of the machine that they ran on: not the user's own.
  static const QTemporaryDir cache;
  environment.insert("XDG_CACHE_HOME", cache.path());
  return environment;
}

inline Outcome outcome_of(QProcess& process, int patience_ms = 120000) {
  if (!process.waitForFinished(patience_ms)) {
    process.kill();
    process.waitForFinished();
    return {};
  }
  const bool ended = process.exitStatus() == QProcess::NormalExit;
  const int code = process.exitCode();
  return {ended ? code : -1, ended ? 0 : code, process.readAllStandardOutput(),
          process.readAllStandardError()};
}

// Signals a program that runs and waits for its end. `milliseconds`: how long it took to end, or, where that
// is less, the processor time that it took for that: others on the machine are no fault of it.
inline Outcome signalled(QProcess& process, int signal_number, double& milliseconds) {
  const auto of_ended_programs = [] {
    rusage use{};
    ::getrusage(RUSAGE_CHILDREN, &use);
    const auto ms = [](const timeval& t) { return 1e3 * double(t.tv_sec) + 1e-3 * double(t.tv_usec); };
    return ms(use.ru_utime) + ms(use.ru_stime);
  };
  const auto pid = static_cast<pid_t>(process.processId());
  clockid_t its_clock{};
  timespec so_far{};
  if (::clock_getcpuclockid(pid, &its_clock) == 0) ::clock_gettime(its_clock, &so_far);
  const double before = of_ended_programs();
  QElapsedTimer wall;
  wall.start();
  ::kill(pid, signal_number);
  Outcome outcome = outcome_of(process);
  const double work =
      of_ended_programs() - before - (1e3 * double(so_far.tv_sec) + 1e-6 * double(so_far.tv_nsec));
  milliseconds = std::min(static_cast<double>(wall.elapsed()), work);
  return outcome;
}

inline Outcome start(const QString& program, const QStringList& arguments, const QString& folder = {}) {
  QProcess process;
  process.setProcessEnvironment(no_display());
  if (!folder.isEmpty()) process.setWorkingDirectory(folder);
  process.start(program, arguments);
  return outcome_of(process);
}

inline Outcome cli(const QStringList& arguments, const QString& folder = {}) {
  return start(FOLDWAVE_CLI, arguments, folder);
}

// The value at a JSON path is set; an undefined one takes the key away.
inline QJsonValue with(const QJsonValue& whole, const QStringList& path, const QJsonValue& value) {
  if (path.isEmpty()) return value;
  const QString key = path.front();
  if (whole.isArray()) {
    QJsonArray list = whole.toArray();
    list[key.toInt()] = with(list[key.toInt()], path.mid(1), value);
    return list;
  }
  QJsonObject object = whole.toObject();
  if (path.size() == 1 && value.isUndefined())
    object.remove(key);
  else
    object[key] = with(object[key], path.mid(1), value);
  return object;
}

inline QJsonValue json(const char* text) {
  return QJsonDocument::fromJson(QByteArray("[") + text + "]").array().at(0);
}

class ScenarioFile {
 public:
  // The two-layer example on 24^3 nodes and 0.1 s, with no pictures.
  ScenarioFile() {
    QFile file(FOLDWAVE_SOURCE_DIR "/resources/scenarios/two-layer.json");
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot set up the test");
    scenario_ = QJsonDocument::fromJson(file.readAll()).object();
    set("/grid/nodes", "[24, 24, 24]");
    set("/events/0/horizon/point", "[115, 115, 115]");
    set("/survey/sources/0/position", "[115, 115, 50]");
    set("/survey/receivers/0",
        R"({"type": "line", "from": [10, 115, 10], "to": [220, 115, 10], "count": 8})");
    set("/propagation/order", "8");
    set("/propagation/pad_cells", "8");
    set("/propagation/duration", "0.1");
    set("/outputs", R"({"snapshots": {"interval": 0.02, "format": "vti"}, "pictures": false})");
  }

  ScenarioFile& set(const QString& path, const char* value) {
    scenario_ = with(scenario_, path.mid(1).split('/'), json(value)).toObject();
    return *this;
  }
  ScenarioFile& remove(const QString& path) {
    scenario_ = with(scenario_, path.mid(1).split('/'), QJsonValue::Undefined).toObject();
    return *this;
  }
  QByteArray text() const { return QJsonDocument(scenario_).toJson(); }
  void write(const QString& path) const { write_text(path, text()); }

  static void write_text(const QString& path, const QByteArray& text) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot set up the test");
  }

 private:
  QJsonObject scenario_;
};

inline QByteArray bytes_of(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QJsonObject json_of(const QString& path) {
  return QJsonDocument::fromJson(bytes_of(path)).object();
}

inline QStringList files_below(const QString& folder) {
  QStringList files;
  QDirIterator every(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
  while (every.hasNext())
    files.append(QDir(folder).relativeFilePath(every.next()));
  files.sort();
  return files;
}

inline QStringList strings(const QJsonValue& list) {
  QStringList all;
  for (const QJsonValue& v : list.toArray())
    all.append(v.toString());
  return all;
}

// Files of a .pvd, in order, relative to it.
inline QStringList frames_of(const QString& pvd) {
  QStringList files;
  for (const QByteArray& part : bytes_of(pvd).split('<'))
    if (part.startsWith("DataSet ")) files.append(part.mid(part.indexOf("file=\"") + 6).split('"').front());
  return files;
}

struct PythonResult {
  bool ok = false;
  QByteArray output;
};

inline PythonResult run_python(const QStringList& arguments) {
  const Outcome outcome = start("/usr/bin/python3", arguments);
  return {outcome.exit == 0, outcome.exit == 0 ? outcome.out : outcome.err};
}

inline PythonResult python(const QString& script, const QStringList& arguments = {}) {
  return run_python(QStringList{"-c", script} + arguments);
}

inline bool python_has(const QString& module) {
  return python("import " + module).ok;
}

}  // namespace foldwave::test
