/* -fenz-stats: seconds per phase and counts of one run of the passes. Phases do not nest: entering
 * one ends the one before. */
#ifndef ENZCC_BASE_STATS_H
#define ENZCC_BASE_STATS_H
#include <stdbool.h>

enum stats_phase {
    STATS_REQUESTS,
    STATS_PREPARE,
    STATS_TYPES,
    STATS_ACTIVITY,
    STATS_EMIT,
    STATS_CLEAN,
    STATS_REST,
    STATS_PHASES
};
struct stats {
    double seconds[STATS_PHASES], since;
    enum stats_phase now;
    unsigned calls, prepared, derivatives;
};

/* Seconds since some moment. */
double stats_now(void);
void stats_begin(struct stats *s);
void stats_enter(struct stats *s, enum stats_phase phase);
/* Ends the last phase; prints to stderr, and tells the driver the total through ENZCC_STATS_FD if
 * it asked for it. */
void stats_report(struct stats *s);
#endif
