#include <random>

#include "core/bench/volumes/transform_definitions.hpp"
#include "core/bench/volumes/volume_groups.hpp"

namespace foldwave {

void bench_volume_transforms(VolumeRows& rows) {
  rows.measure(
      {at_most("transform.fast-dct", 1e-5, "of noise's rms")}, "cpu", [](const VolumeRows::Tell& tell) {
        double worst = 0.0;
        std::mt19937 random(3);
        std::normal_distribution<float> normal;
        for (const BrickShape shape : {BrickShape{{17, 9, 8}}, BrickShape{{8, 1, 25}}, BrickShape{{5, 30, 9}},
                                       BrickShape{{32, 32, 32}}})
          for (int dimensions = 1; dimensions <= 3; ++dimensions) {
            std::vector<float> values(shape.values());
            for (float& v : values)
              v = normal(random);
            worst = worst_of(worst, cosine_error({TransformKind::fast_cosine, dimensions}, values, shape));
          }
        tell("transform.fast-dct", worst,
             "largest difference from the definition, single precision, 1 to 3 dimensions");
      });
  rows.measure({at_most("transform.lot", 1e-12, "beside 1")}, "cpu", [](const VolumeRows::Tell& tell) {
    double worst = 0.0;
    for (const int blocks : {1, 2, 3, 8})
      worst = worst_of(worst, orthogonality_error(TransformKind::lapped, blocks));
    tell("transform.lot", worst, "largest element of T'T - 1, lines of 1 to 8 blocks");
  });
  rows.measure({between("transform.gain", 9.19, 9.21, "dB")}, "cpu", [](const VolumeRows::Tell& tell) {
    tell("transform.gain", coding_gain(TransformKind::lapped),
         "coding gain of the lapped one where neighbours correlate by 0.95; in the literature 9.20");
  });
}

}  // namespace foldwave
