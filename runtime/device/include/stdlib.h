/* What the runtime needs of <stdlib.h> where there is no C library. */
#ifndef ENZCC_DEVICE_STDLIB_H
#define ENZCC_DEVICE_STDLIB_H
#include <stddef.h>

void *malloc(size_t size);
void free(void *p);
#endif
