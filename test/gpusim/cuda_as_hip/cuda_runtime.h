/* Programs of CUDA as programs of HIP. */
#include "names.h"
#include <hip/hip_runtime.h>
