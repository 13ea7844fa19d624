// The layers of a volume in sequences. Each cut (an unconformity or an erosion) took rock away down to a
// surface S, and younger layers were laid down on it. With X(x) the place of x at that time
// (fold/refold.hpp),
//
//   h(x) = S(X_x, X_y) - X_z                height above the cut, metres
//
// is above 0 in what was laid down afterwards: the youngest cut with h > 0 laid down the rock at x, and where
// there is none it is of the oldest sequence, whose boundaries are levels of T. Boundaries of deposits are
// levels of h (drape) or of the height over a depth that was level at that time (onlap),
//
//   d(x) = datum - X_z.
//
// All these fields are smooth and there at every node, as if nothing had been cut: a boundary is a level of
// its field in the part that its clips leave. A layer's index is its place in the scenario's list.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "core/fold/layers/layers.hpp"

namespace foldwave {

struct CutSurface {
  std::string name;     // the event's
  Field<float> height;  // h
  Field<float> flat;    // d, where there are boundaries at its levels; else empty
  bool drape = false;   // the boundaries are levels of h
  int first = 0;        // the youngest of its deposits
  LayerBands bands{};   // boundary i lies between layers first + i and first + i + 1

  // What the deposits' boundaries are levels of, greater to the younger side; null: they have none.
  const Field<float>* bedding() const { return drape ? &height : flat.empty() ? nullptr : &flat; }
  int end() const { return first + static_cast<int>(bands.boundary.size()) + 1; }
};

// The part where a field is above 0, or that where it is not.
struct FieldClip {
  const Field<float>* field = nullptr;
  bool above = false;
};

// Between two layers that follow each other in the list.
struct LayerBoundary {
  const Field<float>* field = nullptr;
  double level = 0.0;
  std::vector<FieldClip> clips{};
  const CutSurface* cut = nullptr;  // this is its surface; null: a boundary within a sequence
};

// A view: what it looks at must outlive it.
struct Layering {
  const Field<float>& arrival;         // T of the oldest sequence
  const LayerBands& bands;             // of T, between that sequence's layers
  std::span<const CutSurface> cuts{};  // youngest first

  int oldest() const { return cuts.empty() ? 0 : cuts.back().end(); }  // first layer of the oldest sequence
  int count() const { return oldest() + static_cast<int>(bands.boundary.size()) + 1; }

  // Which cut laid down the rock at a place; cuts.size(): the oldest sequence. `value`(field) is the field's
  // value there.
  template <class Value>
  std::size_t sequence_at(const Value& value) const {
    std::size_t c = 0;
    while (c < cuts.size() && !(value(cuts[c].height) > 0.0))
      ++c;
    return c;
  }
  template <class Value>
  int layer_at(const Value& value) const {
    const std::size_t c = sequence_at(value);
    if (c == cuts.size()) return oldest() + bands.layer_at(value(arrival));
    const CutSurface& cut = cuts[c];
    return cut.bands.boundary.empty() ? cut.first : cut.first + cut.bands.layer_at(value(*cut.bedding()));
  }

  // Boundary b lies between layers b and b + 1.
  std::vector<LayerBoundary> boundaries() const;
};

// `sample` gives a field's values at some places; the layer at each, or -1 where the front was never there.
std::vector<int> sampled_layers(const Layering& layering,
                                const std::function<std::vector<float>(const Field<float>&)>& sample);

Field<std::uint8_t> layer_volume(const Layering& layering);

}  // namespace foldwave
