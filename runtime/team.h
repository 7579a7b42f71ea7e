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

/* A team whose threads have empty tapes; enz_rt_team_free closes them. */
struct enz_rt_team *enz_rt_team_new(void);
void enz_rt_team_free(void *team);
/* Each thread of a new team calls run(operands). As many threads as the program has asked for; a
 * team may be NULL, if threads keep nothing. */
void enz_rt_team_run(struct enz_rt_team *team, void (*run)(void *), void *operands);
/* The same threads once more, for the reverse sweep: as many, with the tapes that they had. */
void enz_rt_team_run_again(struct enz_rt_team *team, void (*run)(void *), void *operands);
/* Of the thread that calls: its tape; what it has kept. */
struct enz_rt_tape *enz_rt_team_tape(struct enz_rt_team *team);
void enz_rt_team_keep(struct enz_rt_team *team, void *frame);
void *enz_rt_team_frame(struct enz_rt_team *team);
/* The thread needs its tape no more. */
void enz_rt_team_close(struct enz_rt_team *team);

/* ---- one thread after the other ---- */

/* In front of what one thread after the other does, and behind it: the number of this turn. */
void enz_rt_turn_begin(void);
uint64_t enz_rt_turn_end(void);
/* The mirrors of the two in the reverse sweep: `again` waits until the turn is the last one that is
 * left, `back` says that it is over. */
void enz_rt_turn_again(uint64_t number);
void enz_rt_turn_back(void);

/* What the runtime of OpenMP does. */
void enz_rt_critical(const struct place *place, int32_t thread, struct lock *lock);
void enz_rt_end_critical(const struct place *place, int32_t thread, struct lock *lock);
void enz_rt_ordered(const struct place *place, int32_t thread);
void enz_rt_end_ordered(const struct place *place, int32_t thread);

/* ---- schedules ---- */

/* The next chunk of a loop with a dynamic schedule, 0 if there is none; and what it is: first and
 * last iteration, the step, and whether the last iteration of all is in it. */
int32_t enz_rt_chunk_next_4(const struct place *place, int32_t thread);
int32_t enz_rt_chunk_next_4u(const struct place *place, int32_t thread);
int32_t enz_rt_chunk_next_8(const struct place *place, int32_t thread);
int32_t enz_rt_chunk_next_8u(const struct place *place, int32_t thread);
int64_t enz_rt_chunk_lower(void);
int64_t enz_rt_chunk_upper(void);
int64_t enz_rt_chunk_stride(void);
int32_t enz_rt_chunk_is_last(void);

/* Ends the program: derivatives know static schedules only where their bounds are calculated. */
_Noreturn void enz_rt_unknown_schedule(void);
#endif
