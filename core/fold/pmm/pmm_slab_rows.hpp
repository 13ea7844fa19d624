// A thread's rows of the slab it works in (fold/pmm/pmm_slabs.hpp): a ring of the rows that its slanted front
// still needs, each with all planes of the slab and the plane before (step 0), fetched from the volume chunk
// by chunk.
#pragma once

#include <vector>

#include "core/fold/pmm/pmm_activity.hpp"
#include "core/fold/pmm/pmm_rows.hpp"

namespace foldwave {

// The volume as a sub-sweep sees it.
template <class Real>
struct SlabShape {
  SlabShape(const SweepAxes& axes, const BlockActivity& activity, const RowFunctions<Real>& functions,
            Field<Real>& T, const Field<std::uint8_t>& fixed);

  bool forward;
  int nu, nv, nw;
  Index du, dv, dw;
  int blocks_u, blocks_v, blocks_w;
  Index block_du, block_dv, block_dw;
  int words;                         // of a bit set over a row's chunks
  std::vector<std::uint64_t> valid;  // the chunks that there are
  const BlockActivity& activity;
  const RowFunctions<Real>& functions;
  Real* T;
  const std::uint8_t* fixed;

  Index block(int u, int v, int w) const { return u * block_du + v * block_dv + w * block_dw; }
};

template <class Real>
class SlabRows {
 public:
  explicit SlabRows(const SlabShape<Real>& shape);

  // Turns to a slab; the number of planes to update in it, which are its steps 1, 2, ...
  int enter(const SlabShape<Real>& shape, int slab);
  void start_row(int v);  // takes the place of the row that is no longer needed
  void fetch(const SlabShape<Real>& shape, int v, const std::uint64_t* chunks);

  Real* values(int v, int s) { return values_.data() + pitch_ * at(v, s) + chunk_nodes; }
  const Real* outside() const { return outside_.data() + chunk_nodes; }
  std::uint16_t* free(int v, int s) { return free_.data() + chunks_ * at(v, s); }
  std::uint64_t* changed(int v, int s) { return changed_.data() + words_ * at(v, s); }
  std::uint64_t* scratch(int k) { return scratch_.data() + words_ * k; }

  // Writes the row's changed chunks to the volume and names each.
  template <class Name>
  void put_back(const SlabShape<Real>& shape, int v, const Name& name) {
    for (Index word = 0; word < words_; ++word) {
      std::uint64_t any = 0;
      for (int s = 1; s <= steps_; ++s)
        any |= changed(v, s)[word];
      for (; any != 0; any &= any - 1) {
        const int chunk = static_cast<int>(64 * word) + __builtin_ctzll(any);
        put_back_chunk(shape, v, chunk);
        name(chunk);
      }
    }
  }

 private:
  static constexpr int planes = block_nodes + 1;  // a slab's and the one before
  static constexpr int ring = block_nodes + 2;    // rows

  Index at(int v, int s) const { return Index{v % ring} * planes + s; }
  void fetch_chunk(const SlabShape<Real>& shape, int v, int chunk);
  void fetch_free(const SlabShape<Real>& shape, int v, int chunk);
  void put_back_chunk(const SlabShape<Real>& shape, int v, int chunk);

  Index pitch_, chunks_, words_;
  Field<Real> values_, outside_;
  std::vector<std::uint16_t> free_;
  std::vector<std::uint64_t> changed_, fetched_, scratch_;

  int steps_ = 0;
  int direction_ = 1;  // of the planes along w
  int step0_ = 0;      // the plane of step 0
  int low_ = 0;        // the slab's own planes: low_ .. low_ + count_ - 1
  int count_ = 0;
  int block_w_ = 0;
};

}  // namespace foldwave
