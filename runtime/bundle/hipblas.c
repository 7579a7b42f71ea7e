/* The rules of linear algebra on devices for hipBLAS. */
#define LIBRARY(name)  LIBRARY_(name)
#define LIBRARY_(name) hipblas##name
#define LIBRARY_NAME   "hipBLAS"
enum { NO_TRANSPOSE = 111, TRANSPOSE = 112 };
#include "cublas/library.h"
