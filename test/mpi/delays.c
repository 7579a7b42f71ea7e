/* A library to be loaded in front of an MPI library (LD_PRELOAD): before each call that sends,
 * receives or waits, the process sleeps for a random time, so that messages overtake one another in
 * other orders in each run. The names with PMPI_ are those that the rules of the compiler call.
 *
 * MPI_DELAYS is the seed; the rank makes it another one in each process. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static uint64_t next_random(void)
{
    static uint64_t state;
    if (!state) {
        const char *seed = getenv("MPI_DELAYS");
        state = (seed ? strtoull(seed, NULL, 10) : 1) * 0x9E3779B97F4A7C15u + (uint64_t)getpid();
    }
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}

/* Most calls wait for nothing or for little, some for long. */
static void delay(void)
{
    uint64_t r = next_random();
    long longest = r % 16 == 0 ? 1000000 : r % 4 == 0 ? 100000 : 0;
    if (longest)
        nanosleep(&(struct timespec){0, (long)((r >> 8) % (uint64_t)longest)}, NULL);
}

static void *find(const char *name)
{
    void *at = dlsym(RTLD_NEXT, name);
    if (!at)
        abort();
    return at;
}

#define DELAYED(name, parameters, arguments)                                                       \
    int name parameters                                                                            \
    {                                                                                              \
        static int(*next) parameters;                                                              \
        if (!next)                                                                                 \
            *(void **)&next = find(#name);                                                         \
        delay();                                                                                   \
        return next arguments;                                                                     \
    }
#define BOTH(name, parameters, arguments)                                                          \
    DELAYED(MPI_##name, parameters, arguments)                                                     \
    DELAYED(PMPI_##name, parameters, arguments)

#define OUT      (const void *b, int n, MPI_Datatype t, int peer, int tag, MPI_Comm c)
#define OUT_ARGS (b, n, t, peer, tag, c)
#define OUT_STARTED                                                                                \
    (const void *b, int n, MPI_Datatype t, int peer, int tag, MPI_Comm c, MPI_Request *r)
#define STARTED_ARGS (b, n, t, peer, tag, c, r)
BOTH(Send, OUT, OUT_ARGS)
BOTH(Ssend, OUT, OUT_ARGS)
BOTH(Bsend, OUT, OUT_ARGS)
BOTH(Isend, OUT_STARTED, STARTED_ARGS)
BOTH(Issend, OUT_STARTED, STARTED_ARGS)
BOTH(Recv, (void *b, int n, MPI_Datatype t, int peer, int tag, MPI_Comm c, MPI_Status *s),
     (b, n, t, peer, tag, c, s))
BOTH(Irecv, (void *b, int n, MPI_Datatype t, int peer, int tag, MPI_Comm c, MPI_Request *r),
     STARTED_ARGS)
BOTH(Probe, (int peer, int tag, MPI_Comm c, MPI_Status *s), (peer, tag, c, s))
BOTH(Mprobe, (int peer, int tag, MPI_Comm c, MPI_Message *m, MPI_Status *s), (peer, tag, c, m, s))
BOTH(Start, (MPI_Request * r), (r))
BOTH(Wait, (MPI_Request * r, MPI_Status *s), (r, s))
BOTH(Waitall, (int n, MPI_Request *r, MPI_Status *s), (n, r, s))
BOTH(Waitany, (int n, MPI_Request *r, int *i, MPI_Status *s), (n, r, i, s))
BOTH(Waitsome, (int n, MPI_Request *r, int *o, int *i, MPI_Status *s), (n, r, o, i, s))
BOTH(Testany, (int n, MPI_Request *r, int *i, int *f, MPI_Status *s), (n, r, i, f, s))
