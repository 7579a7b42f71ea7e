/* Teams of threads that run derivatives of parallel regions, on libomp.
 *
 * Each thread of a team has a tape of its own. The reverse sweep is run by a team of the same size,
 * in which thread t goes back over what thread t did. Where threads run one after the other, in
 * critical sections, all of them take numbers from one counter when they leave, and go back in the
 * order of falling numbers: whoever has the highest one that is left goes first. The counter is
 * that of the outermost team, so that the order is one for all threads there are. */
#include "team.h"
#include "tape.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct place {
    int32_t reserved, flags, more[2];
    const char *source;
};
typedef void region(int32_t *thread, int32_t *bound, ...);

int omp_get_thread_num(void);
int omp_get_num_threads(void);
int32_t __kmpc_global_thread_num(const struct place *place);
void __kmpc_fork_call(const struct place *place, int32_t count, region *run, ...);
void __kmpc_push_num_threads(const struct place *place, int32_t thread, int32_t count);
void __kmpc_critical(const struct place *place, int32_t thread, struct lock *lock);
void __kmpc_end_critical(const struct place *place, int32_t thread, struct lock *lock);
void __kmpc_ordered(const struct place *place, int32_t thread);
void __kmpc_end_ordered(const struct place *place, int32_t thread);
int32_t __kmpc_dispatch_next_4(const struct place *place, int32_t thread, int32_t *last,
                               int32_t *lower, int32_t *upper, int32_t *stride);
int32_t __kmpc_dispatch_next_4u(const struct place *place, int32_t thread, int32_t *last,
                                uint32_t *lower, uint32_t *upper, int32_t *stride);
int32_t __kmpc_dispatch_next_8(const struct place *place, int32_t thread, int32_t *last,
                               int64_t *lower, int64_t *upper, int64_t *stride);
int32_t __kmpc_dispatch_next_8u(const struct place *place, int32_t thread, int32_t *last,
                                uint64_t *lower, uint64_t *upper, int64_t *stride);

static const struct place here = {.flags = 2, .source = ";derivative;;0;0;;"};

struct turns {
    _Atomic uint64_t next;
    uint64_t all; /* that the forward sweep has given */
};
struct member {
    struct enz_rt_tape tape;
    void *frame;
};
struct enz_rt_team {
    struct turns own, *turns; /* turns: of the outermost team */
    _Atomic(struct member *) members;
    _Atomic int count;
};

static _Thread_local struct turns *turns;
static _Thread_local unsigned depth; /* of critical sections */
static _Thread_local uint64_t taken; /* the number of the one that is gone through backwards */

static _Noreturn void fail(const char *message)
{
    fprintf(stderr, "enzcc: %s\n", message);
    abort();
}

/* ---- teams ---- */

struct enz_rt_team *enz_rt_team_new(void)
{
    struct enz_rt_team *team = calloc(1, sizeof *team);
    if (!team)
        fail("out of memory for the tapes of a parallel region");
    team->turns = turns ? turns : &team->own;
    return team;
}

void enz_rt_team_free(void *p)
{
    struct enz_rt_team *team = p;
    struct member *members = team->members;
    for (int i = 0; members && i < team->count; i++)
        enz_rt_tape_free(&members[i].tape);
    free(members);
    free(team);
}

/* The first thread that comes makes room for all. */
static void find_members(struct enz_rt_team *team)
{
    if (omp_get_thread_num() == 0)
        team->count = omp_get_num_threads();
    if (atomic_load(&team->members))
        return;
    struct member *none = NULL, *fresh = calloc((size_t)omp_get_num_threads(), sizeof *fresh);
    if (!fresh)
        fail("out of memory for the tapes of a parallel region");
    if (!atomic_compare_exchange_strong(&team->members, &none, fresh))
        free(fresh);
}

static void run_thread(int32_t *thread, int32_t *bound, struct enz_rt_team *team,
                       void (*run)(void *), void *closure)
{
    struct turns *outer = turns;
    (void)thread, (void)bound;
    if (team) {
        turns = team->turns;
        find_members(team);
    }
    run(closure);
    turns = outer;
}

