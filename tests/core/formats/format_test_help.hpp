// What the tests of the file formats share: where the shared data lie, Debian's Python as an independent
// reader, a disk that is full, and the error that a call throws.
#pragma once

#include <signal.h>
#include <sys/resource.h>

#include <QDir>
#include <QFile>
#include <QIODevice>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>
#include <filesystem>
#include <string>

#include "core/base/error.hpp"

namespace foldwave::test {

inline std::string shared_data(const char* file) {
  const QString folder =
      qEnvironmentVariable("FOLDWAVE_SHARED_DATA", QString(FOLDWAVE_SOURCE_DIR) + "/../shared/data");
  return QDir(folder).filePath(file).toStdString();
}

inline QByteArray bytes_of(const std::filesystem::path& path) {
  QFile file(QString::fromStdString(path.string()));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline void put_bytes(const std::filesystem::path& path, const QByteArray& bytes) {
  QFile file(QString::fromStdString(path.string()));
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot set up the test");
}

inline std::filesystem::path inside(const QTemporaryDir& folder, const char* name) {
  return folder.filePath(name).toStdString();
}

inline int entries_in(const QTemporaryDir& folder) {
  return static_cast<int>(
      QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::System).size());
}

struct PythonResult {
  bool ok = false;
  QString output;
};

inline PythonResult python(const QString& script, const QStringList& arguments = {}) {
  QProcess process;
  process.start("/usr/bin/python3", QStringList{"-c", script} + arguments);
  if (!process.waitForFinished(60000)) return {};
  const bool ok = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
  return {ok, QString::fromUtf8(ok ? process.readAllStandardOutput() : process.readAllStandardError())};
}

inline bool python_has(const QString& module) {
  return python("import " + module).ok;
}

// While it lives no file of this process grows past `bytes`, as on a disk that fills up.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    handler_ = signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &old_);
    signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit old_{};
  sighandler_t handler_{};
};

// The message of the error of exactly this kind that `call` throws; else a word that no message holds.
template <class Kind, class Call>
QString message_of(Call&& call) {
  try {
    call();
  } catch (const Kind& error) {
    return QString::fromUtf8(error.what());
  } catch (const std::exception& error) {
    return QString("(another error) ") + error.what();
  }
  return "(no error)";
}

template <class Kind, class Call>
bool throws(Call&& call) {
  try {
    call();
  } catch (const Kind&) {
    return true;
  } catch (const std::exception& error) {
    qWarning("another error: %s", error.what());
  }
  return false;
}

}  // namespace foldwave::test
