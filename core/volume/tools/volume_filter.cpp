#include "core/volume/tools/volume_filter.hpp"

#include <algorithm>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/read_file.hpp"
#include "core/volume/filter/derivative.hpp"
#include "core/volume/filter/gaussian_parts.hpp"
#include "core/volume/store/scratch_file.hpp"

namespace foldwave {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

using Bytes = std::size_t;

Bytes bytes_of(const std::array<int, 3>& n) {
  return sizeof(float) * static_cast<Bytes>(n[0]) * static_cast<Bytes>(n[1]) * static_cast<Bytes>(n[2]);
}

// What a result hangs on along z.
int halo_of(const FilterChoice& filter, const GaussianPlan* plan) {
  if (plan != nullptr) return plan->on.reach[2];
  if (const auto* const kernel = std::get_if<Kernel3>(&filter)) return kernel->reach[2];
  return std::get<DerivativeFilter>(filter).order + 2;  // one-sided at the ends
}

// One run through a volume.
class SlabFilter {
 public:
  SlabFilter(const VolumeSource& source, const FilterChoice& filter, std::filesystem::path to,
             const VolumeFacts& facts, const BrickLayout& layout, Bytes most, const Job& job)
      : source_(source),
        filter_(filter),
        to_(std::move(to)),
        facts_(facts),
        layout_(layout),
        grid_(source.grid()),
        most_(most),
        job_(job),
        writer_(to_, facts, layout) {
    if (const auto* const gaussian = std::get_if<GaussianFilter>(&filter)) {
      plan_ = plan_gaussian(*gaussian, grid_);
      if (!plan_->leaves_alone() || plan_->direct) survey_gaps();
    }
  }

  void run() {
    if (plan_ && !plan_->direct && !plan_->leaves_alone())
      by_axes();
    else
      by_slabs();
    writer_.commit();
  }

 private:
  Index plane() const { return Index{1} * grid_.n[0] * grid_.n[1]; }

  void read(const NodeBox& box, std::span<float> values) const {
    const auto damaged = source_.read(box, values, {nullptr, job_.stop});
    if (!damaged.empty())
      throw InputError(source_.name(), damage_text(damaged), "take it from its source again");
  }

  void tell(const char* what, Index done, Index of) const {
    job_.throw_if_stopped();
    job_.report({what, done, of, 0.0, {}});
  }

  // Slabs of whole rows of bricks, the deepest row first, so large that `fields` of them with their halos
  // fit.
  std::vector<NodeBox> slabs(int halo, int fields) const {
    const int counts = layout_.counts()[2], brick = layout_.brick[2];
    const auto held = [&](int rows) {
      return static_cast<Bytes>(fields) *
             bytes_of({grid_.n[0], grid_.n[1], std::min(rows * brick + 2 * halo, grid_.n[2])});
    };
    if (held(1) > most_)
      throw ResourceError(source_.name(),
                          "a row of its bricks with " + std::to_string(halo) +
                              " nodes on either side takes " + bytes_text(static_cast<double>(held(1))),
                          "allow that much memory, or take a narrower filter");
    int rows = 1;
    while (rows < counts && held(rows + 1) <= most_)
      ++rows;
    std::vector<NodeBox> all;
    for (int row = 0; row < counts; row += rows) {
      const int end = std::min((row + rows) * brick, grid_.n[2]);
      all.push_back({{0, 0, grid_.n[2] - end}, {grid_.n[0], grid_.n[1], end - row * brick}});
    }
    return all;
  }

  NodeBox with_halo(NodeBox slab, int halo) const {
    const int first = std::max(slab.low[2] - halo, 0),
              end = std::min(slab.low[2] + slab.n[2] + halo, grid_.n[2]);
    slab.low[2] = first;
    slab.n[2] = end - first;
    return slab;
  }

  void survey_gaps() {
    GapSurvey survey;
    const auto all = slabs(0, 1);
    std::vector<float> values;
    for (std::size_t s = 0; s < all.size(); ++s) {
      tell("look for gaps", static_cast<Index>(s), static_cast<Index>(all.size()));
      values.resize(static_cast<std::size_t>(all[s].size()));
      read(all[s], values);
      survey.add(values);
    }
    gaps_ = survey.result();
  }

