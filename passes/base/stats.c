/* -fenz-stats: seconds per phase and counts of one run of the passes. */
#define _POSIX_C_SOURCE 200809L
#include "base/stats.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const char *const names[STATS_PHASES] = {
    [STATS_REQUESTS] = "requests",   [STATS_PREPARE] = "prepare",    [STATS_TYPES] = "types",
    [STATS_ACTIVITY] = "activity",   [STATS_EMIT] = "plan and emit", [STATS_CLEAN] = "clean up",
    [STATS_REST] = "fit and finish",
};

double stats_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void stats_begin(struct stats *s)
{
    *s = (struct stats){.since = stats_now(), .now = STATS_REST};
}

void stats_enter(struct stats *s, enum stats_phase phase)
{
    double t = stats_now();
    s->seconds[s->now] += t - s->since;
    s->since = t;
    s->now = phase;
}

static void tell_driver(double total)
{
    const char *fd = getenv("ENZCC_STATS_FD");
    char text[32];
    int n = snprintf(text, sizeof text, "%.6f\n", total);
    if (fd && write(atoi(fd), text, (size_t)n) != n)
        fprintf(stderr, "enzcc: the driver does not listen for statistics\n");
}

/* Of the whole process, up to now. */
static void report_memory(void)
{
    enum { PER_MB = 1024 };
    struct rusage usage;
    if (!getrusage(RUSAGE_SELF, &usage))
        fprintf(stderr, "enzcc:   %-16s %8ld MB\n", "peak memory", usage.ru_maxrss / PER_MB);
}

void stats_report(struct stats *s)
{
    double total = 0;
    stats_enter(s, STATS_REST);
    for (unsigned i = 0; i < STATS_PHASES; i++)
        total += s->seconds[i];
    fprintf(stderr,
            "enzcc: passes: %.3f s; %u derivative call%s, %u functions prepared, %u derivatives\n",
            total, s->calls, s->calls == 1 ? "" : "s", s->prepared, s->derivatives);
    for (unsigned i = 0; i < STATS_PHASES; i++)
        fprintf(stderr, "enzcc:   %-16s %8.3f s\n", names[i], s->seconds[i]);
    report_memory();
    tell_driver(total);
}
