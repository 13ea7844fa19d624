#include "core/volume/store/split_packer.hpp"

#include <algorithm>
#include <utility>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

// Layers of bricks of one device, as a volume of their own: bricks lie from the deepest layer up, fields from
// the uppermost down.
struct LayerShare {
  BrickLayout layout;
  std::size_t first_brick = 0, bricks = 0;
  std::size_t first_value = 0, values = 0;
};

std::vector<LayerShare> layer_shares(const BrickLayout& layout, int devices) {
  const auto counts = layout.counts();
  const int layers = counts[2], parts = std::max(1, std::min(devices, layers));
  const std::size_t bricks = static_cast<std::size_t>(counts[0]) * static_cast<std::size_t>(counts[1]);
  const std::size_t plane =
      static_cast<std::size_t>(layout.nodes[0]) * static_cast<std::size_t>(layout.nodes[1]);
  std::vector<LayerShare> shares;
  for (int p = 0; p < parts; ++p) {
    const int first = layers * p / parts, end = layers * (p + 1) / parts;
    const int low = first * layout.brick[2], high = std::min(end * layout.brick[2], layout.nodes[2]);
    LayerShare share{layout};
    if (parts > 1) share.layout.nodes[2] = share.layout.stored[2] = high - low;
    share.first_brick = bricks * static_cast<std::size_t>(first);
    share.bricks = bricks * static_cast<std::size_t>(end - first);
    share.first_value = plane * static_cast<std::size_t>(layout.nodes[2] - high);
    share.values = plane * static_cast<std::size_t>(share.layout.nodes[2]);
    shares.push_back(share);
  }
  return shares;
}

class SplitPacker final : public VolumePacker {
  template <class Use>
  auto on_one(const Use& use) const {
    const auto there = devices_.on(0);
    return use(*make_());
  }

  template <class Use>
  void each(const std::vector<LayerShare>& shares, const Use& use) const {
    for_each_part(devices_, static_cast<int>(shares.size()), {},
                  [&](int part, const Job&) { use(*make_(), static_cast<std::size_t>(part)); });
  }

 public:
  SplitPacker(WorkDevices devices, std::function<std::unique_ptr<VolumePacker>()> make)
      : devices_(std::move(devices)), make_(std::move(make)) {}

  DevicePacked pack(std::span<const float> field, const BrickLayout& layout,
                    ErrorBound bound) const override {
    const std::vector<LayerShare> shares = layer_shares(layout, devices_.count);
    if (shares.size() == 1 || field.size() != shares.front().first_value + shares.front().values)
      return on_one([&](const VolumePacker& packer) { return packer.pack(field, layout, bound); });
    std::vector<DevicePacked> parts(shares.size());
    each(shares, [&](const VolumePacker& packer, std::size_t p) {
      parts[p] = packer.pack(field.subspan(shares[p].first_value, shares[p].values), shares[p].layout, bound);
    });
    DevicePacked all = std::move(parts.front());
    all.bricks.layout = layout;
    for (std::size_t p = 1; p < parts.size(); ++p) {
      const QuickBricks& more = parts[p].bricks;
      const std::size_t before = all.bricks.bytes.size();
      all.bricks.bytes.insert(all.bricks.bytes.end(), more.bytes.begin(), more.bytes.end());
      for (std::size_t b = 1; b < more.starts.size(); ++b)
        all.bricks.starts.push_back(before + more.starts[b]);
      all.by_processor += parts[p].by_processor;
      all.device_seconds = std::max(all.device_seconds, parts[p].device_seconds);
    }
    return all;
  }

  DeviceUnpacked unpack(const QuickBricks& bricks, std::span<float> field) const override {
    const std::vector<LayerShare> shares = layer_shares(bricks.layout, devices_.count);
    const auto& starts = bricks.starts;
    // What does not fit is refused by one as it always is.
    if (shares.size() == 1 || field.size() != shares.front().first_value + shares.front().values ||
        starts.size() != static_cast<std::size_t>(bricks.layout.count()) + 1 ||
        starts.back() > bricks.bytes.size() || !std::ranges::is_sorted(starts))
      return on_one([&](const VolumePacker& packer) { return packer.unpack(bricks, field); });
    std::vector<DeviceUnpacked> parts(shares.size());
    each(shares, [&](const VolumePacker& packer, std::size_t p) {
      const LayerShare& share = shares[p];
      const std::size_t begin = starts[share.first_brick], end = starts[share.first_brick + share.bricks];
      QuickBricks own{share.layout, {}, {}, bricks.codec};
      own.bytes.assign(bricks.bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                       bricks.bytes.begin() + static_cast<std::ptrdiff_t>(end));
      for (std::size_t b = 0; b <= share.bricks; ++b)
        own.starts.push_back(starts[share.first_brick + b] - begin);
      parts[p] = packer.unpack(own, field.subspan(share.first_value, share.values));
    });
    DeviceUnpacked all;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      for (const Index b : parts[p].damaged)
        all.damaged.push_back(b + static_cast<Index>(shares[p].first_brick));
      all.by_processor += parts[p].by_processor;
      all.device_seconds = std::max(all.device_seconds, parts[p].device_seconds);
    }
    return all;
  }

 private:
  WorkDevices devices_;
  std::function<std::unique_ptr<VolumePacker>()> make_;
};

}  // namespace

std::unique_ptr<VolumePacker> make_split_packer(WorkDevices devices,
                                                std::function<std::unique_ptr<VolumePacker>()> make) {
  {
    const auto there = devices.on(0);
    if (make() == nullptr) return nullptr;
  }
  return std::make_unique<SplitPacker>(std::move(devices), std::move(make));
}

}  // namespace foldwave
