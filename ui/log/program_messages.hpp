// While it lives, what Qt and VTK have to say of the program goes into a log, from any thread; warnings still
// reach standard error. One at a time.
#pragma once

#include <QString>

namespace foldwave {

class LogBook;

class ProgramMessages {
 public:
  explicit ProgramMessages(LogBook& log);
  ~ProgramMessages();
  ProgramMessages(const ProgramMessages&) = delete;
  ProgramMessages& operator=(const ProgramMessages&) = delete;
};

// How a log begins: version, Qt, VTK, OpenGL, processor, memory, threads and back ends, a line each.
QString program_facts();

}  // namespace foldwave
