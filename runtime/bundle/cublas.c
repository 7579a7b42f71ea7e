/* The rules of linear algebra on devices for cuBLAS. */
#define LIBRARY(name)  LIBRARY_(name)
#define LIBRARY_(name) cublas##name##_v2
#define LIBRARY_NAME   "cuBLAS"
enum { NO_TRANSPOSE, TRANSPOSE };
#include "cublas/library.h"
