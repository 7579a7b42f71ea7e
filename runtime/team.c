/* Teams of threads that run derivatives of parallel regions, on libomp.
 *
 * Each thread of a team has a tape of its own. The reverse sweep is run by a team of the same size,
 * in which thread t goes back over what thread t did. Where threads run one after the other, in
 * critical sections, the ends of sections have numbers from one counter, and the reverse sweep
 * begins with them in the order of falling numbers: whoever has the highest one that is left goes
 * first, as soon as the lock is free. The counter is that of the outermost team, so that the order
 * is one for all threads there are. It is a possible order of what was, backwards: no thread waits
 * for one that waits for it.
 *
 * A league of teams is run likewise, and its members are the first threads of its teams.
 *
 * With -fenz-deterministic threads come to reductions in the order of their numbers, and what they
 * have in sums (sums.h) is added to memory in that order, when all of them are at a barrier. */
#define _GNU_SOURCE /* nanosleep */
#include "team.h"
#include "lines.h"
#include "restore.h"
#include "sums.h"
#include "tape.h"
#include "tasks.h"
#include "thread_locals.h"
#include "turns.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* How long a reverse sweep waits until others have ended that have the threads it needs. */
enum { SECONDS_WITHOUT_THREADS = 30 };

struct place {
    int32_t reserved, flags, more[2];
    const char *source;
};
typedef void region(int32_t *thread, int32_t *bound, ...);

int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_team_num(void);
int omp_get_num_teams(void);
int omp_get_level(void);
int omp_get_active_level(void);
int omp_get_max_active_levels(void);
int omp_get_thread_limit(void);
int omp_get_dynamic(void);
void omp_set_dynamic(int on);
double omp_get_wtime(void);
int32_t __kmpc_global_thread_num(const struct place *place);
void __kmpc_fork_call(const struct place *place, int32_t count, region *run, ...);
void __kmpc_fork_teams(const struct place *place, int32_t count, region *run, ...);
void __kmpc_push_num_teams(const struct place *place, int32_t thread, int32_t teams,
                           int32_t threads);
void __kmpc_push_num_threads(const struct place *place, int32_t thread, int32_t count);
void __kmpc_barrier(const struct place *place, int32_t thread);
void __kmpc_serialized_parallel(const struct place *place, int32_t thread);
void __kmpc_end_serialized_parallel(const struct place *place, int32_t thread);
void __kmpc_critical(const struct place *place, int32_t thread, struct lock *lock);
void __kmpc_end_critical(const struct place *place, int32_t thread, struct lock *lock);
void omp_set_lock(void *lock);
void omp_unset_lock(void *lock);
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

struct member {
    struct enz_rt_tape tape;
    struct enz_tasks tasks;
    void *frame;
    struct enz_thread_locals *locals;
    struct enz_rt_sums *sums; /* in a reverse sweep in order */
};
struct enz_rt_team {
    const char *where;
    struct enz_turns own, *turns; /* turns: of the group that the team is in, or its own */
    _Atomic(struct member *) members;
    _Atomic int count;
    struct enz_restoring *restoring;  /* in the reverse sweep: of the derivative it is part of */
    struct enz_rt_tape shared;        /* has the kind map of all its tapes, and nothing else */
    const struct enz_rt_limit *limit; /* of all tapes together, and that of `owner`; NULL: none */
    struct enz_rt_tape *owner;
    struct enz_rt_team *model; /* is to have as many threads, if it has had any; or NULL */
    bool sized;                /* `count` was known before the first sweep */
    bool league;               /* of teams: its members are the first threads of these */
    _Atomic int widest;        /* of a league: threads of the largest team that a member started */
    bool in_order, merges;     /* the reverse sweep will be; this sweep is one */
    _Atomic bool too_small;    /* this sweep got fewer threads than the first one */
};

/* In which order threads of a team that runs now come to reductions. */
struct order {
    _Atomic uint64_t turn; /* how often one has been there */
};

/* What the thread runs now. */
static _Thread_local struct enz_rt_team *own_team;
static _Thread_local struct order *own_order;

static int32_t own_number(void)
{
    return __kmpc_global_thread_num(&here);
}

static _Noreturn void fail(const char *message)
{
    fprintf(stderr, "enzcc: %s\n", message);
    abort();
}

static _Noreturn void fail_at(const char *where, const char *message)
{
    fprintf(stderr, "enzcc: %s: %s\n", where, message);
    abort();
}

/* ---- teams ---- */

