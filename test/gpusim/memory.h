/* Memory of the simulated device (memory.c). */
#ifndef ENZCC_TEST_GPUSIM_MEMORY_H
#define ENZCC_TEST_GPUSIM_MEMORY_H
#include <stdbool.h>
#include <stddef.h>

/* Accesses between the two are the device's. If nobody has waited for them, managed memory is the
 * device's until somebody does. */
void gpusim_open_memory(void);
void gpusim_close_memory(bool waited);

int cudaMemcpy(void *to, const void *from, size_t n, int kind);
#endif
