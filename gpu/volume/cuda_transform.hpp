// The transforms and quantisers of core/volume/codec/transform on a CUDA device: a cosine transform reads
// each value once and writes each word once; a lapped one goes over the volume once an axis. The same bits as
// the processor's.
#pragma once

#include <memory>

#include "core/volume/codec/transform/volume_transform.hpp"

namespace foldwave {

std::unique_ptr<VolumeTransform> make_cuda_volume_transform();

}  // namespace foldwave
