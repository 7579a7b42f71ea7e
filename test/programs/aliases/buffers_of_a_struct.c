/* Pointers that are members of a struct, and a global: loaded in front of the loops. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct buffers {
    double *in, *out;
    int count, steps;
};
static double table[16];

static void smooth(const struct buffers *b)
{
    double *in = b->in, *out = b->out;
    for (int step = 0; step < b->steps; step++)
        for (int i = 1; i < b->count - 1; i++)
            out[i] = 0.25 * in[i - 1] * in[i + 1] + table[i] * out[i];
}

struct setting {
    int distance; /* between in and out; none: out is the global */
    double memory[40], direction[40], weights[40];
};

static void run(struct buffers *b, const struct setting *s, double *memory, double *globals)
{
    *b = (struct buffers){memory, s->distance < 0 ? globals : memory + s->distance, 16, 3};
}

static double eval(void *context, double t)
{
    const struct setting *s = context;
    struct buffers b;
    double memory[40];
    for (int i = 0; i < 40; i++)
        memory[i] = s->memory[i] + t * s->direction[i];
    for (int i = 0; i < 16; i++)
        table[i] = 0.1 * i;
    run(&b, s, memory, table);
    smooth(&b);
    return oracle_dot(s->weights, memory, 40) + (s->distance < 0 ? table[5] : 0);
}

static void check(struct setting *s)
{
    struct buffers b, db;
    double memory[40], adjoint[40], globals[16] = {0};
    memcpy(memory, s->memory, sizeof memory);
    memcpy(adjoint, s->weights, sizeof adjoint);
    for (int i = 0; i < 16; i++)
        table[i] = 0.1 * i;
    run(&b, s, memory, table);
    globals[5] = 1;
    run(&db, s, adjoint, globals);
    __enzyme_autodiff((void *)smooth, &b, &db);
    oracle_check_difference(ORACLE_SITE("buffers"), eval, s, oracle_dot(adjoint, s->direction, 40),
                            1);
}

int main(void)
{
    static const int distances[] = {0, 1, 2, 15, 16, 20};
    struct setting s;
    oracle_random(s.memory, 40, 4);
    oracle_random(s.direction, 40, 5);
    oracle_random(s.weights, 40, 6);
    for (unsigned i = 0; i < sizeof distances / sizeof *distances; i++) {
        s.distance = distances[i];
        check(&s);
    }
    return oracle_result();
}
