// What the compiled code of the kernel of one thread a point holds (gpu/forecast/naive_step.cu), by order.
// packaging/kernel_facts reads it off the code and writes naive_facts.cpp. Units: instructions of one warp
// that updates its nodes.
#pragma once

#include <array>

namespace foldwave {

struct KernelFacts {
  int order = 0;
  int registers = 0;  // a thread
  double floats = 0.0, integers = 0.0, others = 0.0, controls = 0.0;
  double loads = 0.0, stores = 0.0;
  double basic_blocks = 0.0;
  double before_first_load = 0.0;
  double ilp = 1.0;    // instructions over the longest chain of a basic block
  double mlp = 1.0;    // loads that are issued before the first of them is used
  double chain = 0.0;  // the longest chain of instructions, loads counted as one

  double memory_instructions() const { return loads + stores; }
  double arithmetic() const { return floats + integers + others + controls; }
  double instructions() const { return arithmetic() + memory_instructions(); }
};

struct NaiveFacts {
  const char* compiler = "";
  const char* architecture = "";
  std::array<KernelFacts, 4> orders;
};

const NaiveFacts& naive_facts();
const KernelFacts& naive_facts(int order);  // throws InputError for an order that has no kernel

}  // namespace foldwave
