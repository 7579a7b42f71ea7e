/* What a program may ask of the runtime that its derivatives use. A program or shared library that
 * is linked with derivatives has it; each has its own. */
#ifndef ENZCC_RUNTIME_H
#define ENZCC_RUNTIME_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Gives the memory back that this thread keeps for the tapes of derivative calls to come: reverse
 * mode keeps intermediate values there, and a second call of the same derivative finds the memory
 * of the first. Shadows of heap blocks that a derivative has freed are kept and given back in the
 * same way, and pages of the C library's heap that its blocks were in. All threads together keep an
 * eighth of the physical memory at most, and a thread that ends keeps nothing. Tapes in use, those
 * of split mode included, are not touched. */
void enz_rt_trim(void);

/* The largest number of bytes that one tape of this thread has held since the last call of this
 * function, or since the thread began: what derivatives in reverse mode kept for the reverse sweep.
 * A tape counts when it is given up, which one of split mode is by its second half. Shadows of
 * memory that the primal allocates do not count, nor does memory that it frees, which stays until
 * then. It costs derivatives nothing. */
size_t enz_rt_tape_peak(void);

#ifdef __cplusplus
}
#endif

#endif
