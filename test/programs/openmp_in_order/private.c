/* The same with sums in the order of threads. */
#include "../openmp/private.c"