struct enz_rt_team *enz_rt_team_new(const char *where)
{
    struct enz_rt_team *team = calloc(1, sizeof *team);
    if (!team)
        fail("out of memory for the tapes of a parallel region");
    team->where = where;
    team->own.of_team = true;
    team->turns = enz_turns ? enz_turns : &team->own;
    return team;
}

void enz_rt_team_free(void *p)
{
    struct enz_rt_team *team = p;
    struct member *members = team->members;
    for (int i = 0; members && i < team->count; i++) {
        members[i].tape.kinds = NULL; /* not its own */
        enz_rt_tape_free(&members[i].tape);
        free(members[i].tasks.done);
    }
    free(members);
    free(team);
}

void enz_rt_team_share(struct enz_rt_team *team, struct enz_rt_tape *owner)
{
    enz_rt_kinds_share(owner, &team->shared);
}

void enz_rt_team_limit(struct enz_rt_team *team, struct enz_rt_tape *owner)
{
    team->owner = owner;
    team->limit = enz_tape_limit_for_threads(owner);
}

/* ---- leagues ---- */

static int own_member(bool league)
{
    return league ? omp_get_team_num() : omp_get_thread_num();
}

static int count_members(bool league)
{
    return league ? omp_get_num_teams() : omp_get_num_threads();
}

/* Teams of the reverse sweep need as many threads as the league has given them. */
static void note_in_league(int count)
{
    if (!own_team || !own_team->league)
        return;
    int widest = atomic_load(&own_team->widest);
    while (widest < count && !atomic_compare_exchange_weak(&own_team->widest, &widest, count))
        ;
}

/* In the first sweep, or in one of a team that another one has run for (enz_rt_team_like). The
 * first thread that comes makes room for all. */
static void find_members(struct enz_rt_team *team)
{
    int count = count_members(team->league);
    atomic_store(&team->count, count);
    if (atomic_load(&team->members))
        return;
    struct member *none = NULL, *fresh = calloc((size_t)count, sizeof *fresh);
    if (!fresh)
        fail("out of memory for the tapes of a parallel region");
    for (int i = 0; i < count; i++) {
        enz_rt_tape_start(&fresh[i].tape);
        fresh[i].tape.limit = team->limit;
        fresh[i].tasks.team = team;
    }
    if (!atomic_compare_exchange_strong(&team->members, &none, fresh))
        free(fresh);
}

static struct member *self(struct enz_rt_team *team)
{
    return &atomic_load(&team->members)[own_member(team->league)];
}

struct enz_tasks *enz_tasks_of(struct enz_rt_team *team)
{
    return &self(team)->tasks;
}

static void run_first(struct enz_tasks *tasks, void (*run)(void *), void *closure)
{
    run(closure);
    if (tasks)
        tasks->of_region = tasks->count;
}

/* What a thread has done behind its part, at the end of the region, comes first. */
static void run_back(struct enz_tasks *tasks, void (*run)(void *), void *closure)
{
    tasks->count = tasks->all;
    enz_tasks_back(tasks, tasks->of_region);
    run(closure);
}

static void run_forth(struct enz_tasks *tasks, void (*run)(void *), void *closure)
{
    tasks->at = 0;
    run(closure);
    enz_tasks_again(tasks, tasks->all);
}

typedef void sweep(struct enz_tasks *tasks, void (*run)(void *), void *closure);

/* What the threads of a team, or of a league of teams, are to do. */
struct start {
    sweep *how;
    void (*run)(void *);
    void *closure;
    bool league;
};

/* The thread that starts a team has the number 0 in it, and keeps its own. */
static struct enz_thread_locals *own_locals(struct enz_rt_team *team, sweep *how, bool league,
                                            struct enz_thread_locals *outer)
{
    if (how != run_first) {
        if (enz_thread_locals_of_another(self(team)->locals, outer))
            fail_at(team->where, "the second half of a derivative with thread-local variables is "
                                 "called by another thread than the first one");
        return self(team)->locals;
    }
    int number = own_member(league);
    struct enz_thread_locals *own =
        number ? enz_thread_locals_of(outer, omp_get_level(), number) : enz_thread_locals;
    if (team)
        self(team)->locals = own;
    return own;
}

