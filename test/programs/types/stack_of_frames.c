/* An undo stack: snapshots of a state struct pushed and popped as bytes. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct state {
    double x, v;
    int step;
    char mode;
    double history[3];
};
struct undo {
    char *bytes;
    size_t size, depth;
};

static void push(struct undo *u, const void *s)
{
    u->bytes = realloc(u->bytes, (u->depth + 1) * u->size);
    memcpy(u->bytes + u->depth++ * u->size, s, u->size);
}

static void pop(struct undo *u, void *s)
{
    memcpy(s, u->bytes + --u->depth * u->size, u->size);
}

static double f(const double *x, int n)
{
    struct state s = {x[0], x[1], 0, 'a', {0}};
    struct undo u = {NULL, sizeof s, 0};
    for (int i = 0; i < 4; i++) {
        push(&u, &s);
        s.history[i % 3] = s.x;
        s.v -= s.x * x[2];
        s.x += s.v * 0.5;
        s.step++;
        if (i == 2)
            pop(&u, &s);
    }
    struct state before;
    pop(&u, &before);
    double r = s.x * s.v + before.x * before.step + s.history[1] + before.history[0] * before.mode;
    free(u.bytes);
    return r;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
