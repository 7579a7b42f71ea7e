/* The same with sums in the order of threads, but for critical sections, which have none. */
#define IN_ORDER
#include "../openmp/sums.c"
