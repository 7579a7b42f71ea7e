/* A library to be loaded in front of MPICH (LD_PRELOAD): a process that has nothing to do leaves
 * the processor to others. MPICH's own wait for one another in loops, which takes hundreds of times
 * as long where there are more of them than processors. Open MPI has an option for that. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>

unsigned ucp_worker_progress(void *worker); /* of UCX: how much was done */

unsigned ucp_worker_progress(void *worker)
{
    static unsigned (*next)(void *);
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "ucp_worker_progress");
    if (!next)
        abort();
    unsigned done = next(worker);
    if (!done)
        sched_yield();
    return done;
}
