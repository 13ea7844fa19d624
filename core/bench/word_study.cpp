#include <bit>
#include <cstdint>
#include <functional>
#include <queue>

#include "core/bench/codec.hpp"

namespace foldwave {

namespace {

// Bits of all words by Huffman's tree: the sum of its inner nodes' counts. One word alone takes a bit each.
double huffman_bits(const std::vector<std::uint64_t>& counts) {
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> open;
  for (const std::uint64_t n : counts)
    if (n > 0) open.push(n);
  if (open.size() == 1) return static_cast<double>(open.top());
  double bits = 0.0;
  while (open.size() > 1) {
    std::uint64_t sum = open.top();
    open.pop();
    sum += open.top();
    open.pop();
    bits += static_cast<double>(sum);
    open.push(sum);
  }
  return bits;
}

double share_of_words(const Field<float>& values, int bits) {
  std::vector<std::uint64_t> counts(std::size_t{1} << bits);
  for (const float value : values.values()) {
    auto word = std::bit_cast<std::uint32_t>(value);
    for (int i = 0; i < 32; i += bits, word >>= bits)
      ++counts[word & (counts.size() - 1)];
  }
  double table = 0.0;
  for (const std::uint64_t n : counts)
    table += n > 0 ? bits + 8.0 : 0.0;
  return (huffman_bits(counts) + table) / (32.0 * static_cast<double>(values.size()));
}

}  // namespace

std::vector<WordStudyRow> study_words(const std::string& volume, const Field<float>& values) {
  std::vector<WordStudyRow> rows;
  for (const auto& [bits, seed] : {std::pair{16, 1.83}, {8, 0.81}, {4, 0.85}, {2, 0.72}})
    rows.push_back({volume, bits, share_of_words(values, bits), seed});
  return rows;
}

std::vector<WordStudyRow> study_words(const CodecBenchPlan& plan, const Job& job) {
  std::vector<WordStudyRow> rows;
  for (const CodecBenchCase which : plan.cases) {
    job.throw_if_stopped();
    const auto found =
        study_words(codec_case_name(which) + "-" + std::to_string(plan.size), codec_case(which, plan.size));
    rows.insert(rows.end(), found.begin(), found.end());
  }
  return rows;
}

}  // namespace foldwave