static void fork_team(struct enz_rt_team *team, void (*run)(void *), void *closure)
{
    __kmpc_fork_call(&here, 3, (region *)(void (*)(void))run_thread, team, run, closure);
}

void enz_rt_team_run(struct enz_rt_team *team, void (*run)(void *), void *closure)
{
    fork_team(team, run, closure);
    if (team)
        team->own.all = team->own.next;
}

void enz_rt_team_run_again(struct enz_rt_team *team, void (*run)(void *), void *closure)
{
    team->own.next = team->own.all;
    __kmpc_push_num_threads(&here, __kmpc_global_thread_num(&here), team->count);
    fork_team(team, run, closure);
}

static struct member *self(struct enz_rt_team *team)
{
    if (team->count && omp_get_num_threads() != team->count)
        fail("the reverse sweep of a parallel region got another number of threads than the "
             "forward sweep");
    return &atomic_load(&team->members)[omp_get_thread_num()];
}

struct enz_rt_tape *enz_rt_team_tape(struct enz_rt_team *team)
{
    return &self(team)->tape;
}

void enz_rt_team_keep(struct enz_rt_team *team, void *frame)
{
    self(team)->frame = frame;
}

void *enz_rt_team_frame(struct enz_rt_team *team)
{
    return self(team)->frame;
}

void enz_rt_team_close(struct enz_rt_team *team)
{
    struct member *own = self(team);
    enz_rt_tape_free(&own->tape);
    own->tape = (struct enz_rt_tape){0};
}

/* ---- one thread after the other ---- */

#define NO_TURN UINT64_MAX

void enz_rt_turn_begin(void)
{
    depth++;
}

uint64_t enz_rt_turn_end(void)
{
    return --depth == 0 && turns ? atomic_fetch_add(&turns->next, 1) : NO_TURN;
}

void enz_rt_turn_again(uint64_t number)
{
    depth++;
    if (number == NO_TURN)
        return;
    while (atomic_load(&turns->next) != number + 1)
        sched_yield();
    taken = number;
}

void enz_rt_turn_back(void)
{
    if (--depth == 0 && turns)
        atomic_store(&turns->next, taken);
}

void enz_rt_critical(const struct place *place, int32_t thread, struct lock *lock)
{
    __kmpc_critical(place, thread, lock);
}

void enz_rt_end_critical(const struct place *place, int32_t thread, struct lock *lock)
{
    __kmpc_end_critical(place, thread, lock);
}

void enz_rt_ordered(const struct place *place, int32_t thread)
{
    __kmpc_ordered(place, thread);
}

void enz_rt_end_ordered(const struct place *place, int32_t thread)
{
    __kmpc_end_ordered(place, thread);
}

/* ---- schedules ---- */

/* The chunk that the thread has got last. */
static _Thread_local struct {
    int32_t last;
    int64_t lower, upper, stride;
} chunk;

#define CHUNK_NEXT(suffix, type, signed_type)                                                      \
    int32_t enz_rt_chunk_next_##suffix(const struct place *place, int32_t thread)                  \
    {                                                                                              \
        type lower = 0, upper = 0;                                                                 \
        signed_type stride = 0;                                                                    \
        int32_t last = 0, more;                                                                    \
        more = __kmpc_dispatch_next_##suffix(place, thread, &last, &lower, &upper, &stride);       \
        chunk.last = last, chunk.stride = stride;                                                  \
        chunk.lower = (int64_t)lower, chunk.upper = (int64_t)upper;                                \
        return more;                                                                               \
    }

CHUNK_NEXT(4, int32_t, int32_t)
CHUNK_NEXT(4u, uint32_t, int32_t)
CHUNK_NEXT(8, int64_t, int64_t)
CHUNK_NEXT(8u, uint64_t, int64_t)

int32_t enz_rt_chunk_is_last(void)
{
    return chunk.last;
}

int64_t enz_rt_chunk_lower(void)
{
    return chunk.lower;
}

int64_t enz_rt_chunk_upper(void)
{
    return chunk.upper;
}

int64_t enz_rt_chunk_stride(void)
{
    return chunk.stride;
}

void enz_rt_unknown_schedule(void)
{
    fail("a loop of a parallel region has a schedule that derivatives do not know");
}
