/* Of the tape (tape.c), for other files of the runtime. */
#ifndef ENZ_TAPE_H
#define ENZ_TAPE_H

#include "enz_rt.h"

/* A block of `size` bytes on the tape, aligned to 16 bytes. */
void *enz_tape_allocate(struct enz_rt_tape *tape, size_t size);
/* Bytes that the tape may still grow by: up to its limit, or without one to a quarter of the
 * physical memory. */
size_t enz_tape_room(const struct enz_rt_tape *tape);

#endif
