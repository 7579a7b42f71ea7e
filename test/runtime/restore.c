/* A sweep that puts ranges back, which overlap in part: memory holds in the end what it did at its
 * start. In between it holds what was put back. */
#include "expect.h"
#include "restore.h"

#include <string.h>

enum { SIZE = 64, RANGES = 400 };

static unsigned char memory[SIZE], model[SIZE], first[SIZE];

static unsigned next(unsigned *state, unsigned below)
{
    *state = *state * 1103515245u + 12345u;
    return (*state >> 16) % below;
}

static void fill(unsigned char *to, unsigned *state)
{
    for (unsigned i = 0; i < SIZE; i++)
        to[i] = (unsigned char)next(state, 256);
}

/* Ranges of any size, none of them empty; one more sweep within is one of its own. */
static void sweep(unsigned seed, int within)
{
    unsigned state = seed;
    void *restoring = enz_rt_restore_begin();
    for (unsigned k = 0; k < RANGES; k++) {
        unsigned char copy[SIZE];
        unsigned start = next(&state, SIZE), bytes = 1 + next(&state, SIZE - start);
        fill(copy, &state);
        if (next(&state, 4) == 0)
            enz_rt_restore_hold(memory + start, bytes);
        enz_rt_restore(memory + start, copy, bytes);
        memcpy(model + start, copy, bytes);
        EXPECT(!memcmp(memory, model, SIZE));
    }
    if (within) {
        sweep(seed + 1, 0);
        EXPECT(!memcmp(memory, model, SIZE));
    }
    enz_rt_restore_end(restoring);
}

int main(void)
{
    for (unsigned seed = 1; seed < 50; seed++) {
        unsigned state = seed;
        fill(first, &state);
        memcpy(memory, first, SIZE), memcpy(model, first, SIZE);
        sweep(seed, seed % 2);
        EXPECT(!memcmp(memory, first, SIZE));
    }
    EXPECT(!enz_restoring);
    return failures != 0;
}
