// Made by packaging/kernel_facts; not edited by hand.
#include "core/forecast/gpu_model/kernel_facts.hpp"

namespace foldwave {

const NaiveFacts& naive_facts() {
  static const NaiveFacts facts{"nvcc 13.0.88",
                                "sm_90",
                                {{
                                    // order, registers, floats, integers, others, controls, loads, stores,
                                    // basic_blocks, before_first_load, ilp, mlp, chain
                                    {2, 26, 11, 19, 20, 2, 9, 1, 2, 31, 2.959, 9.0, 21},
                                    {4, 30, 17, 29, 21, 2, 15, 1, 2, 31, 3.911, 15.0, 22},
                                    {8, 32, 29, 41, 22, 2, 27, 1, 2, 29, 5.324, 13.5, 24},
                                    {16, 32, 53, 61, 24, 2, 51, 1, 2, 30, 7.399, 10.2, 28},
                                }}};
  return facts;
}

}  // namespace foldwave
