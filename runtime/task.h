/* What derivatives of tasks call (task.c), and the bodies of what the compiler calls where tasks
 * are waited for (bundle/tasks.c).
 *
 * A record is what one derivative of a task keeps: a tape, the address of what the task has kept
 * there, and how to go back. None of these functions unwinds; out of memory ends the program. */
#ifndef ENZ_TASK_H
#define ENZ_TASK_H

#include <stddef.h>
#include <stdint.h>

struct place;
struct enz_rt_tape;
struct enz_rt_task;

/* ---- derivatives ---- */

/* A record with an empty tape; enz_rt_task_free closes it. `where` is the place in the source where
 * the program makes the task. */
struct enz_rt_task *enz_rt_task_new(const char *where);
void enz_rt_task_free(void *task);
/* Its kind map is that of the tape `owner` from now on. */
void enz_rt_task_share(struct enz_rt_task *task, struct enz_rt_tape *owner);
/* A task that calls run(operands), with a copy of the operands, which are `bytes` bytes. `task` is
 * NULL if nothing is kept. `again` is the reverse sweep, of a derivative with that identity; both
 * NULL: there is none. Without a team of derivatives it is done at once. */
void enz_rt_task_run(struct enz_rt_task *task, void (*run)(void *), void (*again)(void *),
                     const char *identity, void *operands, size_t bytes);
/* The same once more, in a forward sweep from the tape. */
void enz_rt_task_run_again(struct enz_rt_task *task, void (*run)(void *), void *operands,
                           size_t bytes);
/* In the reverse sweep, where the task was made: behind this its reverse sweep is done, which is of
 * a derivative with that identity. */
void enz_rt_task_wait(struct enz_rt_task *task, const char *identity);
/* For the task itself: its tape; what it has kept; it needs its tape no more. */
struct enz_rt_tape *enz_rt_task_tape(struct enz_rt_task *task);
void enz_rt_task_keep(struct enz_rt_task *task, void *frame);
void *enz_rt_task_frame(struct enz_rt_task *task);
void enz_rt_task_close(struct enz_rt_task *task);
/* Of a derivative that is differentiated again. It has memory of its own, `kept`, which begins with
 * the address of a record that nobody else looks at (passes/emit/team.c). Makes that record, which
 * goes with the tape; `where`: as enz_rt_task_new. The record; its tape; enz_rt_task_close. */
void enz_rt_task_open(void *kept, struct enz_rt_tape *tape, const char *where);
struct enz_rt_task *enz_rt_task_of(void *kept);
struct enz_rt_tape *enz_rt_task_kept_tape(void *kept);
void enz_rt_task_kept_close(void *kept);

/* ---- what makes tasks in the program ---- */

/* Of the next task that the calling thread makes: flags as libomp has them, and the priority, if
 * they say that there is one; what it depends on, in two lists; that it is done at once. */
void enz_rt_task_options(int32_t flags, int32_t priority);
void enz_rt_task_depends(int32_t count, const void *depends, int32_t more,
                         const void *more_depends);
void enz_rt_task_at_once(int32_t whether);
/* A task without a derivative, which calls run(operand). */
void enz_rt_task_native(void (*run)(void *), void *operand);
/* Around what is a task, but is done by the code that comes to it. */
void enz_rt_task_begin(int32_t flags);
void enz_rt_task_end(void);

/* How many tasks a taskloop becomes, whose iterations are lower to upper by steps of `step`. `kind`
 * says what `wanted` is: 1 a least number of iterations, 2 a number of tasks, else nothing. And the
 * first and the last iteration of task k. */
int64_t enz_rt_taskloop_count(uint64_t lower, uint64_t upper, int64_t step, int32_t kind,
                              uint64_t wanted);
uint64_t enz_rt_taskloop_first(uint64_t lower, uint64_t upper, int64_t step, int64_t count,
                               int64_t k);
uint64_t enz_rt_taskloop_last(uint64_t lower, uint64_t upper, int64_t step, int64_t count,
                              int64_t k);

/* Behind the end of a group with reductions, of which __kmpc_taskred_init has returned `group`;
 * what is to be done there libomp has done. In differentiated code bundle/task_sums.c does it. */
void enz_group_reduced(void *group);
/* Ends the program: what a task takes part in its own function, or the one around it, has not
 * begun. */
_Noreturn void enz_rt_unknown_reduction(const char *where);

/* ---- where a thread may do tasks while it waits ---- */

/* In front and behind: how many the thread has done until now. */
uint64_t enz_rt_tasks_from(void);
uint64_t enz_rt_tasks_to(void);
/* The reverse sweep: does the reverse of all that the thread has done since. */
void enz_rt_tasks_back(uint64_t from);
/* A forward sweep from the tape: does them once more. */
void enz_rt_tasks_again(uint64_t to);
void enz_rt_tasks_nothing(uint64_t number);

/* What is cancelled, as libomp says it: the calling thread is to leave it. */
int32_t enz_rt_cancel(const struct place *place, int32_t thread, int32_t kind);
int32_t enz_rt_cancellation_point(const struct place *place, int32_t thread, int32_t kind);
/* Of a region, or a group of tasks: refused in differentiated code. Some tasks may never begin, and
 * libomp 22 lets threads that leave a region meet others at barriers in front of it. */
int32_t enz_cancel_other(void);

/* The waiting itself, as libomp does it. */
void enz_rt_do_barrier(const struct place *place, int32_t thread);
int32_t enz_rt_do_cancel_barrier(const struct place *place, int32_t thread);
int32_t enz_rt_do_taskwait(const struct place *place, int32_t thread);
int32_t enz_rt_do_taskyield(const struct place *place, int32_t thread, int32_t part);
void enz_rt_do_taskgroup(const struct place *place, int32_t thread);
void enz_rt_do_end_taskgroup(const struct place *place, int32_t thread);
void enz_rt_do_wait_deps(const struct place *place, int32_t thread, int32_t count,
                         const void *depends, int32_t more, const void *more_depends);
void enz_rt_do_taskwait_deps(const struct place *place, int32_t thread, int32_t count,
                             const void *depends, int32_t more, const void *more_depends,
                             int32_t nowait);
#endif