static void run_thread(int32_t *thread, int32_t *bound, struct enz_rt_team *team,
                       const struct start *start, struct enz_thread_locals *parent,
                       struct order *order)
{
    (void)thread, (void)bound;
    sweep *how = start->how;
    bool sized = how != run_first || (team && team->sized);
    if (sized && count_members(team->league) != team->count) {
        atomic_store(&team->too_small, true);
        return;
    }
    struct enz_rt_team *outer_team = own_team;
    struct order *outer_order = own_order;
    own_team = team, own_order = order;
    struct enz_turns *outer = enz_turns_enter(team ? team->turns : enz_turns);
    struct enz_tasks *outer_tasks = enz_tasks;
    struct enz_restoring *outer_restoring = enz_restoring;
    enz_tasks = NULL;
    if (team) {
        enz_restoring = team->restoring;
        find_members(team);
        self(team)->tape.kinds = team->shared.kinds;
        enz_tasks = &self(team)->tasks;
        enz_tasks->kinds = team->shared.kinds;
        if (team->merges)
            self(team)->sums = enz_rt_sums();
    }
    struct enz_thread_locals *outer_locals =
        enz_thread_locals_enter(own_locals(team, how, start->league, parent), how == run_first);
    how(enz_tasks, start->run, start->closure);
    enz_thread_locals_leave(outer_locals);
    enz_restoring = outer_restoring;
    enz_tasks = outer_tasks;
    enz_turns_enter(outer);
    own_team = outer_team, own_order = outer_order;
}

static void fork_team(struct enz_rt_team *team, const struct start *start)
{
    struct order order = {0};
    (start->league ? __kmpc_fork_teams
                   : __kmpc_fork_call)(&here, 4, (region *)(void (*)(void))run_thread, team, start,
                                       enz_thread_locals_parent(), &order);
}

static void note_all(struct enz_rt_team *team)
{
    team->own.all_ended = team->own.ended, team->own.all = team->own.next;
    for (int i = 0; i < team->count; i++)
        team->members[i].tasks.all = team->members[i].tasks.count;
    if (team->limit)
        enz_tape_keep_to_limit(team->owner);
}

