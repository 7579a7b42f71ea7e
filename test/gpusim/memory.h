/* Memory of the simulated device (memory.c). */
#ifndef ENZCC_TEST_GPUSIM_MEMORY_H
#define ENZCC_TEST_GPUSIM_MEMORY_H
#include <stddef.h>

/* Accesses between the two are the device's. */
void gpusim_open_memory(void);
void gpusim_close_memory(void);

int cudaMemcpy(void *to, const void *from, size_t n, int kind);
#endif
