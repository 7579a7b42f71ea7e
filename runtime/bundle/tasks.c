/* Where the compiler lets a thread wait for tasks, and do some meanwhile (../task.h). */
#include "../task.h"
#include "../thread.h"
#include "bundle.h"

/* What is waited for may have written any memory; the number says that it came before, as did what
 * the thread has done meanwhile. */
#define WAITING(type, name, parameters, wait)                                                      \
    type enz_body_##name parameters;                                                               \
    BUNDLE_BODY type enz_body_##name parameters                                                    \
    {                                                                                              \
        enz_rt_tasks_from();                                                                       \
        wait;                                                                                      \
        enz_rt_tasks_to();                                                                         \
        enz_rt_turn();                                                                             \
        RESULT_##type;                                                                             \
    }
#define RESULT_void    return
#define RESULT_int32_t return 0 /* nobody asks for it */

WAITING(int32_t, __kmpc_omp_taskwait, (const struct place *place, int32_t thread),
        enz_rt_do_taskwait(place, thread))
WAITING(int32_t, __kmpc_omp_taskyield, (const struct place *place, int32_t thread, int32_t part),
        enz_rt_do_taskyield(place, thread, part))
WAITING(void, __kmpc_end_taskgroup, (const struct place *place, int32_t thread),
        enz_rt_do_end_taskgroup(place, thread))
WAITING(void, __kmpc_omp_wait_deps,
        (const struct place *place, int32_t thread, int32_t count, const void *depends,
         int32_t more, const void *more_depends),
        enz_rt_do_wait_deps(place, thread, count, depends, more, more_depends))
WAITING(void, __kmpc_omp_taskwait_deps_51,
        (const struct place *place, int32_t thread, int32_t count, const void *depends,
         int32_t more, const void *more_depends, int32_t nowait),
        enz_rt_do_taskwait_deps(place, thread, count, depends, more, more_depends, nowait))

/* ---- cancel ---- */

/* A thread leaves what is cancelled by a branch: which way it went is kept. Threads wait for each
 * other behind it, and may have come from different places. */
int32_t enz_body___kmpc_cancel(const struct place *place, int32_t thread, int32_t kind);
int32_t enz_body___kmpc_cancellationpoint(const struct place *place, int32_t thread, int32_t kind);
int32_t enz_body___kmpc_cancel_barrier(const struct place *place, int32_t thread);

enum { KIND_LOOP = 2, KIND_SECTIONS = 3 };

BUNDLE_BODY int32_t enz_body___kmpc_cancel(const struct place *place, int32_t thread, int32_t kind)
{
    if (kind != KIND_LOOP && kind != KIND_SECTIONS)
        return enz_cancel_other();
    return enz_rt_cancel(place, thread, kind);
}

BUNDLE_BODY int32_t enz_body___kmpc_cancellationpoint(const struct place *place, int32_t thread,
                                                      int32_t kind)
{
    if (kind != KIND_LOOP && kind != KIND_SECTIONS)
        return enz_cancel_other();
    return enz_rt_cancellation_point(place, thread, kind);
}

BUNDLE_BODY int32_t enz_body___kmpc_cancel_barrier(const struct place *place, int32_t thread)
{
    enz_rt_turn();
    enz_rt_tasks_from();
    int32_t cancelled = enz_rt_do_cancel_barrier(place, thread);
    enz_rt_tasks_to();
    enz_rt_turn();
    return cancelled;
}

/* ---- groups ---- */

void enz_body___kmpc_taskgroup(const struct place *place, int32_t thread);
BUNDLE_BODY void enz_body___kmpc_taskgroup(const struct place *place, int32_t thread)
{
    enz_rt_do_taskgroup(place, thread);
}