/* Other teams may have the threads that are missing, and end some time. */
static void wait_for_threads(const struct enz_rt_team *team, double begin)
{
    if (omp_get_thread_limit() < team->count ||
        omp_get_active_level() >= omp_get_max_active_levels() ||
        omp_get_wtime() - begin > SECONDS_WITHOUT_THREADS)
        fail_at(
            team->where,
            "the reverse sweep of a parallel region gets fewer threads than the forward sweep had: "
            "raise OMP_THREAD_LIMIT or the number of active levels, or ask for fewer threads");
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* A team as large as that of the first sweep, also if the program leaves the size to the library.
 */
static void fork_as_large(struct enz_rt_team *team, const struct start *start)
{
    int dynamic = omp_get_dynamic();
    double begin = omp_get_wtime();
    omp_set_dynamic(0);
    for (;;) {
        atomic_store(&team->too_small, false);
        if (start->league)
            __kmpc_push_num_teams(&here, own_number(), team->count, atomic_load(&team->widest));
        else
            __kmpc_push_num_threads(&here, own_number(), team->count);
        fork_team(team, start);
        if (!atomic_load(&team->too_small))
            break;
        wait_for_threads(team, begin);
    }
    omp_set_dynamic(dynamic);
}

/* The team that it is to be like, if that is known. */
static const struct enz_rt_team *find_model(const struct enz_rt_team *team)
{
    const struct enz_rt_team *model = team->model;
    while (model && !model->count)
        model = model->model;
    return model;
}

/* What the team is like has run as it did. */
static void note_in_models(const struct enz_rt_team *team)
{
    for (struct enz_rt_team *model = team->model; model && !model->count; model = model->model) {
        model->count = team->count;
        model->widest = team->widest;
        model->own.all_ended = team->own.all_ended, model->own.all = team->own.all;
    }
}

/* Turns are taken back there. */
static void start_as(struct enz_rt_team *team, const struct enz_rt_team *model)
{
    team->sized = true;
    team->count = model->count;
    team->widest = model->widest;
    team->own.ended = model->own.all_ended;
    team->own.next = model->own.all;
}

static void run_team(struct enz_rt_team *team, const struct start *start)
{
    const struct enz_rt_team *model = team ? find_model(team) : NULL;
    if (model) {
        start_as(team, model);
        fork_as_large(team, start);
    } else
        fork_team(team, start);
    if (!team)
        return;
    note_all(team);
    note_in_models(team);
    note_in_league(team->count);
}

static bool is_league(const struct enz_rt_team *team)
{
    bool league = false;
    for (; team && !league; team = team->model)
        league = team->league;
    return league;
}

void enz_rt_team_run(struct enz_rt_team *team, void (*run)(void *), void *closure)
{
    struct start start = {run_first, run, closure, is_league(team)};
    if (team)
        team->league = start.league;
    run_team(team, &start);
}

void enz_rt_league_run(struct enz_rt_team *team, void (*run)(void *), void *closure)
{
    if (team)
        team->league = true;
    run_team(team, &(struct start){run_first, run, closure, true});
}

static void fork_again(struct enz_rt_team *team, sweep *how, void (*run)(void *), void *closure)
{
    enz_lines_shared();
    team->restoring = enz_restoring;
    team->merges = team->in_order && how == run_back;
    team->own.ended = team->own.all_ended;
    team->own.next = team->own.all;
    team->own.begun = team->own.again = 0;
    fork_as_large(team, &(struct start){how, run, closure, team->league});
}

void enz_rt_team_run_again(struct enz_rt_team *team, void (*run)(void *), void *closure)
{
    fork_again(team, run_back, run, closure);
}

void enz_rt_team_run_forth(struct enz_rt_team *team, void (*run)(void *), void *closure)
{
    fork_again(team, run_forth, run, closure);
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
    if (own->tape.deferred)
        return;
    own->tape.kinds = NULL;
    enz_rt_tape_free(&own->tape);
    own->tape = (struct enz_rt_tape){0};
}

/* ---- frames ---- */

enum { FRAMES_MAX = 2048 }; /* passes/emit/team.c knows it as well */

void enz_rt_team_like(struct enz_rt_team *team, void *frames)
{
    team->model = enz_rt_frames_team(frames);
}

void enz_rt_frames_open(void *frames, struct enz_rt_tape *tape, void *like, const char *where)
{
    struct enz_rt_team *team = enz_rt_team_new(where);
    *(struct enz_rt_team **)frames = team;
    if (like)
        enz_rt_team_like(team, like);
    enz_rt_defer_free(tape, team, enz_rt_team_free);
}

struct enz_rt_team *enz_rt_frames_team(void *frames)
{
    return *(struct enz_rt_team **)frames;
}

uint64_t enz_rt_frames_number(void)
{
    uint64_t number = (uint64_t)own_member(own_team && own_team->league);
    if (number >= FRAMES_MAX)
        fail("a parallel region in a derivative that is differentiated again has more than 2048 "
             "threads");
    return number;
}

struct enz_rt_tape *enz_rt_frames_tape(void *frames)
{
    return enz_rt_team_tape(enz_rt_frames_team(frames));
}

void enz_rt_frames_close(void *frames)
{
    enz_rt_team_close(enz_rt_frames_team(frames));
}

/* ---- sums in the order of threads ---- */

void enz_rt_team_in_order(struct enz_rt_team *team)
{
    team->in_order = true;
}

/* Each thread adds the sums of all to its part of the memory. */
void enz_rt_team_merge(struct enz_rt_team *team)
{
    struct member *own = self(team), *all = team->members;
    unsigned count = (unsigned)team->count, part = (unsigned)(own - all);
    enz_sums_gather(own->sums);
    __kmpc_barrier(&here, own_number());
    for (unsigned t = 0; t < count; t++)
        enz_sums_add_part(all[t].sums, part, count);
    __kmpc_barrier(&here, own_number());
    enz_sums_forget(own->sums);
}

/* In a section that threads come to one after the other. */
static void add_own_sums(void)
{
    if (!own_team || !own_team->merges)
        return;
    struct enz_rt_sums *own = self(own_team)->sums;
    enz_sums_gather(own);
    enz_sums_add_part(own, 0, 1);
    enz_sums_forget(own);
}

/* ---- waiting in sweeps over what was kept ---- */

void enz_rt_barrier(const struct place *place, int32_t thread)
{
    (void)thread;
    if (own_team && own_team->merges)
        enz_rt_team_merge(own_team);
    else
        __kmpc_barrier(place, own_number());
}

void enz_rt_serialized_begin(const struct place *place, int32_t thread)
{
    (void)thread;
    __kmpc_serialized_parallel(place, own_number());
}

void enz_rt_serialized_end(const struct place *place, int32_t thread)
{
    (void)thread;
    __kmpc_end_serialized_parallel(place, own_number());
}

/* ---- one thread after the other ---- */

/* Sections outside of teams are not counted. */
#define NO_NUMBER UINT64_MAX

static uint64_t count_begin(void)
{
    return enz_turns ? atomic_fetch_add(&enz_turns->begun, 1) : NO_NUMBER;
}

static uint64_t count_end(void)
{
    return enz_turns ? atomic_fetch_add(&enz_turns->ended, 1) : NO_NUMBER;
}

/* The section is the last one that is left. */
static void wait_for_last(uint64_t end)
{
    while (end != NO_NUMBER && atomic_load(&enz_turns->ended) != end + 1)
        sched_yield();
    enz_order_acquire(enz_turns);
}

/* Its lock is taken: whoever comes next may wait for that. */
static void let_next_come(uint64_t end)
{
    enz_order_release(enz_turns);
    if (end != NO_NUMBER)
        atomic_store(&enz_turns->ended, end);
}

static void wait_for_first(uint64_t begin)
{
    while (begin != NO_NUMBER && atomic_load(&enz_turns->begun) != begin)
        sched_yield();
}

uint64_t enz_rt_critical_begin(const struct place *place, int32_t thread, struct lock *lock)
{
    __kmpc_critical(place, thread, lock);
    return count_begin();
}

uint64_t enz_rt_critical_end(const struct place *place, int32_t thread, struct lock *lock)
{
    uint64_t end = count_end();
    __kmpc_end_critical(place, thread, lock);
    return end;
}

void enz_rt_critical_again(const struct place *place, int32_t thread, struct lock *lock,
                           uint64_t end)
{
    (void)thread;
    wait_for_last(end);
    __kmpc_critical(place, own_number(), lock);
    let_next_come(end);
}

void enz_rt_critical_back(const struct place *place, int32_t thread, struct lock *lock,
                          uint64_t number)
{
    (void)thread, (void)number;
    add_own_sums();
    __kmpc_end_critical(place, own_number(), lock);
}

void enz_rt_critical_repeat(const struct place *place, int32_t thread, struct lock *lock,
                            uint64_t begin)
{
    (void)thread;
    wait_for_first(begin);
    enz_rt_critical_begin(place, own_number(), lock);
}

static void wait_for_turn(struct order *order)
{
    uint64_t number = enz_rt_own_number(), count = enz_rt_own_team();
    while (order && atomic_load(&order->turn) % count != number)
        sched_yield();
}

uint64_t enz_rt_reduction_begin(const struct place *place, int32_t thread, struct lock *lock)
{
    wait_for_turn(own_order);
    return enz_rt_critical_begin(place, thread, lock);
}

uint64_t enz_rt_reduction_end(const struct place *place, int32_t thread, struct lock *lock)
{
    uint64_t end = enz_rt_critical_end(place, thread, lock);
    if (own_order)
        atomic_fetch_add(&own_order->turn, 1);
    return end;
}

uint64_t enz_rt_lock_begin(void *lock)
{
    omp_set_lock(lock);
    return count_begin();
}

uint64_t enz_rt_lock_end(void *lock)
{
    uint64_t end = count_end();
    omp_unset_lock(lock);
    return end;
}

void enz_rt_lock_again(void *lock, uint64_t end)
{
    wait_for_last(end);
    omp_set_lock(lock);
    let_next_come(end);
}

void enz_rt_lock_back(void *lock, uint64_t number)
{
    (void)number;
    omp_unset_lock(lock);
}

void enz_rt_lock_repeat(void *lock, uint64_t begin)
{
    wait_for_first(begin);
    enz_rt_lock_begin(lock);
}

static int32_t ordered_lock[8]; /* one of libomp's, as the compiler makes them */

uint64_t enz_rt_ordered_begin(const struct place *place, int32_t thread)
{
    __kmpc_ordered(place, thread);
    return count_begin();
}

uint64_t enz_rt_ordered_end(const struct place *place, int32_t thread)
{
    uint64_t end = count_end();
    __kmpc_end_ordered(place, thread);
    return end;
}

void enz_rt_ordered_again(const struct place *place, int32_t thread, uint64_t end)
{
    enz_rt_critical_again(place, thread, (struct lock *)ordered_lock, end);
}

void enz_rt_ordered_back(const struct place *place, int32_t thread, uint64_t number)
{
    enz_rt_critical_back(place, thread, (struct lock *)ordered_lock, number);
}

void enz_rt_ordered_repeat(const struct place *place, int32_t thread, uint64_t begin)
{
    enz_rt_critical_repeat(place, thread, (struct lock *)ordered_lock, begin);
}

static atomic_flag handing_out = ATOMIC_FLAG_INIT;

void enz_rt_hand_out_begin(void)
{
    while (atomic_flag_test_and_set_explicit(&handing_out, memory_order_acquire))
        sched_yield();
    enz_order_acquire(&handing_out);
}

void enz_rt_hand_out_end(void)
{
    enz_order_release(&handing_out);
    atomic_flag_clear_explicit(&handing_out, memory_order_release);
}

/* ---- schedules ---- */

uint64_t enz_rt_own_number(void)
{
    return (uint64_t)omp_get_thread_num();
}

uint64_t enz_rt_own_team(void)
{
    return (uint64_t)omp_get_num_threads();
}

uint64_t enz_rt_own_league_number(void)
{
    return (uint64_t)omp_get_team_num();
}

uint64_t enz_rt_own_league(void)
{
    return (uint64_t)omp_get_num_teams();
}

static struct enz_rt_share share(int64_t end, uint64_t t, uint64_t n)
{
    if (end < -1 || end >= ((int64_t)1 << 62) - 1)
        fail("a loop of a parallel region has 2^62 iterations or more");
    return enz_rt_share_of((uint64_t)end + 1, t, n);
}

#define SHARE(type)                                                                                \
    type enz_rt_share_first_##type(type end, uint64_t t, uint64_t n)                               \
    {                                                                                              \
        return (type)share(end, t, n).first;                                                       \
    }                                                                                              \
    type enz_rt_share_last_##type(type end, uint64_t t, uint64_t n)                                \
    {                                                                                              \
        struct enz_rt_share own = share(end, t, n);                                                \
        return (type)(own.first + own.count - 1);                                                  \
    }

SHARE(int32_t)
SHARE(int64_t)

/* Schedules as the compiler numbers them. */
enum { STATIC_CHUNKED = 33, CHUNKED = 35, ORDERED_STATIC_CHUNKED = 65, ORDERED_CHUNKED = 67 };
#define MODIFIERS (INT32_C(3) << 29)

static bool has_chunks(int32_t schedule)
{
    return schedule == STATIC_CHUNKED || schedule == CHUNKED ||
           schedule == ORDERED_STATIC_CHUNKED || schedule == ORDERED_CHUNKED;
}

#define CHUNKS_IN_ORDER(suffix, type, signed_type)                                                 \
    void __kmpc_dispatch_init_##suffix(const struct place *place, int32_t thread,                  \
                                       int32_t schedule, type lower, type upper, signed_type step, \
                                       signed_type chunk);                                         \
    void enz_rt_chunks_in_order_##suffix(const struct place *place, int32_t thread,                \
                                         int32_t schedule, type lower, type upper,                 \
                                         signed_type step, signed_type chunk)                      \
    {                                                                                              \
        int32_t kind = schedule & ~MODIFIERS;                                                      \
        uint64_t size = step > 0 ? (uint64_t)step : 0 - (uint64_t)step,                            \
                 range = step > 0 ? (uint64_t)upper - (uint64_t)lower                              \
                                  : (uint64_t)lower - (uint64_t)upper;                             \
        if (!has_chunks(kind)) /* an empty loop has any */                                         \
            chunk = (signed_type)(range / size / enz_rt_own_team() + 1);                           \
        __kmpc_dispatch_init_##suffix(place, thread,                                               \
                                      kind < ORDERED_STATIC_CHUNKED ? STATIC_CHUNKED               \
                                                                    : ORDERED_STATIC_CHUNKED,      \
                                      lower, upper, step, chunk);                                  \
    }

CHUNKS_IN_ORDER(4, int32_t, int32_t)
CHUNKS_IN_ORDER(4u, uint32_t, int32_t)
CHUNKS_IN_ORDER(8, int64_t, int64_t)
CHUNKS_IN_ORDER(8u, uint64_t, int64_t)

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
    }                                                                                              \
    type enz_rt_chunk_lower_##suffix(void)                                                         \
    {                                                                                              \
        return (type)chunk.lower;                                                                  \
    }                                                                                              \
    type enz_rt_chunk_upper_##suffix(void)                                                         \
    {                                                                                              \
        return (type)chunk.upper;                                                                  \
    }

CHUNK_NEXT(4, int32_t, int32_t)
CHUNK_NEXT(4u, uint32_t, int32_t)
CHUNK_NEXT(8, int64_t, int64_t)
CHUNK_NEXT(8u, uint64_t, int64_t)

int32_t enz_rt_chunk_is_last(void)
{
    return chunk.last;
}

int64_t enz_rt_chunk_stride(void)
{
    return chunk.stride;
}

void enz_rt_unknown_schedule(const char *where)
{
    fail_at(where, "a loop of a parallel region has a schedule that derivatives do not know");
}
