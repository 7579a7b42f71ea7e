/*
 * Times a function by repetition.
 *
 * The length of a block is found by doubling; five blocks are measured. A
 * function that takes longer than a block is simply called five times.
 */
#include "stopwatch.h"

#include <time.h>

#define BLOCK_SECONDS 0.02
#define BLOCKS 5

double seconds_now(void)
{
    struct timespec t;

    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds_of_block(void (*function)(void *), void *argument,
                               long calls)
{
    double start = seconds_now();

    for (long i = 0; i < calls; i++)
        function(argument);
    return seconds_now() - start;
}

double seconds_per_call(void (*function)(void *), void *argument)
{
    long calls = 1;
    double best = seconds_of_block(function, argument, calls);

    while (best < BLOCK_SECONDS) {
        calls *= 2;
        best = seconds_of_block(function, argument, calls);
    }
    for (int i = 1; i < BLOCKS; i++) {
        double t = seconds_of_block(function, argument, calls);
        if (t < best)
            best = t;
    }
    return best / (double)calls;
}