  void by_slabs() {
    const bool alone = plan_ && !plan_->direct;
    const int halo = alone ? 0 : halo_of(filter_, plan_ ? &*plan_ : nullptr);
    const auto all = slabs(halo, gaps_.fills ? 4 : 2);
    std::vector<float> in, out;
    for (std::size_t s = 0; s < all.size(); ++s) {
      tell("filter", static_cast<Index>(s), static_cast<Index>(all.size()));
      const NodeBox wide = with_halo(all[s], halo);
      in.resize(static_cast<std::size_t>(wide.size()));
      out.resize(in.size());
      read(wide, in);
      filter_slab(in, wide, out);
      const std::span<const float> inner(out.data() + plane() * (all[s].low[2] - wide.low[2]),
                                         static_cast<std::size_t>(all[s].size()));
      write_box(writer_, layout_, facts_, all[s], inner, job_.stop);
    }
  }

  void filter_slab(std::span<const float> in, const NodeBox& wide, std::span<float> out) const {
    Grid3 slab = grid_;
    slab.n = wide.n;
    if (!plan_) return apply_filter(filter_, in, slab, out, job_);
    if (!plan_->direct) return apply_gain(in, plan_->on.gain, out);
    if (!gaps_.fills) return convolve(in, wide.n, gaussian_kernel(plan_->on), out, job_);
    const Kernel3 kernel = gaussian_kernel(plan_->unit());
    std::vector<float> sums(in.size()), shares(in.size());
    part_gaps(in, gaps_.scale, sums, shares);
    convolve(sums, wide.n, kernel, out, job_);
    std::ranges::copy(out, sums.begin());
    convolve(shares, wide.n, kernel, out, job_);
    std::ranges::copy(out, shares.begin());
    join_gaps(in, sums, shares, plan_->on.gain / gaps_.scale, out);
  }

  // The axes of the plan, or those with the sum 1 where gaps are filled.
  const std::array<AxisFilter, 3>& axes() const { return gaps_.fills ? plan_->taps : plan_->axes; }

  void by_axes() {
    const std::string folder = to_.parent_path().string();
    ScratchFile sums(folder);
    std::optional<ScratchFile> shares;
    if (gaps_.fills) shares.emplace(folder);
    planes_to(sums, shares ? &*shares : nullptr);
    columns_of(sums, shares ? &*shares : nullptr);
  }

  void planes_to(ScratchFile& sums, ScratchFile* shares) const {
    const std::array<AxisFilter, 3> across{axes()[0], axes()[1], {}};
    const auto all = slabs(0, shares != nullptr ? 3 : 1);
    std::vector<float> values, parts[2];
    for (std::size_t s = 0; s < all.size(); ++s) {
      tell("filter x and y", static_cast<Index>(s), static_cast<Index>(all.size()));
      values.resize(static_cast<std::size_t>(all[s].size()));
      read(all[s], values);
      const auto offset = sizeof(float) * static_cast<std::uint64_t>(plane() * all[s].low[2]);
      const auto put = [&](std::vector<float>& field, ScratchFile& file) {
        filter_axes(field.data(), all[s].n, across, field.data(), job_);
        file.write(std::as_bytes(std::span(field)), offset);
      };
      if (shares == nullptr) {
        put(values, sums);
        continue;
      }
      for (std::vector<float>& part : parts)
        part.resize(values.size());
      part_gaps(values, gaps_.scale, parts[0], parts[1]);
      put(parts[0], sums);
      put(parts[1], *shares);
    }
  }

  // Boxes of whole columns of bricks, as wide in x as `fields` of them fit.
  std::vector<NodeBox> columns(int fields) const {
    const auto counts = layout_.counts();
    const Bytes one =
        static_cast<Bytes>(fields) * bytes_of({std::min(layout_.brick[0], grid_.n[0]),
                                               std::min(layout_.brick[1], grid_.n[1]), grid_.n[2]});
    if (one > most_)
      throw ResourceError(source_.name(),
                          "a column of its bricks takes " + bytes_text(static_cast<double>(one)),
                          "allow that much memory");
    const int take = static_cast<int>(std::min<Bytes>(most_ / one, static_cast<Bytes>(counts[0])));
    std::vector<NodeBox> all;
    for (int j = 0; j < counts[1]; ++j)
      for (int i = 0; i < counts[0]; i += take) {
        NodeBox box{{i * layout_.brick[0], j * layout_.brick[1], 0}, grid_.n};
        box.n[0] = std::min((i + take) * layout_.brick[0], grid_.n[0]) - box.low[0];
        box.n[1] = std::min((j + 1) * layout_.brick[1], grid_.n[1]) - box.low[1];
        all.push_back(box);
      }
    return all;
  }

