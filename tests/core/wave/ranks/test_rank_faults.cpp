// Protects the ranks of a wave where something is wrong: a slab that fails in the middle, on whichever rank,
// ends all of them, a rank that is lost ends the others, and one of another version is named.
#include <QTest>
#include <memory>
#include <string>
#include <utility>

#include "core/base/error.hpp"
#include "core/scale/ranks/thread_ranks.hpp"
#include "core/wave/ranks/ranked_propagator.hpp"
#include "core/wave/stencil.hpp"
#include "tests/test_program.hpp"

namespace test_rank_faults {

using namespace foldwave;

namespace {

WaveModel small_wave() {
  WaveModel model;
  model.grid.n = {19, 14, 75};
  model.grid.h = {10.0, 11.0, 9.0};
  auto velocity = std::make_shared<Field<float>>(model.grid.n);
  for (Index m = 0; m < velocity->size(); ++m)
    (*velocity)[m] = 2000.0F + 300.0F * static_cast<float>(m % 7);
  model.velocity = velocity;
  model.stencil = taylor_stencil(8);
  model.frequency = 20.0;
  model.dt = 8e-4;
  model.steps = 57;
  model.sources.push_back({{90.0, 70.0, 330.0}, {1.0F, 2.0F, 1.0F}});
  return model;
}

// The processor's slabs, of which one fails at step 20.
class FailingEngine final : public RankEngine {
 public:
  static inline int failing = 0;
  std::string name() const override { return "failing"; }
  bool on_device() const override { return true; }
  SlabPlan plan(const WaveModel& model, int ranks) const override {
    return cpu_rank_engine().plan(model, ranks);
  }
  std::int64_t slab_bytes(const WaveModel&, int) const override { return 0; }
  std::int64_t host_bytes(const WaveModel&, int) const override { return 0; }
  std::unique_ptr<WavePropagator> make_lone_propagator() const override { return nullptr; }
  std::unique_ptr<RankSlab> make(Communicator& ranks, const SlabTask& task) const override {
    return std::make_unique<Slab>(cpu_rank_engine().make(ranks, task), ranks.rank() == failing);
  }

 private:
  class Slab final : public RankSlab {
   public:
    Slab(std::unique_ptr<RankSlab> slab, bool fails) : slab_(std::move(slab)), fails_(fails) {}
    const PaddedGrid& padded() const override { return slab_->padded(); }
    WaveKernel kernel() const override { return slab_->kernel(); }
    void begin(Gather& gather) override { slab_->begin(gather); }
    int advance(int step, int steps, Gather& gather) override {
      if (fails_ && step >= 20) throw DeviceError("cuda", "the device is lost", "use another");
      return slab_->advance(step, steps, gather);
    }
    void copy_traces(int last_step, Gather& gather) override { slab_->copy_traces(last_step, gather); }
    double largest() override { return slab_->largest(); }
    std::string place_of_largest() override { return slab_->place_of_largest(); }
    void copy_planes(PlaneRange planes, bool before, float* to) override {
      slab_->copy_planes(planes, before, to);
    }
    const RunPart& gather_part() const override { return slab_->gather_part(); }

   private:
    std::unique_ptr<RankSlab> slab_;
    bool fails_;
  };
};

}  // namespace

class TestRankFaults : public QObject {
  Q_OBJECT
 private slots:
  // As a device that is lost between two passes.
  void a_slab_that_fails_ends_all() {
    for (const int failing : {0, 1, 2}) {
      FailingEngine::failing = failing;
      const FailingEngine engine;
      std::string told;
      try {
        as_ranks(3, [&](Communicator& ranks) {
          if (ranks.rank() > 0) return serve_waves(ranks, {}, &engine);
          make_ranked_propagator(ranks, {}, engine)->run(small_wave(), nullptr, {});
        });
      } catch (const Error& e) {
        told = e.what();
      }
      QVERIFY2(told.find(failing == 0 ? "is lost" : "lost") != std::string::npos, told.c_str());
    }
  }

  void ranks_of_another_version_are_named() {
    as_ranks(3, [](Communicator& ranks) {
      require_same_version(ranks, "1.4.0");
      if (ranks.rank() > 0) return serve_waves(ranks);
      end_serving(ranks);
    });
    as_ranks(3, [](Communicator& ranks) {
      if (ranks.rank() > 0) {
        require_same_version(ranks, ranks.rank() == 2 ? "1.3.9" : "1.4.0");
        return serve_waves(ranks);
      }
      try {
        require_same_version(ranks, "1.4.0");
        QFAIL("rank 2 runs another version");
      } catch (const InputError& e) {
        QVERIFY2(e.problem().starts_with("rank 2 on host ") &&
                     e.problem().ends_with(" runs version 1.3.9, rank 0 runs 1.4.0"),
                 e.what());
      }
      end_serving(ranks);
    });
  }

  void a_lost_rank_ends_the_others() {
    QVERIFY_EXCEPTION_THROWN(as_ranks(3,
                                      [](Communicator& ranks) {
                                        if (ranks.rank() == 2) throw ResourceError("rank 2", "is lost", "");
                                        if (ranks.rank() > 0) return serve_waves(ranks);
                                        make_ranked_propagator(ranks)->run(small_wave(), nullptr, {});
                                      }),
                             ResourceError);
  }
};

}  // namespace test_rank_faults

FOLDWAVE_TEST(test_rank_faults, run_alone<test_rank_faults::TestRankFaults>)
#include "test_rank_faults.moc"
