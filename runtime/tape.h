/* Of the tape (tape.c), for other files of the runtime. */
#ifndef ENZ_TAPE_H
#define ENZ_TAPE_H

#include "enz_rt.h"

#include <stdatomic.h>

/* A block of `size` bytes on the tape, aligned to 16 bytes. */
void *enz_tape_allocate(struct enz_rt_tape *tape, size_t size);
/* Bytes that the tape may still grow by: up to its limit, or without one to a quarter of the
 * physical memory. */
size_t enz_tape_room(const struct enz_rt_tape *tape);

/* The limit of a tape, shared with the tapes of threads that the derivative starts: each of their
 * chunks counts from when it is made. */
struct enz_tape_account {
    struct enz_rt_limit own, threads; /* of the tape, and of the others */
    const struct enz_rt_limit *before;
    struct enz_rt_tape *tape;
    _Atomic size_t held; /* bytes of chunks of the others */
};
/* For tapes of threads that are started now, and are freed before the tape is; NULL: none. */
const struct enz_rt_limit *enz_tape_limit_for_threads(struct enz_rt_tape *tape);
/* What threads have left of the limit is all that the tape may use from now on. */
void enz_tape_keep_to_limit(struct enz_rt_tape *tape);

#endif
