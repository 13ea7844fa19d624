// What the log keeps of the jobs and of the scenario's findings.
#pragma once

#include <QObject>

#include "core/model/findings.hpp"
#include "ui/jobs/job_list.hpp"
#include "ui/log/log_book.hpp"

namespace foldwave {

class RunLog : public QObject {
  Q_OBJECT

 public:
  RunLog(LogBook& log, const JobList& jobs);  // both must outlive it

  void take(const Findings& findings);  // those that were not there before

 private:
  void take_job(const JobRecord& job);

  LogBook& log_;
  Findings logged_;
};

}  // namespace foldwave
