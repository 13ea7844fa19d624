// One program for a folder of tests. Each file of tests names itself with FOLDWAVE_TEST, and the program runs
// the one that its first argument names: tests_fold test_pmm [Qt Test's own arguments]. A file's content lies
// in a namespace of its name, so that files that are compiled together do not meet.
#pragma once

#include <QCoreApplication>
#include <QTest>

// Of what packaging/test installs: its absence is a fault there, and a reason to skip elsewhere.
#define FOLDWAVE_NOT_HERE(what)                                                      \
  do {                                                                               \
    if (qEnvironmentVariableIsSet("FOLDWAVE_INSTALLED")) QFAIL(what " is not here"); \
    QSKIP(what " is not here");                                                      \
  } while (false)

// Debian 13 has no python3-segyio.
#define FOLDWAVE_NO_SEGYIO()                                                              \
  do {                                                                                    \
    if (QSysInfo::productVersion() == QString("12")) FOLDWAVE_NOT_HERE("python3-segyio"); \
    QSKIP("python3-segyio is not installed");                                             \
  } while (false)

// No device that CUDA can use: skipped with the reason, but failed where FOLDWAVE_DEVICE says that one must
// be there, as a driver that is lost would pass all tests.
#define FOLDWAVE_NO_DEVICE(why)                                   \
  do {                                                            \
    if (qEnvironmentVariableIsSet("FOLDWAVE_DEVICE")) QFAIL(why); \
    QSKIP(why);                                                   \
  } while (false)

// Under the sanitizers arithmetic takes up to ten times as long and cannot come out otherwise: what judges
// numbers is left to the release build where shorter tests call the same code, of many alike rows each N-th
// is taken, and of MANY random inputs FEW.
#if defined(FOLDWAVE_SANITIZED)
#define FOLDWAVE_NUMBERS() QSKIP("numbers are judged in the release build; shorter tests call this code here")
#define FOLDWAVE_EACH(N)                                                                     \
  do {                                                                                       \
    static int row = 0;                                                                      \
    if (row++ % (N) != 0) QSKIP("of these rows each " #N ". is taken under the sanitizers"); \
  } while (false)
#define FOLDWAVE_INPUTS(MANY, FEW) (FEW)
#else
#define FOLDWAVE_NUMBERS() static_cast<void>(0)
#define FOLDWAVE_EACH(N) static_cast<void>(0)
#define FOLDWAVE_INPUTS(MANY, FEW) (MANY)
#endif

namespace foldwave::test {

using TestMain = int (*)(int argc, char** argv);

struct Registration {
  Registration(const char* name, TestMain run);
};

// Without a display.
template <class Test>
int run_guiless(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  Test test;
  return QTest::qExec(&test, argc, argv);
}

// Without even an application.
template <class Test>
int run_alone(int argc, char** argv) {
  Test test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace foldwave::test

#define FOLDWAVE_TEST(NAME, RUN)                                                                 \
  static const foldwave::test::Registration registered_##NAME(#NAME, [](int argc, char** argv) { \
    using namespace foldwave;                                                                    \
    using namespace foldwave::test;                                                              \
    return RUN(argc, argv);                                                                      \
  });
