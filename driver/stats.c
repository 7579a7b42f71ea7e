/* -fenz-stats: the passes, two processes down, write their seconds into a pipe
 * whose number they find in the environment.
 */
#define _POSIX_C_SOURCE 200809L
#include "stats.h"
#include "spawn.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Sum of the numbers in the pipe, one per run of the passes. */
static double read_seconds(int file)
{
    char text[4096];
    ssize_t got = read(file, text, sizeof text - 1);
    double sum = 0;
    text[got > 0 ? got : 0] = '\0';
    for (char *p = text, *end; *p; p = end + strspn(end, "\n")) {
        sum += strtod(p, &end);
        if (end == p)
            break;
    }
    return sum;
}

int stats_run(const struct words *command)
{
    int ends[2];
    if (pipe(ends) != 0)
        return spawn_run(command);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    setenv("ENZCC_STATS_FD", text_format("%d", ends[1]), 1);
    double start = now();
    int status = spawn_run(command);
    double seconds = now() - start, passes = read_seconds(ends[0]);
    close(ends[0]);
    close(ends[1]);
    fprintf(stderr, "enzcc: the passes took %.3f s of %.3f s, %.0f %%\n", passes, seconds,
            seconds > 0 ? 100 * passes / seconds : 0.0);
    return status;
}
