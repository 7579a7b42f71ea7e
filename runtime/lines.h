/* Locks of lines of memory, 64 bytes each, under which derivatives add to what several threads may
 * add to. A lock is for many lines; whoever has one waits for nothing. */
#ifndef ENZ_LINES_H
#define ENZ_LINES_H

#include <stdatomic.h>
#include <stdint.h>

enum { ENZ_LINE = 64 };

/* The lock of the line of this address, taken. */
atomic_flag *enz_line_take(uintptr_t address);
void enz_line_release(atomic_flag *lock);
/* *to += amount, under the lock. */
void enz_rt_add_float(float *to, float amount);
void enz_rt_add_double(double *to, double amount);

#endif
