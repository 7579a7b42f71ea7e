/* What derivatives of parallel regions call (team.c), and the bodies of what the compiler calls in
 * regions (bundle/openmp.c).
 *
 * A team is what one derivative of a region keeps: per thread a tape, and the address of what the
 * thread has kept. None of these functions unwinds; out of memory ends the program. */
#ifndef ENZ_TEAM_H
#define ENZ_TEAM_H

#include <stdint.h>

struct place; /* in the source, as the compiler describes it */
struct lock;
struct enz_rt_tape;
struct enz_rt_team;

/* ---- teams ---- */

/* A team whose threads have empty tapes; enz_rt_team_free closes them. `where` is the place of the
 * region in the source. */
struct enz_rt_team *enz_rt_team_new(const char *where);
void enz_rt_team_free(void *team);
/* The kind map of its tapes is that of the tape `owner` from now on. */
void enz_rt_team_share(struct enz_rt_team *team, struct enz_rt_tape *owner);
/* The limit of the tape `owner`, which is freed later than the team, is one for all of them. */
void enz_rt_team_limit(struct enz_rt_team *team, struct enz_rt_tape *owner);
/* Each thread of a new team calls run(operands). As many threads as the program has asked for; a
 * team may be NULL, if threads keep nothing. */
void enz_rt_team_run(struct enz_rt_team *team, void (*run)(void *), void *operands);
/* Likewise, a league of teams (`teams`), of which it counts the first threads alone. */
void enz_rt_league_run(struct enz_rt_team *team, void (*run)(void *), void *operands);
/* The team runs the derivative of what that of `frames` (below) runs: it gets as many threads as
 * that has had, whose turns it takes back; or else that counts as having had its threads. */
void enz_rt_team_like(struct enz_rt_team *team, void *frames);
/* The same threads once more, for the reverse sweep: as many, with the tapes that they had. */
void enz_rt_team_run_again(struct enz_rt_team *team, void (*run)(void *), void *operands);
/* Likewise, for a forward sweep from their tapes. */
void enz_rt_team_run_forth(struct enz_rt_team *team, void (*run)(void *), void *operands);
/* In the reverse sweep that comes, threads add what they keep in sums (sums.h) to memory in the
 * order of their numbers: when all are at a barrier, or at the end (enz_rt_team_merge, which all of
 * them call), and in the sections that reductions are. */
void enz_rt_team_in_order(struct enz_rt_team *team);
void enz_rt_team_merge(struct enz_rt_team *team);
/* Of the thread that calls: its tape; what it has kept. */
struct enz_rt_tape *enz_rt_team_tape(struct enz_rt_team *team);
void enz_rt_team_keep(struct enz_rt_team *team, void *frame);
void *enz_rt_team_frame(struct enz_rt_team *team);
/* The thread needs its tape no more. What it has freed other threads, and code in front of the
 * region, may need: a tape with postponed frees stays as long as the team. */
void enz_rt_team_close(struct enz_rt_team *team);

/* ---- frames: a team of a derivative that is differentiated again ---- */

/* What its threads keep is in memory of the derivative's own, `frames`, so that it has shadows: 16
 * bytes that nobody else looks at, and the address of what each of at most 2048 threads has kept.
 *
 * Makes a team, which goes with the tape; `like`: as enz_rt_team_like, or NULL; `where`: as
 * enz_rt_team_new. */
void enz_rt_frames_open(void *frames, struct enz_rt_tape *tape, void *like, const char *where);
struct enz_rt_team *enz_rt_frames_team(void *frames);
/* Of the thread that calls: its number, enz_rt_team_tape, enz_rt_team_close. */
uint64_t enz_rt_frames_number(void);
struct enz_rt_tape *enz_rt_frames_tape(void *frames);
void enz_rt_frames_close(void *frames);

/* ---- waiting in sweeps over what was kept ---- */

/* The thread that does in such a sweep what another one, perhaps, has done before has a number of
 * its own (__kmpc_global_thread_num), which counts, not the one that was kept. */

/* As __kmpc_barrier; as __kmpc_serialized_parallel and __kmpc_end_serialized_parallel. */
void enz_rt_barrier(const struct place *place, int32_t thread);
void enz_rt_serialized_begin(const struct place *place, int32_t thread);
void enz_rt_serialized_end(const struct place *place, int32_t thread);

/* ---- one thread after the other ---- */

/* A critical section begins and ends. Both have a number, counted over all sections of all threads,
 * in the order in which they came. */
uint64_t enz_rt_critical_begin(const struct place *place, int32_t thread, struct lock *lock);
uint64_t enz_rt_critical_end(const struct place *place, int32_t thread, struct lock *lock);
/* The reverse sweep: `again`, where the section ended, waits until all sections that ended later
 * have begun again, and until the lock is free; `back` releases it. */
void enz_rt_critical_again(const struct place *place, int32_t thread, struct lock *lock,
                           uint64_t end);
void enz_rt_critical_back(const struct place *place, int32_t thread, struct lock *lock,
                          uint64_t number);
/* A forward sweep from the tape: `repeat`, where the section began, waits for those that began
 * before; it ends with `back`. */
void enz_rt_critical_repeat(const struct place *place, int32_t thread, struct lock *lock,
                            uint64_t begin);
/* The same for a reduction, which all threads of the team come to, in the order of their numbers
 * (-fenz-deterministic). The reverse sweep has what it has for critical sections. */
