// --run-wave, --command and --screenshot: the window runs by itself, writes a picture of itself or of the
// dialog that was opened, and leaves.
#pragma once

class QCommandLineParser;
class QElapsedTimer;

namespace foldwave {

class MainWindow;

void follow_options(MainWindow& window, const QCommandLineParser& options, const QElapsedTimer& since_start);

}  // namespace foldwave
