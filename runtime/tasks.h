/* The tasks that a thread of a team has done: what team.c and task.c know of each other. */
#ifndef ENZ_TASKS_H
#define ENZ_TASKS_H

#include <stddef.h>

struct enz_rt_kinds;
struct enz_rt_task;
struct enz_rt_team;

struct enz_tasks {
    struct enz_rt_team *team;
    struct enz_rt_kinds *kinds; /* of the team's tapes */
    struct enz_rt_task **done;  /* in the order in which they ended */
    size_t count, room;         /* count: in the reverse sweep, how many are left */
    size_t at;                  /* in a forward sweep from the tape: how many were done */
    size_t of_region, all;      /* those that ended before the thread's part of the region; all */
};

/* Of the calling thread; NULL: it is in no team that keeps anything. */
extern _Thread_local struct enz_tasks *enz_tasks;
/* That of the calling thread in the team. */
struct enz_tasks *enz_tasks_of(struct enz_rt_team *team);

/* Reverse sweep, and forward sweep from the tape, of what is behind the thread's part. */
void enz_tasks_back(struct enz_tasks *tasks, size_t from);
void enz_tasks_again(struct enz_tasks *tasks, size_t to);

#endif
