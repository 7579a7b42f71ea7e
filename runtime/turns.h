/* In which order threads have gone on: what the runtime knows of teams (team.c) and of threads that
 * the program starts (thread.c).
 *
 * Threads that run derivatives belong to a group, that of the thread that started them. A group has
 * counters for all its threads. What has a number in the forward sweep is gone through in the
 * reverse sweep in the order of falling numbers. */
#ifndef ENZ_TURNS_H
#define ENZ_TURNS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct enz_turns {
    _Atomic uint64_t begun, ended; /* sections of parallel regions */
    uint64_t all_ended;            /* in the forward sweep */
    _Atomic uint64_t next;         /* turns of threads: how many were taken, or are left */
    _Atomic uint64_t again;        /* how many were taken in a forward sweep from the tape */
    uint64_t all;                  /* turns in the forward sweep */
    bool of_team;                  /* or else of threads that were started one by one: */
    int live, holders;             /* how many run; records that lead to the group */
};

/* Of the calling thread; NULL: it is in no group, and nothing needs an order. */
extern _Thread_local struct enz_turns *enz_turns;
/* The calling thread is in that group from now on; returns the one that it was in. */
struct enz_turns *enz_turns_enter(struct enz_turns *group);

/* For ThreadSanitizer, if the program has it, which does not see what the runtime does: what is in
 * front of a release comes before what is behind an acquisition that follows. */
void enz_order_acquire(void *address);
void enz_order_release(void *address);

#endif
