/* Functions of the CUDA Runtime API that derivatives know by what the runtime has for them. */
#define RUNTIME(name) cuda##name
#define BLAS(name)    cublas##name
#include "device/memory.h"

DESTROY(cublasDestroy_v2)
