/* Several threads add to one array through sums of their own, as derivatives do, by additions under
 * locks, and with all locks, while other elements of the same lines belong to one thread alone. */
#include "sums.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ELEMENTS = 3 * ENZ_SUMS_BYTES / 8, ROUNDS = 40 };

static _Alignas(ENZ_LINE) double doubles[ELEMENTS];
static _Alignas(ENZ_LINE) float floats[ELEMENTS];

static void aborted(int number)
{
    (void)number;
    _Exit(1);
}

/* As emitted code does it. */
static void *find(struct enz_rt_sums *sums, void *to, int is_float)
{
    uint64_t address = (uint64_t)(uintptr_t)to, line = address / ENZ_LINE * 2 + (uint64_t)is_float;
    if (sums->lines[address / ENZ_LINE % ENZ_SUMS_LINES] != line)
        enz_rt_sums_begin(sums, line);
    return sums->sums + address % ENZ_SUMS_BYTES;
}

static void add_double(struct enz_rt_sums *sums, double *to, double amount)
{
    *(double *)find(sums, to, 0) += amount;
}

static void add_float(struct enz_rt_sums *sums, float *to, float amount)
{
    *(float *)find(sums, to, 1) += amount;
}

/* Every eighth element, from `own` on, is this thread's alone. */
static void *run(void *own)
{
    struct enz_rt_sums *sums = enz_rt_sums();
    unsigned mine = (unsigned)(uintptr_t)own;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < ELEMENTS; i++) {
            unsigned k = (i * 61 + round) % ELEMENTS;
            if (k % 8 > THREADS) {
                add_double(sums, &doubles[k], 1.0);
                add_float(sums, &floats[k], 0.5f);
                enz_rt_add_double(&doubles[k], 1.0);
                enz_rt_add_float(&floats[k], 0.5f);
            } else if (k % 8 == mine) {
                doubles[k] += 3.0;
                floats[k] += 1.5f;
            }
        }
        enz_rt_sums_add(sums);
        enz_rt_lines_take(); /* by itself */
        for (unsigned k = 0; k < ELEMENTS; k++)
            if (k % 8 > THREADS)
                doubles[k] += 1.0, floats[k] += 0.5f;
        enz_rt_add_double(&doubles[THREADS + 1], 0.0);
        enz_rt_lines_release();
    }
    for (unsigned k = 0; k < ENZ_SUMS_LINES; k++)
        if (sums->lines[k] || sums->count)
            return own;
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int failed = 0;
    (void)argv;
    if (argc > 1) { /* starts threads while it has all lines */
        signal(SIGABRT, aborted);
        enz_rt_lines_take();
        enz_lines_shared();
        return 0;
    }
    for (uintptr_t t = 0; t < THREADS; t++)
        if (pthread_create(&threads[t], NULL, run, (void *)(t + 1)))
            return 2;
    for (unsigned t = 0; t < THREADS; t++) {
        void *left = NULL;
        pthread_join(threads[t], &left);
        failed |= left != NULL;
    }
    for (unsigned k = 0; k < ELEMENTS; k++) {
        unsigned rest = k % 8, adders = rest > THREADS ? THREADS : rest > 0;
        double wanted = adders * ROUNDS * 3.0;
        if (doubles[k] != wanted || floats[k] != (float)(wanted / 2)) {
            printf("element %u: %g and %g, not %g\n", k, doubles[k], (double)floats[k], wanted);
            failed = 1;
            break;
        }
    }
    return failed;
}
