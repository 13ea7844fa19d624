// What is known of one job of a Worker, from the moment it waits until after its end: values for a list.
#pragma once

#include <QDateTime>
#include <QMetaType>
#include <QString>
#include <QStringList>
#include <cstdint>

namespace foldwave {

struct JobState {
  QString step;
  std::int64_t done = 0, total = 0;  // total 0: not known
  double part = -1.0;                // 0 to 1; negative: not known
  double rate = 0.0;                 // of `unit` a second; 0: not known
  QString unit;
  double seconds_left = -1.0;  // negative: not known
};

enum class Outcome { done, stopped, failed };

using JobId = std::int64_t;  // counts the jobs of all workers from 1; 0: none

enum class JobStage { waiting, running, done, stopped, failed };

struct JobFacts {
  QString where;        // back end and device; empty: not known, or this machine's processor
  double memory = 0.0;  // bytes that it is foretold to take; 0: not known
  QStringList warnings{};
};

struct JobRecord {
  JobId id = 0;
  QString name;   // "Wave"; empty: of no interest to anyone but its owner
  QString about;  // which one, such as the scenario's name
  JobStage stage = JobStage::waiting;
  JobState state;
  JobFacts facts;
  QDateTime started;        // invalid: it has not begun
  double seconds = 0.0;     // that it took, once it has ended
  double foretold = 0.0;    // seconds, when it began; 0: nothing was
  QString message;          // why it failed
  bool superseded = false;  // stopped by the program, as a newer one took its place

  bool ended() const { return stage >= JobStage::done; }
};

}  // namespace foldwave
