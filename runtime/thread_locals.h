/* Thread-local variables of the program in derivatives with several threads.
 *
 * A thread of the reverse sweep goes back over what another thread of the system may have done. So
 * in derivatives each thread but the one that calls the derivative has copies of the program's
 * thread-local variables, and shadows of them, in memory of the heap: they belong to the number
 * that the thread has in its team, not to a thread of the system. A copy begins with what the
 * variable holds, and the variable gets what the copy holds where a thread's part of the forward
 * sweep ends, so that code without a derivative sees the same values. Teams in teams have copies
 * for each thread of the outer one. */
#ifndef ENZ_THREAD_LOCALS_H
#define ENZ_THREAD_LOCALS_H

#include <stdbool.h>
#include <stdint.h>

/* ---- generated code ---- */

/* A constant of the module, by which a variable, or one of its shadows, is known. */
struct enz_rt_thread_local {
    uint64_t size, is_shadow, has_pointers;
};
/* Where the calling thread has the variable; `address` is that of the thread of the system. */
void *enz_rt_thread_local(void *address, const struct enz_rt_thread_local *variable);
/* A derivative begins that the calling thread calls: copies are of no derivative before. */
void enz_rt_thread_locals_begin(void);
/* The second half of a derivative begins: shadows are zero, but for pointers. */
void enz_rt_thread_locals_clear(void);

/* ---- the runtime ---- */

struct enz_thread_locals;
/* Of the calling thread; NULL: the variables themselves. */
extern _Thread_local struct enz_thread_locals *enz_thread_locals;
/* Those of the thread `number`, not 0, of a team that a thread with `parent` starts. The thread 0
 * has those of its parent: `level` says in how many teams the team is. */
struct enz_thread_locals *enz_thread_locals_of(struct enz_thread_locals *parent, int level,
                                               int number);
/* They have copies, and another thread called the derivative than that which starts a team now. */
bool enz_thread_locals_of_another(const struct enz_thread_locals *locals,
                                  const struct enz_thread_locals *parent);
/* What stands for those of the calling thread, to start a team with. */
struct enz_thread_locals *enz_thread_locals_parent(void);
/* For a thread that goes on by itself. */
struct enz_thread_locals *enz_thread_locals_new(void);
void enz_thread_locals_free(struct enz_thread_locals *locals);
/* The calling thread begins a part of a sweep with these; `first`: it runs the program. Returns
 * those that it had, to be given back at the end. */
struct enz_thread_locals *enz_thread_locals_enter(struct enz_thread_locals *locals, bool first);
void enz_thread_locals_leave(struct enz_thread_locals *outer);
/* Their shadows are zero from now on, but for pointers. */
void enz_thread_locals_clear(struct enz_thread_locals *locals);

#endif
