// foldwave [SCENARIO]: the desktop program.
#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QMenuBar>
#include <QStandardPaths>
#include <QSurfaceFormat>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdio>
#include <string_view>

#include "app/foldwave/screenshot.hpp"
#include "app/foldwave/self_test.hpp"
#include "core/base/memory/freed_memory.hpp"
#include "core/base/system.hpp"
#include "core/engine/backend.hpp"
#include "ui/canvas/ready_drawing.hpp"
#include "ui/commands/command_keys.hpp"
#include "ui/log/program_messages.hpp"
#include "ui/settings/preferences.hpp"
#include "ui/settings/resource_folder.hpp"
#include "ui/settings/theme.hpp"
#include "ui/window/main_window.hpp"
#ifdef FOLDWAVE_HAS_CUDA
#include "gpu/backend.hpp"
#endif

namespace {

// The one that was chosen for all sessions may be gone: then what works is taken, and `why` says so.
std::shared_ptr<const foldwave::Backend> backend_of(const QCommandLineParser& options,
                                                    const foldwave::Preferences& chosen, QString& why) {
  if (options.isSet("backend")) return foldwave::select_backend(options.value("backend").toStdString());
  try {
    return foldwave::select_backend(chosen.backend.toStdString());
  } catch (const foldwave::Error& error) {
    why = QApplication::translate("main", "The chosen back end is not to be had: %1")
              .arg(QString::fromUtf8(error.what()));
    return foldwave::select_backend("auto");
  }
}

void add_options(QCommandLineParser& parser) {
  parser.setApplicationDescription("Fold rock, send waves through it, see both.");
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addOptions(
      {{"backend", "Where solvers run: auto, cpu or cuda.", "name", "auto"},
       {"threads", "Threads that solvers use on the CPU.", "count"},
       {"screenshot", "Write a picture of the window when the fold is shown, and leave.", "file"},
       {"run-wave", "Run the wave once the fold is there."},
       {"command",
        "Then do this command of the menus, \"Map\" or \"Geology > Isogons\"; may be given several times. A "
        "dialog that it "
        "opens is what the picture shows.",
        "name"},
       {"self-test", "Open, drag, run and export by itself, say how long each took, and leave."}});
  parser.addPositionalArgument("scenario", "The scenario to open; default: the first example.", "[SCENARIO]");
}

bool asks_for_words(std::string_view option) {
  constexpr std::array words{"-h", "-?", "--help", "--help-all", "-v", "--version"};
  return std::find(words.begin(), words.end(), option) != words.end();
}

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication::setApplicationName("foldwave");
  QCoreApplication::setOrganizationName("foldwave");
  QCoreApplication::setApplicationVersion(QString::fromStdString(foldwave::program_version()));
  QCommandLineParser parser;
  add_options(parser);
  // Words need no display.
  if (std::any_of(argv, argv + argc, asks_for_words)) {
    const QCoreApplication words(argc, argv);
    parser.process(words);
  }
  foldwave::let_waiting_threads_sleep(argv);
  foldwave::keep_large_arrays_apart();
#ifdef FOLDWAVE_HAS_CUDA
  foldwave::register_cuda_backend();
#endif
  QElapsedTimer since_start;
  since_start.start();
  // VTK needs a core profile; this holds for every view and must be said before the application is made.
  QSurfaceFormat format;
  format.setVersion(3, 2);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  QSurfaceFormat::setDefaultFormat(format);

  QApplication application(argc, argv);
  // Qt has taken the user's locale over; numbers have a point here, in every language.
  std::setlocale(LC_NUMERIC, "C");
  QApplication::setDesktopFileName("org.foldwave.Foldwave");
  parser.process(application);
  const bool alone = parser.isSet("screenshot") || parser.isSet("self-test");
  // What is given on the command line wins over what was chosen for all sessions.
  try {
    foldwave::check_settings_file();
  } catch (const foldwave::Error& error) {
    std::fprintf(stderr, "foldwave: %s\n", error.what());
    return 1;
  }
  const foldwave::Preferences chosen = alone ? foldwave::Preferences() : foldwave::load_preferences();
  foldwave::set_theme(application, chosen.theme);
  try {
    if (parser.isSet("threads"))
      foldwave::set_thread_count(parser.value("threads").toInt());
    else
      foldwave::limit_threads(chosen.threads);
    const QStringList given = parser.positionalArguments(), examples = foldwave::example_scenarios();
    const QString file = !given.isEmpty()      ? given.front()
                         : !examples.isEmpty() ? examples.front()
                                               : QString();
    if (!examples.isEmpty() && !parser.isSet("screenshot")) foldwave::make_drawing_ready(examples.front());
    QString no_backend;
    foldwave::MainWindow window(backend_of(parser, chosen, no_backend));
    window.preferences().use(chosen);
    const foldwave::ProgramMessages messages(window.log());
    if (!alone) {
      foldwave::restore_keys(*window.menuBar());
      window.log().write_to(foldwave::default_log_file(), foldwave::program_facts());
      if (chosen.layout_restored) window.remember_layout();
      if (!no_backend.isEmpty()) window.log().add(foldwave::LogLevel::warning, no_backend);
    }
    window.show();
    if (parser.isSet("self-test")) {
      new foldwave::SelfTest(window, file, since_start);
      return QApplication::exec();
    }
    foldwave::follow_options(window, parser, since_start);
    if (alone) {
      if (!file.isEmpty()) window.files().load(file, given.isEmpty());
    } else {
      const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
      window.editor().keep_work_in(data + "/foldwave/unsaved");
      window.files().open_first(given.isEmpty() ? QString() : given.front(),
                                examples.isEmpty() ? QString() : examples.front());
    }
    return QApplication::exec();
  } catch (const foldwave::Error& error) {
    std::fprintf(stderr, "foldwave: %s\n", error.what());
    return 1;
  }
}
