/* How much memory threads keep for the derivative calls to come.
 *
 * Each thread keeps chunks of tapes (chunks.h) and shadows of heap blocks (shadows.c), and holds
 * memory that was freed (hold.h). What all threads together keep is bounded by an eighth of the
 * physical memory, and given back when the thread ends or enz_rt_trim is called
 * (headers/enzcc/runtime.h). */
#ifndef ENZ_RESERVE_H
#define ENZ_RESERVE_H

#include <stddef.h>

/* Counts `size` bytes as kept by this thread if the bound allows it and they can be given back when
 * the thread ends; 1 if so. */
int enz_reserve_add(size_t size);
/* These bytes are no longer kept. */
void enz_reserve_sub(size_t size);

#endif
