#include "core/wave/ranks/rank_bricks.hpp"

#include <algorithm>
#include <utility>

#include "core/volume/codec/byte_stream.hpp"

namespace foldwave {

namespace {

std::vector<std::byte> bytes_of_bricks(const std::vector<PackedBrick>& bricks) {
  std::vector<std::byte> bytes;
  for (const PackedBrick& brick : bricks) {
    put(bytes, static_cast<std::uint64_t>(brick.bytes.size()));
    put(bytes, brick.skipped);
    put_all(bytes, std::span<const std::byte>(brick.bytes));
  }
  return bytes;
}

void take_bricks(std::span<const std::byte> bytes, std::span<PackedBrick> bricks) {
  ByteReader reader(bytes);
  for (PackedBrick& brick : bricks) {
    const auto size = reader.take<std::uint64_t>();
    brick.skipped = reader.take<std::uint32_t>();
    const auto taken = reader.take_bytes(size);
    brick.bytes.assign(taken.begin(), taken.end());
  }
}

}  // namespace

RankBricks::RankBricks(Communicator& ranks, const std::array<int, 3>& nodes, std::vector<std::int32_t> bounds)
    : ranks_(ranks),
      layout_(brick_layout(nodes)),
      bounds_(std::move(bounds)),
      layers_(static_cast<std::size_t>(ranks.size())) {
  const auto common = [&](int layer, int rank) {
    const Planes of = of_layer(layer), his = owned(rank);
    return std::min(of.last, his.last) - std::max(of.first, his.first);
  };
  // Layers go up as planes go down: the last rank has the first.
  const int layers = layout_.counts()[2];
  int next = 0;
  for (int rank = ranks.size() - 1; rank >= 0; --rank) {
    const int first = next;
    while (next < layers && (rank == 0 || common(next, rank) >= common(next, rank - 1)))
      ++next;
    layers_[static_cast<std::size_t>(rank)] = {first, next};
  }
  const Planes mine = owned(ranks.rank()), also = wanted(ranks.rank());
  planes_ = also.first < also.last ? Planes{std::min(mine.first, also.first), std::max(mine.last, also.last)}
                                   : mine;
  values_.resize(static_cast<std::size_t>(planes_.last - planes_.first) * static_cast<std::size_t>(nodes[0]) *
                 static_cast<std::size_t>(nodes[1]));
}

RankBricks::Planes RankBricks::owned(int rank) const {
  const auto r = static_cast<std::size_t>(rank);
  return {bounds_[r], bounds_[r + 1]};
}

RankBricks::Planes RankBricks::of_layer(int layer) const {
  const int deepest = layout_.nodes[2] - 1 - layer * layout_.brick[2];
  return {std::max(0, deepest + 1 - layout_.brick[2]), deepest + 1};
}

RankBricks::Planes RankBricks::wanted(int rank) const {
  const Planes layers = layers_[static_cast<std::size_t>(rank)];
  if (layers.first == layers.last) return {};
  return {of_layer(layers.last - 1).first, of_layer(layers.first).last};
}

std::span<float> RankBricks::held(Planes planes) {
  const auto plane = static_cast<std::size_t>(layout_.nodes[0]) * static_cast<std::size_t>(layout_.nodes[1]);
  return std::span(values_).subspan(static_cast<std::size_t>(planes.first - planes_.first) * plane,
                                    static_cast<std::size_t>(planes.last - planes.first) * plane);
}

std::span<float> RankBricks::own() {
  return held(owned(ranks_.rank()));
}

void RankBricks::exchange() {
  const int me = ranks_.rank();
  const auto both = [](Planes a, Planes b) {
    return Planes{std::max(a.first, b.first), std::min(a.last, b.last)};
  };
  for (int other = 0; other < ranks_.size(); ++other) {
    if (other == me) continue;
    if (const Planes here = both(wanted(me), owned(other)); here.first < here.last)
      ranks_.begin_receive(other, std::as_writable_bytes(held(here)));
    if (const Planes there = both(wanted(other), owned(me)); there.first < there.last)
      ranks_.begin_send(other, std::as_bytes(held(there)));
  }
  ranks_.wait_all();
}

PackedVolume RankBricks::pack(const VolumeFacts& facts) {
  PackedVolume volume{facts, layout_, {}};
  // All bricks of a file have one codec and one bound.
  if (ranks_.rank() > 0) {
    volume.facts.codec = receive_text(ranks_, 0);
    ranks_.receive(0, std::as_writable_bytes(std::span(&volume.facts.error_bound, 1)));
  } else {
    for (int other = 1; other < ranks_.size(); ++other) {
      send_text(ranks_, other, facts.codec);
      ranks_.send(other, std::as_bytes(std::span(&facts.error_bound, 1)));
    }
  }
  exchange();
  const auto& n = layout_.nodes;
  const NodeBox box{{0, 0, planes_.first}, {n[0], n[1], planes_.last - planes_.first}};
  const Index a_layer = Index{1} * layout_.counts()[0] * layout_.counts()[1];
  const auto of = [&](int rank) { return layers_[static_cast<std::size_t>(rank)]; };
  const Planes mine = of(ranks_.rank());
  std::vector<PackedBrick> packed = pack_bricks(values_, box, volume.facts, layout_, mine.first * a_layer,
                                                (mine.last - mine.first) * a_layer);
  if (ranks_.rank() > 0) {
    send_bytes(ranks_, 0, bytes_of_bricks(packed));
    return {};
  }
  volume.bricks.resize(static_cast<std::size_t>(layout_.count()));
  std::ranges::move(packed, volume.bricks.begin() + mine.first * a_layer);
  for (int other = 1; other < ranks_.size(); ++other)
    take_bricks(receive_bytes(ranks_, other),
                std::span(volume.bricks)
                    .subspan(static_cast<std::size_t>(of(other).first * a_layer),
                             static_cast<std::size_t>((of(other).last - of(other).first) * a_layer)));
  return volume;
}

}  // namespace foldwave
