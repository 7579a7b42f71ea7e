/*
 * Times a function by repetition.
 *
 * The length of a block is found by doubling; five blocks are measured. A
 * function that takes longer than a block is simply called five times.
 */
#include "stopwatch.h"

#include <time.h>

#define BLOCK_SECONDS 0.02
#define BLOCKS        5

static double seconds_of_block(void (*function)(void *), void *argument, long calls)
{
    clock_t start = clock();

    for (long i = 0; i < calls; i++)
        function(argument);
    return (double)(clock() - start) / CLOCKS_PER_SEC;
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
