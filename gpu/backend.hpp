// The CUDA back end. Registering costs nothing; the device is looked for when a back end is asked for, and a
// machine without a driver or a device is an ordinary answer.
#pragma once

namespace foldwave {

void register_cuda_backend();

}  // namespace foldwave
