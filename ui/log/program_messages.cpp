#include "ui/log/program_messages.hpp"

#include <vtkObjectFactory.h>
#include <vtkOutputWindow.h>
#include <vtkSmartPointer.h>
#include <vtkVersion.h>

#include <QSysInfo>
#include <mutex>

#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/engine/backend.hpp"
#include "ui/canvas/opengl_check.hpp"
#include "ui/log/log_book.hpp"

namespace foldwave {
namespace {

std::mutex book_mutex;
LogBook* book = nullptr;
QtMessageHandler former_handler = nullptr;
vtkSmartPointer<vtkOutputWindow> former_window;

void note_message(LogLevel level, const QString& text) {
  const std::lock_guard lock(book_mutex);
  if (book != nullptr) book->add(level, text);
}

void take_qt(QtMsgType type, const QMessageLogContext& context, const QString& text) {
  const LogLevel level = type == QtDebugMsg     ? LogLevel::debug
                         : type == QtInfoMsg    ? LogLevel::info
                         : type == QtWarningMsg ? LogLevel::warning
                                                : LogLevel::error;
  note_message(level, "Qt: " + text);
  if (former_handler != nullptr) former_handler(type, context, text);
}

class LogWindow : public vtkOutputWindow {
 public:
  static LogWindow* New();
  vtkTypeMacro(LogWindow, vtkOutputWindow);

  void DisplayText(const char* text) override { show(LogLevel::info, text); }
  void DisplayErrorText(const char* text) override { show(LogLevel::error, text); }
  void DisplayWarningText(const char* text) override { show(LogLevel::warning, text); }
  void DisplayGenericWarningText(const char* text) override { show(LogLevel::warning, text); }
  void DisplayDebugText(const char* text) override { show(LogLevel::debug, text); }

 private:
  static void show(LogLevel level, const char* text) {
    note_message(level, "VTK: " + QString::fromUtf8(text).simplified());
    if (level >= LogLevel::warning) std::fprintf(stderr, "%s", text);
  }
};
vtkStandardNewMacro(LogWindow);

}  // namespace

ProgramMessages::ProgramMessages(LogBook& log) {
  {
    const std::lock_guard lock(book_mutex);
    book = &log;
  }
  former_handler = qInstallMessageHandler(take_qt);
  former_window = vtkOutputWindow::GetInstance();
  vtkOutputWindow::SetInstance(vtkSmartPointer<LogWindow>::New());
}

ProgramMessages::~ProgramMessages() {
  vtkOutputWindow::SetInstance(former_window);
  former_window = nullptr;
  qInstallMessageHandler(former_handler);
  former_handler = nullptr;
  const std::lock_guard lock(book_mutex);
  book = nullptr;
}

QString program_facts() {
  const OpenGlCheck opengl = check_opengl();
  const auto words = [](const std::string& text) { return QString::fromStdString(text); };
  QStringList lines{"Foldwave " + words(program_version()),
                    "Qt " + QString(qVersion()) + ", VTK " + vtkVersion::GetVTKVersion() + ", " +
                        QSysInfo::prettyProductName() + ", " + QSysInfo::currentCpuArchitecture(),
                    "OpenGL: " + (opengl.why_not.isEmpty() ? opengl.renderer : "none: " + opengl.why_not),
                    "Processor: " + words(cpu_name()) + ", " + QString::number(thread_count()) +
                        " threads, " + words(bytes_text(static_cast<double>(total_memory_bytes()))) +
                        " of memory"};
  for (const BackendStatus& status : list_backends())
    lines << "Back end " + words(status.name) + ": " + words(status.text);
  return lines.join('\n') + "\n\n";
}

}  // namespace foldwave