uint64_t enz_rt_reduction_begin(const struct place *place, int32_t thread, struct lock *lock);
uint64_t enz_rt_reduction_end(const struct place *place, int32_t thread, struct lock *lock);
/* The same for locks of the program's (omp_set_lock). */
uint64_t enz_rt_lock_begin(void *lock);
uint64_t enz_rt_lock_end(void *lock);
void enz_rt_lock_again(void *lock, uint64_t end);
void enz_rt_lock_back(void *lock, uint64_t number);
void enz_rt_lock_repeat(void *lock, uint64_t begin);
/* The same for what a loop does in the order of its iterations. */
uint64_t enz_rt_ordered_begin(const struct place *place, int32_t thread);
uint64_t enz_rt_ordered_end(const struct place *place, int32_t thread);
void enz_rt_ordered_again(const struct place *place, int32_t thread, uint64_t end);
void enz_rt_ordered_back(const struct place *place, int32_t thread, uint64_t number);
void enz_rt_ordered_repeat(const struct place *place, int32_t thread, uint64_t begin);

/* Around what a thread hands out to its team (copyprivate): one team at a time does that. */
void enz_rt_hand_out_begin(void);
void enz_rt_hand_out_end(void);

/* ---- schedules ---- */

/* Iterations `first` to `first + count - 1` of `trips`, counted from 0, of thread `t` of `n`: as
 * many as any other thread gets, or one more. */
struct enz_rt_share {
    uint64_t first, count;
};
static inline struct enz_rt_share enz_rt_share_of(uint64_t trips, uint64_t t, uint64_t n)
{
    uint64_t each = trips / n, rest = trips % n;
    return (struct enz_rt_share){t * each + (t < rest ? t : rest), each + (t < rest)};
}

/* The number of the thread in its team, and how many threads that has. Not the functions of the
 * same meaning that programs call: LLVM takes these for the same in all of a function, also within
 * a region in it that has a team of one thread. */
uint64_t enz_rt_own_number(void);
uint64_t enz_rt_own_team(void);
/* The number of the team in its league, and how many teams that has. */
uint64_t enz_rt_own_league_number(void);
uint64_t enz_rt_own_league(void);

/* The first and the last of the iterations 0 to `end` that thread t of n gets by a static schedule;
 * if it gets none, the last one is the one before the first. Analyses know these by their names
 * (passes/facts/shares.h): 0 <= first, last <= end, first <= last + 1, and what one thread gets is
 * none of what another one does. With 2^62 iterations or more the program ends. */
#define SHARE __attribute__((const, nothrow))
SHARE int32_t enz_rt_share_first_int32_t(int32_t end, uint64_t t, uint64_t n);
SHARE int32_t enz_rt_share_last_int32_t(int32_t end, uint64_t t, uint64_t n);
SHARE int64_t enz_rt_share_first_int64_t(int64_t end, uint64_t t, uint64_t n);
SHARE int64_t enz_rt_share_last_int64_t(int64_t end, uint64_t t, uint64_t n);
#undef SHARE

/* As __kmpc_dispatch_init_4 and so on, but which thread gets what, the run does not decide
 * (-fenz-deterministic): chunks of a given size go to one thread after the other. Of guided loops,
 * and those whose schedule the run says, each thread gets one. */
void enz_rt_chunks_in_order_4(const struct place *place, int32_t thread, int32_t schedule,
                              int32_t lower, int32_t upper, int32_t step, int32_t chunk);
void enz_rt_chunks_in_order_4u(const struct place *place, int32_t thread, int32_t schedule,
                               uint32_t lower, uint32_t upper, int32_t step, int32_t chunk);
void enz_rt_chunks_in_order_8(const struct place *place, int32_t thread, int32_t schedule,
                              int64_t lower, int64_t upper, int64_t step, int64_t chunk);
void enz_rt_chunks_in_order_8u(const struct place *place, int32_t thread, int32_t schedule,
                               uint64_t lower, uint64_t upper, int64_t step, int64_t chunk);

/* The next chunk of a loop with a dynamic schedule, 0 if there is none; and what it is: first and
 * last iteration, the step, and whether the last iteration of all is in it. Analyses know that no
 * iteration is in two chunks of one loop (passes/facts/final.c). */
int32_t enz_rt_chunk_next_4(const struct place *place, int32_t thread);
int32_t enz_rt_chunk_next_4u(const struct place *place, int32_t thread);
int32_t enz_rt_chunk_next_8(const struct place *place, int32_t thread);
int32_t enz_rt_chunk_next_8u(const struct place *place, int32_t thread);
int32_t enz_rt_chunk_lower_4(void);
int32_t enz_rt_chunk_upper_4(void);
uint32_t enz_rt_chunk_lower_4u(void);
uint32_t enz_rt_chunk_upper_4u(void);
int64_t enz_rt_chunk_lower_8(void);
int64_t enz_rt_chunk_upper_8(void);
uint64_t enz_rt_chunk_lower_8u(void);
uint64_t enz_rt_chunk_upper_8u(void);
int64_t enz_rt_chunk_stride(void);
int32_t enz_rt_chunk_is_last(void);

/* Ends the program: derivatives know static schedules only where their bounds are calculated. */
_Noreturn void enz_rt_unknown_schedule(const char *where);
#endif
