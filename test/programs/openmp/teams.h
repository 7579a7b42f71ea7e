/* Each check with teams of several sizes. */
#ifndef TEAMS_H
#define TEAMS_H
#include "oracle.h"
#include "oracle_calls.h"
#include <omp.h>

/* What is checked only without ThreadSanitizer: it does not know all that orders threads. */
#if __has_feature(thread_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* Regions in regions have teams, on so many levels. ThreadSanitizer does not know that what such a
 * team does comes before what is behind its end: it reports races in programs that have none. */
static inline void allow_levels(int levels)
{
    omp_set_max_active_levels(SANITIZED ? 1 : levels);
}

#define FOR_TEAMS(check)                                                                           \
    do {                                                                                           \
        static const int teams_sizes[] = {1, 2, 3, 4, 8};                                          \
        for (int teams_i = 0; teams_i < 5; teams_i++) {                                            \
            omp_set_num_threads(teams_sizes[teams_i]);                                             \
            check;                                                                                 \
        }                                                                                          \
    } while (0)
#endif
