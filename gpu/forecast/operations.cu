// Latency and rate of single operations: chains in volatile PTX between two readings of %clock.
#include <string>
#include <vector>

#include "gpu/forecast/bench_parts.cuh"
#include "gpu/forecast/device_timer.cuh"

namespace foldwave {

namespace {

#define FW_8(x) x x x x x x x x

constexpr int chain_length = 64;
constexpr int second_value = 1024;  // where `in` holds what a chain works with beside its own value
constexpr int third_value = 1025;

__device__ __forceinline__ unsigned clock_now() {
  unsigned cycles;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(cycles)::"memory");
  return cycles;
}

// `LINE(d)`: one operation on register d with %1 and %2 (%8 and %9 where eight registers are in turn).
#define FW_OPERATION(Name, Type, letter, LINE)                                                   \
  struct Name {                                                                                  \
    using Value = Type;                                                                          \
    static __device__ __forceinline__ void chain(Value& a, Value b, Value c) {                   \
      asm volatile(FW_8(FW_8(LINE("%0", "%1", "%2"))) : "+" letter(a) : letter(b), letter(c));   \
    }                                                                                            \
    static __device__ __forceinline__ void apart(Value (&r)[8], Value b, Value c) {              \
      asm volatile(FW_8(LINE("%0", "%8", "%9") LINE("%1", "%8", "%9") LINE("%2", "%8", "%9")     \
                            LINE("%3", "%8", "%9") LINE("%4", "%8", "%9") LINE("%5", "%8", "%9") \
                                LINE("%6", "%8", "%9") LINE("%7", "%8", "%9"))                   \
                   : "+" letter(r[0]), "+" letter(r[1]), "+" letter(r[2]), "+" letter(r[3]),     \
                     "+" letter(r[4]), "+" letter(r[5]), "+" letter(r[6]), "+" letter(r[7])      \
                   : letter(b), letter(c));                                                      \
    }                                                                                            \
  }

#define FW_ADD(d, b, c) "add.f32 " d ", " d ", " b ";\n\t"
#define FW_SUB(d, b, c) "sub.f32 " d ", " d ", " b ";\n\t"
#define FW_MUL(d, b, c) "mul.f32 " d ", " d ", " b ";\n\t"
#define FW_FMA(d, b, c) "fma.rn.f32 " d ", " d ", " b ", " c ";\n\t"
#define FW_DIV(d, b, c) "div.full.f32 " d ", " b ", " d ";\n\t"
// The assembler folds two sums into one instruction of three operands.
#define FW_ADD_INT(d, b, c) "{.reg .s32 t; add.s32 t, " d ", " b "; add.s32 " d ", t, " c ";}\n\t"
#define FW_MUL_INT(d, b, c) "mad.lo.s32 " d ", " d ", " b ", " c ";\n\t"
#define FW_DIV_INT(d, b, c) "div.s32 " d ", " b ", " d ";\n\t"
// It takes plain moves away, and a permutation of bytes that is known only at run time it does not.
#define FW_MOVE(d, b, c) "prmt.b32 " d ", " d ", " d ", " b ";\n\t"

FW_OPERATION(AddFloat, float, "f", FW_ADD);
FW_OPERATION(SubFloat, float, "f", FW_SUB);
FW_OPERATION(MulFloat, float, "f", FW_MUL);
FW_OPERATION(FmaFloat, float, "f", FW_FMA);
FW_OPERATION(DivFloat, float, "f", FW_DIV);
FW_OPERATION(AddInt, int, "r", FW_ADD_INT);
FW_OPERATION(MulInt, int, "r", FW_MUL_INT);
FW_OPERATION(DivInt, int, "r", FW_DIV_INT);
FW_OPERATION(MoveInt, int, "r", FW_MOVE);

struct Nothing {
  using Value = int;
  static __device__ __forceinline__ void chain(int&, int, int) {}
};

struct ClockFunction {
  using Value = int;
};

template <class Operation>
__global__ void latency_kernel(const typename Operation::Value* in, unsigned* cycles,
                               typename Operation::Value* out) {
  typename Operation::Value a = in[threadIdx.x];
  const typename Operation::Value b = in[second_value], c = in[third_value];
  unsigned took = 0;
  // The second pass counts: its instructions are in the cache by then.
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    const unsigned begin = clock_now();
    Operation::chain(a, b, c);
    took = clock_now() - begin;
  }
  out[threadIdx.x] = a;
  if (threadIdx.x % 32 == 0) cycles[threadIdx.x / 32] = took;
}

template <>
__global__ void latency_kernel<ClockFunction>(const int* in, unsigned* cycles, int* out) {
  clock_t took = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    const clock_t begin = clock();
    took = clock() - begin;
  }
  out[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x % 32 == 0) cycles[threadIdx.x / 32] = static_cast<unsigned>(took);
}

