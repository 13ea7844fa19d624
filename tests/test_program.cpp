// The main function of every program of tests: runs the test that is named.
#include "tests/test_program.hpp"

#include <cstring>
#include <iostream>
#include <map>
#include <string>

namespace foldwave::test {

namespace {

std::map<std::string, TestMain>& registered() {
  static std::map<std::string, TestMain> tests;
  return tests;
}

}  // namespace

Registration::Registration(const char* name, TestMain run) {
  registered().emplace(name, run);
}

}  // namespace foldwave::test

int main(int argc, char** argv) {
  const auto& tests = foldwave::test::registered();
  const auto test = argc > 1 ? tests.find(argv[1]) : tests.end();
  if (test == tests.end()) {
    std::cerr << "name a test first: " << argv[0] << " NAME [ARGUMENTS of Qt Test]\n";
    for (const auto& [name, run] : tests)
      std::cerr << "  " << name << "\n";
    return 2;
  }
  argv[1] = argv[0];
  return test->second(argc - 1, argv + 1);
}