  // Whole planes of a box lie together in the file where it is as wide as the volume; else its rows do.
  void take_columns(const ScratchFile& file, const NodeBox& box, std::vector<float>& values) const {
    values.resize(static_cast<std::size_t>(box.size()));
    const bool wide = box.n[0] == grid_.n[0];
    const Index run = wide ? Index{1} * box.n[0] * box.n[1] : box.n[0];
    const int runs = wide ? 1 : box.n[1];
    for (int k = 0; k < box.n[2]; ++k)
      for (int r = 0; r < runs; ++r) {
        const auto to = std::span(values).subspan(static_cast<std::size_t>((Index{1} * k * runs + r) * run),
                                                  static_cast<std::size_t>(run));
        const Index from = grid_.index(box.low[0], box.low[1] + r, k);
        file.read(std::as_writable_bytes(to), sizeof(float) * static_cast<std::uint64_t>(from));
      }
  }

  void columns_of(const ScratchFile& sums, const ScratchFile* shares) {
    const std::array<AxisFilter, 3> down{AxisFilter{}, AxisFilter{}, axes()[2]};
    const auto all = columns(shares != nullptr ? 3 : 1);
    std::vector<float> values, part, in;
    for (std::size_t c = 0; c < all.size(); ++c) {
      tell("filter z", static_cast<Index>(c), static_cast<Index>(all.size()));
      take_columns(sums, all[c], values);
      filter_axes(values.data(), all[c].n, down, values.data(), job_);
      if (shares != nullptr) {
        take_columns(*shares, all[c], part);
        filter_axes(part.data(), all[c].n, down, part.data(), job_);
        in.resize(values.size());
        read(all[c], in);
        join_gaps(in, values, part, plan_->on.gain / gaps_.scale, values);
      }
      write_box(writer_, layout_, facts_, all[c], values, job_.stop);
    }
  }

  const VolumeSource& source_;
  const FilterChoice& filter_;
  std::filesystem::path to_;
  VolumeFacts facts_;
  BrickLayout layout_;
  Grid3 grid_;
  Bytes most_;
  const Job& job_;
  std::optional<GaussianPlan> plan_;
  GapScale gaps_;
  VolumeWriter writer_;
};

}  // namespace

std::string filtered_name(const FilterChoice& filter, const std::string& array) {
  const auto* const derivative = std::get_if<DerivativeFilter>(&filter);
  if (derivative == nullptr) return array;
  switch (derivative->kind) {
    case DerivativeFilter::gradient:
      return "gradient of " + array;
    case DerivativeFilter::laplacian:
      return "laplacian of " + array;
    default:
      return std::string("d") + "xyz"[derivative->axis] + " of " + array;
  }
}

void apply_filter(const FilterChoice& filter, std::span<const float> in, const Grid3& grid,
                  std::span<float> out, const Job& job) {
  std::visit(Overloaded{[&](const GaussianFilter& one) { gaussian(in, grid, one, out, job); },
                        [&](const Kernel3& one) { convolve(in, grid.n, one, out, job); },
                        [&](const DerivativeFilter& one) {
                          if (one.kind == DerivativeFilter::gradient)
                            gradient_size(in, grid, one.order, out, job);
                          else if (one.kind == DerivativeFilter::laplacian)
                            laplacian(in, grid, one.order, out, job);
                          else
                            derivative(in, grid, one.axis, one.order, out, job);
                        }},
             filter);
}

PackOutcome filter_volume_file(const VolumeSource& source, const std::filesystem::path& to,
                               const FilterChoice& filter, const PackChoice& choice, std::size_t most_bytes,
                               const Job& job) {
  if (const auto* const kernel = std::get_if<Kernel3>(&filter)) check_kernel(*kernel);
  const BrickLayout layout = brick_layout(source.grid().n, choice.brick);
  VolumeFacts facts = source.facts();
  facts.array = filtered_name(filter, source.array());
  facts.codec = choice.codec;
  facts.error_bound = choice.error;
  SlabFilter(source, filter, to, facts, layout, most_bytes, job).run();
  PackOutcome outcome;
  outcome.error_bound = choice.error;
  outcome.bytes = size_on_disk(to);
  outcome.remarks = source.remarks();
  return outcome;
}

}  // namespace foldwave