// Begin and end of every warp, so that the whole multiprocessor's work is timed.
template <class Operation>
__global__ void rate_kernel(const typename Operation::Value* in, unsigned* begins, unsigned* ends,
                            typename Operation::Value* out) {
  typename Operation::Value r[8];
  for (int k = 0; k < 8; ++k)
    r[k] = in[(threadIdx.x + 8 * k) % second_value];
  const typename Operation::Value b = in[second_value], c = in[third_value];
  unsigned begin = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    begin = clock_now();
    Operation::apart(r, b, c);
    Operation::apart(r, b, c);
    Operation::apart(r, b, c);
    Operation::apart(r, b, c);
    end = clock_now();
  }
  typename Operation::Value sum = r[0];
  for (int k = 1; k < 8; ++k)
    sum += r[k];
  out[threadIdx.x] = sum;
  if (threadIdx.x % 32 == 0) {
    begins[threadIdx.x / 32] = begin;
    ends[threadIdx.x / 32] = end;
  }
}

template <class Value>
DeviceArray<Value> values_on_device(Value second, Value third) {
  std::vector<Value> in(third_value + 1, Value{3});
  in[second_value] = second;
  in[third_value] = third;
  return {in.data(), in.size()};
}

std::vector<unsigned> back(const DeviceArray<unsigned>& from, int count) {
  std::vector<unsigned> to(static_cast<std::size_t>(count));
  check_cuda(cudaMemcpy(to.data(), from.data(), to.size() * sizeof(unsigned), cudaMemcpyDeviceToHost),
             "a micro-benchmark failed");
  return to;
}

double mean_of(const std::vector<unsigned>& values) {
  double sum = 0.0;
  for (const unsigned v : values)
    sum += v;
  return sum / static_cast<double>(values.size());
}

// `nothing`: what the readings themselves take, taken off; null for that one.
template <class Operation>
LatencyCurve curve(const char* name, typename Operation::Value second, typename Operation::Value third,
                   const DeviceBenchPlan& plan, const LatencyCurve* nothing) {
  using Value = typename Operation::Value;
  const DeviceArray<Value> in = values_on_device<Value>(second, third);
  DeviceArray<Value> out(second_value);
  DeviceArray<unsigned> cycles(32);
  LatencyCurve result{name, {}, {}};
  const double per = nothing != nullptr ? chain_length : 1.0;
  for (int warps = 1; warps <= plan.largest_warps; ++warps) {
    std::vector<double> repeats;
    for (int r = 0; r < plan.repeats; ++r) {
      latency_kernel<Operation><<<1, 32 * warps>>>(in.data(), cycles.data(), out.data());
      check_cuda(cudaGetLastError(), "a micro-benchmark does not start");
      const double off = nothing != nullptr ? nothing->cycles[static_cast<std::size_t>(warps - 1)].mean : 0.0;
      repeats.push_back(mean_of(back(cycles, warps)) - off);
    }
    result.warps.push_back(warps);
    result.cycles.push_back(measurement_of(repeats, 1.0, 2, per));
  }
  return result;
}

template <class Operation>
OperationRate rate(const char* name, typename Operation::Value second, typename Operation::Value third) {
  using Value = typename Operation::Value;
  const DeviceArray<Value> in = values_on_device<Value>(second, third);
  DeviceArray<Value> out(second_value);
  DeviceArray<unsigned> begins(32), ends(32);
  double best = 0.0;
  for (int run = 0; run < 5; ++run) {
    rate_kernel<Operation><<<1, 1024>>>(in.data(), begins.data(), ends.data(), out.data());
    check_cuda(cudaGetLastError(), "a micro-benchmark does not start");
    const auto begin = back(begins, 32), end = back(ends, 32);
    unsigned span = 0;
    for (std::size_t a = 0; a < 32; ++a)
      for (std::size_t b = 0; b < 32; ++b)
        // Differences of a counter that may have run over.
        if (const auto gap = static_cast<int>(end[a] - begin[b]); gap > static_cast<int>(span))
          span = static_cast<unsigned>(gap);
    best = std::max(best, 32.0 * 4.0 * chain_length / span);
  }
  return {name, best};
}

}  // namespace

void measure_operations(const DeviceBenchPlan& plan, const Job& job, DeviceFigures& f) {
  const LatencyCurve nothing = curve<Nothing>("%clock", 0, 0, plan, nullptr);
  f.latencies.push_back(nothing);
  f.latencies.push_back(curve<ClockFunction>("clock()", 0, 0, plan, nullptr));
  constexpr int same_bytes = 0x3210;
  const auto add = [&](LatencyCurve c, OperationRate r) {
    job.throw_if_stopped();
    f.latencies.push_back(std::move(c));
    f.rates.push_back(std::move(r));
  };
  const auto both = [&]<class Operation>(const char* name, typename Operation::Value b,
                                         typename Operation::Value c) {
    add(curve<Operation>(name, b, c, plan, &nothing), rate<Operation>(name, b, c));
  };
  both.template operator()<MoveInt>("register", same_bytes, 0);
  both.template operator()<AddFloat>("add", 0.5F, 0.0F);
  both.template operator()<SubFloat>("sub", 0.5F, 0.0F);
  both.template operator()<MulFloat>("mul", 1.0001F, 0.0F);
  both.template operator()<FmaFloat>("fma", 0.9F, 0.1F);
  both.template operator()<DivFloat>("div", 2.0F, 0.0F);
  both.template operator()<AddInt>("add int", 3, 5);
  both.template operator()<MulInt>("mul int", 3, 5);
  both.template operator()<DivInt>("div int", 9, 0);
}

}  // namespace foldwave
