#include "core/model/layer_sequence.hpp"

#include <algorithm>
#include <numeric>

namespace foldwave {

namespace {

constexpr int none = -1;

// Partners in `a` of what is in `b`, both by number.
class Pairs {
 public:
  Pairs(std::size_t a, std::size_t b) : of_b_(b, none), taken_(a, false) {}

  const std::vector<int>& of_b() const { return of_b_; }

  // Each of `b` that has none takes the first of `a` that is free and the same.
  template <class Same>
  void pair(const std::vector<int>& a, const std::vector<int>& b, const Same& same) {
    for (const int i : b) {
      if (of_b_[static_cast<std::size_t>(i)] != none) continue;
      const auto at = std::find_if(a.begin(), a.end(), [&](int j) { return is_free(j) && same(j, i); });
      if (at != a.end()) take(*at, i);
    }
  }
  // Those that are left, in order, where they are as many.
  void pair_rest(std::vector<int> a, std::vector<int> b) {
    std::erase_if(a, [&](int j) { return !is_free(j); });
    std::erase_if(b, [&](int i) { return of_b_[static_cast<std::size_t>(i)] != none; });
    for (std::size_t k = 0; a.size() == b.size() && k < a.size(); ++k)
      take(a[k], b[k]);
  }

 private:
  bool is_free(int j) const { return !taken_[static_cast<std::size_t>(j)]; }
  void take(int j, int i) {
    taken_[static_cast<std::size_t>(j)] = true;
    of_b_[static_cast<std::size_t>(i)] = j;
  }

  std::vector<int> of_b_;
  std::vector<bool> taken_;
};

std::vector<int> range(int first, int count) {
  std::vector<int> all(static_cast<std::size_t>(std::max(count, 0)));
  std::iota(all.begin(), all.end(), first);
  return all;
}

}  // namespace

std::vector<LayerSequence> layer_sequences(const std::vector<FoldEvent>& events, int layers) {
  std::vector<LayerSequence> sequences;
  int first = 0;
  for (std::size_t e = events.size(); e-- > 1;) {
    if (!events[e].cuts()) continue;
    const int count = events[e].type == EventType::erosion ? 1 : std::clamp(events[e].deposits, 0, layers);
    sequences.push_back({e, first, count});
    first += count;
  }
  sequences.push_back({0, first, layers - first});
  return sequences;
}

std::vector<int> matched_layers(const Scenario& a, const Scenario& b) {
  const auto &in_a = a.stack.layers, &in_b = b.stack.layers;
  const auto from = layer_sequences(a.events, static_cast<int>(in_a.size())),
             to = layer_sequences(b.events, static_cast<int>(in_b.size()));
  // The oldest are one another's; the rest by their events.
  const auto cuts_a = range(0, static_cast<int>(from.size()) - 1),
             cuts_b = range(0, static_cast<int>(to.size()) - 1);
  Pairs sequences(from.size(), to.size());
  sequences.pair_rest({static_cast<int>(from.size()) - 1}, {static_cast<int>(to.size()) - 1});
  sequences.pair(cuts_a, cuts_b, [&](int j, int i) {
    const FoldEvent &x = a.events[from[static_cast<std::size_t>(j)].event],
                    &y = b.events[to[static_cast<std::size_t>(i)].event];
    return x.name == y.name && x.type == y.type;
  });
  sequences.pair_rest(cuts_a, cuts_b);

  Pairs layers(in_a.size(), in_b.size());
  const auto same_name = [&](int j, int i) {
    return in_a[static_cast<std::size_t>(j)].name == in_b[static_cast<std::size_t>(i)].name;
  };
  const auto each_pair = [&](const auto& use) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      const int j = sequences.of_b()[i];
      if (j == none) continue;
      const LayerSequence& partner = from[static_cast<std::size_t>(j)];
      use(range(partner.first, partner.count), range(to[i].first, to[i].count));
    }
  };
  each_pair([&](const auto& x, const auto& y) { layers.pair(x, y, same_name); });
  layers.pair(range(0, static_cast<int>(in_a.size())), range(0, static_cast<int>(in_b.size())), same_name);
  each_pair([&](const auto& x, const auto& y) { layers.pair_rest(x, y); });
  return layers.of_b();
}

int fold_count(const Scenario& scenario) {
  return static_cast<int>(std::count_if(scenario.events.begin(), scenario.events.end(),
                                        [](const FoldEvent& event) { return !event.cuts(); }));
}

}  // namespace foldwave
