/* Locks of memory under which derivatives add, by elements or by lines of 64 bytes, to what several
 * threads may add to. A lock is for many lines; whoever has one waits for nothing. */
#ifndef ENZ_LINES_H
#define ENZ_LINES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#if defined(__has_include) && __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define ENZ_SINGLE_THREADED __libc_single_threaded
#else
#define ENZ_SINGLE_THREADED false
#endif

enum { ENZ_LINE = 64 };

/* The lock of the line of this address, taken; NULL if the thread has all, or is the only one. */
atomic_flag *enz_line_take(uintptr_t address);
void enz_line_release(atomic_flag *lock);
/* All locks, for a function that adds by itself, a rule of the program's own, say. In between, the
 * thread may call what is declared here; to start threads that do ends the program. */
void enz_rt_lines_take(void);
void enz_rt_lines_release(void);
/* The thread is about to start such threads. */
void enz_lines_shared(void);
/* *to += amount, under the lock. */
void enz_rt_add_float(float *to, float amount);
void enz_rt_add_double(double *to, double amount);

#endif
